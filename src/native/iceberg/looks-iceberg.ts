import type { Json } from '../../base/canonical-json.ts';
import { isMetadata } from './parse-iceberg.ts';

/** Whether a document is the schema or the metadata of an Iceberg table: only a contract's fields have ids besides. */
export function looksIceberg(value: Json): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const document = value as { readonly [key: string]: Json };
  if (isMetadata(document)) return 'schemas' in document || 'schema' in document;
  if (document['type'] !== 'struct' && document['type'] !== undefined) return false;
  const { fields, schema } = document;
  // A contract has fields with ids as well, and names its subject.
  if (typeof schema === 'string') return false;
  if (!Array.isArray(fields)) return false;
  return document['type'] === 'struct' ? fields.every(isField) : fields.length > 0 && fields.every(isField);
}

/** Only an id: what else is wrong with it is told when it is read. */
const isField = (value: Json): boolean => typeof value === 'object' && value !== null && 'id' in value;
