import type { Json } from '../../base/canonical-json.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Digest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import type { ReadStore, StoredScope } from '../../store/port.ts';
import { digestsIn, textOfBytes } from '../digests-in.ts';

/**
 * Every object that the refs and journals of the scopes name, and every one that such an object names, each once. A digest
 * that stands anywhere counts: too much is kept rather than too little. Digests of what no store keeps (a request, a file
 * of data) name nothing.
 *
 * @faults those of `getObject` but OBJECT_UNKNOWN
 */
export async function* referredObjects(
  store: ReadStore,
  scopes: readonly StoredScope[],
): AsyncGenerator<{ readonly digest: Digest; readonly bytes: Uint8Array } | Fault> {
  const seen = new Set<Digest>();
  const left: Digest[] = [];
  const look = (text: string): void => {
    for (const digest of digestsIn(text)) {
      if (seen.has(digest)) continue;
      seen.add(digest);
      left.push(digest);
    }
  };
  for (const { refs, entries } of scopes) {
    for (const [name, { value }] of refs) look(`${name} ${canonicalJson(value)}`);
    for (const { answer } of entries) look(canonicalJson(answer as Json));
  }
  for (let digest = left.pop(); digest !== undefined; digest = left.pop()) {
    const bytes = await store.getObject(digest);
    if (bytes instanceof Fault && bytes.code === 'OBJECT_UNKNOWN') continue;
    if (bytes instanceof Fault) return yield bytes;
    look(textOfBytes(bytes));
    yield { digest, bytes };
  }
}
