import { describe, expect, it } from 'vitest';
import { agreesOnBytes, agreesOnSchemas, agreesOnValues } from '../compat/avro/avsc-oracle.ts';

describe('a verdict on Avro bytes, against another implementation, at length', () => {
  it('resolves wherever wire holds, and refuses wherever it does not', () => {
    const { held, refused } = agreesOnSchemas(40_000);
    expect(Math.min(held, refused), 'both happen').toBeGreaterThan(1_000);
  });

  it('decodes every value that was written wherever wire holds', () =>
    expect(agreesOnBytes(40_000)).toBeGreaterThan(20_000));

  it('reads what was written as equal values wherever read holds too', () =>
    expect(agreesOnValues(40_000)).toBeGreaterThan(2_000));
});
