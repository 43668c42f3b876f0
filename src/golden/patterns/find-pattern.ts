import { LIMITS } from '../../base/limits.ts';
import { decimalText } from '../../contract/decimal-text.ts';
import type { Type } from '../../contract/field.ts';
import { TIME_UNITS, timeUnitIn } from '../../contract/time-unit.ts';
import type { Value } from '../../contract/value.ts';
import { ConfusionCount } from '../confusion.ts';
import type { Join } from '../key.ts';
import { isToldByDouble } from '../tables/numeral.ts';
import { distinctUpTo } from '../tables/propose-slices.ts';
import type { UnifiedColumn } from '../tables/unify.ts';
import { NARROWINGS, numberFamilies, type Sized } from './number-families.ts';
import type { Family, Pairs, Pattern, PatternRule } from './pattern.ts';
import { TEXT_FAMILIES } from './text-families.ts';
import { type Moment, timeFamilies } from './time-families.ts';

export type CellCounts = { readonly toNull: number; readonly fromNull: number; readonly differ: number };

type Present = Exclude<Value, null>;

/** The rule of a column's differing cells, if they have one; a rule is shown by two cells and two different changes. */
export function findPattern(column: UnifiedColumn, join: Join, counts: CellCounts): Pattern | undefined {
  const all = presentPairs(column, join);
  const differing = onlyDiffering(all);
  if (differing.old.length === 0) return ofNulls(column, join, counts);
  if (differing.old.length < 2) return undefined;
  const cells = differing.old.length;
  const whole = (rule: PatternRule, obeys: (old: Present, later: Present) => boolean): Pattern => ({
    rule,
    cells,
    everywhere: all.old.every((value, at) => obeys(value, all.new[at]!)),
  });
  if (isVaried(differing)) {
    const isOneValue = new Set(differing.new.map(keyOf)).size === 1;
    for (const family of familiesOf(column)) {
      const found = family(differing);
      if (found === undefined || (MEASURED.has(found.rule.kind) && cells < MEASURED_CELLS)) continue;
      // Different numbers that became one were neither scaled nor moved to it, however near roundings let that look.
      if (isOneValue && COMPUTED.has(found.rule.kind)) continue;
      return whole(found.rule, found.obeys);
    }
    if (isOneValue)
      return whole({ kind: 'one-value' }, (_, later) => keyOf(later) === keyOf(differing.new[0]!));
  }
  const how = foldOf(all, differing);
  return how === undefined ? undefined : { rule: { kind: 'folded', how }, cells, everywhere: true };
}

/** Rules with a number or text of their own, which is taken from the cells: two of them may agree on one by accident. */
const MEASURED: ReadonlySet<PatternRule['kind']> = new Set([
  'scaled',
  'offset',
  'shifted',
  'zone-shifted',
  'affix',
]);
const MEASURED_CELLS = 3;
/** Rules by which different numbers stay different. */
const COMPUTED: ReadonlySet<PatternRule['kind']> = new Set(['scaled', 'offset', 'affine']);

/** Rows that have a value on both sides. */
function presentPairs({ old, new: later }: UnifiedColumn, join: Join): Pairs<Present> {
  const pairs: { old: Present[]; new: Present[] } = { old: [], new: [] };
  for (let pair = 0; pair < join.before.length; pair++) {
    const [from, to] = [old[join.before[pair]!]!, later[join.after[pair]!]!];
    if (from === null || to === null) continue;
    pairs.old.push(from);
    pairs.new.push(to);
  }
  return pairs;
}

function onlyDiffering({ old, new: later }: Pairs<Present>): Pairs<Present> {
  const pairs: { old: Present[]; new: Present[] } = { old: [], new: [] };
  for (let at = 0; at < old.length; at++) {
    if (isSame(old[at]!, later[at]!)) continue;
    pairs.old.push(old[at]!);
    pairs.new.push(later[at]!);
  }
  return pairs;
}

/** NaN is NaN, and -0 is 0. */
const isSame = (old: Present, later: Present): boolean =>
  old === later || (Number.isNaN(old) && Number.isNaN(later));

const keyOf = (value: Present): string => `${typeof value} ${Object.is(value, -0) ? '0' : String(value)}`;

/** Of one change, however often it was made, every rule is true that fits it. */
function isVaried({ old, new: later }: Pairs<Present>): boolean {
  const first = `${keyOf(old[0]!)} ${keyOf(later[0]!)}`;
  return old.some((value, at) => `${keyOf(value)} ${keyOf(later[at]!)}` !== first);
}

function ofNulls(column: UnifiedColumn, join: Join, { toNull, fromNull }: CellCounts): Pattern | undefined {
  if (toNull > 0 && fromNull > 0) return undefined;
  const cells = toNull + fromNull;
  if (toNull > 0) {
    const kept = presentPairs(column, join).old.length;
    return { rule: { kind: 'nulled' }, cells, everywhere: kept === 0 };
  }
  const filled = new Set<string>();
  for (let pair = 0; pair < join.before.length; pair++) {
    const value = column.new[join.after[pair]!]!;
    if (column.old[join.before[pair]!] === null && value !== null) filled.add(keyOf(value));
  }
  return { rule: { kind: 'filled', isOneValue: cells > 1 && filled.size === 1 }, cells, everywhere: true };
}

