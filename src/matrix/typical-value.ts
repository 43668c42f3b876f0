import type { Field, Range } from '../contract/field.ts';
import type { Value } from '../contract/value.ts';
import type { Term } from '../contract/vocabulary.ts';
import { between, type Chance, pick } from './chance.ts';

/**
 * A value such as the field's contract has in mind: in range, in the vocabulary, not null. Never zero where there is a
 * choice, because zero is the same in every unit.
 */
export function typicalValue(field: Field, next: Chance): Value {
  const { type, vocabulary } = field;
  if (type.kind === 'list') {
    const length = clamped(3, type.length.min, type.length.max);
    return Array.from({ length }, () => typicalValue(type.element, next));
  }
  const term = vocabulary === undefined ? undefined : pick(next, vocabulary.terms);
  const written = term === undefined ? undefined : termValue(field, term);
  if (written !== undefined) return written;
  switch (type.kind) {
    case 'bool':
      return next() < 0.5;
    case 'int32':
      return Number(typicalInteger(field.range, next));
    case 'int64':
      return typicalInteger(field.range, next);
    case 'date':
      return Number(typicalInteger(field.range, next, DAYS));
    case 'float32':
      return Math.fround(typicalFloat(field.range, next));
    case 'float64':
      return typicalFloat(field.range, next);
    case 'string':
      return `${pick(next, WORDS)} ${pick(next, WORDS)}`;
    case 'bytes':
      return Uint8Array.from({ length: 4 }, () => Math.floor(next() * 256));
  }
}

/** How a field writes a term; undefined for a physical type that has no way to. */
export function termValue({ type }: Field, term: Term): Value | undefined {
  if (type.kind === 'string') return term.label;
  if (type.kind === 'int64') return term.code;
  return type.kind === 'int32' ? Number(term.code) : undefined;
}

/** Of several scripts, because a reader that decodes one alphabet can still spoil another. */
const WORDS = ['rain', 'naïve', 'café', '訓練', 'данные', 'fog 🌫', 'drizzle', 'سجل'] as const;

/** 1990 to 2029, as days since 1970. */
const DAYS = { min: 7_305n, max: 21_914n };

type Bounds = { readonly min: bigint; readonly max: bigint };

function typicalInteger(
  range: Range | undefined,
  next: Chance,
  usual: Bounds = { min: 1n, max: 1_000n },
): bigint {
  const [low, high] = [range?.min, range?.max].map(end => (end === undefined ? undefined : BigInt(end)));
  const min = low === undefined ? smaller(usual.min, high) : larger(usual.min, low);
  const max = smaller(larger(usual.max, min), high);
  return min > max ? max : between(next, min, max);
}

const smaller = (a: bigint, b: bigint | undefined): bigint => (b !== undefined && b < a ? b : a);
const larger = (a: bigint, b: bigint): bigint => (b > a ? b : a);

function typicalFloat(range: Range | undefined, next: Chance): number {
  const low = Number(range?.min ?? (range?.max === undefined ? 0 : Number(range.max) - 100));
  const high = Math.min(Number(range?.max ?? low + 100), low + 1e6);
  // In quarters, so that a float32 and a float64 hold the same number, unless the range has none of them.
  const quarter = Math.ceil(low * 4 + next() * (high - low) * 4) / 4;
  return quarter >= low && quarter <= high ? quarter : low;
}

const clamped = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);
