import { canonicalJson } from '../base/canonical-json.ts';
import { LIMITS } from '../base/limits.ts';
import type { Comparison } from '../compat/compare.ts';
import { DIRECTIONS, type Finding, type NativeFinding, pathText } from '../compat/finding.ts';
import type { FieldEvidence, RanCell } from '../matrix/cell-report.ts';
import type { ForeignCell } from '../matrix/foreign-cell.ts';
import type { MatrixReport } from '../matrix/report.ts';
import { isOfOrdinary, type Sample } from '../matrix/sample.ts';
import type { Shown } from '../matrix/shown.ts';
import type { Tally } from '../matrix/tally.ts';
import { converterLines } from './converter-words.ts';
import { distinct, fill, type Look, table, visible } from './output.ts';
import { remedyText } from './render-fault.ts';
import { isGreen, unansweredText } from './report/cell-facts.ts';
import { cellsText, EDGE_REMEDY, edgesTold, edgeText } from './report/edges.ts';

const WHO = {
  backward: 'the newer reads what the older wrote',
  forward: 'the older reads what the newer wrote',
} as const;

/** The class and each finding, grouped by who would be surprised. */
export function findingsText(comparison: Comparison<Finding | NativeFinding>, look: Look): string {
  const lines = [`class ${look.paint.bold(classText(comparison))}`];
  for (const direction of DIRECTIONS) {
    const found = comparison.findings.filter(finding => finding.direction === direction);
    if (found.length === 0) continue;
    lines.push('', `${direction}: ${WHO[direction]}`);
    for (const finding of found) lines.push(findingText(finding, look));
  }
  return lines.join('\n');
}

const classText = (comparison: Pick<Comparison, 'class' | 'for'>): string =>
  comparison.class === 'compatible' ? `compatible (${directionsText(comparison.for)})` : comparison.class;

const directionsText = (directions: Comparison['for']): string =>
  directions.length === 2 ? 'full' : directions.join(', ');

export function findingText(finding: Finding | NativeFinding, look: Look): string {
  const { paint, width } = look;
  const conversion =
    finding.conversion === undefined ? '' : `, needs conversion ${paint.bold(finding.conversion)}`;
  const [from, to] = distinct(finding.from, finding.to);
  const what = `${visible(pathText(finding.path))}: ${from} → ${to}${conversion}`;
  return [
    `  ${paint.red(finding.rule)}  ${finding.level}, by ${finding.access.join(', ')}`,
    fill('    ', what.split(' '), width),
    remedyText(finding.remedy, '    ', look),
  ].join('\n');
}

/** What stands above a matrix. */
export const BYTES = 'the same bytes, read by an ordinary reader (plain) and by ours (guarded)';

/**
 * What ordinary readers and ours made of the same bytes: a line a cell, then each changed field read alone.
 *
 * `all` shows what ordinary readers do in silence to fields that did not change, too: to hostile bytes, mostly.
 */
export function matrixText(report: MatrixReport, look: Look, show: 'changed fields' | 'all'): string {
  const { paint, width } = look;
  // Of very many cells, the maps show which hold; a line is for those that don't.
  const isMany = report.cells.length > LIMITS.matrix_whole_cells_max;
  const told = isMany ? report.cells.filter(cell => !isGreen(cell)) : report.cells;
  const rows = told.map(cell => {
    const name = [cell.cell.codec, `v${cell.cell.writer} → v${cell.cell.reader}`];
    if (cell.kind === 'blank') return [...name, paint.red(`blank (${cell.why})`), '', ''];
    return [...name, laneText(cell, 'plain', look), laneText(cell, 'guarded', look)];
  });
  const lines = [table([['codec', 'writer → reader', 'plain lane', 'guarded lane'], ...rows], '  ', width)];
  if (told.length < report.cells.length)
    lines.push(`  the other ${report.cells.length - told.length} cells hold`);
  for (const cell of told) {
    if (cell.kind === 'blank') continue;
    for (const field of cell.fields) if (tellsField(field, show)) lines.push(fieldText(cell, field, look));
  }
  if (report.foreign.length > 0) lines.push(...foreignLines(report.foreign, look));
  lines.push(...edgeLines(report, look));
  lines.push(...converterLines(report.converters, look));
  for (const condition of report.conditions)
    lines.push(`  ${paint.red(condition)}: ${CONDITIONS[condition]}`);
  return lines.join('\n');
}

/** What changed, and what is changed in silence. What is lost at an edge stands below, once for all cells. */
const tellsField = ({ alone, sample }: FieldEvidence, show: 'changed fields' | 'all'): boolean =>
  alone !== null || isOfOrdinary(sample) || (show === 'all' && sample?.record !== 'lawful');

const CONDITIONS: Readonly<Record<MatrixReport['conditions'][number], string>> = {
  GUARDED_LANE_BROKEN: 'our own reader did what it must never do, so nothing here is evidence',
  RULE_AND_BYTES_DISAGREE: 'the rules and the bytes say different things, so one of them is wrong',
  INCOMPLETE: 'a cell is blank, and a blank is no pass',
};