/** The families that can speak of a type; each is handed values of that type alone. */
function familiesOf({ name, type, unit, types }: UnifiedColumn): readonly Family<Present>[] {
  const own = FAMILIES[type.kind as keyof typeof FAMILIES]?.({ name, type, unit, types }) ?? [];
  return own as unknown as readonly Family<Present>[];
}

type Of = Pick<UnifiedColumn, 'name' | 'type' | 'unit' | 'types'>;

const FAMILIES: Readonly<
  Record<
    'float64' | 'int64' | 'duration' | 'time' | 'decimal' | 'date' | 'timestamp' | 'string',
    (column: Of) => readonly Family<Sized>[] | readonly Family<Moment>[] | readonly Family<string>[]
  >
> = {
  float64: ({ name, types }) => numberFamilies({ name, bits: bitsOf(types), scale: 0 }),
  int64: ({ name }) => numberFamilies({ name, bits: undefined, scale: 0 }),
  duration: ({ name }) => numberFamilies({ name, bits: undefined, scale: 0 }),
  time: ({ unit }) => timeFamilies(TIME_UNITS[timeUnitIn({ unit }) ?? 's']),
  decimal: ({ name, type }) => [
    ...numberFamilies({ name, bits: undefined, scale: scaleOf(type) }),
    ...NARROWINGS.map(family => ofDoubles(family, scaleOf(type), () => true)),
    // Literals of as many digits as doubles need mostly stood for them, of which a rule is true but for their rounding.
    ...numberFamilies({ name, bits: 53, scale: 0 }).map(family =>
      ofDoubles(family, scaleOf(type), needDoubles(scaleOf(type))),
    ),
  ],
  date: () => timeFamilies(undefined),
  timestamp: ({ unit }) => timeFamilies(TIME_UNITS[timeUnitIn({ unit }) ?? 's']),
  string: () => TEXT_FAMILIES,
};

const scaleOf = (type: Type): number => (type.kind === 'decimal' ? type.scale : 0);

type Says = (all: readonly Sized[]) => boolean;

/** @param says  whether numbers of which each is the shortest literal of a double are doubles */
function ofDoubles(family: Family<Sized>, scale: number, says: Says): Family<Sized> {
  const double = (value: Sized): number => Number(textOf(value, scale));
  const isDouble = (value: Sized): boolean => isToldByDouble(shortest(textOf(value, scale)));
  return pairs => {
    const all = [...pairs.old, ...pairs.new];
    if (!all.every(isDouble) || !says(all)) return undefined;
    const found = family({ old: pairs.old.map(double), new: pairs.new.map(double) });
    return (
      found && {
        ...found,
        obeys: (old, later) => isDouble(old) && isDouble(later) && found.obeys(double(old), double(later)),
      }
    );
  };
}

const needDoubles =
  (scale: number): Says =>
  all => {
    const long = all.filter(value => digitsOf(textOf(value, scale)) === LONGEST_DIGITS);
    return 4 * long.length >= all.length;
  };

const textOf = (value: Sized, scale: number): string =>
  typeof value === 'bigint' ? decimalText(value, scale) : String(value);

/** Without zeros at its end, which say nothing. */
const shortest = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** That count: none of the zeros at either end. */
const digitsOf = (text: string): number => text.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length;

/** About half of all doubles need so many, and amounts that somebody counted have them by chance alone. */
const LONGEST_DIGITS = 17;

const SIGNIFICANDS = { 16: 11, 32: 24, 64: 53 } as const;

/** The coarser of both sides; undefined where both are integers. */
function bitsOf({ old, new: later }: UnifiedColumn['types']): number | undefined {
  const bits = [old, later].map(type => (type.kind === 'float' ? SIGNIFICANDS[type.bits] : 53));
  return [old, later].every(({ kind }) => kind === 'int' || kind === 'null') ? undefined : Math.min(...bits);
}

/** A mapping of values onto values that every row obeys, where they are few: of values that stand there once any is true. */
function foldOf(
  pairs: Pairs<Present>,
  differing: Pairs<Present>,
): Extract<PatternRule, { kind: 'folded' }>['how'] | undefined {
  const most = LIMITS.compared_categories_max;
  const [old, changed] = [distinctUpTo(pairs.old, most), distinctUpTo(differing.old, most)];
  if (old === undefined || changed === undefined || distinctUpTo(pairs.new, most) === undefined)
    return undefined;
  if (pairs.old.length < 2 * old || differing.old.length < 2 * changed) return undefined;
  const count = new ConfusionCount(value => ({ key: keyOf(value), text: String(value), term: undefined }));
  pairs.old.forEach((value, at) => {
    count.add(value, pairs.new[at]!);
  });
  const { kind } = count.finish().pattern;
  return kind === 'none' || kind === 'mixed' ? undefined : kind;
}
