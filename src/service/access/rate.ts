/** How fast somebody may ask: so much at once, and so much a second after that. */
export type Rate = { readonly atOnce: number; readonly perSecond: number };

/** How long it is, from a moment on, until all that was taken has been made good. */
export type Bucket = { readonly owed_ms: number; readonly at_ms: number };

export type Taken =
  | { readonly kind: 'taken'; readonly bucket: Bucket }
  | { readonly kind: 'empty'; readonly bucket: Bucket; readonly wait_ms: number };

export const fullAt = (now_ms: number): Bucket => ({ owed_ms: 0, at_ms: now_ms });

/** Takes one, or says how long it is until there is one. A clock that goes backwards fills nothing, and takes nothing. */
export function take({ atOnce, perSecond }: Rate, bucket: Bucket, now_ms: number): Taken {
  const each_ms = 1_000 / perSecond;
  const owed_ms = Math.max(0, bucket.owed_ms - Math.max(0, now_ms - bucket.at_ms));
  const wait_ms = owed_ms - (atOnce - 1) * each_ms;
  // Sums of doubles: a thousandth of a millisecond is none.
  return wait_ms <= 1e-3
    ? { kind: 'taken', bucket: { owed_ms: owed_ms + each_ms, at_ms: now_ms } }
    : { kind: 'empty', bucket: { owed_ms, at_ms: now_ms }, wait_ms: Math.ceil(wait_ms - 1e-3) };
}
