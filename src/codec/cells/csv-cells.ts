import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { invalidUtf8Offset, placeOfByte } from '../../base/utf8.ts';
import { csvPlace } from '../csv-place.ts';
import { NULL_SPAN, SpannedColumn } from './spanned-column.ts';
import type { WrittenTable } from './written-column.ts';

/**
 * The cells of a CSV file (RFC 4180, UTF-8, a header line) of which no schema is known. An empty cell is a null, and
 * one of two quotes an empty text.
 *
 * @param nulls  texts that stand for null besides, where they are not quoted
 * @faults CSV_ENCODING CSV_MALFORMED CSV_COLUMN_DUPLICATE TABLE_TOO_LARGE
 */
export function csvCells(file: string, bytes: Uint8Array, nulls: ReadonlySet<string>): WrittenTable | Fault {
  const offset = invalidUtf8Offset(bytes);
  if (offset !== undefined) return new Fault('CSV_ENCODING', { offset }, placeOfByte(file, bytes, offset));
  const text = new TextDecoder().decode(bytes);
  const scanner = new CsvScanner(text, nulls);
  const problem = scanner.scan();
  const placeOf = (record: number, cell: number) => csvPlace(file, text, record, cell);
  if (problem !== undefined)
    return problem === TOO_LARGE
      ? new Fault('TABLE_TOO_LARGE', { file, what: 'cells', limit: LIMITS.compared_cells_max })
      : new Fault('CSV_MALFORMED', { problem }, placeOf(scanner.record, scanner.cell));
  const { header, columns, record } = scanner;
  const twice = header.findIndex((name, index) => header.indexOf(name) !== index);
  if (twice >= 0) return new Fault('CSV_COLUMN_DUPLICATE', { column: header[twice]! }, placeOf(0, twice));
  return { columns, rows: record - 1 };
}

const TOO_LARGE = 'too large';
const [QUOTE, COMMA, NEWLINE, RETURN] = [0x22, 0x2c, 0x0a, 0x0d];

/** One pass over the text, straight into columns. */
class CsvScanner {
  readonly header: string[] = [];
  readonly columns: SpannedColumn[] = [];
  /** Where it is: records from 0, the header counted. */
  record = 0;
  cell = 0;
  readonly #text: string;
  readonly #nulls: ReadonlySet<string>;
  #at = 0;

  constructor(text: string, nulls: ReadonlySet<string>) {
    this.#text = text;
    this.#nulls = nulls;
  }

  /** What is wrong at `record` and `cell`. */
  scan(): string | undefined {
    if (this.#text === '') return 'it is empty, without a header line';
    let cells = 0;
    while (this.#at < this.#text.length) {
      for (this.cell = 0; ; this.cell++) {
        const problem = this.#takeCell();
        if (problem !== undefined) return problem;
        if (this.#text.charCodeAt(this.#at) !== COMMA) break;
        this.#at++;
      }
      this.#endLine();
      if (this.record === 0)
        this.columns.push(...this.header.map(name => new SpannedColumn(name, this.#text, false)));
      else if (this.cell + 1 !== this.header.length) return this.#otherLength();
      else cells += this.header.length;
      if (cells > LIMITS.compared_cells_max) return TOO_LARGE;
      this.record++;
    }
    return undefined;
  }

  #otherLength(): string {
    this.cell = 0;
    return 'the line has another number of cells than the header';
  }

  #endLine(): void {
    if (this.#text.charCodeAt(this.#at) === RETURN) this.#at++;
    if (this.#text.charCodeAt(this.#at) === NEWLINE) this.#at++;
  }

  #takeCell(): string | undefined {
    const text = this.#text;
    const start = this.#at;
    if (text.charCodeAt(start) === QUOTE) return this.#takeQuoted();
    let at = start;
    for (; at < text.length; at++) {
      const char = text.charCodeAt(at);
      if (char === COMMA || char === NEWLINE) break;
      if (char === QUOTE) return 'a quote stands inside a cell that is not quoted';
      if (char === RETURN) {
        if (text.charCodeAt(at + 1) === NEWLINE) break;
        return 'a carriage return stands alone in a cell that is not quoted';
      }
    }
    this.#at = at;
    if (this.record > 0 && (start === at || this.#isNull(start, at))) return this.#put(NULL_SPAN, NULL_SPAN);
    return this.#put(start, at);
  }

  #isNull(start: number, end: number): boolean {
    return this.#nulls.size > 0 && this.#nulls.has(this.#text.slice(start, end));
  }

  #takeQuoted(): string | undefined {
    const text = this.#text;
    const start = this.#at + 1;
    let [end, isDoubled] = [text.indexOf('"', start), false];
    while (end >= 0 && text.charCodeAt(end + 1) === QUOTE) {
      isDoubled = true;
      end = text.indexOf('"', end + 2);
    }
    if (end < 0) return 'a quote is opened and never closed';
    this.#at = end + 1;
    const next = text.charCodeAt(this.#at);
    const isEnd =
      this.#at === text.length ||
      next === COMMA ||
      next === NEWLINE ||
      (next === RETURN && text.charCodeAt(this.#at + 1) === NEWLINE);
    if (!isEnd) return 'something follows a closing quote';
    return this.#put(start, end, isDoubled ? text.slice(start, end).replaceAll('""', '"') : undefined);
  }

  /** @param own  the text, where it is not what stands there */
  #put(start: number, end: number, own?: string): string | undefined {
    if (this.record === 0) {
      if (this.header.length === LIMITS.fields_max) return `it has more than ${LIMITS.fields_max} columns`;
      this.header.push(own ?? this.#text.slice(start, end));
      return undefined;
    }
    const column = this.columns[this.cell];
    if (column === undefined) return this.#otherLength();
    if (own !== undefined) column.putOwn('text', own);
    else column.put(start === NULL_SPAN ? 'null' : 'text', start, end);
    return undefined;
  }
}
