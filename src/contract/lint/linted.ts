import type * as z from 'zod';
import type { Digest } from '../../base/digest.ts';
import type { Contract } from '../contract.ts';
import type { CONTRACT_FILE } from '../contract-shape.ts';
import type { FieldId } from '../field.ts';
import type { Subject } from '../subject.ts';
import type { YamlDocument } from '../yaml-document.ts';

/** A contract that parses, as a careful reviewer reads it: what it says, how it is written, and what stands around it. */
export type Linted = {
  readonly document: YamlDocument;
  readonly written: z.output<typeof CONTRACT_FILE>;
  readonly contract: Contract;
  readonly subject: Subject;
  /** The version before this one. */
  readonly previous: Contract | undefined;
  /** Fields whose id stood for something else in a version before this one. */
  readonly takenForAnother: ReadonlySet<FieldId>;
  /** Vocabularies whose file gives no code to some term. */
  readonly codesByPlace: ReadonlySet<Digest>;
};
