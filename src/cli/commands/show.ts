import type { Json } from '../../base/canonical-json.ts';
import { isDigest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import type { RevisionEntry, VersionEntry } from '../../change/subject-state.ts';
import { rangeText } from '../../compat/wording.ts';
import { bothPromised } from '../../contract/compatibility.ts';
import type { Contract } from '../../contract/contract.ts';
import { governanceDigest } from '../../contract/governance.ts';
import { schemaDocument } from '../../contract/schema-document.ts';
import { typeText } from '../../contract/type-text.ts';
import { setDigest, setDocument } from '../../golden/set.ts';
import { approvalsDocument } from '../../service/approvals-document.ts';
import { parseReference } from '../../service/reference.ts';
import { registeredDocument } from '../../service/registered.ts';
import { type Shown, show } from '../../service/show.ts';
import { showDocument } from '../../service/show-document.ts';
import { openProject, withReadStore } from '../open-project.ts';
import { fill, type Look, lookOf, table, visible } from '../output.ts';
import type { Ask, CommandRow, Outcome } from '../program.ts';
import { approvalLines } from '../render-approvals.ts';
import { writeJson } from '../write-json.ts';

export const showCommand: CommandRow = {
  declare: command =>
    command
      .description(
        'show a subject, one of its versions or data revisions, or a stored document by its digest',
      )
      .argument(
        '<what>',
        'subject, subject@version, subject/revision, or the digest of a change record or report',
      )
      .addHelpText(
        'after',
        '\nExamples:\n  assay show training.example\n  assay show training.example@4\n  assay show weather.daily/2.1.0 --json\n  assay show sha256:…',
      ),
  act: async ask => {
    const [word = ''] = ask.words;
    if (word.startsWith('sha256:')) return showStored(ask, word);
    const what = parseReference(word);
    if (what instanceof Fault) return what;
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const shown = await withReadStore(ask, project, store => show(project, store, what));
    if (shown instanceof Fault) return shown;
    const { output } = ask.world;
    if (ask.settings.json) return writeJson(output, shownDocument(shown));
    output.write(`${shownText(shown, lookOf(output))}\n`);
    return 0;
  },
};

/** A stored document: laid out for a person, or with `--json` as it is. */
async function showStored(ask: Ask, digest: string): Promise<Outcome> {
  if (!isDigest(digest)) return new Fault('DIGEST_MALFORMED', { found: digest.slice(0, 100) });
  const project = await openProject(ask);
  if (project instanceof Fault) return project;
  const shown = await withReadStore(ask, project, store => showDocument(store, digest));
  if (shown instanceof Fault) return shown;
  const { output } = ask.world;
  const document = shown.kind === 'file' ? shown.text : (JSON.parse(shown.text) as Json);
  if (ask.settings.json) return writeJson(output, document);
  const text = typeof document === 'string' ? document : JSON.stringify(document, undefined, 2);
  const lines = text.replace(/\n$/, '').split('\n').map(visible);
  output.write(`${[`${lookOf(output).paint.bold(shown.kind)}  ${digest}`, ...lines].join('\n')}\n`);
  return 0;
}

function shownText(shown: Shown, look: Look): string {
  if (shown.kind === 'version')
    return [
      versionText(shown, shown.contract, look),
      ...approvalLines(shown.approvals && approvalsDocument(shown.approvals), look),
    ].join('\n');
  if (shown.kind === 'revision')
    return [
      revisionText(shown, look),
      ...approvalLines(shown.approvals && approvalsDocument(shown.approvals), look),
    ].join('\n');
  const { loaded, state } = shown;
  const { subject, contracts, sets, ledger } = loaded;
  const promised = bothPromised(subject.compatibility, ledger.compatibility);
  const versions = [...contracts.values()].map(({ version, recordSchema }) => [
    `@${version}`,
    isAccepted(ledger.versions, entry => entry.version === version),
    storedText(state.versions.get(version)),
    recordSchema,
  ]);
  const revisions = [...sets.values()].map(set => [
    `/${set.revision}`,
    isAccepted(ledger.revisions, entry => entry.name === set.revision),
    storedText(state.revisions.get(set.revision)),
    setDigest(set),
  ]);
  const rows = [['', 'ledger', 'store', 'digest'], ...versions, ...revisions];
  return [
    `${look.paint.bold(subject.name)}  keeps ${promised} compatibility${promised === subject.compatibility ? '' : `; ${subject.compatibility} waits for the next version`}`,
    table(rows, '  ', look.width),
    ...registeredText(shown, look),
  ].join('\n');
}

/** What the store has of it, and whether it was judged there. */
const storedText = (stored: VersionEntry | RevisionEntry | undefined): string =>
  stored === undefined
    ? 'not in the store'
    : stored.adopted === undefined
      ? stored.state
      : `${stored.state}, adopted`;

/** Who writes and who reads it, and for what. */
function registeredText(
  { producers, consumers }: Extract<Shown, { kind: 'subject' }>,
  look: Look,
): readonly string[] {
  const written = producers.map(({ name, writes }) => [name, `writes ${writes.join(', ')}`, '', '']);
  const read = consumers.map(({ name, kind, reads: { from, to }, purpose }) => [
    name,
    `reads ${from} to ${to ?? 'the newest'}`,
    kind,
    visible(purpose),
  ]);
  const rows = [...written, ...read];
  return rows.length === 0 ? [] : [table(rows, '  ', look.width)];
}

const isAccepted = <T>(entries: readonly T[], matches: (entry: T) => boolean): string =>
  entries.some(matches) ? 'accepted' : 'proposed';

function versionText({ state }: Shown, contract: Contract, look: Look): string {
  const { subject, version, recordSchema, schema, governance } = contract;
  const rows = schema.fields.map(field => [
    String(field.id),
    field.name,
    typeText(field.type),
    field.logical,
    field.nullable ? 'nullable' : 'never null',
    field.unit?.code ?? '',
    field.range === undefined ? '' : rangeText(field),
    governance.get(field.id)?.sensitivity ?? '',
    governance.get(field.id)?.owner ?? '',
  ]);
  const head = ['id', 'name', 'physical', 'logical', 'null', 'unit', 'range', 'sensitivity', 'owner'];
  return [
    `${look.paint.bold(`${subject}@${version}`)}  ${storedText(state.versions.get(version))}`,
    `  recordSchema ${recordSchema}`,
    `  normalizer   ${schema.normalizer ?? 'none'}`,
    ...(contract.tokenizer === undefined ? [] : [`  tokenizer    ${contract.tokenizer}`]),
    `  governance   ${governanceDigest(contract)}${governingText(state.versions.get(version), contract)}`,
    ...changeLines(state.versions.get(version), 13),
    table([head, ...rows], '  ', look.width),
  ].join('\n');
}

/** What it was judged to be and what it still lacks, with the digest that `approve` and `show` take. */
function changeLines(stored: VersionEntry | RevisionEntry | undefined, columns: number): readonly string[] {
  if (stored === undefined) return [];
  const unmet = stored.unmet.length === 0 ? [] : [['unmet', stored.unmet.join(', ')]];
  return [['change', stored.change], ['class', stored.class], ...unmet].map(
    ([head = '', text]) => `  ${head.padEnd(columns)}${text}`,
  );
}

/** Whether the store has what the contract says beside the schema, and what of it waits. */
function governingText(stored: VersionEntry | undefined, contract: Contract): string {
  const digest = governanceDigest(contract);
  if (stored?.governance === undefined || stored.governance === digest) return '';
  const { governing } = stored;
  const asked =
    governing?.governance === digest ? `, ${governing.state} as ${governing.change}` : ', not proposed';
  return `${asked}; the store has ${stored.governance}`;
}

function revisionText({ set, state }: Extract<Shown, { kind: 'revision' }>, look: Look): string {
  return [
    `${look.paint.bold(`${set.subject}/${set.revision}`)}  ${storedText(state.revisions.get(set.revision))}`,
    `  version ${set.version}, ${set.data.rows} records, ${set.data.format}`,
    `  data    ${set.data.sha256}`,
    `  digest  ${setDigest(set)}`,
    ...changeLines(state.revisions.get(set.revision), 8),
    fill('  source  ', visible(set.source).split(/\s+/), look.width),
  ].join('\n');
}

function shownDocument(shown: Shown): Json {
  const { state } = shown;
  if (shown.kind === 'version') {
    const { subject, version, recordSchema, schema } = shown.contract;
    return {
      subject,
      version,
      recordSchema,
      governance: governanceDigest(shown.contract),
      schema: schemaDocument(schema),
      store: state.versions.get(version) ?? null,
      ...(shown.approvals && { approvals: approvalsDocument(shown.approvals) }),
    };
  }
  if (shown.kind === 'revision') {
    const { set } = shown;
    return {
      subject: set.subject,
      revision: set.revision,
      digest: setDigest(set),
      set: setDocument(set),
      store: state.revisions.get(set.revision) ?? null,
      ...(shown.approvals && { approvals: approvalsDocument(shown.approvals) }),
    };
  }
  const { subject, contracts, sets, ledger } = shown.loaded;
  return {
    subject: subject.name,
    compatibility: bothPromised(subject.compatibility, ledger.compatibility),
    ...registeredDocument(subject.name, shown),
    versions: [...contracts.values()].map(({ version, recordSchema }) => ({
      version,
      recordSchema,
      accepted: ledger.versions.some(entry => entry.version === version),
      store: state.versions.get(version) ?? null,
    })),
    revisions: [...sets.values()].map(set => ({
      revision: set.revision,
      digest: setDigest(set),
      accepted: ledger.revisions.some(entry => entry.name === set.revision),
      store: state.revisions.get(set.revision) ?? null,
    })),
  };
}
