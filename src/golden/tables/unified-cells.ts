import type { Value } from '../../contract/value.ts';

export type Cells = readonly Value[];
export type Present = Exclude<Value, null>;
export type Sides = { readonly old: Cells; readonly new: Cells };

/** What a cell that is not null says under the type of both sides. */
export type CellReading = (value: Present) => Value;

type Readings = { readonly old?: CellReading; readonly new?: CellReading };

/**
 * The cells of two columns as they were read from their files, and as the type of both has them. That is made when it is
 * asked for: of most columns all cells are the same as they were read, and of a sample few are looked at.
 */
export class UnifiedCells {
  readonly read: Sides;
  /** Whether cells that were read the same say the same. */
  readonly isOneReading: boolean;
  readonly #readings: Readings;
  #old: Cells | undefined;
  #new: Cells | undefined;

  constructor(read: Sides, readings: Readings = {}, isOneReading = readings.old === readings.new) {
    this.read = read;
    this.#readings = readings;
    this.isOneReading = isOneReading;
  }

  get old(): Cells {
    this.#old ??= this.#made('old');
    return this.#old;
  }

  get new(): Cells {
    this.#new ??= this.#made('new');
    return this.#new;
  }

  valueAt(side: 'old' | 'new', row: number): Value {
    const made = side === 'old' ? this.#old : this.#new;
    if (made !== undefined) return made[row]!;
    const value = this.read[side][row]!;
    const reading = this.#readings[side];
    return value === null || reading === undefined ? value : reading(value);
  }

  #made(side: 'old' | 'new'): Cells {
    const reading = this.#readings[side];
    const cells = this.read[side];
    return reading === undefined ? cells : cells.map(value => (value === null ? null : reading(value)));
  }
}
