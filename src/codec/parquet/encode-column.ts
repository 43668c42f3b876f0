import type { Data } from 'apache-arrow';
import type { ThriftStruct } from '../../native/parquet/thrift-tree.ts';
import { putBitRuns, putRun, widthOf } from './bit-runs.ts';
import type { ColumnPiece } from './column-piece.ts';
import { columnStatistics } from './column-statistics.ts';
import { int, intsOf, listOf, long, META, PAGE_COUNT, structOf, textsOf, ZSTD } from './footer-tree.ts';
import { LeafBits } from './leaf-bits.ts';
import { LeafBytes } from './leaf-bytes.ts';
import type { LeafForm } from './leaf-form.ts';
import type { LeafValues } from './leaf-values.ts';
import { LeafWords } from './leaf-words.ts';
import {
  DATA_PAGE,
  DICTIONARY_PAGE,
  dataPage,
  dictionaryPage,
  type PackedPage,
  PLAIN,
  RLE,
  RLE_DICTIONARY,
} from './packed-page.ts';
import { PageRoom } from './page-room.ts';
import { levelsOf, type PageRows, pagesOf } from './page-rows.ts';

export type Leaf = { readonly name: string; readonly nullable: boolean; readonly form: LeafForm };

/**
 * A column of a row group, packed with zstd, each page with a checksum. Values are places in a dictionary where that makes the first of
 * them smaller, and until the dictionary is too large.
 */
export function encodedColumn(leaf: Leaf, columns: readonly Data[], room = new PageRoom()): ColumnPiece {
  const chunk = new Chunk(leaf, room);
  for (const page of pagesOf(leaf.form, columns)) chunk.add(page);
  return chunk.piece();
}

/** What a footer says of a column that is written already. */
export function statisticsOf(form: LeafForm, columns: readonly Data[], room: PageRoom): ThriftStruct {
  const values = leafValues(form, room);
  let nulls = 0;
  for (const page of pagesOf(form, columns)) {
    values.take(page);
    values.see();
    nulls += page.nulls;
  }
  return columnStatistics(nulls, values.bounds());
}

/** The values of a column that nobody has seen. */
export const leafValues = (form: LeafForm, room: PageRoom): LeafValues => VALUES[form.values](form, room);

const VALUES: Readonly<Record<LeafForm['values'], (form: LeafForm, room: PageRoom) => LeafValues>> = {
  bits: () => new LeafBits(),
  'one word': ({ order }, room) => new LeafWords(1, order, room),
  'two words': ({ order }, room) => new LeafWords(2, order, room),
  bytes: ({ order }, room) => new LeafBytes(order, room),
};

class Chunk {
  readonly #leaf: Leaf;
  readonly #values: LeafValues;
  readonly #room: PageRoom;
  readonly #pages: Uint8Array[] = [];
  #unpacked_bytes = 0;
  #rows = 0;
  #nulls = 0;
  #plainPages = 0;
  #dictionaryPages = 0;
  /** Whether the next page tries to have its values in the dictionary. */
  #isTrying = true;

  constructor(leaf: Leaf, room: PageRoom) {
    [this.#leaf, this.#room] = [leaf, room];
    this.#values = leafValues(leaf.form, room);
  }

  add(page: PageRows): void {
    const values = this.#values;
    const { sink } = this.#room;
    values.take(page);
    sink.clear();
    if (this.#leaf.nullable) putLevels(this.#room, page);
    const isPlaced = this.#putPlaces();
    if (isPlaced) this.#dictionaryPages++;
    else {
      sink.raw(values.plain());
      values.see();
      this.#plainPages++;
    }
    this.#rows += page.rows;
    this.#nulls += page.nulls;
    const encoding = isPlaced ? RLE_DICTIONARY : PLAIN;
    this.#pages.push(this.#packed(dataPage(sink.peek(), page.rows, encoding)));
  }

  /** @returns whether they are there */
  #putPlaces(): boolean {
    const values = this.#values;
    if (!this.#isTrying || values.count === 0) return false;
    const places = values.places();
    const width = widthOf(values.distinct - 1);
    const made_bytes = values.dictionary_bytes + (values.count * width) / 8;
    const isFirst = this.#dictionaryPages === 0;
    if (places === undefined || (isFirst && made_bytes >= values.plain_bytes)) {
      this.#isTrying = false;
      return false;
    }
    this.#room.sink.byte(width);
    putBitRuns(this.#room.sink, places, values.count, width);
    return true;
  }

  #packed({ bytes, unpacked_bytes }: PackedPage): Uint8Array {
    this.#unpacked_bytes += unpacked_bytes;
    return bytes;
  }

  piece(): ColumnPiece {
    const values = this.#values;
    const hasDictionary = this.#dictionaryPages > 0;
    const dictionary = hasDictionary
      ? [this.#packed(dictionaryPage(values.dictionary(), values.distinct))]
      : [];
    const bytes = Buffer.concat([...dictionary, ...this.#pages]);
    const { name, form } = this.#leaf;
    const meta: ThriftStruct = new Map([
      [META.physical, int(form.physical)],
      [META.encodings, intsOf([PLAIN, RLE, ...(hasDictionary ? [RLE_DICTIONARY] : [])])],
      [META.path, textsOf([name])],
      [META.codec, int(ZSTD)],
      [META.values, long(this.#rows)],
      [META.unpacked_bytes, long(this.#unpacked_bytes)],
      [META.packed_bytes, long(bytes.length)],
      [META.data, long(dictionary[0]?.length ?? 0)],
      ...(hasDictionary ? [[META.dictionary, long(0)] as const] : []),
      [META.statistics, structOf(columnStatistics(this.#nulls, values.bounds()))],
      [META.pages, listOf(this.#pageCounts())],
    ]);
    return { meta, bytes };
  }

  #pageCounts(): readonly ThriftStruct[] {
    const counts = [
      [DICTIONARY_PAGE, PLAIN, Math.min(this.#dictionaryPages, 1)],
      [DATA_PAGE, RLE_DICTIONARY, this.#dictionaryPages],
      [DATA_PAGE, PLAIN, this.#plainPages],
    ] as const;
    return counts
      .filter(([, , pages]) => pages > 0)
      .map(
        ([kind, encoding, pages]) =>
          new Map([
            [PAGE_COUNT.kind, int(kind)],
            [PAGE_COUNT.encoding, int(encoding)],
            [PAGE_COUNT.pages, int(pages)],
          ]),
      );
  }
}

/** Which rows have a value, behind the length of that. */
function putLevels({ sink, levels }: PageRoom, page: PageRows): void {
  levels.clear();
  if (page.nulls === 0) putRun(levels, page.rows, 1, 1);
  else putBitRuns(levels, levelsOf(page), page.rows, 1);
  for (let bits = 0; bits < 32; bits += 8) sink.byte((levels.length >>> bits) & 0xff);
  sink.raw(levels.peek());
}
