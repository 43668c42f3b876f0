import type { Json } from '../../base/canonical-json.ts';
import { type Path, type Problem, problemAt } from '../problem.ts';
import type { AvroLogical } from './logical.ts';
import type { AvroProps } from './type.ts';

/** A JSON object of a schema document. */
export type Attributes = { readonly [key: string]: Json };

export const isAttributes = (value: Json): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the specification gives a meaning to, by the thing it is said of. */
const MEANT = {
  primitive: ['type'],
  array: ['type', 'items'],
  map: ['type', 'values'],
  record: ['type', 'name', 'namespace', 'aliases', 'doc', 'fields'],
  enum: ['type', 'name', 'namespace', 'aliases', 'doc', 'symbols', 'default'],
  fixed: ['type', 'name', 'namespace', 'aliases', 'doc', 'size'],
  field: ['name', 'type', 'doc', 'default', 'order', 'aliases'],
} as const;

/** The attributes left over. A logical type that was taken is none of them; one that did not fit stays here. */
export function propsOf(
  thing: keyof typeof MEANT,
  attributes: Attributes,
  logical: AvroLogical | undefined,
): AvroProps {
  const meant: readonly string[] = MEANT[thing];
  const taken = logical === undefined ? [] : LOGICAL[logical.kind];
  const left = Object.entries(attributes).filter(([key]) => !meant.includes(key) && !taken.includes(key));
  return left.length === 0 ? NONE : Object.fromEntries(left);
}

const NONE: AvroProps = {};

const LOGICAL: Readonly<Record<AvroLogical['kind'], readonly string[]>> = {
  decimal: ['logicalType', 'precision', 'scale'],
  other: ['logicalType'],
};

export function textAt(attributes: Attributes, key: string, path: Path): string | undefined | Problem {
  const value = attributes[key];
  if (value === undefined || typeof value === 'string') return value;
  return problemAt('AVRO_SHAPE', [...path, key], { expected: 'a text' });
}

/** A list of names; none where nothing is written. */
export function namesAt(
  attributes: Attributes,
  key: string,
  isLawful: (text: string) => boolean,
  path: Path,
): readonly string[] | Problem {
  const value = attributes[key];
  if (value === undefined) return [];
  if (!Array.isArray(value)) return problemAt('AVRO_SHAPE', [...path, key], { expected: 'a list of names' });
  const names: string[] = [];
  for (const [index, name] of (value as readonly Json[]).entries()) {
    if (typeof name !== 'string' || !isLawful(name))
      return problemAt('AVRO_NAME', [...path, key, index], {
        name: typeof name === 'string' ? name.slice(0, 200) : 'what is no text',
      });
    names.push(name);
  }
  return names;
}
