import * as z from 'zod';
import { DIGEST, LONG_DEFAULT } from './contract-shape.ts';

/** A JSON Schema, as data. */
export type JsonSchema = { [key: string]: unknown };

/**
 * A shape as JSON Schema (draft 2020-12), for the values a YAML 1.2 reader makes of a document. It accepts all that the
 * shape accepts. Where it can't say what the shape asks it asks less, and never more: a whole number may be written
 * `17.0`, a length counts code points, and what a refinement asks is left to the parser.
 */
export function shapeJsonSchema(shape: z.ZodType): JsonSchema {
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any', override: stated });
  return plain(schema) as JsonSchema;
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

const stated: Override = ({ zodSchema, jsonSchema, path }) => {
  if (zodSchema === DIGEST) Object.assign(jsonSchema, { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' });
  if (zodSchema._zod.def.type === 'bigint') Object.assign(jsonSchema, wholeNumber(zodSchema));
  // The short form of a default is any value; a map is always the long form.
  if (path.at(-2) === 'properties' && DEFAULTS.has(path.at(-1)!))
    Object.assign(jsonSchema, { anyOf: [longDefault(), { not: { type: 'object' } }] });
};

function longDefault(): JsonSchema {
  const { $schema: _, ...schema } = shapeJsonSchema(LONG_DEFAULT);
  return schema;
}

const DEFAULTS: ReadonlySet<string | number> = new Set(['default', 'writeDefault']);

function wholeNumber({ _zod: { def } }: z.core.$ZodType): JsonSchema {
  const bounds = (def.checks ?? []).flatMap(({ _zod: check }) => {
    const key = BOUNDS[check.def.check];
    const { value } = check.def as { readonly value?: unknown };
    // Who asks for no more than what a double holds asks for no bound.
    return key === undefined || typeof value !== 'bigint' || value === UNBOUND ? [] : [[key, Number(value)]];
  });
  return { type: 'integer', ...Object.fromEntries(bounds) };
}

const BOUNDS: Readonly<Record<string, string>> = { greater_than: 'minimum', less_than: 'maximum' };
const UNBOUND = BigInt(Number.MAX_SAFE_INTEGER);

/** As a document by itself: every integer is a number, and only the outermost schema says its dialect. */
function plain(schema: unknown, key = ''): unknown {
  if (Array.isArray(schema))
    return (
      key === 'type' && schema.includes('number') ? schema.filter(type => type !== 'integer') : schema
    ).map(each => plain(each));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([name]) => name !== '~standard');
  return Object.fromEntries(entries.map(([name, value]) => [name, plain(value, name)]));
}
