import type { RecordBatch } from 'apache-arrow';
import type { FieldId } from '../contract/field.ts';
import type { Chain, Chained } from './chain.ts';
import { DifferingFields } from './differing-fields.ts';

/** What two ways between the same versions made of the same records; read = equal + differing + otherwise + alike. */
export type TwoWays = {
  readonly read: number;
  /** Converted by both, every field the same bit for bit. */
  readonly equal: number;
  /** Converted by both, and not the same. */
  readonly differing: number;
  /** Converted by one and left by the other, or rejected by one and passed over by the other. */
  readonly otherwise: { readonly onlyFirst: number; readonly onlySecond: number; readonly left: number };
  /** Left by both: rejected by both, for the same reason or not, or passed over by both. */
  readonly alike: { readonly sameReason: number; readonly otherReason: number; readonly skipped: number };
  readonly differingBy: ReadonlyMap<FieldId, number>;
};

/** Whether they begin and end with the same schemas. */
export const haveSameEnds = (one: Chain, other: Chain): boolean =>
  one.plans[0]!.from.recordSchema === other.plans[0]!.from.recordSchema &&
  one.plans.at(-1)!.to.recordSchema === other.plans.at(-1)!.to.recordSchema;

/** Whether a composition is the direct way, on these records. */
export class TwoWaysTally {
  readonly #differing: DifferingFields;
  readonly #otherwise = { onlyFirst: 0, onlySecond: 0, left: 0 };
  readonly #alike = { sameReason: 0, otherReason: 0, skipped: 0 };
  #read = 0;
  #both = 0;

  /** @throws TypeError where they have other ends: a mistake of the caller */
  constructor(one: Chain, other: Chain) {
    if (!haveSameEnds(one, other)) throw new TypeError('the two ways have other ends');
    this.#differing = new DifferingFields(one.plans.at(-1)!.to.schema);
  }

  add({ numRows }: RecordBatch, one: Chained, other: Chained): void {
    this.#read += numRows;
    const [first, second] = [placesIn(one, numRows), placesIn(other, numRows)];
    const [reasons, otherReasons] = [reasonsIn(one), reasonsIn(other)];
    const [ones, others]: [number[], number[]] = [[], []];
    for (let row = 0; row < numRows; row++) {
      const [here, there] = [first[row]!, second[row]!];
      if (here >= 0 && there >= 0) {
        ones.push(here);
        others.push(there);
      } else if (here >= 0) this.#otherwise.onlyFirst++;
      else if (there >= 0) this.#otherwise.onlySecond++;
      else this.#left(reasons.get(row), otherReasons.get(row));
    }
    this.#both += ones.length;
    this.#differing.add([one.converted, Int32Array.from(ones)], [other.converted, Int32Array.from(others)]);
  }

  #left(reason: string | undefined, other: string | undefined): void {
    if (reason === undefined && other === undefined) this.#alike.skipped++;
    else if (reason === undefined || other === undefined) this.#otherwise.left++;
    else if (reason === other) this.#alike.sameReason++;
    else this.#alike.otherReason++;
  }

  sum(): TwoWays {
    const { records: differing, byField: differingBy } = this.#differing;
    return {
      read: this.#read,
      equal: this.#both - differing,
      differing,
      otherwise: this.#otherwise,
      alike: this.#alike,
      differingBy,
    };
  }
}

/** Where each record stands among those that were converted; -1: nowhere. */
function placesIn({ rows }: Chained, length: number): Int32Array {
  const places = new Int32Array(length).fill(-1);
  for (const [place, row] of rows.entries()) places[row] = place;
  return places;
}

const reasonsIn = ({ rejects }: Chained): ReadonlyMap<number, string> =>
  new Map(rejects.map(({ row, field, code }) => [row, `${code} ${field}`]));
