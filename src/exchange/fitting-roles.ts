import type { Json } from '../base/canonical-json.ts';
import type { Kind } from '../contract/field.ts';
import { isFloat } from '../contract/kind-table.ts';
import { type Draft, type DraftField, isWritten, type Written, wordAt } from './draft.ts';
import type { Note } from './note.ts';

/** The roles of a draft that its fields can have; the others are told of, and not kept in part. */
export function fittingRoles(
  { keys }: Draft,
  fields: readonly DraftField[],
  {
    leaveOut,
    unfit: known,
  }: { readonly leaveOut: ReadonlySet<string>; readonly unfit?: ReadonlyMap<string, string> },
  notes: Note[],
): Written {
  const fitting = Object.entries(keys).filter(([role, value]) => {
    const names = namedIn(role, value);
    const why =
      known?.get(role) ??
      names.map(name => unfit(role, name, fields, leaveOut)).find(each => each !== undefined);
    if (why !== undefined) notes.push({ path: '/', what: `${role} ${names.join(', ')}`, why });
    return why === undefined;
  });
  return Object.fromEntries(fitting);
}

/** The fields that a role names; what is written otherwise than a role names none, and is refused as the contract's. */
export function namedIn(role: string, value: Json): readonly string[] {
  const named = role === 'label' ? [value] : Array.isArray(value) ? (value as readonly Json[]) : [];
  const names = role === 'slices' ? named.map(slice => (isWritten(slice) ? slice['field'] : slice)) : named;
  return ['label', 'key', 'slices'].includes(role) ? names.filter(name => typeof name === 'string') : [];
}

function unfit(
  role: string,
  name: string,
  fields: readonly DraftField[],
  leftOut: ReadonlySet<string>,
): string | undefined {
  if (leftOut.has(name)) return `${name} is left out`;
  const field = fields.find(({ keys }) => keys['name'] === name);
  if (role !== 'key' || field === undefined) return undefined;
  const physical = wordAt(field.keys, 'physical');
  if (isFloat(physical as Kind))
    return `${name} is a ${physical}, and two floats that print alike may differ`;
  return Object.keys(field.parts).length > 0
    ? `${name} is a ${physical}, which identifies nothing`
    : undefined;
}
