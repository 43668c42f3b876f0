/** A value in an expression: an int is a bigint, a double a number. */
export type Given = boolean | bigint | number | string | null | readonly Given[];

/** That an expression gives nothing, which CEL calls an error. */
export const NOTHING = Symbol('nothing');
export type Outcome = Given | typeof NOTHING;

export const isFailed = (outcome: Outcome): outcome is typeof NOTHING => outcome === NOTHING;

/** What an operator or a function makes of values of each sort; of a sort that it has no row for, nothing. */
type Act = {
  readonly int?: (one: bigint, other: bigint) => Outcome;
  readonly double?: (one: number, other: number) => Outcome;
  readonly string?: (one: string, other: string) => Outcome;
  readonly bool?: (one: boolean, other: boolean) => Outcome;
  readonly list?: (one: readonly Given[], other: readonly Given[]) => Outcome;
  /** Of values that need not be of one sort. */
  readonly any?: (one: Given, other: Given) => Outcome;
  readonly takes: 1 | 2;
};

/** What an act makes of one value, or of two. */
export function acts(act: Act, one: Given, other: Given | undefined): Outcome {
  if ((act.takes === 2) !== (other !== undefined)) return NOTHING;
  if (act.any !== undefined) return act.any(one, other ?? null);
  const second = act.takes === 1 ? one : other;
  if (typeof one === 'bigint' && typeof second === 'bigint') return act.int?.(one, second) ?? NOTHING;
  if (typeof one === 'number' && typeof second === 'number') return act.double?.(one, second) ?? NOTHING;
  if (typeof one === 'string' && typeof second === 'string') return act.string?.(one, second) ?? NOTHING;
  if (typeof one === 'boolean' && typeof second === 'boolean') return act.bool?.(one, second) ?? NOTHING;
  if (isList(one) && isList(second)) return act.list?.(one, second) ?? NOTHING;
  return NOTHING;
}

const isList = (value: Given | undefined): value is readonly Given[] => Array.isArray(value);

const [INT_MIN, INT_MAX] = [-(2n ** 63n), 2n ** 63n - 1n];
const int = (whole: bigint): Outcome => (whole < INT_MIN || whole > INT_MAX ? NOTHING : whole);

const INT_TEXT = /^[+-]?[0-9]+$/;
const DOUBLE_TEXT = /^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
/** More digits than an int has; leading zeros are none. */
const DIGITS_MAX = 19;

function intOfText(text: string): Outcome {
  if (!INT_TEXT.test(text)) return NOTHING;
  const digits = text.replace(/^[+-]?0*/, '');
  if (digits.length > DIGITS_MAX) return NOTHING;
  const size = BigInt(digits === '' ? '0' : digits);
  return int(text.startsWith('-') ? -size : size);
}

function doubleOfText(text: string): Outcome {
  if (!DOUBLE_TEXT.test(text)) return NOTHING;
  const value = Number(text);
  return Number.isFinite(value) ? value : NOTHING;
}

/** CEL leaves out the lowest int too, which as a double stands for others as well. */
const intOfDouble = (value: number): Outcome =>
  value > -(2 ** 63) && value < 2 ** 63 ? BigInt(Math.trunc(value)) : NOTHING;

function doubleText(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

/** Numbers are equal as numbers; other values of two sorts are not, and neither is NaN to anything. */
function isEqual(one: Given, other: Given): boolean {
  if (isList(one))
    return isList(other) && one.length === other.length && one.every((each, at) => isEqual(each, other[at]!));
  // Exact between a bigint and a number too.
  return isNumber(one) && isNumber(other) ? one >= other && one <= other : one === other;
}

/** Below 0, 0 or above 0, by code points: the UTF-16 of U+1F600 stands before that of U+FFFD. */
function orderOf(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  for (let at = 0; at < shorter; at += 1) {
    if (one.charCodeAt(at) === other.charCodeAt(at)) continue;
    return raised(one.charCodeAt(at)) - raised(other.charCodeAt(at));
  }
  return one.length - other.length;
}

/** Surrogates, which spell the highest code points, after all other units. */
const raised = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

function ordered(holds: (one: number | bigint, other: number | bigint) => boolean): Act {
  return {
    takes: 2,
    any: (one, other) => {
      if (isNumber(one) && isNumber(other)) return holds(one, other);
      if (typeof one === 'string' && typeof other === 'string') return holds(orderOf(one, other), 0);
      if (typeof one === 'boolean' && typeof other === 'boolean') return holds(Number(one), Number(other));
      return NOTHING;
    },
  };
}

const isNumber = (value: Given): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** The operators and functions of CEL that an expression may hold, by the names that the library reads them under. */
export const EXPRESSION_ACTS: ReadonlyMap<string, Act> = new Map<string, Act>([
  [
    '+',
    {
      takes: 2,
      int: (a, b) => int(a + b),
      double: (a, b) => a + b,
      string: (a, b) => a + b,
      list: (a, b) => [...a, ...b],
    },
  ],
  ['-', { takes: 2, int: (a, b) => int(a - b), double: (a, b) => a - b }],
  ['*', { takes: 2, int: (a, b) => int(a * b), double: (a, b) => a * b }],
  ['/', { takes: 2, int: (a, b) => (b === 0n ? NOTHING : int(a / b)), double: (a, b) => a / b }],
  ['%', { takes: 2, int: (a, b) => (b === 0n ? NOTHING : int(a % b)) }],
  ['-_', { takes: 1, int: a => int(-a), double: a => -a }],
  ['!_', { takes: 1, bool: a => !a }],
  ['==', { takes: 2, any: isEqual }],
  ['!=', { takes: 2, any: (a, b) => !isEqual(a, b) }],
  ['<', ordered((a, b) => a < b)],
  ['<=', ordered((a, b) => a <= b)],
  ['>', ordered((a, b) => a > b)],
  ['>=', ordered((a, b) => a >= b)],
  ['in', { takes: 2, any: (a, b) => (isList(b) ? b.some(each => isEqual(a, each)) : NOTHING) }],
  ['size', { takes: 1, string: a => BigInt([...a].length), list: a => BigInt(a.length) }],
  ['int', { takes: 1, int: a => a, double: intOfDouble, string: intOfText }],
  ['double', { takes: 1, int: a => Number(a), double: a => a, string: doubleOfText }],
  ['string', { takes: 1, int: a => String(a), double: doubleText, string: a => a, bool: a => String(a) }],
  ['startsWith', { takes: 2, string: (a, b) => a.startsWith(b) }],
  ['endsWith', { takes: 2, string: (a, b) => a.endsWith(b) }],
  ['contains', { takes: 2, string: (a, b) => a.includes(b) }],
]);
