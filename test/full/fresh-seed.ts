import fc from 'fast-check';

/**
 * Other cases each time, as many as there are runs of this suite: what fails prints its seed and its path, and
 * `ASSAY_SEED=<seed>` runs the same cases again.
 */
export function freshSeed(): void {
  const given = process.env['ASSAY_SEED'];
  if (given !== undefined) fc.configureGlobal({ seed: Number(given) });
}
