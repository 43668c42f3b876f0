import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Codec } from '../codec/codec.ts';
import { bareField } from '../contract/bare-field.ts';
import { batchOf } from '../contract/batch.ts';
import type { Field } from '../contract/field.ts';
import { idsOf } from '../contract/ledger.ts';
import type { Schema } from '../contract/schema.ts';
import type { RecordValues, Value } from '../contract/value.ts';
import { decodedFile } from './decoded-file.ts';
import { type Kept, keptOf } from './kept.ts';
import type { Placed } from './probe.ts';
import {
  BASE,
  cutsOf,
  type Lacking,
  type ProbeForm,
  type SpoiledField,
  type SpoiledRecord,
  typicalName,
  unknownName,
} from './probe-form.ts';
import { type SpoiledColumn, spoiledColumns } from './spoiled-columns.ts';
import { drawnValue } from './typical-piece.ts';

/**
 * Forms in which records are the rows of files, a column a field. What is lawful stands in one file, as far as the file
 * is read; what is not, in a file of its own. Files are made once for a writer, whoever reads them.
 */
export function columnForm(codec: Codec): ProbeForm {
  const alone = (writer: Schema, values: RecordValues): Placed | undefined =>
    placedRows(codec, writer, [values])[0];
  return {
    typical: (writer, seed, name) => typicalFile(codec, writer, seed).get(name)!,
    changed: (writer, seed, changes) => {
      const base = drawn(writer, seed, BASE);
      return placedRows(
        codec,
        writer,
        changes.map(({ index, value }) => base.with(index, value)),
      );
    },
    alone,
    spoiled: (writer, seed, field) =>
      keptOf(FIELDS, writer, `${codec.name} ${seed} ${field.id}`, () =>
        spoiledFields(codec, writer, seed, field),
      ),
    spoiledRecords: (writer, seed) =>
      keptOf(RECORDS, writer, `${codec.name} ${seed}`, () => spoiledRecords(codec, writer, seed)),
  };
}

const TYPICAL: Kept<ReadonlyMap<string, Placed>> = new WeakMap();
const FIELDS: Kept<readonly (SpoiledField | Lacking)[]> = new WeakMap();
const RECORDS: Kept<readonly SpoiledRecord[]> = new WeakMap();

const drawn = ({ fields }: Schema, seed: number, name: string): RecordValues =>
  fields.map(field => drawnValue(field, seed, name));

const typicalFile = (codec: Codec, writer: Schema, seed: number): ReadonlyMap<string, Placed> =>
  keptOf(TYPICAL, writer, `${codec.name} ${seed}`, () => {
    const names = [BASE, ...Array.from({ length: LIMITS.probe_typical_records }, (_, at) => typicalName(at))];
    const rows = names.map(name => drawn(writer, seed, name));
    const placed = placedRows(codec, writer, rows);
    return new Map(
      names.map((name, at) => {
        const one = placed[at];
        if (one === undefined) throw new TypeError(`${codec.name} can't carry a typical record`);
        return [name, one];
      }),
    );
  });

type Row = { readonly at: number; readonly values: RecordValues };

/** A place for each record; undefined where the codec can't carry it. */
function placedRows(
  codec: Codec,
  writer: Schema,
  records: readonly RecordValues[],
): readonly (Placed | undefined)[] {
  const placed = new Array<Placed | undefined>(records.length).fill(undefined);
  let [open, size]: [Row[], number] = [[], 0];
  const close = (): void => {
    if (open.length > 0) placeIn(placed, codec, writer, open);
    [open, size] = [[], 0];
  };
  for (const [at, values] of records.entries()) {
    const own = sizeOf(values);
    if (open.length >= LIMITS.probe_file_rows_max || size + own > LIMITS.probe_file_values_max) close();
    open.push({ at, values });
    size += own;
  }
  close();
  return placed;
}

