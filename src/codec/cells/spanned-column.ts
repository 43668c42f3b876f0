import { WRITTEN_KINDS, type WrittenColumn, type WrittenKind } from './written-column.ts';

/** Where the cells of a column stand in the text of its file: most are numbers, of which no text needs to be made. */
export type Spans = {
  readonly text: string;
  readonly length: number;
  /** Of each cell where it begins, or below 0 what it is: a null, or a text that stands so nowhere. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
};

export const NULL_SPAN = -1;
const OWN_SPAN = -2;

/** A column that grows cell by cell while its file is scanned. */
export class SpannedColumn implements WrittenColumn {
  readonly name: string;
  absent = 0;
  length = 0;
  readonly #text: string;
  readonly #isKinded: boolean;
  #starts = new Int32Array(FIRST_ROOM);
  #ends = new Int32Array(FIRST_ROOM);
  #kinds = new Uint8Array(FIRST_ROOM);
  /** One bit a kind. */
  #seen = 0;
  /** Texts by row that are written otherwise, as with escapes. */
  readonly #own = new Map<number, string>();
  #cells: readonly (string | null)[] | undefined;

  /** @param isKinded  whether the file says what kind of value a cell is */
  constructor(name: string, text: string, isKinded: boolean) {
    this.name = name;
    this.#text = text;
    this.#isKinded = isKinded;
  }

  putNull(): void {
    this.put('null', NULL_SPAN, NULL_SPAN);
  }

  putOwn(kind: WrittenKind, text: string): void {
    this.#own.set(this.length, text);
    this.put(kind, OWN_SPAN, OWN_SPAN);
  }

  put(kind: WrittenKind, start: number, end: number): void {
    if (this.length === this.#starts.length) this.#grow();
    this.#starts[this.length] = start;
    this.#ends[this.length] = end;
    const code = CODES[kind];
    this.#kinds[this.length++] = code;
    this.#seen |= 1 << code;
  }

  #grow(): void {
    const [starts, ends, kinds] = [this.#starts, this.#ends, this.#kinds];
    const room = 2 * starts.length;
    [this.#starts, this.#ends, this.#kinds] = [
      new Int32Array(room),
      new Int32Array(room),
      new Uint8Array(room),
    ];
    this.#starts.set(starts);
    this.#ends.set(ends);
    this.#kinds.set(kinds);
  }

  get spans(): Spans {
    return { text: this.#text, length: this.length, starts: this.#starts, ends: this.#ends };
  }

  get cells(): readonly (string | null)[] {
    this.#cells ??= this.#made();
    return this.#cells;
  }

  get kinds(): readonly WrittenKind[] | undefined {
    return this.#isKinded
      ? Array.from(this.#kinds.subarray(0, this.length), code => WRITTEN_KINDS[code]!)
      : undefined;
  }

  get seen(): ReadonlySet<WrittenKind> {
    return new Set(WRITTEN_KINDS.filter(kind => ((this.#seen >> CODES[kind]) & 1) === 1));
  }

  #made(): readonly (string | null)[] {
    const cells: (string | null)[] = [];
    for (let row = 0; row < this.length; row++) {
      const start = this.#starts[row]!;
      if (start >= 0) cells.push(this.#text.slice(start, this.#ends[row]));
      else cells.push(start === NULL_SPAN ? null : this.#own.get(row)!);
    }
    return cells;
  }
}

const FIRST_ROOM = 64;

const CODES: Readonly<Record<WrittenKind, number>> = { null: 0, text: 1, number: 2, bool: 3, nested: 4 };
