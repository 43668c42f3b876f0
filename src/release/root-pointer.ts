import * as z from 'zod';
import { canonicalJson } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { DigestText, readBoundDocument } from './bound-document.ts';

const POINTER_SCHEMA = 'training.shard.release.pointer.v1';
const Pointer = z.strictObject({ schema: z.literal(POINTER_SCHEMA), root: DigestText });

/**
 * The root digest that stands beside a manifest, so that a changed byte is found by somebody who was told no root. Who
 * can change both files is stopped only by a root from elsewhere.
 *
 * @faults those of `readBoundDocument`
 */
export function parseRootPointer(bytes: Uint8Array): Digest | Fault {
  const read = readBoundDocument('release.json', POINTER_SCHEMA, Pointer, bytes);
  return read instanceof Fault ? read : read.root;
}

export const rootPointerBytes = (root: Digest): Uint8Array =>
  Buffer.from(canonicalJson({ schema: POINTER_SCHEMA, root }), 'utf8');
