/** What a change must keep, to every version that still has data, writers or readers. */
export type Compatibility = (typeof COMPATIBILITIES)[number];

export const COMPATIBILITIES = ['backward', 'forward', 'full'] as const;

/** What keeps both promises. */
export const bothPromised = (some: Compatibility, other: Compatibility = some): Compatibility =>
  some === other ? some : 'full';

/** Whether the second gives up something that the first promises. */
export const isLowered = (from: Compatibility, to: Compatibility): boolean => bothPromised(from, to) !== to;