/** All in one file where that is written and read; a record for which it isn't, by itself. */
function placeIn(placed: (Placed | undefined)[], codec: Codec, writer: Schema, rows: readonly Row[]): void {
  const records = rows.map(({ values }) => values);
  const bytes = codec.encode(writer, batchOf(writer, records));
  const isRead = !(bytes instanceof Fault) && decodedFile(codec, writer, bytes).kind === 'decoded';
  if (isRead || rows.length === 1) {
    if (!(bytes instanceof Fault)) for (const [row, { at }] of rows.entries()) placed[at] = { bytes, row };
    return;
  }
  const half = rows.length >> 1;
  placeIn(placed, codec, writer, rows.slice(0, half));
  placeIn(placed, codec, writer, rows.slice(half));
}

/** How many values that is, texts and binaries by what eight bytes of them are. */
function sizeOf(value: Value | RecordValues): number {
  if (Array.isArray(value))
    return (value as readonly Value[]).reduce<number>((sum, item) => sum + sizeOf(item), 1);
  if (typeof value === 'string' || value instanceof Uint8Array) return 1 + (value.length >> 3);
  return 1;
}

function spoiledFields(
  codec: Codec,
  writer: Schema,
  seed: number,
  field: Field,
): readonly (SpoiledField | Lacking)[] {
  const index = writer.fields.indexOf(field);
  const base = drawn(writer, seed, BASE);
  const own = { field, value: base[index]!, seed };
  return spoiledColumns(codec, own).flatMap((spoiled): readonly (SpoiledField | Lacking)[] => {
    const { kind, name, records } = spoiled;
    const bytes = fileWith(codec, writer, base, index, spoiled);
    if (bytes === undefined) return [{ kind, lacking: true }];
    return [{ kind, name, placed: { bytes, row: 0 }, published: undefined, records }];
  });
}

/** A file of one record, as a producer writes it whose own schema has other columns in the place of one. */
function fileWith(
  codec: Codec,
  writer: Schema,
  base: RecordValues,
  index: number,
  { columns, edited }: Pick<SpoiledColumn, 'columns' | 'edited'>,
): Uint8Array | undefined {
  if (edited === 'lacking') return undefined;
  const fields = writer.fields.toSpliced(index, 1, ...columns.map(({ field }) => field));
  const values = base.toSpliced(index, 1, ...columns.map(({ value }) => value));
  const schema: Schema = { ...writer, fields };
  const bytes = codec.encode(schema, batchOf(schema, [values]));
  return bytes instanceof Fault ? undefined : edited(bytes, index);
}

function spoiledRecords(codec: Codec, writer: Schema, seed: number): readonly SpoiledRecord[] {
  const base = drawn(writer, seed, BASE);
  const bytes = placedRows(codec, writer, [base])[0]!.bytes;
  const spoiled = (made: Uint8Array, records: SpoiledRecord['records']) => ({
    placed: { bytes: made, row: 0 },
    published: undefined,
    records,
  });
  const cuts = cutsOf(bytes).map(
    (at): SpoiledRecord => ({
      kind: 'truncated',
      name: `${at}`,
      // The last byte of a file ends it, and is of no value in it.
      ...spoiled(bytes.subarray(0, at), at === bytes.length - 1 ? 'whole' : 'nothing'),
    }),
  );
  const trailing = spoiled(Buffer.concat([bytes, Uint8Array.of(0)]), 'whole');
  const extra = { columns: [{ field: unknownField(writer), value: 7n }], edited: (made: Uint8Array) => made };
  const added = fileWith(codec, writer, base, writer.fields.length, extra);
  return [
    ...cuts,
    { kind: 'trailing', name: 'byte', ...trailing },
    ...(added === undefined
      ? []
      : [{ kind: 'unknown-field' as const, name: 'added', ...spoiled(added, 'whole') }]),
  ];
}

/** A producer is ahead of the registry: it writes a field its registered version doesn't have. */
const unknownField = (writer: Schema): Field =>
  bareField(
    1 + idsOf(writer).reduce((most, { id }) => Math.max(most, id), 0),
    unknownName(writer),
    { kind: 'int64' },
    'number',
  );
