import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { readRecord } from '../change/read-record.ts';
import type { AuthoredChange } from '../change/record.ts';
import { PLACES } from './release-folder.ts';

/** A change record that a release is bound to, with what it says. */
export type ReleaseChange = Pick<AuthoredChange, 'subject' | 'step' | 'class'> & {
  readonly digest: Digest;
  /** The change was only proposed when the release was built. */
  readonly proposed: boolean;
};

/**
 * The change records of a release, from their bytes.
 *
 * @param bytesOf  the record of a digest
 * @faults DIGEST_MISMATCH for other bytes; BOUND_DOCUMENT_FIELD for what is no change record, or one of another subject
 */
export function releaseChanges(
  {
    changeRecords,
    proposed,
  }: { readonly changeRecords: readonly Digest[]; readonly proposed: readonly Digest[] },
  bytesOf: ReadonlyMap<Digest, Uint8Array>,
): readonly ReleaseChange[] | Fault {
  const changes: ReleaseChange[] = [];
  for (const digest of changeRecords) {
    const document = PLACES.change(digest);
    const bytes = bytesOf.get(digest)!;
    const sum = sha256(bytes);
    if (sum !== digest)
      return new Fault('DIGEST_MISMATCH', {
        object: document,
        declared: digest,
        found: sum,
        holds: 'something else',
      });
    const read = readRecord(document, bytes);
    if (read instanceof Fault) return read;
    const { subject, step, class: found } = read.authored;
    if (subject !== (changes[0]?.subject ?? subject)) {
      const problem = 'is another one than that of the other change records';
      return new Fault('BOUND_DOCUMENT_FIELD', { document, path: 'subject', problem });
    }
    changes.push({ subject, step, class: found, digest, proposed: proposed.includes(digest) });
  }
  return changes;
}
