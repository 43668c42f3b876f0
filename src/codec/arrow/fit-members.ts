import type { Data } from 'apache-arrow';
import type { Field, FieldId } from '../../contract/field.ts';
import type { Body } from './body.ts';
import type { Fit } from './column-data.ts';
import { filledColumn } from './filled.ts';
import { type FitContext, fitColumn } from './fit-column.ts';
import { FitStop } from './fit-stop.ts';
import type { IpcField } from './ipc-schema.ts';
import { counts, type Lane } from './lane.ts';
import { unknownColumn } from './unknown-column.ts';

/** How often each field was absent, and had its default instead. */
export class Fills {
  readonly absent = new Map<FieldId, number>();

  add(field: FieldId, rows: number): void {
    if (rows > 0) this.absent.set(field, (this.absent.get(field) ?? 0) + rows);
  }
}

/** The columns of a record, or of a struct in one, in the order of its fields. */
export type FitMembers = (body: Body, lane: Lane) => readonly Data[];

/**
 * Fields and columns meet by id where the file has ids, else by name: by both, a file could say two things.
 *
 * @throws FitStop UNKNOWN_FIELD, MISSING_FIELD, DUPLICATE_KEY
 */
export function fitMembers(
  holder: FieldId | undefined,
  fields: readonly Field[],
  columns: readonly IpcField[],
  context: FitContext,
): FitMembers {
  const places = placesOf(holder, fields, columns);
  const fits: readonly Fit[] = columns.map((column, at) => fitColumn(fields[places[at]!]!, column, context));
  const filled = fields.flatMap((field, place) => {
    if (places.includes(place)) return [];
    if (field.default.kind === 'none') throw new FitStop('MISSING_FIELD', field.id);
    return { field, place, value: field.default.value };
  });
  return (body, lane) => {
    const made = new Array<Data>(fields.length);
    for (const [at, toField] of fits.entries()) made[places[at]!] = toField(body, lane);
    for (const { field, place, value } of filled) {
      made[place] = filledColumn(field, value, lane.length);
      context.fills.add(field.id, liveRows(lane));
    }
    return made;
  };
}

/** Which field each column is of. */
function placesOf(
  holder: FieldId | undefined,
  fields: readonly Field[],
  columns: readonly IpcField[],
): readonly number[] {
  const hasIds = columns.some(({ id }) => id !== undefined);
  const places = new Map(fields.map(({ id, name }, place) => [hasIds ? id : name, place]));
  const taken = new Set<number>();
  return columns.map(({ id, name }) => {
    const place = places.get(hasIds ? (id ?? '') : name);
    if (place === undefined) throw unknownColumn(holder, fields, { name, id }, hasIds);
    if (taken.has(place)) throw new FitStop('DUPLICATE_KEY', fields[place]!.id);
    taken.add(place);
    return place;
  });
}

function liveRows(lane: Lane): number {
  if (lane.live === undefined) return lane.length;
  let rows = 0;
  for (let row = 0; row < lane.length; row++) if (counts(lane, row)) rows++;
  return rows;
}
