import type { PageRows } from './page-rows.ts';

/** The least and the greatest of a column, as its statistics have them. */
export type Bounds = { readonly least: Bound; readonly greatest: Bound };
export type Bound = { readonly bytes: Uint8Array; readonly isExact: boolean };

/** The values of a column, a page of them at a time. */
export interface LeafValues {
  /** The page that is asked about from now on. Only rows with a value count. */
  take(page: PageRows): void;
  readonly count: number;
  /** The places of its values in a dictionary; undefined: there is none, or it grew too large, and is as it was before. */
  places(): Int32Array | undefined;
  /** Has the bounds hold its values. Those that were given places are held in any case. */
  see(): void;
  /** Its values behind one another, which last until the next page. */
  plain(): Uint8Array;
  /** What it takes behind one another. */
  readonly plain_bytes: number;
  /** Values that were given places. */
  readonly distinct: number;
  readonly dictionary_bytes: number;
  dictionary(): Uint8Array;
  /** Undefined where none of them has an order. */
  bounds(): Bounds | undefined;
}