/** A line a cell of each reader that registry.config.ts names, and what it changed in silence. */
function foreignLines(cells: readonly ForeignCell[], look: Look): readonly string[] {
  const { paint, width } = look;
  const rows = cells.map(one => {
    const { codec, writer, reader } = one.cell;
    const name = [visible(one.image), codec, `v${writer} → v${reader}`];
    if (one.kind === 'blank') return [...name, paint.red(`blank (${one.why})`)];
    const troubles = one.troubles.map(({ kind, probe }) =>
      paint.red(probe === null ? kind : `${kind} at ${probe}`),
    );
    const unanswered = one.unanswered.count === 0 ? [] : [paint.red(unansweredText(one.unanswered))];
    return [...name, [tallyText(one.lane, look), ...troubles, ...unanswered].join(', ')];
  });
  const samples = cells.flatMap(one =>
    one.kind === 'blank'
      ? []
      : one.samples.flatMap(({ field, name, sample }) => [
          `  ${name} (${field}), ${visible(one.image)}, ${one.cell.codec}, v${one.cell.writer} → v${one.cell.reader}`,
          fill(`    ${silenceOf(sample, look)}: `, sampleText(sample).split(' '), width),
        ]),
  );
  return [table([['reader', 'codec', 'writer → reader', ''], ...rows], '  ', width), ...samples];
}

const laneText = (cell: RanCell, lane: 'plain' | 'guarded', look: Look): string =>
  tallyText(cell.lanes[lane], look);

function tallyText({ probes, outcomes }: Tally, { paint }: Look): string {
  const parts = (['same', 'converted', 'refused', 'silent-change', 'crash'] as const)
    .filter(outcome => outcomes[outcome] > 0)
    .map(outcome => {
      const text = `${outcomes[outcome]} ${outcome}`;
      return outcome === 'silent-change' || outcome === 'crash' ? paint.red(text) : text;
    });
  return `${parts.join(', ')} of ${probes}`;
}

function fieldText(cell: RanCell, field: FieldEvidence, look: Look): string {
  const { codec, writer, reader } = cell.cell;
  const alone = field.alone === null ? '' : ', read alone';
  const lines = [`  ${field.name} (${field.field}), ${codec}, v${writer} → v${reader}${alone}`];
  if (field.sample !== null)
    lines.push(
      fill(
        `    plain    ${silenceOf(field.sample, look)}: `,
        sampleText(field.sample).split(' '),
        look.width,
      ),
    );
  for (const lane of ['plain', 'guarded'] as const) {
    const tally = field.alone?.[lane];
    if (tally === undefined || tally.outcomes.refused === 0) continue;
    const codes = Object.entries(tally.codes)
      .sort(([, a], [, b]) => b - a)
      .map(([code, count], index, all) => `${code} ${count}${index === all.length - 1 ? '' : ','}`);
    const head = `    ${lane.padEnd(7)}  refused ${tally.outcomes.refused} of ${tally.probes}: `;
    lines.push(fill(head, codes, look.width));
  }
  return lines.join('\n');
}

/** Of what was written every day: what is read as it was written, by a reader that has no such value, is taken, not changed. */
function silenceOf({ record, written, read }: Sample, { paint }: Look): string {
  if (record !== 'ordinary') return record === 'lawful' ? 'at an edge' : 'unlawful';
  const isTaken = written !== null && canonicalJson(written) === canonicalJson(read);
  return paint.red(isTaken ? 'silently taken' : 'silently changed');
}

/** A line a reader and field; values are those of the first cell, as above. */
function edgeLines(report: MatrixReport, look: Look): readonly string[] {
  const edges = edgesTold(report);
  const shown = edges.slice(0, EDGES).map(({ whose, edge, cells }) => {
    const { sample, probe } = edge;
    const what = `${edgeText(whose, edge)}, in ${cellsText(cells)}, ${sample === null ? `at ${probe}` : `as ${sampleText(sample)}`}`;
    return fill(`  ${look.paint.yellow('at an edge')}  `, visible(what).split(' '), look.width);
  });
  const more = edges.length - shown.length;
  return [
    ...shown,
    ...(more > 0 ? [`  and ${more} more at edges; --json has all`] : []),
    ...(edges.length > 0 ? [remedyText(EDGE_REMEDY, '  ', look)] : []),
  ];
}

const EDGES = 10;

function sampleText({ kind, written, read, expected }: Sample): string {
  if (written === null)
    return `${distinct(shownText(read))[0]} was read from a probe of ${kind}, where nothing lawful was written`;
  const texts = [written, read, ...(expected === null ? [] : [expected])].map(shownText);
  const [was, is, meant] = distinct(...texts);
  const told = `${was} was written, ${is} was read`;
  return meant === undefined
    ? `${told}; the reader has no value for that`
    : `${told}; ${meant} is what was meant`;
}

const shownText = ({ value, unit }: Shown): string => {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return unit === null ? text : `${text} ${unit}`;
};
