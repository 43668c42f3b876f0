import { isDigest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { log } from '../../service/log.ts';
import { parseReference } from '../../service/reference.ts';
import type { JournalEntry } from '../../store/port.ts';
import { openProject, withReadStore } from '../open-project.ts';
import { lookOf, table, visible } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const logCommand: CommandRow = {
  declare: command =>
    command
      .description('show what was decided about a subject, in the order it was decided')
      .argument('<subject>', 'the subject')
      .option('--from <seq>', 'the first entry to show', '1')
      .addHelpText(
        'after',
        '\nExamples:\n  assay log training.example\n  assay log training.example --from 3 --json',
      ),
  act: async ask => {
    const what = parseReference(ask.words[0] ?? '');
    if (what instanceof Fault) return what;
    if (what.kind !== 'subject')
      return new Fault('REFERENCE_MALFORMED', { found: ask.words[0]!, form: 'a subject' });
    const from = String(ask.options['from']);
    if (!/^[1-9][0-9]{0,14}$/.test(from))
      return new Fault('USAGE', {
        problem: `--from takes a whole number from 1, not ${from}`,
        command: 'log',
      });
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const { subject } = what;
    const found = await withReadStore(ask, project, store =>
      log(project, store, { subject, from: Number(from) }),
    );
    if (found instanceof Fault) return found;
    const { output } = ask.world;
    const { entries, next } = found;
    if (ask.settings.json) return writeJson(output, { subject, entries, next: next ?? null });
    if (entries.length === 0) {
      output.write(`${subject}  the store has no entry from ${from} on\n`);
      return 0;
    }
    // In a store of one's own nobody is asked who they are, and there is no column of nothing.
    const isSigned = entries.some(({ answer }) => answer['by'] !== undefined);
    const by = (text: string): readonly string[] => (isSigned ? [text] : []);
    const rows = entries.map(entry => [
      String(entry.seq),
      new Date(entry.at_ms).toISOString(),
      entry.kind,
      ...by(visible(String(entry.answer['by'] ?? ''))),
      answerText(entry),
    ]);
    const lines = [
      lookOf(output).paint.bold(subject),
      table([['seq', 'at', 'asked', ...by('by'), 'answered'], ...rows], '  ', output.width),
      ...recordLines(entries),
      ...(next === undefined ? [] : [`  for more: assay log ${subject} --from ${next}`]),
    ];
    output.write(`${lines.join('\n')}\n`);
    return 0;
  },
};

/** Each change record in full, as `show` and `approve` take it, with the entries that are about it. */
function recordLines(entries: readonly JournalEntry[]): readonly string[] {
  const about = new Map<string, number[]>();
  for (const { seq, answer } of entries)
    if (isDigest(answer['change']))
      about.set(answer['change'], [...(about.get(answer['change']) ?? []), seq]);
  if (about.size === 0) return [];
  const rows = [...about].map(([change, seqs]) => [change, `seq ${seqs.join(', ')}`]);
  return ['  change records, as assay show and assay approve take them', table(rows, '    ')];
}

function answerText({ kind: asked, answer }: JournalEntry): string {
  if (asked === 'adopt') return adoptedText(answer);
  const { kind, version, revision, governance, from, state, change } = answer;
  const beside = governance === undefined ? '' : 'governance of ';
  const named =
    version === undefined ? `revision ${String(revision)}` : `${beside}version ${String(version)}`;
  const stands = from === undefined || from === state ? String(state) : `${String(from)} → ${String(state)}`;
  return `${kind} ${named}, ${stands}, change ${String(change).slice(0, 19)}…`;
}

function adoptedText({ kind, source, versions, governed, revisions }: JournalEntry['answer']): string {
  const parts = [
    [versions, 'version'],
    [governed, 'governance of version'],
    [revisions, 'revision'],
  ] as const;
  const named = parts.flatMap(([names, what]) => {
    const all = Array.isArray(names) ? names : [];
    if (all.length === 0) return [];
    return [`${what} ${String(all[0])}${all.length === 1 ? '' : ` to ${String(all.at(-1))}`}`];
  });
  return [`${kind} from ${String(source)}`, ...named].join(', ');
}
