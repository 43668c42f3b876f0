import type { Data } from 'apache-arrow';
import { bitAt, presenceOf } from '../../contract/batch.ts';
import type { Field, FieldId } from '../../contract/field.ts';
import { taken } from '../../contract/take.ts';
import { type Body, valuesIn } from './body.ts';
import type { Fit } from './column-data.ts';
import { FitStop } from './fit-stop.ts';
import type { Dictionary, IpcField } from './ipc-schema.ts';
import { counts, type Lane, wholeLane } from './lane.ts';
import { settled, validityOf } from './validity.ts';

/** A column of places in a list of values that stands apart. @throws FitStop TYPE_MISMATCH */
export function placedIn(field: Field, { bits, signed }: Dictionary, read: (asker: FieldId) => Data): Fit {
  const Places = PLACES[`${signed ? '' : 'u'}${bits}`];
  if (Places === undefined) throw new FitStop('TYPE_MISMATCH', field.id);
  return (body, lane) => {
    const validity = validityOf({ ...field, nullable: true }, body, lane);
    const buffer = body.buffer(field.id);
    const from = valuesIn(Places, buffer, lane.length, field.id);
    const values = read(field.id);
    body.spend(4 * lane.length, field.id);
    const places = new Int32Array(lane.length).fill(-1);
    for (let row = 0; row < lane.length; row++) {
      if (!counts(validity.lane, row)) continue;
      const place = Number(from[row]!);
      if (place < 0 || place >= values.length)
        throw new FitStop('MALFORMED', field.id, lane.rowOf(row), buffer.offset + (bits / 8) * row);
      places[row] = place;
    }
    return atPlaces(field, values, places, lane, body, buffer.offset);
  };
}

/** A column of values that each stand for a run of rows, and of where the runs end. @throws FitStop TYPE_MISMATCH */
export function repeatedTo(field: Field, ends: IpcField, toValues: Fit): Fit {
  const Ends = ends.type.kind === 'int' && ends.type.signed ? PLACES[String(ends.type.bits)] : undefined;
  if (Ends === undefined || ends.dictionary !== undefined) throw new FitStop('TYPE_MISMATCH', field.id);
  return (body, lane) => {
    if (body.node(field.id).length !== lane.length) throw new FitStop('MALFORMED', field.id);
    const runs = wholeLane(body.nextLength(field.id));
    validityOf({ ...field, nullable: false }, body, runs);
    const buffer = body.buffer(field.id);
    const last = valuesIn(Ends, buffer, runs.length, field.id);
    const values = toValues(body, runs);
    body.spend(4 * lane.length, field.id);
    const places = new Int32Array(lane.length);
    let row = 0;
    for (let run = 0; run < runs.length; run++) {
      const end = Number(last[run]!);
      if (end <= row) throw new FitStop('MALFORMED', field.id, undefined, buffer.offset);
      for (; row < Math.min(end, lane.length); row++) places[row] = run;
    }
    if (row < lane.length) throw new FitStop('TRUNCATED', field.id, undefined, buffer.offset);
    return atPlaces(field, values, places, lane, body, buffer.offset);
  };
}

function atPlaces(
  field: Field,
  values: Data,
  places: Int32Array,
  lane: Lane,
  body: Body,
  offset: number,
): Data {
  const present = presenceOf(values);
  const bitmap = new Uint8Array((lane.length + 7) >> 3);
  let nulls = 0;
  for (let row = 0; row < lane.length; row++)
    if (places[row]! >= 0 && (present === undefined || present(places[row]!)))
      bitmap[row >> 3]! |= 1 << (row & 7);
    else nulls++;
  if (nulls > 0) settled(field, bitmap, nulls, lane, offset);
  // Under a null that nobody reads a blank stands, whatever was pointed to.
  if (!field.nullable) for (let row = 0; row < lane.length; row++) if (!bitAt(bitmap, row)) places[row] = -1;
  return taken(field, values, places, bytes => body.spend(bytes, field.id));
}

type Places = (new (
  buffer: ArrayBufferLike,
  offset: number,
  length: number,
) => ArrayLike<number | bigint>) & { readonly BYTES_PER_ELEMENT: number };

const PLACES: Readonly<Record<string, Places>> = {
  8: Int8Array,
  16: Int16Array,
  32: Int32Array,
  64: BigInt64Array,
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  u64: BigUint64Array,
};
