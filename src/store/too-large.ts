import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';

/** The first object beyond what a store keeps. */
export function tooLarge(objects: readonly Uint8Array[]): Fault | undefined {
  const most = LIMITS.object_bytes_max;
  const large = objects.find(bytes => bytes.length > most);
  return large && new Fault('OBJECT_TOO_LARGE', { bytes: large.length, most });
}
