import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { ArrowReader } from '../../../src/codec/arrow/arrow-reader.ts';
import { HeldBatches } from '../../../src/codec/arrow/held-batches.ts';
import { footerIn } from '../../../src/codec/arrow/ipc-footer.ts';
import type { Block } from '../../../src/codec/arrow/ipc-message.ts';
import { rowsOf } from '../../../src/contract/batch.ts';
import { makeField, makeSchema } from '../../contract/make-field.ts';

const schema = makeSchema([makeField('string', { name: 'text', nullable: true })]);
const HEAD_BYTES = 8;

/** A file as the library writes it: the schema stands in its footer alone. */
function fileOf(batches: readonly (readonly string[])[], kind: 'plain' | 'dictionary'): Buffer {
  const type =
    kind === 'plain' ? new arrow.Utf8() : new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32(), 1);
  const stream = arrow.RecordBatchFileWriter.writeAll(
    new arrow.Table(
      new arrow.Schema([new arrow.Field('text', type, true)]),
      batches.map(texts => tableOf(texts, type).batches[0]!),
    ),
  );
  return Buffer.from(stream.toUint8Array(true));
}

const tableOf = (texts: readonly string[], type: arrow.Utf8 | arrow.Dictionary): arrow.Table =>
  new arrow.Table({ text: arrow.vectorFromArray([...texts], type) });

/** The schema message of a stream of the same columns. */
function schemaMessage(kind: 'plain' | 'dictionary'): Buffer {
  const type =
    kind === 'plain' ? new arrow.Utf8() : new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32(), 1);
  const writer = new arrow.RecordBatchStreamWriter();
  writer.reset(undefined, new arrow.Schema([new arrow.Field('text', type, true)]));
  writer.finish();
  const bytes = Buffer.from(writer.toUint8Array(true));
  return bytes.subarray(0, 8 + bytes.readUInt32LE(4));
}

/** The same file with something behind its magic, and its messages in another order, its footer telling where they are now. */
function laidOut(
  file: Buffer,
  front: Uint8Array,
  order: (footer: ReturnType<typeof footerIn>) => readonly Block[],
): Buffer {
  const footer = footerIn(file, 'end');
  const blocks = [...footer.dictionaries, ...footer.batches];
  const end = Math.max(HEAD_BYTES, ...blocks.map(lengthAfter));
  const tail = Buffer.from(file.subarray(end));
  const pieces = [file.subarray(0, HEAD_BYTES), front];
  let at = HEAD_BYTES + front.length;
  for (const block of order(footer)) {
    pieces.push(file.subarray(block.offset, lengthAfter(block)));
    tail.writeBigInt64LE(BigInt(at), placeIn(file.subarray(end), block));
    at += block.metadata_bytes + block.body_bytes;
  }
  return Buffer.concat([...pieces, tail]);
}

const lengthAfter = ({ offset, metadata_bytes, body_bytes }: Block): number =>
  offset + metadata_bytes + body_bytes;

function placeIn(tail: Buffer, { offset, metadata_bytes, body_bytes }: Block): number {
  const written = Buffer.alloc(24);
  written.writeBigInt64LE(BigInt(offset));
  written.writeInt32LE(metadata_bytes, 8);
  written.writeBigInt64LE(BigInt(body_bytes), 16);
  return tail.indexOf(written);
}

function read(bytes: Uint8Array, size = bytes.length): unknown {
  const reader = new ArrowReader(schema);
  const texts: unknown[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const batches = reader.push(bytes.slice(at, at + size));
    if ('kind' in batches) return batches;
    texts.push(...batches.flatMap(batch => rowsOf(schema, batch).map(([text]) => text)));
  }
  return reader.end() ?? texts;
}

const inOrder = ({ dictionaries, batches }: ReturnType<typeof footerIn>) => [...dictionaries, ...batches];
const dictionariesLast = ({ dictionaries, batches }: ReturnType<typeof footerIn>) => [
  ...batches,
  ...dictionaries,
];

const TEXTS = [['a', 'é', 'a'], ['longer than twelve bytes']];
const plain = fileOf(TEXTS, 'plain');
const bare = schemaMessage('plain').subarray(8);

