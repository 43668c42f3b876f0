import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { Side } from '../../src/matrix/cell.ts';
import { recordWeight, smallerValues, weightOf } from '../../src/matrix/shrink.ts';
import { failingSamples, writeSamples } from '../../src/service/save-samples.ts';
import { shrinkProbe } from '../../src/service/shrink-probe.ts';
import { valuesOf } from '../contract/any-nested.ts';
import { makeField, makeList } from '../contract/make-field.ts';
import { inProcess, run } from '../matrix/run.ts';
import { field, side, V3, V4 } from '../matrix/schemas.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function samplesOf(writer: Side, reader: Side, codec: 'avro' | 'json') {
  const report = await run({ writers: [writer], readers: [reader], codecs: [codec] });
  const contracts = new Map([writer, reader].map(one => [one.version, one]));
  const samples = await failingSamples(inProcess, 's', report, contracts);
  if (samples instanceof Fault) throw samples;
  return samples;
}

describe('the smallest record that shows a failure', () => {
  it('is one second read as one millisecond, and nothing beside it', async () => {
    const samples = await samplesOf(V3, V4, 'avro');
    expect(samples.map(({ file }) => file)).toEqual([
      'avro-v3-v4-response_latency_ms-silent-change.json',
      'avro-v3-v4-outcome-refused-TYPE_MISMATCH.json',
    ]);
    expect(samples[0]!.document).toMatchObject({
      base64: Buffer.from([2, 0]).toString('base64'),
      record: [
        { name: 'response_latency_ms', value: 1, unit: 's' },
        { name: 'outcome', value: 0 },
      ],
      sample: { read: { value: 1, unit: 'ms' }, expected: { value: 1000, unit: 'ms' } },
    });
    // Zero seconds are zero milliseconds; the refusal needs no more than a record.
    expect(samples[1]!.document['record']).toMatchObject([{ value: 0 }, { value: 0 }]);
  });

  it('is the same whoever makes it anew, because it comes from the seed', async () => {
    expect(await samplesOf(V4, V3, 'json')).toEqual(await samplesOf(V4, V3, 'json'));
  });

  it('leaves out all of a list and of a text that the failure does not need', async () => {
    const beside = [
      field(2, 'note', 'string'),
      makeList(makeField('int32'), 0, 9, { id: 3, name: 'tags' }),
      field(5, 'other', 'float64', { nullable: true }),
    ];
    const [writer, reader] = [
      side(1, field(1, 'a', 'int64', { logical: 'duration', unit: V3.schema.fields[0]!.unit }), ...beside),
      side(2, field(1, 'a', 'int64', { logical: 'duration', unit: V4.schema.fields[0]!.unit }), ...beside),
    ];
    const [sample] = await samplesOf(writer, reader, 'json');
    const text = Buffer.from(String(sample!.document['base64']), 'base64').toString();
    expect(JSON.parse(text)).toEqual({ a: 1, note: '', tags: [], other: null });
  });

  it('is of nothing where the probe does not show the failure', async () => {
    const cell = { writer: 3, reader: 4, codec: 'avro', reason: 'supported' } as const;
    const failure = { field: 23, outcome: 'refused', code: 'NO_SUCH_CODE' } as const;
    const ask = { cell, writer: V3, reader: V4, seed: 1, failure };
    expect(await shrinkProbe(inProcess, { ...ask, probe: 'typical/0' })).toBeUndefined();
    expect(await shrinkProbe(inProcess, { ...ask, probe: 'no such probe' })).toBeUndefined();
  });

  it('is written as a file of its own', async () => {
    const folder = path.join(temporaryFolder(), 'samples');
    const samples = await samplesOf(V3, V4, 'avro');
    expect(writeSamples(folder, samples, 'mark')).toEqual(samples.map(({ file }) => file));
    expect(readdirSync(folder).sort()).toEqual(samples.map(({ file }) => file).sort());
    expect(JSON.parse(readFileSync(path.join(folder, samples[0]!.file), 'utf8'))).toEqual(
      samples[0]!.document,
    );
    expect(writeSamples(path.join(folder, samples[0]!.file), samples, 'mark')).toMatchObject({
      code: 'FILE_UNWRITABLE',
    });
  });
});

describe('a value made smaller', () => {
  it('is always smaller, so that making it smaller comes to an end', () => {
    const fields = [
      makeField('int64'),
      makeField('string', { nullable: true }),
      makeField('bytes'),
      makeField('float64'),
      makeList(makeField('string'), 0, 5),
    ];
    const any = fc.constantFrom(...fields).chain(one => fc.tuple(fc.constant(one), valuesOf(one)));
    fc.assert(
      fc.property(any, ([one, value]) => {
        for (const smaller of smallerValues(one, value))
          expect(weightOf(smaller)).toBeLessThan(weightOf(value));
        expect(recordWeight([value])).toBe(weightOf(value));
      }),
      { numRuns: 100 },
    );
  });

  it('stays in range, and in its vocabulary, where it was', () => {
    const ranged = makeField('int32', { range: { min: 5n, max: 900n } });
    expect(smallerValues(ranged, 700)[0]).toBe(5);
    expect(smallerValues(ranged, 700)).not.toContain(0);
  });
});
