import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { readEnvelope } from '../change/approval/envelope.ts';
import { isSignedBy, publicKeyOf } from '../change/approval/key.ts';
import { readStatement } from '../change/approval/statement.ts';
import type { ApprovalEntry } from '../change/approval/tally.ts';
import type { ReadStore } from '../store/port.ts';

/**
 * The envelopes that hold what is kept of them: the key signed this change, in that role. What a store says of a signature is no
 * signature. @faults those of the store
 */
export async function soundEnvelopes(
  store: ReadStore,
  entries: readonly ApprovalEntry[],
  change: Digest,
): Promise<ReadonlySet<Digest> | Fault> {
  const sound = new Set<Digest>();
  const broken = new Set<Digest>();
  for (const { envelope, publicKey, role } of entries) {
    const bytes = await store.getObject(envelope);
    if (bytes instanceof Fault && bytes.code !== 'OBJECT_UNKNOWN') return bytes;
    const read = bytes instanceof Fault ? bytes : readEnvelope(envelope, bytes);
    const statement = read instanceof Fault ? read : readStatement(envelope, read.payload);
    const key = publicKeyOf(publicKey);
    const isSound =
      !(read instanceof Fault) &&
      !(statement instanceof Fault) &&
      key !== undefined &&
      statement.change === change &&
      statement.role === role &&
      read.signatures.some(signature => isSignedBy(key, read.payload, signature));
    (isSound ? sound : broken).add(envelope);
  }
  for (const envelope of broken) sound.delete(envelope);
  return sound;
}
