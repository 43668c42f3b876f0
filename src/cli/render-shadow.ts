import { valueText } from '../contract/category.ts';
import type { Field } from '../contract/field.ts';
import { evidenceText, isWithheld, type Withheld } from '../contract/withheld.ts';
import { shareText } from '../golden/share.ts';
import type { ShadowedRevisions } from '../service/shadow-revisions.ts';
import type { ToldNumber } from '../shadow/axis.ts';
import type { ShadowFinding } from '../shadow/finding.ts';
import type { FieldStatistics } from '../shadow/statistics.ts';
import type { ToldShadow } from '../shadow/tell.ts';
import type { ShadowCheck } from '../shadow/verdict.ts';
import { fill, type Look, table, visible } from './output.ts';

/** What the two sides are. */
export type ShadowHead = {
  readonly old: ShadowedSide;
  readonly new: ShadowedSide;
  /** No contract was declared. */
  readonly inferred: boolean;
  readonly label: string | undefined;
  readonly slices: readonly string[];
  /** As they are on either side, each to write its own values. */
  readonly fields: { readonly before: readonly Field[]; readonly after: readonly Field[] };
  /** What the report is about, where versions say it: who attaches it to a change is held to that. */
  readonly bound: ShadowedRevisions['bound'] | undefined;
};

type ShadowedSide = {
  readonly files: readonly { readonly file: string; readonly format: string; readonly bytes: number }[];
  readonly statistics: readonly string[];
  readonly revision?: string;
};

/** What moved, by how much and how much was allowed; what units and values say of each other; and the verdict. */
export function shadowText(head: ShadowHead, told: ToldShadow, look: Look): string {
  const { paint } = look;
  const { comparison, verdict } = told;
  const failing = verdict.checks.filter(({ answer }) => answer === 'exceeded' || answer === 'not-evaluated');
  return [
    `${paint.bold('shadow')} ${sideText(head.old)} → ${sideText(head.new)}`,
    `  rows     ${comparison.before.rows} old, ${comparison.after.rows} new`,
    ...headLines(head),
    ...fieldLines(head, told),
    ...alone('old', comparison.before, comparison.after, look),
    ...alone('new', comparison.after, comparison.before, look),
    ...comparison.findings.map(finding => `  ${paint.red('units')}    ${findingText(finding)}`),
    ...checkLines(verdict.checks, look),
    ...withheldLines(told, look),
    verdict.holds
      ? `${verdict.evaluated} measured, none moved more than is allowed: ${paint.green('holds')}`
      : `${verdict.evaluated} measured, ${failing.length} moved more than is allowed or could not be evaluated: ${paint.red('fails')}`,
  ].join('\n');
}

export function sideText({ files, statistics, revision }: ShadowedSide): string {
  if (revision !== undefined) return visible(revision);
  const [first] = files;
  const named = files.length === 1 ? `${visible(first!.file)} (${first!.format})` : `${files.length} files`;
  const parts = [
    ...(files.length > 0 ? [named] : []),
    ...(statistics.length > 0 ? [`${statistics.length} documents of statistics`] : []),
  ];
  return parts.join(' and ');
}

const headLines = ({ inferred, label, slices }: ShadowHead): readonly string[] =>
  inferred
    ? [
        '  types    inferred: no contract was declared',
        ...(label === undefined ? [] : [`  label    ${visible(label)}`]),
        ...(slices.length === 0 ? [] : [`  slices   ${slices.map(visible).join(', ')}`]),
      ]
    : [];

/** Fields that one side alone has: nothing of them is compared. */
function alone(
  side: string,
  own: ToldShadow['comparison']['before'],
  other: ToldShadow['comparison']['before'],
  { width }: Look,
): readonly string[] {
  const there = new Set(other.fields.map(({ field }) => field));
  const names = own.fields.filter(({ field }) => !there.has(field)).map(({ name }) => visible(name));
  return names.length === 0 ? [] : [fill(`  ${side} only `, names, width)];
}

/** Each field of both sides, one under the other. */
function fieldLines(head: ShadowHead, { comparison: { before, after } }: ToldShadow): readonly string[] {
  const rows = after.fields.map(field => {
    const was = before.fields.find(each => each.field === field.field);
    const both = (text: (one: FieldStatistics<Withheld>, fields: readonly Field[]) => string): string => {
      const is = text(field, head.fields.after);
      const own = was === undefined ? is : text(was, head.fields.before);
      return own === is ? is : `${own} → ${is}`;
    };
    return [
      visible(field.name),
      both(one => shareText(one.nulls, one.nulls + one.notFinite + one.values)),
      both(one => `${one.distinctError > 0 ? '≈' : ''}${one.distinct}`),
      both((one, fields) =>
        rangeText(
          one,
          fields.find(({ id }) => id === one.field),
        ),
      ),
    ];
  });
  return rows.length === 0
    ? []
    : [
        '',
        table([
          ['  field', 'null', 'distinct', '5 % … 50 % … 95 %'],
          ...rows.map(([name, ...cells]) => [`  ${name}`, ...cells]),
        ]),
        '',
      ];
}

