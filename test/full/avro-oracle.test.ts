import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreesOnBytes, agreesOnSchemas, agreesOnValues } from '../compat/avro/avsc-oracle.ts';

// One set of cases, the same each time: a change is judged by what it changed. Other seeds are tried by hand.
fc.configureGlobal({ seed: 5 });

describe('a verdict on Avro bytes, against another implementation, at length', () => {
  it('resolves wherever wire holds, and refuses wherever it does not', () => {
    const { held, refused } = agreesOnSchemas(6_000);
    expect(Math.min(held, refused), 'both happen').toBeGreaterThan(150);
  });

  it('decodes every value that was written wherever wire holds', () =>
    expect(agreesOnBytes(2_500)).toBeGreaterThan(800));

  it('reads what was written as equal values wherever read holds too', () =>
    expect(agreesOnValues(300)).toBeGreaterThan(10));
});
