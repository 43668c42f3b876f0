import * as z from 'zod';
import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { readStrictJson } from '../../base/strict-json.ts';
import { shapeProblem } from '../../contract/shape-problem.ts';

/** A DSSE envelope: bytes of which somebody signed the pre-authentication encoding. */
export type Envelope = {
  readonly payload: Uint8Array;
  /** Which key made each is found by trying: what an envelope calls a key is a hint and decides nothing. */
  readonly signatures: readonly Uint8Array[];
};

/** The only type of payload there is. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** The one text of an envelope with these signatures, as it is kept. */
export const envelopeBytes = (
  payload: Uint8Array,
  signatures: readonly { readonly keyid: string; readonly sig: Uint8Array }[],
): Uint8Array =>
  Buffer.from(
    canonicalJson({
      payloadType: PAYLOAD_TYPE,
      payload: Buffer.from(payload).toString('base64'),
      signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig: Buffer.from(sig).toString('base64') })),
    }),
    'utf8',
  );

/**
 * The form of the envelope alone. That its payload means anything is found when the signatures hold.
 *
 * @param document  what the bytes are called in a fault
 * @faults ATTESTATION_PARSE
 */
export function readEnvelope(document: string, bytes: Uint8Array): Envelope | Fault<'ATTESTATION_PARSE'> {
  const refuse = (path: string, problem: string) =>
    new Fault('ATTESTATION_PARSE', { document, path, problem });
  if (bytes.length > LIMITS.envelope_bytes_max)
    return refuse('(the envelope)', `has more than ${LIMITS.envelope_bytes_max} bytes`);
  const read = readStrictJson(bytes);
  if (read.kind !== 'read') return refuse('(the envelope)', `is no JSON at byte ${read.offset}`);
  const parsed = ENVELOPE.safeParse(read.value as Json);
  if (!parsed.success) {
    const found = shapeProblem(ENVELOPE, parsed.error);
    const path = found.path.join('.') || '(the envelope)';
    return found.kind === 'unknown'
      ? refuse(found.key.slice(0, LIMITS.echoed_chars_max), 'is a key that no envelope has')
      : refuse(path, `must be ${found.expected}`);
  }
  const { payload, signatures } = parsed.data;
  return { payload, signatures: signatures.map(({ sig }) => sig) };
}

/** Standard or URL-safe, as DSSE lets a signer choose; never anything that two texts are. */
const base64 = (what: string) =>
  z.string().transform((text, context): Uint8Array => {
    const bytes = Buffer.from(text, 'base64');
    const isExact =
      text === bytes.toString('base64') || text.replace(/=+$/, '') === bytes.toString('base64url');
    if (isExact) return bytes;
    context.addIssue({ code: 'custom', message: what });
    return z.NEVER;
  });

export const ENVELOPE = z.strictObject({
  payloadType: z.literal(PAYLOAD_TYPE),
  payload: base64('base64'),
  signatures: z
    .array(
      z.strictObject({
        keyid: z.string().max(LIMITS.echoed_chars_max).optional(),
        sig: base64('base64 of a signature'),
      }),
    )
    .min(1)
    .max(LIMITS.envelope_signatures_max),
});