const SHOWN = [2, 4, 6] as const;

function rangeText(
  { quantiles, lengths, categories }: FieldStatistics<Withheld>,
  field: Field | undefined,
): string {
  if (categories !== undefined) {
    const [first] = categories.top;
    return first === undefined ? '' : `most often ${visible(evidenceText(first.text))}`;
  }
  const shown = quantiles ?? lengths;
  if (shown === undefined) return '';
  if (isWithheld(shown)) return '(withheld)';
  return `${SHOWN.map(at => numberText(shown[at]!, quantiles === undefined ? undefined : field)).join(' … ')}${quantiles === undefined ? ' long' : ''}`;
}

/** Days and moments as people write them, as far as a double tells them. */
export function numberText(value: ToldNumber, field: Field | undefined): string {
  if (typeof value === 'string')
    return field?.type.kind === 'timestamp' ? valueText(field, BigInt(value)) : value;
  if (field?.type.kind === 'date') return valueText(field, Math.round(value));
  if (field?.type.kind === 'timestamp') return valueText(field, BigInt(Math.round(value)));
  return Number.isInteger(value) && Math.abs(value) < 1e15
    ? String(value)
    : String(Number(value.toPrecision(5)));
}

/** What moved more than is allowed, the worst first, what could not be evaluated, and what chance explains; the rest is counted. */
function checkLines(checks: readonly ShadowCheck<Withheld>[], { paint }: Look): readonly string[] {
  const order = ['exceeded', 'not-evaluated', 'within-chance'];
  const shown = checks
    .filter(({ answer }) => answer !== 'within')
    .sort((a, b) => order.indexOf(a.answer) - order.indexOf(b.answer) || sizeOf(b) - sizeOf(a));
  const rows = shown
    .slice(0, LINES_MAX)
    .map(check => [
      `  ${visible(check.measure)}`,
      check.part === undefined
        ? ''
        : visible(check.part === null ? 'without a value' : evidenceText(check.part)),
      check.effect === undefined
        ? 'not evaluated'
        : isWithheld(check.effect)
          ? '(withheld)'
          : effectText(check.effect),
      check.allowed === undefined ? '' : `${check.allowed} allowed`,
      answerText(check, paint),
    ]);
  const more = shown.length - rows.length;
  const within = checks.length - shown.length;
  return [
    ...(rows.length === 0 ? [] : [table(rows)]),
    ...(more === 0 ? [] : [`  and ${more} more, which --json lists`]),
    ...(within === 0 ? [] : [`  ${within} moved, and no more than is allowed`]),
  ];
}

/** More than a screen nobody reads. */
const LINES_MAX = 40;

const sizeOf = ({ effect }: ShadowCheck<Withheld>): number =>
  typeof effect === 'number' ? effect : Infinity;

/** An effect never rounds to nothing, nor up to what is all. */
export const effectText = (effect: number): string => String(Number(effect.toPrecision(3)));

function answerText({ answer, needs }: ShadowCheck<Withheld>, paint: Look['paint']): string {
  if (answer === 'exceeded') return paint.red('too much');
  if (answer === 'not-evaluated') return paint.red('fails');
  return paint.yellow(
    needs === undefined ? 'too few rows to tell' : `too few rows to tell, about ${needs} would`,
  );
}

export function findingText({ kind, field, units, said, found, near }: ShadowFinding<Withheld>): string {
  const name = visible(field);
  const by = isWithheld(found) ? '×(withheld)' : `×${factorText(typeof near === 'number' ? near : found)}`;
  const unit = units.after === undefined ? 'has no unit' : `is in ${visible(units.after)} as before`;
  if (kind === 'values-without-unit')
    return `the values of ${name} are ${by} of what they were, and it ${unit}`;
  const change = `${visible(units.before ?? '')} → ${visible(units.after ?? '')} (×${factorText(said)})`;
  return kind === 'unit-without-values'
    ? `the unit of ${name} is ${change}, and its values are as they were`
    : `the unit of ${name} is ${change}, and its values are ${by} of what they were`;
}

/** The lesser of two numbers as a fraction of one: `1/1000`, and `3.6`. */
const factorText = (factor: number): string =>
  factor < 1 ? `1/${Number((1 / factor).toPrecision(4))}` : String(Number(factor.toPrecision(4)));

function withheldLines({ withheld, comparison }: ToldShadow, { width }: Look): readonly string[] {
  const names = comparison.after.fields
    .filter(({ field }) => withheld.includes(field))
    .map(({ name }) => visible(name));
  return names.length === 0
    ? []
    : [
        fill(
          '  withheld ',
          names.map((name, at) => `${name}${at < names.length - 1 ? ',' : ''}`),
          width,
        ),
      ];
}
