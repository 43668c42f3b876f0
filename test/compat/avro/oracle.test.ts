import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAvroPair } from './any-avro.ts';
import { agreesOnBytes, agreesOnSchemas, agreesOnValues } from './avsc-oracle.ts';
import { compareAvro } from './compare-avro.ts';

describe('a verdict on bytes, against another implementation', () => {
  it('resolves wherever wire holds, and refuses wherever it does not', () => {
    const { held, refused } = agreesOnSchemas(600);
    expect(Math.min(held, refused), 'both happen').toBeGreaterThan(10);
  });

  it('decodes every value that was written wherever wire holds', () =>
    expect(agreesOnBytes(200)).toBeGreaterThan(50));

  it('reads what was written as equal values wherever read holds too', () =>
    expect(agreesOnValues(150)).toBeGreaterThan(5));

  it('finds nothing between any schema and itself', () => {
    fc.assert(
      fc.property(anyAvroPair, ([schema]) => {
        const { class: verdict, findings } = compareAvro(schema, schema);
        expect({ verdict, findings }).toEqual({ verdict: 'identical', findings: [] });
      }),
      { numRuns: 100 },
    );
  });
});
