import type { Json } from '../../base/canonical-json.ts';
import { isAttributes } from './attributes.ts';
import { AVRO_PRIMITIVES } from './type.ts';

/** Whether a document is an Avro schema and can't be one of another format; `{"type": "string"}` could be two. */
export function looksAvro(value: Json): boolean {
  if (typeof value === 'string' || Array.isArray(value)) return true;
  if (!isAttributes(value) || '$schema' in value || typeof value['type'] !== 'string') return false;
  const { type } = value;
  if (NAMED.includes(type)) return 'name' in value;
  if (type === 'array') return 'items' in value;
  if (type === 'map') return 'values' in value;
  return (AVRO_PRIMITIVES as readonly string[]).includes(type);
}

const NAMED: readonly string[] = ['record', 'error', 'enum', 'fixed'];
