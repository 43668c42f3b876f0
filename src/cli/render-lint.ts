import type { LintRemark } from '../contract/lint/lint-contract.ts';
import type { LintedFile, LintReport } from '../service/lint.ts';
import { fill, type Look, visible } from './output.ts';
import { remedyText } from './render-fault.ts';

/** What is shown is counted; what is settled is said of accepted versions that nobody named. */
export type LintCounts = {
  readonly notes: number;
  readonly warnings: number;
  readonly safe: number;
  readonly unsafe: number;
  readonly settled: number;
};

const isShown = ({ accepted, isNamed }: LintedFile): boolean => !accepted || isNamed;

export function countsOf({ files }: LintReport): LintCounts {
  const shown = files.filter(isShown).flatMap(({ remarks }) => remarks);
  const open = files.filter(({ accepted }) => !accepted).flatMap(({ remarks }) => remarks);
  const ofLevel = (level: string): number => shown.filter(({ rule }) => rule.level === level).length;
  const ofFix = (kind: string): number => open.filter(({ fix }) => fix === kind).length;
  return {
    notes: ofLevel('note'),
    warnings: ofLevel('warn'),
    safe: ofFix('safe'),
    unsafe: ofFix('digest'),
    settled: files.filter(file => !isShown(file)).reduce((sum, { remarks }) => sum + remarks.length, 0),
  };
}

export function lintText(report: LintReport, look: Look): string {
  const { notes, warnings, safe, unsafe, settled } = countsOf(report);
  const { paint, width } = look;
  const fixes = [
    ...(safe > 0 ? [`--fix writes ${safe}`] : []),
    ...(unsafe > 0 ? [`--fix --unsafe writes ${unsafe} and changes digests`] : []),
  ];
  const summary = [
    `${count(warnings, 'warning')}, ${count(notes, 'note')}`,
    ...fixes,
    ...(settled > 0
      ? [`${settled} on accepted versions, which are not edited: name their files to see them`]
      : []),
  ];
  return [
    ...report.files.flatMap(file => fixedText(file, look)),
    ...report.files
      .filter(isShown)
      .flatMap(file => file.remarks.map(remark => remarkText(file, remark, look))),
    fill(
      '',
      [paint.bold(summary[0]!), ...summary.slice(1).map(part => `· ${part}`)].join(' ').split(' '),
      width,
    ),
  ].join('\n');
}

function fixedText({ path, fixed }: LintedFile, { paint, width }: Look): readonly string[] {
  if (fixed === undefined) return [];
  const digest =
    fixed.before === fixed.after
      ? 'the digest stays'
      : `the digest changes from ${fixed.before} to ${fixed.after}`;
  return [
    fill(
      `${paint.green('written')} `,
      `${visible(path)}: ${fixed.rules.join(', ')}; ${digest}`.split(' '),
      width,
    ),
  ];
}

function remarkText({ path }: LintedFile, { rule, place, says }: LintRemark, { paint, width }: Look): string {
  const head = rule.level === 'warn' ? paint.yellow('warn') : paint.cyan('note');
  const said = [
    `${visible(path)}:${place.line}:${place.column}:`,
    ...visible(says).split(' '),
    paint.dim(`(${rule.id})`),
  ];
  return `${fill(`${head} `, said, width)}\n${remedyText(rule.remedy, '  ', { paint, width })}`;
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
