import { statSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { comparisonDocument } from '../../compat/compare.ts';
import { matrixDocument } from '../../matrix/report.ts';
import { type ContractDiff, diff } from '../../service/diff.ts';
import { diffFiles } from '../../service/diff-files.ts';
import type { KeptCells } from '../../service/kept-cells.ts';
import { isNativeFormat, NATIVE_FORMATS } from '../../service/native-formats.ts';
import { parseReference } from '../../service/reference.ts';
import { noCache, openProject, withCells } from '../open-project.ts';
import { lookOf, visible } from '../output.ts';
import type { Ask, CommandRow, Outcome } from '../program.ts';
import { cellsDocument, cellsLines } from '../render-cells.ts';
import { faultDocument } from '../render-fault.ts';
import { BYTES, findingsText, matrixText } from '../render-findings.ts';
import { unreadLines, verdictsText, versionWhy } from '../render-verdict.ts';
import { writeJson } from '../write-json.ts';
import { diffPairs } from './diff-pairs.ts';

const FORM =
  'two versions of one subject, as in training.example@3 training.example@4, or two files that are there';

export const diffCommand: CommandRow = {
  declare: command =>
    noCache(command)
      .description('compare two versions of a subject, on definitions and on bytes, or two schema files')
      .argument('[older]', 'subject@version, or a file')
      .argument('[newer]', 'subject@version, or a file')
      .option('--format <format>', `what the files are (${NATIVE_FORMATS.join(', ')}), if it can't be seen`)
      .option('--pairs <file>', 'judge a pair a line of a JSON Lines file, or of standard input for "-"')
      .addHelpText('after', HELP),
  act: ask => {
    const { pairs, format } = ask.options;
    const [older, newer] = ask.words;
    if (typeof pairs === 'string')
      return older === undefined && format === undefined ? diffPairs(ask, pairs) : usage(PAIRS_ALONE);
    if (older === undefined || newer === undefined) return usage('two things to compare are missing');
    if (format !== undefined && !isNativeFormat(format))
      return usage(`--format is none of ${NATIVE_FORMATS.join(', ')}`);
    const named = format !== undefined || isFile(ask, older) || isFile(ask, newer);
    return named ? filesDiff(ask, older, newer) : versionsDiff(ask, older, newer);
  },
};

const PAIRS_ALONE = '--pairs takes everything from its lines: name nothing beside it';

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: 'diff' });

const HELP = [
  '',
  'Exit 1 when the change is anything but identical or fully compatible, on definitions or on bytes; with --pairs, when\na line has a fault.',
  '',
  'Examples:',
  '  assay diff training.example@3 training.example@4',
  '  assay diff training.example@3 training.example@4 --json',
  '  assay diff old.avsc new.avsc',
  '  assay diff --pairs pairs.jsonl',
].join('\n');

/** A file is meant where there is one; a version of a subject has an @, and hardly a file does. */
function isFile({ world }: Ask, word: string): boolean {
  return statSync(path.resolve(world.folder, word), { throwIfNoEntry: false })?.isFile() === true;
}

async function filesDiff({ world, settings, options }: Ask, older: string, newer: string): Promise<Outcome> {
  const named = isNativeFormat(options['format']) ? options['format'] : undefined;
  const found = await diffFiles(world.folder, older, newer, world.plainReaders, named);
  if (found instanceof Fault) return found;
  const { comparison, format, tried } = found;
  if (tried !== undefined)
    return tell({ world, settings }, { format }, `${format}  ${visible(older)} → ${visible(newer)}`, tried);
  const exit = comparison.for.length === 2 ? 0 : 1;
  if (settings.json) {
    const judged = comparisonDocument(comparison);
    return writeJson(world.output, { format, ...judged }, exit);
  }
  const look = lookOf(world.output);
  const head = `${look.paint.bold(format)}  ${visible(older)} → ${visible(newer)}`;
  world.output.write(`${head}\n${findingsText(comparison, look)}\n`);
  return exit;
}

async function versionsDiff(ask: Ask, from: string, to: string): Promise<Outcome> {
  const [older, newer] = [parseReference(from), parseReference(to)];
  if (older instanceof Fault) return older;
  if (newer instanceof Fault) return newer;
  if (older.kind !== 'version' || newer.kind !== 'version')
    return new Fault('REFERENCE_MALFORMED', { found: `${from} ${to}`.slice(0, 200), form: FORM });
  if (older.subject !== newer.subject)
    return new Fault('SUBJECTS_APART', { older: older.subject, newer: newer.subject });
  const project = await openProject(ask);
  if (project instanceof Fault) return project;
  const what = { subject: older.subject, from: older.version, to: newer.version };
  const { plainReaders, conversions } = ask.world;
  const done = await withCells(ask, project, async kept => {
    const found = await diff(project, what, plainReaders, { conversions, functions: 'run' }, kept);
    return found instanceof Fault ? found : { found, kept };
  });
  if (done instanceof Fault) return done;
  const { found, kept } = done;
  const { subject } = found;
  return tell(ask, { subject }, `${subject}  version ${found.from} → ${found.to}`, found, kept);
}

/** Definitions and bytes, and the exit code that follows from both. */
function tell(
  { world, settings }: Pick<Ask, 'world' | 'settings'>,
  what: { readonly [key: string]: Json },
  head: string,
  found: ContractDiff,
  kept?: KeptCells,
): Outcome {
  const { comparison, encoding, from, holds, matrix, meaning, to, unread } = found;
  const exit = holds ? 0 : 1;
  if (settings.json) {
    const judged = comparisonDocument(comparison);
    const document = {
      ...what,
      from,
      to,
      encoding,
      unread: unread.map(faultDocument),
      meaning,
      ...judged,
      matrix: matrixDocument(matrix),
      ...cellsDocument(kept?.use),
    };
    return writeJson(world.output, document, exit);
  }
  const look = lookOf(world.output);
  world.output.write(
    [
      look.paint.bold(head),
      verdictsText(found, versionWhy(found, comparison.findings, matrix), look),
      ...unreadLines(unread, look),
      '',
      findingsText(comparison, look),
      '',
      BYTES,
      matrixText(matrix, look, 'changed fields'),
      ...cellsLines(kept?.use),
      '',
    ].join('\n'),
  );
  return exit;
}
