import { Fault } from '../../base/fault.ts';
import { type Proposed, propose } from '../../service/propose.ts';
import { parseReference, type Reference } from '../../service/reference.ts';
import { openProject, withStore } from '../open-project.ts';
import { fill, type Look, lookOf } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

const FORM = 'a version or a data revision, as in training.example@4 or weather.daily/2.1.0';

export const proposeCommand: CommandRow = {
  declare: command =>
    command
      .description('judge a version or data revision and keep it in the store with its evidence')
      .argument('<what>', 'subject@version or subject/revision')
      .addHelpText(
        'after',
        '\nThe same content twice is stored once. What is accepted is entered into the ledger file of the subject.\n\nExamples:\n  assay propose training.example@4\n  assay propose weather.daily/2.1.0 --json',
      ),
  act: async ask => {
    const what = parseReference(ask.words[0] ?? '');
    if (what instanceof Fault) return what;
    if (what.kind === 'subject') return new Fault('REFERENCE_MALFORMED', { found: what.subject, form: FORM });
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const { world, settings } = ask;
    const done = await withStore(ask, project, store =>
      propose({
        project,
        what,
        store,
        plain: world.plainReaders,
        now_ms: world.now_ms(),
        opId: world.newOpId(),
      }),
    );
    if (done instanceof Fault) return done;
    if (settings.json) {
      const { encoding, meaning } = done.judgement;
      return writeJson(world.output, {
        ...done.answer,
        encoding,
        meaning,
        ledgerWritten: done.ledgerWritten,
      });
    }
    world.output.write(`${proposedText(what, done, lookOf(world.output))}\n`);
    return 0;
  },
};

type Named = Exclude<Reference, { kind: 'subject' }>;

function proposedText(
  what: Named,
  { answer, judgement, ledgerWritten }: Proposed,
  { paint, width }: Look,
): string {
  const name =
    what.kind === 'version' ? `${what.subject}@${what.version}` : `${what.subject}/${what.revision}`;
  const how =
    answer.kind === 'stored'
      ? `stored as ${paint.bold(answer.state)}, seq ${answer.seq}`
      : `already stored with the same content at seq ${answer.storedAt}; nothing was added but this ask, seq ${answer.seq}`;
  const lines = [
    fill(`${paint.bold(name)}  `, how.split(' '), width),
    `  state    ${answer.state}${answer.superseded ? ', superseded' : ''}`,
    `  encoding ${judgement.encoding}, meaning ${judgement.meaning}`,
    `  change   ${answer.change}`,
  ];
  if (answer.state === 'proposed') lines.push(`  waits    ${waitsFor(judgement)}`);
  if (ledgerWritten) lines.push('  the ledger file of the subject has the new entry; commit it');
  return lines.join('\n');
}

function waitsFor(judgement: Proposed['judgement']): string {
  if ('after' in judgement) return 'for approval: the data means something else than before';
  return judgement.comparison.class === 'migrate'
    ? 'for a converter and approval: the change is a migration'
    : 'for approval: it breaks what the subject promises its readers';
}
