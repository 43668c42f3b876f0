import type { RecordBatch } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base/limits.ts';
import { avroCodec } from '../../src/codec/avro.ts';
import type { Codec } from '../../src/codec/codec.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { applyChain, chainOf } from '../../src/convert/chain.ts';
import type { ConversionPlan } from '../../src/convert/conversion-plan.ts';
import { type ConverterFindings, runConverter } from '../../src/matrix/converter-cell.ts';
import { converterProbes } from '../../src/matrix/converter-probes.ts';
import type { ConverterAnswer } from '../../src/matrix/converter-trial.ts';
import { makeField, makeSchema, unit } from '../contract/make-field.ts';
import { planOf } from '../convert/converters.ts';

const quantity = (code: string, given: Partial<Field> = {}): Field =>
  makeField('int64', { unit: unit(code), logical: 'quantity', ...given });
const SECONDS = makeSchema([quantity('s', { range: { min: 0n, max: 1_000_000n } })]);
const MILLISECONDS = makeSchema([quantity('ms', { range: { min: 0n, max: 600_000n } })]);
const TO_MS = ['{id: 1, steps: [{kind: unit, to: ms}]}'];

const CODECS = [
  { name: 'avro', codec: avroCodec },
  { name: 'json', codec: jsonCodec },
] as const;
const found = (
  plan: ConversionPlan,
  codecs: Parameters<typeof runConverter>[1] = CODECS,
  seed = 17,
  answer: (batch: RecordBatch) => ConverterAnswer = converted(plan),
): ConverterFindings => {
  const trial = runConverter(plan, codecs, seed);
  for (let next = trial.next(); ; next = trial.next(answer(next.value)))
    if (next.done === true) return next.value;
};
const converted =
  (plan: ConversionPlan) =>
  (batch: RecordBatch): ConverterAnswer => ({ kind: 'converted', done: applyChain(chainOf([plan]), batch) });

const totalsAddUp = ({ probes, told, refusals }: ConverterFindings): void => {
  const { total, refused, skipped, unmade, failed } = probes;
  expect(probes.converted + refused + skipped + unmade + failed).toBe(total);
  expect(told).toHaveLength(total);
  expect(refusals.reduce((sum, each) => sum + each.probes, 0)).toBe(refused);
};

describe('a converter in the matrix', () => {
  it('makes of each probe of its old version a record that every codec reads back, or says why not', () => {
    const findings = found(planOf(SECONDS, MILLISECONDS, TO_MS));
    totalsAddUp(findings);
    expect(findings.verdict).toBe('passes');
    expect(findings.probes.converted).toBeGreaterThan(0);
    expect(findings.refusals.map(({ code }) => code)).toContain('RANGE');
    for (const { same, uncarried } of findings.codecs)
      expect(same + uncarried).toBe(findings.probes.converted);
    expect(findings.told[0]).toMatchObject({ probe: 'typical/0' });
  });

  it('says how many ordinary records it refuses, because it would refuse most of all data', () => {
    const narrow = makeSchema([quantity('ms', { range: { min: 0n, max: 1n } })]);
    const { ordinary, verdict } = found(planOf(SECONDS, narrow, TO_MS));
    expect(ordinary.converted).toBeLessThan(ordinary.total);
    expect(verdict).toBe('passes');
  });

  it('counts what `where` passes over by itself', () => {
    const plan = planOf(SECONDS, SECONDS, [], 'where: "value == 1"\n');
    const findings = found(plan);
    totalsAddUp(findings);
    expect(findings.probes.skipped).toBeGreaterThan(0);
  });

  it('is no failure where a form has none for a value: nobody could write it', () => {
    const floats = makeSchema([makeField('float64', { logical: 'number', nan: 'value' })]);
    const findings = found(planOf(floats, floats, []));
    expect(findings.codecs.find(({ codec }) => codec === 'json')!.uncarried).toBeGreaterThan(0);
    expect(findings.codecs.find(({ codec }) => codec === 'avro')!.uncarried).toBe(0);
    expect(findings.verdict).toBe('passes');
  });

  it('finds the same again, and under another seed tries other records', () => {
    const plan = planOf(SECONDS, MILLISECONDS, TO_MS);
    expect(found(plan)).toEqual(found(plan));
    expect(found(plan, CODECS, 18).evidence).not.toBe(found(plan).evidence);
    expect(found(plan, CODECS.slice(0, 1)).key).not.toBe(found(plan).key);
  });

  it('adds up whatever the numbers may be, and nothing of it ever fails', () =>
    fc.assert(
      fc.property(
        fc.bigInt(-1000n, 1000n),
        fc.bigInt(0n, 10n ** 9n),
        fc.boolean(),
        fc.constantFrom('ms', 'min', 'h'),
        (min, width, nullable, to) => {
          const nulls = nullable ? { nullable, nullMeans: 'unknown' as const } : {};
          const from = makeSchema([quantity('s', nulls)]);
          const into = makeSchema([quantity(to, { range: { min, max: min + width }, ...nulls })]);
          const findings = found(planOf(from, into, [`{id: 1, steps: [{kind: unit, to: ${to}}]}`]));
          totalsAddUp(findings);
          expect(findings.failures).toEqual([]);
        },
      ),
      { numRuns: 25 },
    ));
});

