import { canonicalJson } from '../base/canonical-json.ts';
import { type Digest, documentDigest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { affectedConsumers } from '../change/consumer.ts';
import { authoredDocument, type ChangeStep } from '../change/record.ts';
import { appendItem, appendKey, replaceItem } from '../contract/edit-yaml.ts';
import { suspectText } from '../golden/doubts/unit-suspects.ts';
import { outcomesText } from '../golden/expected-file.ts';
import { type ExpectedResult, parseSet, setDigest } from '../golden/set.ts';
import { failing } from '../golden/verdict.ts';
import { expectedOf } from './expected-run.ts';
import { type GoldenAsk, type GoldenRun, goldenRun } from './golden-run.ts';
import { judgeRecord, missingChange } from './judge-record.ts';
import type { LoadedChange } from './load-changes.ts';
import type { Project } from './project.ts';
import type { SetRun } from './run-set.ts';
import { source } from './source-file.ts';
import { type FileToWrite, writeFiles } from './write-files.ts';

export type AcceptAsk = GoldenAsk & {
  /** One set; all that have something to accept, if none. */
  readonly revision?: string | undefined;
  /** Whether what was accepted before may be replaced. */
  readonly replace: boolean;
  readonly now_ms: number;
  readonly opId: string;
};

/** What became of a set. */
export type AcceptedSet = {
  readonly revision: string;
  readonly state: 'accepted' | 'same' | 'replaced';
  readonly file: string;
  readonly sha256: Digest;
  /** What was there before it was replaced. */
  readonly before: Digest | undefined;
};

export type Accepted = { readonly run: GoldenRun; readonly sets: readonly AcceptedSet[] };

/**
 * Writes what the new path makes of golden sets as what is expected of it from then on. It takes a change record that allows all that
 * differs, and changes nothing unless all of it can be accepted.
 *
 * @faults GOLDEN_NOTHING CHANGE_MISSING GOLDEN_THIN GOLDEN_UNEXPLAINED EXPECTED_DIFFERS SET_UNEDITABLE FILE_OVERTAKEN FILE_UNWRITABLE, those of
 *   `goldenRun` and of `judgeRecord`
 */
export async function goldenAccept(project: Project, ask: AcceptAsk): Promise<Accepted | Fault> {
  const run = await goldenRun(project, ask);
  if (run instanceof Fault) return run;
  const { change } = run;
  const asked = run.sets.filter(
    ({ set, outcome }) =>
      outcome.kind !== 'own' && (ask.revision === undefined || set.revision === ask.revision),
  );
  const { from } = run;
  if (from === undefined || asked.length === 0)
    return nothing(run, from === undefined ? 'it follows none' : whyNone(run, ask.revision));
  const step: ChangeStep = { kind: 'version', from: from.version, to: run.to.version };
  if (change === undefined) return missingChange(project, run.loaded, step, run.class ?? 'identical');
  const wrong = recordFault(project, run, step, ask.now_ms);
  if (wrong !== undefined) return wrong;
  const unshown = asked.map(one => unexplained(run, one)).find(fault => fault !== undefined);
  if (unshown !== undefined) return unshown;
  const thin = thinFault(run, asked);
  if (thin !== undefined) return thin;

  const files: FileToWrite[] = [];
  const sets: AcceptedSet[] = [];
  for (const one of asked) {
    const written = writtenFor(project, run, one, change, ask.replace);
    if (written instanceof Fault) return written;
    files.push(...written.files);
    sets.push(written.accepted);
  }
  const fault = files.length === 0 ? undefined : writeFiles(project.root, files, ask.opId);
  return fault ?? { run, sets };
}

const nothing = (run: GoldenRun, because: string): Fault =>
  new Fault('GOLDEN_NOTHING', { subject: run.subject, version: run.to.version, because });

const whyNone = ({ sets }: GoldenRun, revision: string | undefined): string => {
  if (revision === undefined) return 'its golden sets are data of the version itself';
  return sets.some(({ set }) => set.revision === revision)
    ? `${revision} is data of the version itself`
    : `there is no golden set ${revision}`;
};

/** What is wrong with the record; one that a ledger has is not asked again. */
function recordFault(project: Project, run: GoldenRun, step: ChangeStep, now_ms: number): Fault | undefined {
  const { loaded, to } = run;
  if (loaded.ledger.versions.some(({ version }) => version === to.version)) return undefined;
  const affected = affectedConsumers(project.config.consumers, loaded.subject.name, step);
  const record = judgeRecord(project, loaded, { step, affected }, run.class ?? 'identical', now_ms);
  return record.kind === 'none' ? undefined : record.faults[0];
}

/** Why nobody should rely on what the new path made of a set. */
function unexplained({ to }: GoldenRun, { set, outcome }: SetRun): Fault | undefined {
  const refuse = (because: string): Fault =>
    new Fault('GOLDEN_UNEXPLAINED', { revision: set.revision, version: to.version, because });
  switch (outcome.kind) {
    case 'broken':
      return refuse(
        `${outcome.found} of its records break their contract, and it declares ${outcome.declared}`,
      );
    case 'unreachable':
      return refuse(`nothing leads from version ${outcome.noWay.from} to ${outcome.noWay.to}`);
    case 'own':
      return undefined;
    case 'compared': {
      if (!outcome.verdict.holds)
        return refuse(
          failing(outcome.verdict)
            .map(({ measure, answer }) => `${measure} (${answer})`)
            .join(', '),
        );
      if (!outcome.isRepeatable)
        return refuse('the converter gives something else when it runs again or on records in another order');
      const [suspect] = outcome.suspects;
      if (suspect !== undefined)
        return refuse(`the unit of ${suspect.name} is in doubt: ${suspectText(to.schema, suspect)}`);
      const unnamed = outcome.way.find(step => step.kind === 'convert' && !step.isRecorded);
      return unnamed === undefined
        ? undefined
        : refuse(
            `no change record names the converter from ${unnamed.from.version} to ${unnamed.to.version}`,
          );
    }
  }
}

/** What was shown by too few samples was not shown. */
function thinFault(run: GoldenRun, asked: readonly SetRun[]): Fault | undefined {
  for (const { contract, checks } of run.coverage) {
    const failed = checks.filter(({ holds }) => !holds);
    if (failed.length === 0 || !asked.some(({ set }) => set.version === contract.version)) continue;
    const measures = failed.map(({ measure, missing }) => `${measure} (${missing} missing)`).join(', ');
    return new Fault('GOLDEN_THIN', { subject: run.subject, version: contract.version, measures });
  }
  return undefined;
}

function writtenFor(
  project: Project,
  { subject, to }: GoldenRun,
  { set, outcome }: SetRun,
  { change }: LoadedChange,
  mayReplace: boolean,
): { readonly files: readonly FileToWrite[]; readonly accepted: AcceptedSet } | Fault {
  if (outcome.kind !== 'compared') throw new TypeError('only what was compared is accepted');
  const folder = `${project.config.golden}/${subject}`;
  const text = outcomesText(to.schema, outcome.outcomes);
  const result = sha256(Buffer.from(text));
  const known = expectedOf(set, to.version);
  const file = known?.file ?? `${set.revision}.v${to.version}.jsonl`;
  const entry: ExpectedResult = {
    version: to.version,
    file,
    sha256: result,
    data: set.data.sha256,
    change: documentDigest(authoredDocument(change)),
  };
  const accepted = { revision: set.revision, file: `${folder}/${file}`, sha256: result };
  const isSame = known?.sha256 === result && known.data === entry.data;
  if (isSame) return { files: [], accepted: { ...accepted, state: 'same', before: undefined } };
  if (known !== undefined && !mayReplace)
    return new Fault(
      'EXPECTED_DIFFERS',
      { revision: set.revision, version: to.version, accepted: known.sha256, found: result },
      set.places.get(`expected.${to.version}`),
    );
  const path = `${folder}/${set.revision}.yaml`;
  const manifest = source(project, path);
  if (manifest instanceof Fault) return manifest;
  const found = parseSet(path, manifest.bytes);
  if (found instanceof Fault) return found;
  if (setDigest(found) !== setDigest(set)) return new Fault('FILE_OVERTAKEN', { path });
  const edited = withEntry(Buffer.from(manifest.bytes).toString('utf8'), set.expected, entry);
  const after = edited === undefined ? undefined : parseSet(path, Buffer.from(edited));
  const isAsMeant =
    after !== undefined &&
    !(after instanceof Fault) &&
    setDigest(after) === setDigest(set) &&
    canonicalJson(expectedOf(after, to.version) ?? null) === canonicalJson(entry);
  if (!isAsMeant) return new Fault('SET_UNEDITABLE', { file: path });
  return {
    files: [
      { name: accepted.file, text, mode: known === undefined ? 'new' : 'replace' },
      { name: path, text: edited!, mode: 'replace', from: sha256(manifest.bytes) },
    ],
    accepted: {
      ...accepted,
      state: known === undefined ? 'accepted' : 'replaced',
      before: known?.sha256,
    },
  };
}

function withEntry(
  text: string,
  expected: readonly ExpectedResult[],
  entry: ExpectedResult,
): string | undefined {
  const item = `{version: ${entry.version}, file: ${entry.file}, sha256: "${entry.sha256}", data: "${entry.data}", change: "${entry.change}"}`;
  const at = expected.findIndex(({ version }) => version === entry.version);
  if (at >= 0) return replaceItem(text, 'expected', at, item);
  return expected.length === 0
    ? appendKey(text, `expected:\n  - ${item}`)
    : appendItem(text, 'expected', item);
}
