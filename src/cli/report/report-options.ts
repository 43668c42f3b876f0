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
  sarif: (reported, ask) => {
    const below = repositoryPath(rootOf(ask) ?? ask.world.folder);
    return `${canonicalJson(sarifDocument(reported, ask.world.version, below))}\n`;
  },
  markdown: reported => markdownReport(reported),
  html: (reported, { options }) => htmlReport(reported, options['showValues'] === true),
} as const satisfies Readonly<Record<string, (reported: Reported, ask: Ask) => string>>;

type Format = keyof typeof FORMATS;
const NAMES = Object.keys(FORMATS);

export const reportOptions = (command: Command): Command =>
  command
    .addOption(new Option('--format <format>', 'a report for machines or people').choices(NAMES))
    .option('--out <file>', 'where the report is written, besides what is printed')
    .option(
      '--show-values',
      'in an HTML report, show the values of probes, but never those of guarded fields',
    );

/** What was asked for; told before anything is judged, which may take minutes. @faults USAGE */
export function reportAsked({ options, settings }: Ask, command: string): Format | undefined | Fault {
  const { format, out, showValues } = options;
  const usage = (problem: string): Fault => new Fault('USAGE', { problem, command });
  if (out !== undefined && format === undefined) return usage('--out needs --format');
  if (showValues === true && format !== 'html') return usage('--show-values is for --format html');
  if (format !== undefined && out === undefined && settings.json)
    return usage('--json and --format both want to be what is printed: name a file with --out');
  return NAMES.find((name): name is Format => name === format);
}

/**
 * Prints the report, or writes it beside what `print` prints. A refusal is written too: what lies there from the last time
 * must not be taken for the answer.
 */
export function answer(
  ask: Ask,
  format: Format | undefined,
  found: { readonly reported: Reported; readonly print: () => number; readonly exit: number } | Fault,
): Outcome {
  if (format === undefined) return found instanceof Fault ? found : found.print();
  const reported =
    found instanceof Fault ? { title: 'assay', holds: false, changes: [], faults: [found] } : found.reported;
  const text = FORMATS[format](reported, ask);
  const { out } = ask.options;
  if (typeof out !== 'string') {
    if (found instanceof Fault) return found;
    ask.world.output.write(text);
    return found.exit;
  }
  const fault = writeWholeFile(path.resolve(ask.world.folder, out), out, text, ask.world.newOpId());
  if (found instanceof Fault) return found;
  return fault ?? found.print();
}
