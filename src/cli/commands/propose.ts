import type { Digest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import type { JudgedDocument } from '../../service/judged-document.ts';
import type { KeptCells } from '../../service/kept-cells.ts';
import type { ToldProposal } from '../../service/registry.ts';
import { faultOfProblem } from '../../service/wire/problem-document.ts';
import { namedChange, namedReference, referenceText } from '../named-change.ts';
import { farOf, noCache, openProject, withCells, withRegistry } from '../open-project.ts';
import { fill, type Look, lookOf, visible } from '../output.ts';
import type { Ask, CommandRow, Outcome } from '../program.ts';
import { cellsDocument, cellsLines } from '../render-cells.ts';
import { unreadLines } from '../render-verdict.ts';
import { writeJson } from '../write-json.ts';

const WHAT = ['<what>', 'subject@version or subject/revision'] as const;

export const proposeCommand: CommandRow = {
  declare: command =>
    noCache(command)
      .description('judge a version or data revision and keep it in the store with its evidence')
      .argument(...WHAT)
      .addHelpText(
        'after',
        '\nThe same content twice is stored once. What is accepted is entered into the ledger file of the subject.\n\nExamples:\n  assay propose training.example@4\n  assay propose weather.daily/2.1.0 --json',
      ),
  act: ask => act(ask),
};

export const amendCommand: CommandRow = {
  declare: command =>
    noCache(command)
      .description('judge anew what waits, with other content or another change record, and replace it')
      .argument(...WHAT)
      .option('--change <digest>', 'the change record you read; refused when another stands by now')
      .addHelpText(
        'after',
        '\nWhat was bound to the change record it replaces is void, approvals first of all; ids it used stay burnt.\n\nExamples:\n  assay amend training.example@4\n  assay amend weather.daily/2.1.0 --json',
      ),
  act: ask => {
    const change = namedChange(ask);
    return change instanceof Fault ? change : act(ask, { change });
  },
};

async function act(ask: Ask, amends?: { readonly change: Digest | undefined }): Promise<Outcome> {
  const what = namedReference(ask);
  if (what instanceof Fault) return what;
  const project = await openProject(ask);
  if (project instanceof Fault) return project;
  const { world, settings, options } = ask;
  const run = (kept: KeptCells | undefined) =>
    withRegistry(ask, project, registry =>
      registry.propose({
        ...(amends === undefined ? {} : { amends }),
        project,
        what,
        kept,
        takesKept: options['cache'] !== false,
        opId: world.newOpId(),
      }),
    );
  // From afar cells are run, and kept, where the registry is.
  const done = await (farOf(ask) === undefined ? withCells(ask, project, run) : run(undefined));
  if (done instanceof Fault) return done;
  if (settings.json) {
    const { answer, judged, ledgerWritten, cache } = done;
    const verdicts = { encoding: judged?.encoding ?? null, meaning: judged?.meaning ?? null };
    return writeJson(world.output, { ...answer, ...verdicts, ledgerWritten, ...cellsDocument(cache) });
  }
  const text = proposedText(referenceText(what), done, lookOf(world.output));
  world.output.write(`${[text, ...cellsLines(done.cache)].join('\n')}\n`);
  return 0;
}

function proposedText(name: string, { answer, judged, ledgerWritten }: ToldProposal, look: Look): string {
  const { paint, width } = look;
  const lines = [
    fill(`${paint.bold(name)}  `, howText(answer, look).split(' '), width),
    `  state    ${answer.state}${answer.superseded ? ', superseded' : ''}`,
    ...(judged === undefined ? [] : [`  encoding ${judged.encoding}, meaning ${judged.meaning}`]),
    `  change   ${answer.change}`,
  ];
  if (answer.kind === 'amended') lines.push(`  replaces ${answer.replaced}`);
  if (judged !== undefined && judged.governed !== null) {
    const { isUnbound, findings } = judged.governed;
    if (isUnbound) lines.push('  its members are bound from now on, and nothing is known to be other');
    else if (findings.length === 0) lines.push('  documentation alone is other');
    for (const { rule, path, from, to } of findings)
      lines.push(`  ${rule} ${visible(path)}: ${visible(from)} to ${visible(to)}`);
    if (answer.state === 'proposed')
      lines.push('  waits    for approval: the version stands as it was until then');
    return lines.join('\n');
  }
  const isOvertaken = answer.superseded && (answer.state === 'proposed' || answer.state === 'approved');
  if (isOvertaken) lines.push('  waits    to be amended: another went ahead since it was judged');
  else if (answer.state === 'proposed' && judged !== undefined) lines.push(`  waits    ${waitsFor(judged)}`);
  if (judged !== undefined) lines.push(...unreadLines(judged.unread.flatMap(told), look));
  if (ledgerWritten)
    lines.push(
      answer.state === 'proposed'
        ? '  the ledger file of the subject was written, without this proposal; commit it'
        : '  the ledger file of the subject has the new entry; commit it',
    );
  return lines.join('\n');
}

function told(problem: JudgedDocument['unread'][number]): readonly Fault[] {
  const fault = faultOfProblem(problem);
  return fault === undefined ? [] : [fault];
}

function howText(answer: ToldProposal['answer'], { paint }: Look): string {
  const { kind, state, seq, storedAt } = answer;
  if (kind === 'already')
    return `already stored with the same content at seq ${storedAt}; nothing was added but this ask, seq ${seq}`;
  if (kind === 'governed') return `governed anew: its schema stays ${paint.bold(state)}, seq ${seq}`;
  const stored = answer.governance === undefined ? 'stored as' : 'its governance is stored as';
  const amended =
    answer.governance === undefined ? 'amended, and is now' : 'its governance is amended, and is now';
  return `${kind === 'amended' ? amended : stored} ${paint.bold(state)}, seq ${seq}`;
}

function waitsFor({ of, isFirst, breaksRule, lowers, class: found }: JudgedDocument): string {
  if (of === 'revision') return 'for approval: the data means something else than before';
  if (isFirst)
    return breaksRule
      ? 'for approval: what it declares breaks a rule that assay check names'
      : 'for approval: ordinary readers do not read what it writes';
  if (lowers !== null)
    return `for approval: the subject promises ${lowers.to} compatibility instead of ${lowers.from}`;
  return found === 'migrate'
    ? 'for a converter and approval: the change is a migration'
    : 'for approval: it breaks what the subject promises its readers';
}
