import type { Digest } from '../base/digest.ts';
import type { Place } from '../base/fault.ts';
import type { Authored } from './authored.ts';
import type { FieldId } from './field.ts';
import { type Governed, governanceDigest } from './governance.ts';
import type { Members } from './members.ts';
import type { Schema } from './schema.ts';

/** The authored file of one version, parsed. */
export type Contract = Governed & {
  readonly subject: string;
  readonly version: number;
  readonly schema: Schema;
  /** Digest of the canonical JSON of `schema`. */
  readonly recordSchema: Digest;
  readonly authored: Authored;
  readonly members: Members;
  /** Retired ids that come back as what they were, and the place that says so. */
  readonly restores: ReadonlyMap<FieldId, Place>;
  /** Where its schema line is written; undefined of a schema that nobody wrote. */
  readonly place: Place | undefined;
  /** Where each field, nested ones included, is written, for findings that point at the file. */
  readonly places: ReadonlyMap<FieldId, Place>;
  readonly doc: string | undefined;
  /** The digest of what stands beside its schema, where its document was read and has it; else it is to be computed. */
  readonly governanceKept?: Digest | undefined;
};

export const governanceDigestOf = (contract: Contract): Digest =>
  contract.governanceKept ?? governanceDigest(contract);
