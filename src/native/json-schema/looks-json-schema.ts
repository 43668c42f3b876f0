import type { Json } from '../../base/canonical-json.ts';
import { isJsonObject } from './resolve-ref.ts';

/** Whether a document is a JSON Schema and can't be one of another format. */
export function looksJsonSchema(value: Json): boolean {
  if (typeof value === 'boolean') return true;
  if (!isJsonObject(value)) return false;
  if (typeof value['$schema'] === 'string') return value['$schema'].includes('json-schema.org');
  const { type } = value;
  if (type === 'struct' || 'symbols' in value || Array.isArray(value['fields'])) return false;
  if (typeof value['items'] === 'string' || 'format-version' in value) return false;
  return TELLING.some(key => key in value) || type === 'object' || Array.isArray(type) || isTyped(type);
}

const TELLING = ['$ref', '$defs', 'definitions', 'properties', 'allOf', 'anyOf', 'oneOf', 'enum', 'const'];

const isTyped = (type: Json | undefined): boolean =>
  typeof type === 'string' && ['string', 'integer', 'number', 'boolean', 'array', 'null'].includes(type);
