import * as z from 'zod';
import type { Json } from '../../base/canonical-json.ts';
import { DIGEST } from '../../contract/contract-shape.ts';

/** The first line of a backup. */
export const BACKUP_FORMAT = 'assay.backup/1';

const JSON_VALUE = z.custom<Json>(value => value !== undefined, 'a JSON value');
const COUNT = z.int().min(0);
const NAME = z.string();

/**
 * What a line may be. Objects come first, each under its digest; then the scopes, each followed by its refs and its
 * journal; and at the end how much there was, with the digest of all lines before it.
 */
export const BackupLine = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('backup'), format: z.literal(BACKUP_FORMAT) }),
  z.strictObject({ what: z.literal('object'), digest: DIGEST, base64: z.base64() }),
  z.strictObject({ what: z.literal('scope'), scope: NAME, seq: COUNT, refs: COUNT }),
  z.strictObject({ what: z.literal('ref'), name: NAME, generation: z.int().min(1), value: JSON_VALUE }),
  z.strictObject({
    what: z.literal('entry'),
    seq: z.int().min(1),
    opId: NAME,
    kind: NAME,
    request: DIGEST,
    answer: z.custom<{ readonly kind: string; readonly [fact: string]: Json }>(
      value => typeof value === 'object' && value !== null && 'kind' in value,
      'an answer',
    ),
    at_ms: z.int(),
  }),
  z.strictObject({ what: z.literal('end'), objects: COUNT, scopes: COUNT, lines: DIGEST }),
]);
export type BackupLine = z.output<typeof BackupLine>;
