import type { Apart } from '../codec/apart.ts';

/** Records set apart as threads hand them to each other: many of them for one reason, which is told once. */
export type ApartWire = {
  readonly rows: Int32Array;
  /** Of each, which of the reasons. */
  readonly reasons: Int32Array;
  readonly known: readonly Omit<Apart, 'row'>[];
};

export function packedApart(records: readonly Apart[]): ApartWire {
  const [rows, reasons] = [new Int32Array(records.length), new Int32Array(records.length)];
  const known: Omit<Apart, 'row'>[] = [];
  const places = new Map<string, number>();
  for (const [at, record] of records.entries()) {
    const text = `${record.field} ${record.code} ${record.reason} ${record.key}`;
    let place = places.get(text);
    if (place === undefined) {
      const { row: _, ...reason } = record;
      place = known.push(reason) - 1;
      places.set(text, place);
    }
    rows[at] = record.row;
    reasons[at] = place;
  }
  return { rows, reasons, known };
}

export const unpackedApart = ({ rows, reasons, known }: ApartWire): readonly Apart[] =>
  Array.from(rows, (row, at) => ({ row, ...known[reasons[at]!]! }));
