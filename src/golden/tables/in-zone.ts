import { TIME_UNITS } from '../../contract/time-unit.ts';
import type { Value } from '../../contract/value.ts';
import type { Table, TypedColumn } from './typed-column.ts';
import { momentsOf, type WallClock } from './wall-clock.ts';

export type TwoTables = { readonly old: Table; readonly new: Table };

/** Columns that say what a clock showed, beside moments in the other file, as the moments at which that clock showed it. */
export function inZone(tables: TwoTables, clock: WallClock | undefined): TwoTables {
  if (clock === undefined) return tables;
  const read = (table: Table, other: Table): Table => {
    const moments = new Set(
      other.columns.filter(column => zoneIn(column) === 'instant').map(({ name }) => name),
    );
    return {
      ...table,
      columns: table.columns.map(column =>
        zoneIn(column) === 'local' && moments.has(column.name) ? asMoments(column, clock) : column,
      ),
    };
  };
  return { old: read(tables.old, tables.new), new: read(tables.new, tables.old) };
}

const zoneIn = ({ type }: TypedColumn): string | undefined =>
  type.kind === 'timestamp' ? type.zone : undefined;

function asMoments(column: TypedColumn, clock: WallClock): TypedColumn {
  const { type } = column;
  if (type.kind !== 'timestamp') return column;
  const counts = TIME_UNITS[type.unit];
  const [skipped, twice]: [number[], number[]] = [[], []];
  const cells = (column.cells as readonly (bigint | null)[]).map((cell, row): Value => {
    if (cell === null) return null;
    const rest = ((cell % counts) + counts) % counts;
    const [first, second] = momentsOf(clock, Number((cell - rest) / counts));
    if (first === undefined) {
      skipped.push(row);
      return null;
    }
    if (second !== undefined) twice.push(row);
    return BigInt(first) * counts + rest;
  });
  return {
    ...column,
    type: { ...type, zone: 'instant' },
    cells,
    clock: { zone: clock.name, skipped, twice },
  };
}
