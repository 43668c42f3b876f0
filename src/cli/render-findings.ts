import { canonicalJson } from '../base/canonical-json.ts';
import type { Comparison } from '../compat/compare.ts';
import { type Finding, pathText } from '../compat/finding.ts';
import type { FieldEvidence, RanCell, Sample } from '../matrix/cell-report.ts';
import type { MatrixReport } from '../matrix/report.ts';
import type { Shown } from '../matrix/shown.ts';
import { type Paint, table } from './output.ts';

const WHO = {
  backward: 'the newer reads what the older wrote',
  forward: 'the older reads what the newer wrote',
} as const;

/** The class and each finding, grouped by who would be surprised. */
export function findingsText(comparison: Comparison, paint: Paint): string {
  const lines = [`class ${paint.bold(classText(comparison))}`];
  for (const direction of ['backward', 'forward'] as const) {
    const found = comparison.findings.filter(finding => finding.direction === direction);
    if (found.length === 0) continue;
    lines.push('', `${direction}: ${WHO[direction]}`);
    for (const finding of found) lines.push(findingText(finding, paint));
  }
  return lines.join('\n');
}

export const classText = (comparison: Comparison): string =>
  comparison.class === 'compatible' ? `compatible (${directionsText(comparison.for)})` : comparison.class;

const directionsText = (directions: Comparison['for']): string =>
  directions.length === 2 ? 'full' : directions.join(', ');

function findingText(finding: Finding, paint: Paint): string {
  const conversion =
    finding.conversion === undefined ? '' : `, needs conversion ${paint.bold(finding.conversion)}`;
  return [
    `  ${paint.red(finding.rule)}  ${finding.level}, by ${finding.access.join(', ')}`,
    `    ${pathText(finding.path)}: ${finding.from} → ${finding.to}${conversion}`,
    `    ${paint.cyan('remedy')} ${finding.remedy}`,
  ].join('\n');
}

/**
 * What ordinary readers and ours made of the same bytes: a line a cell, then each changed field read alone.
 *
 * `all` shows what ordinary readers do in silence to fields that did not change, too: to hostile bytes, mostly.
 */
export function matrixText(report: MatrixReport, paint: Paint, show: 'changed fields' | 'all'): string {
  const rows = report.cells.map(cell => {
    const name = [cell.cell.codec, `v${cell.cell.writer} → v${cell.cell.reader}`];
    if (cell.kind === 'blank') return [...name, paint.red(`blank (${cell.why})`), '', ''];
    return [...name, laneText(cell, 'plain', paint), laneText(cell, 'guarded', paint)];
  });
  const lines = [table([['codec', 'writer → reader', 'plain lane', 'guarded lane'], ...rows], '  ')];
  for (const cell of report.cells) {
    if (cell.kind === 'blank') continue;
    for (const field of cell.fields)
      if (show === 'all' || field.alone !== null) lines.push(fieldText(cell, field, paint));
  }
  for (const condition of report.conditions) lines.push(`  ${paint.red(condition)}`);
  return lines.join('\n');
}

function laneText(cell: RanCell, lane: 'plain' | 'guarded', paint: Paint): string {
  const { probes, outcomes } = cell.lanes[lane];
  const parts = (['same', 'converted', 'refused', 'silent-change', 'crash'] as const)
    .filter(outcome => outcomes[outcome] > 0)
    .map(outcome => {
      const text = `${outcomes[outcome]} ${outcome}`;
      return outcome === 'silent-change' || outcome === 'crash' ? paint.red(text) : text;
    });
  return `${parts.join(', ')} of ${probes}`;
}

function fieldText(cell: RanCell, field: FieldEvidence, paint: Paint): string {
  const { codec, writer, reader } = cell.cell;
  const head = `  ${field.name} (${field.field}), ${codec}, v${writer} → v${reader}${field.alone === null ? '' : ', read alone'}`;
  const lines = [head];
  if (field.sample !== null)
    lines.push(`    plain    ${paint.red('silently changed')}: ${sampleText(field.sample)}`);
  for (const lane of ['plain', 'guarded'] as const) {
    const tally = field.alone?.[lane];
    if (tally === undefined || tally.outcomes.refused === 0) continue;
    const codes = Object.entries(tally.codes).map(([code, count]) => `${code} ${count}`);
    lines.push(
      `    ${lane.padEnd(7)}  refused ${tally.outcomes.refused} of ${tally.probes}: ${codes.join(', ')}`,
    );
  }
  return lines.join('\n');
}

function sampleText({ kind, written, read, expected }: Sample): string {
  if (written === null)
    return `${shownText(read)} was read from a probe of ${kind}, where nothing lawful was written`;
  const was = `${shownText(written)} was written`;
  const means =
    expected === null ? 'the reader has no value for that' : `${shownText(expected)} is what was meant`;
  return `${was}, ${shownText(read)} was read; ${means}`;
}

const shownText = ({ value, unit }: Shown): string => {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return unit === null ? text : `${text} ${unit}`;
};
