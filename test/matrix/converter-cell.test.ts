import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { avroCodec } from '../../src/codec/avro.ts';
import type { Codec } from '../../src/codec/codec.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import { encodings } from '../../src/contract/encoding.ts';
import type { Field } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { ConversionPlan } from '../../src/convert/conversion-plan.ts';
import { planConversion } from '../../src/convert/plan-conversion.ts';
import { type ConverterFindings, runConverter } from '../../src/matrix/converter-cell.ts';
import { makeField, makeSchema, unit } from '../contract/make-field.ts';
import { parsed, planOf, sideOf } from '../convert/converters.ts';

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
): ConverterFindings => runConverter(plan, codecs, new Map(), 17);

const totalsAddUp = ({ probes, told, refusals }: ConverterFindings): void => {
  const { total, converted, refused, skipped, unmade } = probes;
  expect(converted + refused + skipped + unmade).toBe(total);
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
    expect(runConverter(plan, CODECS, new Map(), 18).evidence).not.toBe(found(plan).evidence);
    expect(runConverter(plan, CODECS.slice(0, 1), new Map(), 17).key).not.toBe(found(plan).key);
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
    const r50k = encodings().get('r50k_base')!;
    const tokens = planConversion(
      { ...sideOf(1, makeSchema([makeField('string', { logical: 'text' })])), tokenizer: r50k.digest },
      { ...sideOf(2, makeSchema([makeField('int32', { logical: 'count' })])), tokenizer: r50k.digest },
      parsed(['{id: 1, steps: [{kind: retokenise, gives: length}]}']),
      new Map([[r50k.digest, r50k]]),
    ) as ConversionPlan;
    const findings = found(tokens);
    expect(findings.failures[0]).toEqual({
      probe: 'typical/0',
      what: 'internal',
      codec: null,
      field: null,
      code: null,
    });
  });
});