describe('an Arrow file whose schema has no length before it, as polars writes it', () => {
  const file = laidOut(plain, bare, inOrder);

  it.each([1, 3, 64, 100_000])('is read in pieces of %i bytes', size => {
    expect(read(file, size)).toEqual(TEXTS.flat());
  });

  it('is read without records', () => {
    expect(read(laidOut(fileOf([], 'plain'), bare, inOrder))).toEqual([]);
  });

  it('is refused wherever it is cut', () => {
    for (let length = 0; length < file.length; length++)
      expect(read(file.subarray(0, length)), `cut to ${length}`).toMatchObject({
        code: expect.stringMatching(/^(TRUNCATED|MALFORMED)$/),
      });
  });

  it('is refused where the footer has other columns', () => {
    const other = Buffer.from(bare);
    other[other.indexOf('text')] = 0x6e;
    const lenient = new ArrowReader(makeSchema([makeField('string', { name: 'next', nullable: true })]));
    expect(lenient.push(laidOut(plain, other, inOrder))).toHaveLength(2);
    expect(lenient.end()).toMatchObject({ code: 'MALFORMED' });
  });

  it('is none where a message of another kind stands there', () => {
    const [batch] = footerIn(plain, 'end').batches;
    const message = plain.subarray(batch!.offset + 8, batch!.offset + batch!.metadata_bytes);
    expect(read(laidOut(plain, message, inOrder))).toMatchObject({ code: 'MALFORMED', offset: HEAD_BYTES });
  });

  it('is taken nowhere else: not in a stream, nor as a second message', () => {
    expect(read(file.subarray(HEAD_BYTES))).toMatchObject({ kind: 'refused' });
    const twice = Buffer.concat([schemaMessage('plain'), bare]);
    expect(read(laidOut(plain, twice, inOrder))).toMatchObject({ code: 'MALFORMED' });
  });
});

describe('an Arrow file whose batches stand before their dictionary, as the format allows in a file', () => {
  const dictionary = fileOf([['a', 'é', 'a']], 'dictionary');
  const front = schemaMessage('dictionary');
  const file = laidOut(dictionary, front, dictionariesLast);

  it.each([1, 64, 100_000])('is read in pieces of %i bytes', size => {
    expect(read(file, size)).toEqual(['a', 'é', 'a']);
    expect(read(laidOut(dictionary, front, inOrder), size)).toEqual(['a', 'é', 'a']);
  });

  it('is refused wherever it is cut', () => {
    for (let length = 0; length < file.length; length++)
      expect(read(file.subarray(0, length)), `cut to ${length}`).toMatchObject({ kind: 'refused' });
  });

  it('is refused as a stream, where a reader has nothing else than what came before', () => {
    expect(read(file.subarray(HEAD_BYTES))).toMatchObject({ code: 'MALFORMED', row: 0 });
  });

  it('is refused where no dictionary comes, or a second one for the same column', () => {
    expect(read(laidOut(dictionary, front, ({ batches }) => batches))).toMatchObject({ code: 'MALFORMED' });
    const twice = ({ dictionaries, batches }: ReturnType<typeof footerIn>) => [
      ...dictionaries,
      ...batches,
      ...dictionaries,
    ];
    // Before its footer is there, which does not name both.
    expect(new ArrowReader(schema).push(laidOut(dictionary, front, twice))).toMatchObject({
      code: 'MALFORMED',
    });
  });

  it('is refused where its batches, which are read at once, have more than one may have', () => {
    const long = 'x'.repeat(32 << 20);
    const large = fileOf([[long, long, long, long, long]], 'dictionary');
    const twice = ({ dictionaries, batches }: ReturnType<typeof footerIn>) => [
      ...batches,
      ...batches,
      ...dictionaries,
    ];
    expect(new ArrowReader(schema).push(laidOut(large, front, twice))).toMatchObject({
      code: 'ROW_GROUP_TOO_LARGE',
      row: 5,
    });
  });

  it('holds no more than one batch may have', () => {
    const held = new HeldBatches();
    const head = { length: 0, nodes: [], buffers: [], packing: undefined, variadic: [] };
    const frame = {
      message: { kind: 'batch', body_bytes: 0, head },
      body: new Uint8Array(100 << 20),
      offset: 0,
    } as const;
    held.add(frame);
    held.add(frame);
    expect(() => held.add(frame)).toThrow(expect.objectContaining({ code: 'ROW_GROUP_TOO_LARGE' }));
    expect(held.taken()).toHaveLength(2);
    expect(held.isEmpty).toBe(true);
  });
});
