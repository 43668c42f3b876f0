/**
 * A share as a person reads it: `81 %`, `26.8 %`, `99.9 %`.
 *
 * Counts decide and shares only illustrate, so a share never rounds into a certainty: `100 %` is said of all, `0 %` of
 * none, and of nothing at all no share is said.
 */
export function shareText(count: number, total: number, digits = 1): string {
  if (total === 0) return 'none of 0';
  if (count === total) return '100 %';
  if (count === 0) return '0 %';
  const step = 10 ** -digits;
  const rounded = Number(((100 * count) / total).toFixed(digits));
  if (rounded >= 100) return `${Number((100 - step).toFixed(digits))} %`;
  return rounded === 0 ? `under ${step} %` : `${rounded} %`;
}
