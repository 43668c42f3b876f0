import { allFields } from '../check-schema.ts';
import type { Field, Kind } from '../field.ts';
import { KIND_TABLE } from '../kind-table.ts';
import type { Schema } from '../schema.ts';
import { countsTime } from '../time-unit.ts';
import type { Path } from '../yaml-document.ts';

/** A field of numbers, with the name that says what they are: a list's, for what it holds. */
export type Measured = { readonly field: Field; readonly path: Path; readonly name: string };

export function measuredFields(schema: Schema): readonly Measured[] {
  const named = new Map(allFields(schema).map(([field, path]) => [path.join('.'), field] as const));
  return allFields(schema)
    .filter(([{ type }]) => isMeasured(type.kind))
    .map(([field, path]) => {
      let at = path;
      while (UNNAMED.has(at.at(-1)!) && at.length > 2) at = at.slice(0, -1);
      return { field, path, name: named.get(at.join('.'))?.name ?? field.name };
    });
}

const UNNAMED: ReadonlySet<string | number> = new Set(['element', 'value']);

const isMeasured = (kind: Kind): boolean =>
  countsTime(kind) || ['integer', 'float', 'decimal'].includes(KIND_TABLE[kind].family);
