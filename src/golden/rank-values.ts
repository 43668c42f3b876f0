/** The place of each value among all that occur. */
export type Ranked = {
  /** Ascending, without nulls and NaN; of zeros there is one. */
  readonly distinct: ArrayLike<number | bigint>;
  /** Of a NaN one behind the last value, of a null two. */
  readonly ranks: Uint32Array;
};

/**
 * Whole numbers of 64 bits and more are ranked as they are: two that are one double are two ranks, or a condition would be
 * true of other rows than were counted.
 *
 * @param values  all numbers or all bigints, but for nulls
 */
export function rankValues(values: readonly (number | bigint | null)[]): Ranked {
  const states = new Uint8Array(values.length);
  let [present, bigints, isLong] = [0, 0, false];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (value === null) states[row] = NULL;
    else if (typeof value === 'bigint') {
      bigints++;
      present++;
      isLong ||= BigInt.asIntN(64, value) !== value;
    } else if (Number.isNaN(value)) states[row] = NAN;
    else present++;
  }
  if (isLong) return rankLong(values, states);
  const rows = new Uint32Array(present);
  for (let row = 0, at = 0; row < states.length; row++) if (states[row] === VALUE) rows[at++] = row;
  const words = bigints > 0 ? wordsOfIntegers(values, rows) : wordsOfDoubles(values, rows);
  return rankSorted(values, states, rows, words);
}

const [VALUE, NAN, NULL] = [0, 1, 2];

/** Two halves of 64 bits whose order, as natural numbers, is that of the values. */
type Words = { readonly high: Uint32Array; readonly low: Uint32Array };

const MOST = 0x8000_0000;

function wordsOfIntegers(values: readonly (number | bigint | null)[], rows: Uint32Array): Words {
  const long = new BigInt64Array(rows.length);
  for (let at = 0; at < rows.length; at++) long[at] = values[rows[at]!] as bigint;
  const halves = new Uint32Array(long.buffer);
  const words = { high: new Uint32Array(rows.length), low: new Uint32Array(rows.length) };
  for (let at = 0; at < rows.length; at++) {
    words.low[at] = halves[2 * at]!;
    words.high[at] = halves[2 * at + 1]! ^ MOST;
  }
  return words;
}

/** A double with a sign has all its bits turned, and any other its sign. */
function wordsOfDoubles(values: readonly (number | bigint | null)[], rows: Uint32Array): Words {
  const doubles = new Float64Array(rows.length);
  // Plus 0, so that there is one zero.
  for (let at = 0; at < rows.length; at++) doubles[at] = (values[rows[at]!] as number) + 0;
  const halves = new Uint32Array(doubles.buffer);
  const words = { high: new Uint32Array(rows.length), low: new Uint32Array(rows.length) };
  for (let at = 0; at < rows.length; at++) {
    const [low, high] = [halves[2 * at]!, halves[2 * at + 1]!];
    const isNegative = high >= MOST;
    words.low[at] = isNegative ? ~low : low;
    words.high[at] = isNegative ? ~high : high ^ MOST;
  }
  return words;
}

function rankSorted(
  values: readonly (number | bigint | null)[],
  states: Uint8Array,
  rows: Uint32Array,
  words: Words,
): Ranked {
  const order = sortedBy(words);
  const { high, low } = words;
  const ranks = new Uint32Array(values.length);
  const distinct: (number | bigint)[] = [];
  for (let at = 0; at < order.length; at++) {
    const [here, before] = [order[at]!, order[at - 1]];
    const isNew = before === undefined || high[here] !== high[before] || low[here] !== low[before];
    if (isNew) {
      const value = values[rows[here]!]!;
      distinct.push(typeof value === 'number' ? value + 0 : value);
    }
    ranks[rows[here]!] = distinct.length - 1;
  }
  markOthers(ranks, states, distinct.length);
  return { distinct, ranks };
}

const DIGIT_BITS = 16;
const DIGITS = 2 ** DIGIT_BITS;

/** Places in ascending order: a radix sort from the lowest digit, of which those are left out that are the same in all. */
function sortedBy({ high, low }: Words): Uint32Array {
  const size = high.length;
  let [from, to] = [new Uint32Array(size), new Uint32Array(size)];
  for (let at = 0; at < size; at++) from[at] = at;
  const starts = new Uint32Array(DIGITS);
  for (const [word, shift] of [
    [low, 0],
    [low, DIGIT_BITS],
    [high, 0],
    [high, DIGIT_BITS],
  ] as const) {
    starts.fill(0);
    for (let at = 0; at < size; at++) starts[(word[at]! >>> shift) & (DIGITS - 1)]!++;
    if (size > 0 && starts[(word[0]! >>> shift) & (DIGITS - 1)] === size) continue;
    for (let digit = 0, sum = 0; digit < DIGITS; digit++) {
      const count = starts[digit]!;
      starts[digit] = sum;
      sum += count;
    }
    for (let at = 0; at < size; at++) {
      const place = from[at]!;
      to[starts[(word[place]! >>> shift) & (DIGITS - 1)]!++] = place;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** A uint64 or a decimal may have more bits than a machine word. */
function rankLong(values: readonly (number | bigint | null)[], states: Uint8Array): Ranked {
  const long = new Set<bigint>();
  for (const value of values) if (typeof value === 'bigint') long.add(value);
  const distinct = [...long].sort((a, b) => (a < b ? -1 : 1));
  const rankOfValue = new Map(distinct.map((value, rank) => [value, rank]));
  const ranks = Uint32Array.from(values, value => rankOfValue.get(value as bigint) ?? 0);
  markOthers(ranks, states, distinct.length);
  return { distinct, ranks };
}

function markOthers(ranks: Uint32Array, states: Uint8Array, size: number): void {
  for (let row = 0; row < states.length; row++) {
    if (states[row] === NAN) ranks[row] = size;
    else if (states[row] === NULL) ranks[row] = size + 1;
  }
}
