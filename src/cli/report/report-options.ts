import path from 'node:path';
import { type Command, Option } from 'commander';
import { canonicalJson } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { repositoryPath } from '../../service/repository-path.ts';
import { writeWholeFile } from '../../service/write-whole-file.ts';
import { rootOf } from '../open-project.ts';
import type { Ask, Outcome } from '../program.ts';
import { htmlReport } from './html.ts';
import { junitText } from './junit.ts';
import { markdownReport } from './markdown.ts';
import type { Reported } from './reported.ts';
import { sarifDocument } from './sarif.ts';

const FORMATS = {
  junit: reported => junitText(reported),
  sarif: (reported, { world }, folder) =>
    `${canonicalJson(sarifDocument(reported, world.version, repositoryPath(folder)))}\n`,
  markdown: reported => markdownReport(reported),
  html: (reported, { options }) => htmlReport(reported, options['showValues'] === true),
} as const satisfies Readonly<Record<string, (reported: Reported, ask: Ask, folder: string) => string>>;

type Format = keyof typeof FORMATS;

const FILES: Readonly<Record<Format, string>> = {
  junit: 'write the same as JUnit XML, for the test view of a pipeline',
  sarif: 'write the same as SARIF, for code scanning',
  markdown: 'write the same as Markdown, for a comment on a pull request',
  html: 'write the same as one HTML page, for a person',
};

const NAMES = Object.keys(FILES) as readonly Format[];

/** A file for each form of report; any of them, all of one run. */
export const reportFiles = (command: Command): Command =>
  NAMES.reduce((so, name) => so.option(`--${name} <file>`, FILES[name]), command);

export const reportOptions = (command: Command): Command =>
  reportFiles(
    command
      .addOption(new Option('--format <format>', 'a report for machines or people').choices(NAMES))
      .option('--out <file>', 'where the report of --format is written, besides what is printed'),
  ).option('--show-values', 'in an HTML report, show values, but never those of guarded fields');

/** What was asked for. */
export type ReportAsk = {
  /** In the place of what is printed. */
  readonly printed: Format | undefined;
  readonly files: readonly ReportFile[];
};

type ReportFile = { readonly format: Format; readonly file: string };

export const isAsked = ({ printed, files }: ReportAsk): boolean => printed !== undefined || files.length > 0;

/** What was asked for; told before anything is judged, which may take minutes. @faults USAGE */
export function reportAsked(ask: Ask, command: string): ReportAsk | Fault {
  const { options, settings } = ask;
  const { out, showValues } = options;
  const format = NAMES.find(name => name === options['format']);
  const usage = (problem: string): Fault => new Fault('USAGE', { problem, command });
  if (out !== undefined && format === undefined) return usage('--out needs --format');
  const named = typeof out === 'string' && format !== undefined ? [{ format, file: out }] : [];
  const asked = filesAsked(ask, command, named);
  if (asked instanceof Fault) return asked;
  const printed = out === undefined ? format : undefined;
  if (showValues === true && printed !== 'html' && !asked.files.some(one => one.format === 'html'))
    return usage('--show-values is for HTML: --html or --format html');
  if (printed !== undefined && settings.json)
    return usage('--json and --format both want to be what is printed: name a file with --out');
  return { printed, files: asked.files };
}

/**
 * Of a command whose `--format` says something else.
 *
 * @param besides  files that were named otherwise
 * @param read  files that the command reads, which no report may take the place of
 * @faults USAGE
 */
export function filesAsked(
  { options, world }: Ask,
  command: string,
  besides: readonly ReportFile[] = [],
  read: readonly string[] = [],
): ReportAsk | Fault {
  const usage = (problem: string): Fault => new Fault('USAGE', { problem, command });
  const files = [
    ...besides,
    ...NAMES.flatMap(format => {
      const file = options[format];
      return typeof file === 'string' ? [{ format, file }] : [];
    }),
  ];
  const placeOf = (file: string): string => path.resolve(world.folder, file);
  const inputs = read.map(placeOf);
  const places = files.map(({ file }) => placeOf(file));
  for (const [at, place] of places.entries()) {
    const { file } = files[at]!;
    if (file === '') return usage(`--${files[at]!.format} names no file`);
    if (inputs.includes(place)) return usage(`${file} is read, and a report would take its place`);
    if (places.indexOf(place) !== at) return usage(`${file} is named for two reports`);
  }
  return { printed: undefined, files };
}

type Found = { readonly reported: Reported; readonly print: () => number; readonly exit: number };

/**
 * Writes the reports beside what `print` prints, or prints the one of `--format`. A refusal is written too: what lies there
 * from the last time must not be taken for the answer.
 *
 * @param folder  from which files in it are named; the project's, where the command has one
 */
export function answer(
  ask: Ask,
  asked: ReportAsk,
  found: Found | Fault,
  folder: string = rootOf(ask) ?? ask.world.folder,
): Outcome {
  const reported = found instanceof Fault ? refusal(found) : found.reported;
  const textOf = (format: Format): string => FORMATS[format](reported, ask, folder);
  const { world } = ask;
  // All of them before the first is written: none stands beside an older one because another could not be made.
  const written = asked.files.map(({ format, file }) => ({ file, text: textOf(format) }));
  const faults = written.flatMap(
    ({ file, text }) => writeWholeFile(path.resolve(world.folder, file), file, text, world.newOpId()) ?? [],
  );
  if (found instanceof Fault) return found;
  const [unwritten] = faults;
  if (unwritten !== undefined) return unwritten;
  if (asked.printed === undefined) return found.print();
  world.output.write(textOf(asked.printed));
  return found.exit;
}

const refusal = (fault: Fault): Reported => ({
  title: 'assay',
  holds: false,
  changes: [],
  comparisons: [],
  faults: [fault],
});
