import { describe, expect, it } from 'vitest';
import { agreesOnBytes, agreesOnSchemas, agreesOnValues } from '../compat/avro/avsc-oracle.ts';

describe('a verdict on Avro bytes, against another implementation, at length', () => {
  it('resolves wherever wire holds, and refuses wherever it does not', () => {
    const { held, refused } = agreesOnSchemas(20_000);
    expect(Math.min(held, refused), 'both happen').toBeGreaterThan(600);
  });

  it('decodes every value that was written wherever wire holds', () =>
    expect(agreesOnBytes(6_000)).toBeGreaterThan(4_000));

  it('reads what was written as equal values wherever read holds too', () =>
    expect(agreesOnValues(20_000)).toBeGreaterThan(1_000));
});
