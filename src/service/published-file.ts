import path from 'node:path';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { nearest } from '../contract/nearest.ts';
import { DOCUMENTS, publishedFile } from '../contract/published-schema.ts';
import { readFile } from './read-file.ts';

/** The published schemas lie beside the program, in its sources and in what is built of them. */
const HOME = path.join(import.meta.dirname, '..', '..');

/** The bytes of the published JSON Schema of a document. @faults JSON_SCHEMA_UNKNOWN, and those of `readFile` */
export function publishedBytes(name: string): Uint8Array | Fault {
  const document = DOCUMENTS.find(each => each === name);
  if (document === undefined) {
    const shown = name.slice(0, LIMITS.echoed_chars_max);
    return new Fault('JSON_SCHEMA_UNKNOWN', {
      name: shown,
      nearest: nearest(shown, DOCUMENTS),
      known: DOCUMENTS.join(', '),
    });
  }
  return readFile(HOME, `json-schema/${publishedFile(document)}`, LIMITS.document_bytes_max);
}
