import { isCategorical } from '../../contract/category.ts';
import type { Field } from '../../contract/field.ts';
import { hasOrder } from '../../contract/kind-table.ts';
import type { Value } from '../../contract/value.ts';

export const RANGE_PARTS = ['low', 'middle', 'high', 'zero', 'negative', 'positive', 'min', 'max'] as const;
export type RangePart = (typeof RANGE_PARTS)[number];

/**
 * How many numbers lie in each part: `low` and `high` are the tenths at the ends of the declared range, `middle` what lies
 * between, `min` and `max` the ends themselves. Without two ends there are none of these.
 */
export type RangeCoverage = {
  readonly counts: Readonly<Record<RangePart, number>>;
  /** Parts that the contract lets numbers lie in, and a set should have. */
  readonly asked: readonly RangePart[];
};

export class RangeCount {
  readonly #field: Field;
  readonly #counts: Record<RangePart, number> = {
    low: 0,
    middle: 0,
    high: 0,
    zero: 0,
    negative: 0,
    positive: 0,
    min: 0,
    max: 0,
  };

  private constructor(field: Field) {
    this.#field = field;
  }

  /** Undefined for what is counted one by one, or has no order. */
  static of(field: Field): RangeCount | undefined {
    return hasOrder(field.type.kind) && !isCategorical(field) && field.type.kind !== 'date'
      ? new RangeCount(field)
      : undefined;
  }

  see(value: Value): void {
    if (typeof value !== 'number' && typeof value !== 'bigint') return;
    const sign = value < 0 ? 'negative' : value > 0 ? 'positive' : 'zero';
    this.#counts[sign]++;
    const { min, max } = this.#field.range ?? {};
    if (min === undefined || max === undefined) return;
    const [low, high] = [Number(min), Number(max)];
    const share = low === high ? 0.5 : (Number(value) - low) / (high - low);
    this.#counts[share <= TENTH ? 'low' : share >= 1 - TENTH ? 'high' : 'middle']++;
    if (exact(value) === exact(min)) this.#counts.min++;
    if (exact(value) === exact(max)) this.#counts.max++;
  }

  finish(): RangeCoverage {
    const { min, max } = this.#field.range ?? {};
    if (min === undefined || max === undefined) return { counts: this.#counts, asked: [] };
    return {
      counts: this.#counts,
      asked: [
        'low',
        'middle',
        'high',
        ...(min <= 0 && max >= 0 ? (['zero'] as const) : []),
        ...(min < 0 ? (['negative'] as const) : []),
      ],
    };
  }
}

const TENTH = 0.1;

/** Ends of integers are bigints, whatever a column holds. */
const exact = (value: number | bigint): bigint | number =>
  typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
