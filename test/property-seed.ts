import fc from 'fast-check';

/**
 * Set up before each test file. Properties have other cases each time, unless ASSAY_SEED names the ones to try: what fails
 * prints its seed, and its counterexample in full.
 */
const given = process.env['ASSAY_SEED'];
if (given !== undefined) {
  if (!/^-?\d{1,10}$/.test(given)) throw new RangeError(`ASSAY_SEED is no whole number: ${given}`);
  fc.configureGlobal({ seed: Number(given) });
}
