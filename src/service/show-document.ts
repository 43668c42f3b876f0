import { isUtf8 } from 'node:buffer';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { ReadStore } from '../store/port.ts';
import { OBJECT_KINDS, type ObjectKind, queryObject } from './query-objects.ts';

/** A stored document, by its digest. */
export type ShownDocument = {
  readonly digest: Digest;
  /** `file`: what was authored, as it was written. */
  readonly kind: ObjectKind | 'file';
  readonly text: string;
};

/**
 * What the store keeps under a digest: a change record, a report, a schema, or a file it was authored in. What stored
 * evidence withholds of guarded fields was withheld when it was stored.
 *
 * @faults OBJECT_UNKNOWN OBJECT_OTHER_KIND, and those of the store
 */
export async function showDocument(store: ReadStore, digest: Digest): Promise<ShownDocument | Fault> {
  const bytes = await store.getObject(digest);
  if (bytes instanceof Fault) return bytes;
  if (!isUtf8(bytes)) return new Fault('OBJECT_OTHER_KIND', { digest, kind: 'document' });
  const text = Buffer.from(bytes).toString('utf8');
  for (const kind of OBJECT_KINDS) {
    const found = await queryObject(store, kind, digest);
    if (!(found instanceof Fault)) return { digest, kind, text };
    if (found.code !== 'OBJECT_OTHER_KIND') return found;
  }
  return { digest, kind: 'file', text };
}
