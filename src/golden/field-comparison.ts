import { LIMITS } from '../base/limits.ts';
import { categoryReader } from '../contract/category.ts';
import type { Field, FieldId, Kind } from '../contract/field.ts';
import { KIND_TABLE } from '../contract/kind-table.ts';
import { childrenOf, isNested } from '../contract/nested.ts';
import type { Value } from '../contract/value.ts';
import { valueKeyReader } from '../contract/value-key.ts';
import { lengthOf } from '../contract/value-length.ts';
import { CELL_STATES, type CellState, cellState, isStateChange } from './cell-state.ts';
import { type Confusion, ConfusionCount } from './confusion.ts';
import type { Explanation } from './explain.ts';
import type { Sides } from './key.ts';
import { type NumberError, NumberErrorSum } from './number-error.ts';
import { sizeKind } from './size-kind.ts';
import { ulpDistanceOf } from './ulps.ts';
import { knownReader, type UnknownCells, unknownIn } from './unknown-cells.ts';

/** One field over the matched rows; `same` + `differ` = matched. */
export type FieldComparison<V = never> = {
  readonly field: FieldId;
  readonly name: string;
  readonly same: number;
  readonly differ: number;
  /** Of the cells that differ, from which state to which, in the order of the states. */
  readonly transitions: readonly Transition[];
  /** Cells that went from a value to a null, to what no record wrote, to a NaN, infinity or emptiness, or back, or between these. */
  readonly statesChanged: number;
  /** Cells that differ, and changed neither their state nor anything that `number` or `length` measures. */
  readonly sizeless: number;
  readonly number: NumberError<V> | undefined;
  readonly length: LengthChange<V> | undefined;
  readonly confusion: Confusion<V> | undefined;
  /** Rows of the side before, from 0: the first few that differ. */
  readonly firstRows: readonly number[];
  readonly explanation: Explanation<V> | undefined;
};

export type Transition = { readonly from: CellState; readonly to: CellState; readonly count: number };

/** Length of lists in elements, of strings in code points, of bytes in bytes; over the cells that hold one on both sides. */
export type LengthChange<V = never> = {
  readonly compared: number;
  readonly longer: number;
  readonly shorter: number;
  readonly most: number | V;
};

export type ComparedField = {
  /** Without an explanation, which costs a search. */
  readonly comparison: FieldComparison;
  /** One flag a matched row, in the order of the join. */
  readonly differs: Uint8Array;
};

/** @param counted  whether its values are counted pair by pair, as those of labels are */
export function compareField(
  field: Field,
  counted: boolean,
  pairs: Sides<Uint32Array>,
  before: (row: number) => Value,
  after: (row: number) => Value,
  unknown: Partial<Sides<UnknownCells>> = {},
): ComparedField {
  const [readBefore, readAfter] = [
    knownReader(before, unknown.before, field.id),
    knownReader(after, unknown.after, field.id),
  ];
  const [unknownBefore, unknownAfter] = [
    unknownIn(unknown.before, field.id),
    unknownIn(unknown.after, field.id),
  ];
  const equal = equalityOf(field);
  const sums = counted ? confusionSums(field) : sumsOf(field);
  const transitions = new Map<string, number>();
  const differs = new Uint8Array(pairs.before.length);
  const firstRows: number[] = [];
  let [differ, statesChanged, sizeless] = [0, 0, 0];
  for (let pair = 0; pair < pairs.before.length; pair++) {
    const [rowBefore, rowAfter] = [pairs.before[pair]!, pairs.after[pair]!];
    const [from, to] = [readBefore(rowBefore), readAfter(rowAfter)];
    const fromState = unknownBefore(rowBefore) ? 'unknown' : cellState(field, from);
    const toState = unknownAfter(rowAfter) ? 'unknown' : cellState(field, to);
    const changesState = isStateChange(fromState, toState);
    const isMeasured = sums.add(from, to, fromState, toState);
    if (equal(from, to) && (fromState === 'unknown') === (toState === 'unknown')) continue;
    differ++;
    differs[pair] = 1;
    if (firstRows.length < LIMITS.evidence_rows_max) firstRows.push(rowBefore);
    if (changesState) statesChanged++;
    else if (!isMeasured) sizeless++;
    const move = `${fromState} ${toState}`;
    transitions.set(move, (transitions.get(move) ?? 0) + 1);
  }
  return {
    differs,
    comparison: {
      field: field.id,
      name: field.name,
      same: pairs.before.length - differ,
      differ,
      transitions: inOrder(transitions),
      statesChanged,
      sizeless,
      ...sums.finish(),
      firstRows,
      explanation: undefined,
    },
  };
}