describe('what must never be', () => {
  const plan = planOf(SECONDS, MILLISECONDS, TO_MS);
  /** A codec that reads something else than what was written. */
  const reading = (
    other: (schema: Schema, rows: ReturnType<typeof rowsOf>) => ReturnType<typeof rowsOf>,
  ): Codec => ({
    ...jsonCodec,
    decode: (schema, bytes) => {
      const decoded = jsonCodec.decode(schema, bytes);
      if (decoded.kind === 'refused') return decoded;
      const batch = batchOf(schema, other(schema, rowsOf(schema, decoded.batch)));
      return { ...decoded, batch, rows: batch.numRows };
    },
  });
  const failing = (codec: Codec): ConverterFindings => found(plan, [{ name: 'json', codec }]);

  it('is a record of the new version that breaks it', () => {
    const findings = failing(reading((_, rows) => rows.map(() => [600_001n])));
    expect(findings.verdict).toBe('fails');
    expect(findings.failures[0]).toEqual({
      probe: 'typical/0',
      what: 'breaks-schema',
      codec: 'json',
      field: 1,
      code: 'RANGE',
    });
  });

  it('is another value than was written, or another number of records', () => {
    const other = failing(reading((_, rows) => rows.map(([value]) => [value === 0n ? 1n : 0n])));
    expect(other.failures[0]).toMatchObject({ what: 'reads-otherwise', field: 1 });
    const fewer = failing(reading((_, rows) => rows.slice(1)));
    expect(fewer.failures[0]).toMatchObject({ what: 'reads-otherwise', field: null });
  });

  it('is told of the probe it happened with, and of no other', () => {
    const one = failing(reading((_, rows) => rows.map(([value]) => (value === 0n ? [1n] : [value!]))));
    const zero = one.told.filter(({ outcome }) => outcome === 'converted').length - one.codecs[0]!.same;
    expect(one.failures.map(({ what }) => what)).toEqual(new Array(zero).fill('reads-otherwise'));
    expect(zero).toBeGreaterThan(0);
    expect(one.codecs[0]!.same).toBeGreaterThan(0);
  });

  it('is a codec that throws, or a conversion that does', () => {
    const thrower: Codec = {
      ...jsonCodec,
      encode: () => {
        throw new RangeError('no room');
      },
    };
    expect(failing(thrower).failures[0]).toMatchObject({ what: 'internal', codec: 'json' });
    const threw = found(plan, CODECS, 17, () => ({ kind: 'threw' }));
    totalsAddUp(threw);
    expect(threw.probes.failed).toBe(threw.probes.total - threw.probes.unmade);
    expect(threw.failures[0]).toEqual({
      probe: 'typical/0',
      what: 'internal',
      codec: null,
      field: null,
      code: null,
    });
  });
});

describe('a function that comes to no answer', () => {
  const plan = planOf(SECONDS, MILLISECONDS, TO_MS);
  const asConverted = converted(plan);
  const valuesIn = (batch: RecordBatch): readonly bigint[] =>
    rowsOf(SECONDS, batch).map(([value]) => value as bigint);
  const ended = (code: string): ConverterAnswer => ({ kind: 'ended', code });

  it('is sought among the probes, and all others are told as they ended', () => {
    const whole = found(plan);
    const lone = valuesIn(
      batchOf(
        SECONDS,
        converterProbes(SECONDS, MILLISECONDS, 17).map(p => p.values),
      ),
    );
    const wrong = lone.find((value, at) => at > 0 && lone.indexOf(value) === lone.lastIndexOf(value))!;
    const findings = found(plan, CODECS, 17, batch =>
      valuesIn(batch).includes(wrong) ? ended('FUNCTION_THREW') : asConverted(batch),
    );
    totalsAddUp(findings);
    expect(findings.verdict).toBe('fails');
    expect(findings.probes.failed).toBe(1);
    const { probe } = converterProbes(SECONDS, MILLISECONDS, 17)
      .map(({ id, values }) => ({ probe: id, value: values[0] }))
      .find(({ value }) => value === wrong)!;
    expect(findings.failures).toEqual([
      { probe, what: 'function-ends', codec: null, field: null, code: 'FUNCTION_THREW' },
    ]);
    expect(findings.told.filter(one => one.probe !== probe)).toEqual(
      whole.told.filter(one => one.probe !== probe),
    );
  });

  it('fails though it answers each half, because it then answers by chance', () => {
    let asks = 0;
    const findings = found(plan, CODECS, 17, batch =>
      asks++ === 0 ? ended('FUNCTION_NOT_DETERMINISTIC') : asConverted(batch),
    );
    totalsAddUp(findings);
    expect(findings).toMatchObject({
      verdict: 'fails',
      failures: [{ what: 'function-ends', code: 'FUNCTION_NOT_DETERMINISTIC' }],
      probes: { converted: 0 },
    });
  });

  it('is sought no further where each ask costs its whole time, or was in vain often enough', () => {
    const asksOf = (code: string): number => {
      let asks = 0;
      const findings = found(plan, CODECS, 17, () => {
        asks++;
        return ended(code);
      });
      totalsAddUp(findings);
      expect(findings.verdict).toBe('fails');
      return asks;
    };
    expect(asksOf('FUNCTION_LATE')).toBe(1);
    expect(asksOf('FUNCTION_MEMORY')).toBe(1);
    // The first ordinary record alone has no answer.
    expect(asksOf('FUNCTION_ENDED')).toBe(2);
    let asks = 0;
    const odd = found(plan, CODECS, 17, batch => {
      asks++;
      return batch.numRows === 1 && asks === 2 ? asConverted(batch) : ended('FUNCTION_ENDED');
    });
    totalsAddUp(odd);
    expect(asks).toBeGreaterThan(LIMITS.converter_ended_asks_max - 1);
    expect(asks).toBeLessThan(3 * LIMITS.converter_ended_asks_max);
  });
});
