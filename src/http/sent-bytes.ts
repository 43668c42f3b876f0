import { Fault } from '../base/fault.ts';

/**
 * The bytes that stand in a body as text or as base64.
 *
 * @param where  what a fault calls the place
 * @faults SHAPE
 */
export function sentBytes(
  where: string,
  { text, base64 }: { readonly text?: string | undefined; readonly base64?: string | undefined },
): Uint8Array | Fault<'SHAPE'> {
  if (text !== undefined)
    return base64 === undefined
      ? Buffer.from(text, 'utf8')
      : new Fault('SHAPE', { where, expected: 'either text or base64' });
  if (base64 === undefined) return new Fault('SHAPE', { where, expected: 'either text or base64' });
  const bytes = Buffer.from(base64, 'base64');
  // Node reads past what is none, and would make other bytes of it.
  return bytes.toString('base64') === base64
    ? bytes
    : new Fault('SHAPE', {
        where: `${where}.base64`,
        expected: 'base64 as RFC 4648 has it, with padding',
      });
}
