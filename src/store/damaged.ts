import type { Json } from '../base/canonical-json.ts';

/** What stands in a database is not what this store wrote: said by who reads a row, told as STORE_CORRUPT. */
export class Damaged extends Error {}

/** A text this store wrote as JSON and that no longer is. @faults STORE_CORRUPT, through `Damaged` */
export function storedJson(text: unknown): Json {
  try {
    return JSON.parse(text as string) as Json;
  } catch {
    throw new Damaged('a stored value is no JSON');
  }
}
