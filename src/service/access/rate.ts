/** How fast somebody may ask: so much at once, and so much a second after that. */
export type Rate = { readonly atOnce: number; readonly perSecond: number };

/** When all that was taken will have been made good; one that is full has a moment of the past. */
export type Bucket = { readonly full_ms: number };

export type Taken =
  | { readonly kind: 'taken'; readonly bucket: Bucket }
  | { readonly kind: 'empty'; readonly bucket: Bucket; readonly wait_ms: number };

export const FULL: Bucket = { full_ms: Number.NEGATIVE_INFINITY };

export const isFull = ({ full_ms }: Bucket, now_ms: number): boolean => full_ms <= now_ms;

/**
 * Takes one, or says how long it is until there is one. A moment is kept and no amount, so that a thousand looks at it
 * round nothing away; a clock that goes backwards fills nothing, and empties no more than there was.
 */
export function take({ atOnce, perSecond }: Rate, bucket: Bucket, now_ms: number): Taken {
  const each_ms = 1_000 / perSecond;
  const full_ms = Math.min(Math.max(bucket.full_ms, now_ms), now_ms + atOnce * each_ms);
  const wait_ms = full_ms - now_ms - (atOnce - 1) * each_ms;
  // Sums of doubles: a millionth of a millisecond is none.
  return wait_ms <= 1e-6
    ? { kind: 'taken', bucket: { full_ms: full_ms + each_ms } }
    : { kind: 'empty', bucket: { full_ms }, wait_ms: Math.ceil(wait_ms - 1e-6) };
}