/** @param transitions  by `from to` */
export const inOrder = (transitions: ReadonlyMap<string, number>): Transition[] =>
  CELL_STATES.flatMap(from =>
    CELL_STATES.flatMap(to => {
      const count = transitions.get(`${from} ${to}`);
      return count === undefined ? [] : [{ from, to, count }];
    }),
  );

/** Equal in meaning under one schema: NaN is NaN, -0 is 0, a label is its alias. */
function equalityOf(field: Field): (a: Value, b: Value) => boolean {
  const { type } = field;
  if (type.kind === 'map' || (type.kind === 'list' && type.order === 'set')) {
    const key = valueKeyReader(field);
    return (a, b) => key(a) === key(b);
  }
  if (isNested(type)) {
    const inside = childrenOf(type).map(child => equalityOf(child.field));
    return (a, b) => {
      if (a === null || b === null) return a === b;
      const [left, right] = [a as readonly Value[], b as readonly Value[]];
      return (
        left.length === right.length &&
        left.every((value, at) => inside[type.kind === 'struct' ? at : 0]!(value, right[at]!))
      );
    };
  }
  if (KIND_TABLE[type.kind].held === 'bytes') {
    return (a, b) =>
      a === null || b === null ? a === b : Buffer.compare(a as Uint8Array, b as Uint8Array) === 0;
  }
  if (field.vocabulary === undefined) {
    return (a, b) => a === b || (Number.isNaN(a) && Number.isNaN(b));
  }
  const category = categoryReader(field);
  return (a, b) => a === b || (a !== null && b !== null && category(a).key === category(b).key);
}

type Sums = {
  /** @returns whether a change between the two has a size that is measured */
  add(from: Value, to: Value, fromState: CellState, toState: CellState): boolean;
  finish(): Pick<FieldComparison, 'number' | 'length' | 'confusion'>;
};

/** How many bits a float has for its digits, the leading one that is not written among them. */
const SIGNIFICAND_BITS: { readonly [K in Kind]?: number } = {
  float16: 11,
  bfloat16: 8,
  float32: 24,
  float64: 53,
};

const NONE = { number: undefined, length: undefined, confusion: undefined } as const;

function sumsOf(field: Field): Sums {
  const { type } = field;
  const kind = sizeKind(field);
  if (kind === 'none') return { add: () => false, finish: () => NONE };
  if (kind === 'length') return lengthSums();
  const number = new NumberErrorSum(
    type.kind === 'decimal' ? type.scale : 0,
    SIGNIFICAND_BITS[type.kind],
    ulpDistanceOf(type.kind),
  );
  return {
    add: (from, to, fromState, toState) => {
      const [areNumbers, areInfinite] = [
        isNumber(fromState) && isNumber(toState),
        fromState === 'infinite' && toState === 'infinite',
      ];
      if (areNumbers) number.add(from as number, to as number);
      // Of an infinity that became another one no error can be given, and none must pass for small.
      else if (areInfinite && from !== to) number.overflow();
      return areNumbers || areInfinite;
    },
    finish: () => ({ ...NONE, number: number.finish() }),
  };
}

function confusionSums(field: Field): Sums {
  const confusion = new ConfusionCount(categoryReader(field));
  return {
    add: (from, to) => {
      confusion.add(from, to);
      return false;
    },
    finish: () => ({ ...NONE, confusion: confusion.finish() }),
  };
}

const isNumber = (state: CellState): boolean => state === 'value' || state === 'zero';

type Measured = Parameters<typeof lengthOf>[0];

function lengthSums(): Sums {
  const length = { compared: 0, longer: 0, shorter: 0, most: 0 };
  return {
    add: (from, to) => {
      if (from === null || to === null) return false;
      length.compared++;
      if (from === to) return false;
      const change = lengthOf(to as Measured) - lengthOf(from as Measured);
      if (change > 0) length.longer++;
      if (change < 0) length.shorter++;
      length.most = Math.max(length.most, Math.abs(change));
      return change !== 0;
    },
    finish: () => ({ ...NONE, length }),
  };
}
