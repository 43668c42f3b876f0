import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base/limits.ts';
import { BASE, typicalName } from '../../src/matrix/probe-form.ts';
import { CODECS, probesOfAll, runCell, triedCell } from './run.ts';
import { field, listOf, schemaOf, side, unit, V3 } from './schemas.ts';

const columnar = ['arrow', 'parquet'] as const;

describe('probes in files of columns', () => {
  it.each(columnar)('stand together as far as the file is read, in %s', name => {
    const schema = schemaOf(
      field(1, 'n', 'int32'),
      field(2, 'words', listOf(field(3, 'element', 'string'), 0, 3)),
    );
    const { probes } = probesOfAll(schema, schema, CODECS[name].probes, 1);
    const files = new Map(probes.map(({ id, bytes }) => [id, bytes]));
    const odd = probes.find(({ kind }) => kind === 'over-long')!;
    const rows = probes.filter(({ bytes }) => bytes === odd.bytes);
    // It is refused, and would have hidden what becomes of every other.
    expect(rows).toEqual([odd]);
    expect(files.get('extreme/1/0')).toBe(files.get('extreme/1/2147483647'));
    expect(files.get('typical/0')).toBe(files.get('typical/7'));
  });

  it.each(columnar)('are made once for a writer, whoever reads them, in %s', name => {
    const form = CODECS[name].probes;
    const [one, other] = [form.typical(V3.schema, 1, BASE), form.typical(V3.schema, 1, typicalName(0))];
    expect(other.bytes).toBe(one.bytes);
    expect([one.row, other.row]).toEqual([0, 1]);
    expect(form.typical(V3.schema, 2, BASE).bytes).not.toBe(one.bytes);
  });

  it('never put more records in a file than are bounded', () => {
    const schema = schemaOf(field(1, 'n', 'int32'));
    const changes = Array.from({ length: LIMITS.probe_file_rows_max + 1 }, (_, value) => ({
      index: 0,
      value,
    }));
    const placed = CODECS.arrow.probes.changed(schema, 1, changes);
    expect(new Set(placed.map(one => one!.bytes)).size).toBe(2);
    expect(placed.at(-1)!.row).toBe(0);
  });

  it.each(columnar)('are read to the last bit where a float is no number, in %s', async name => {
    const version = side(
      1,
      ...(['float16', 'float32', 'float64'] as const).map((kind, at) => field(at + 1, kind, kind)),
    );
    const trials = (await triedCell(version, version, name, 1)).flatMap(part => part.trials);
    const odd = trials.filter(({ probe }) => ['nan', 'infinity', 'extreme'].includes(probe.kind));
    expect(odd.length).toBeGreaterThan(18);
    expect(new Set(odd.map(({ judged }) => judged.outcome))).toEqual(new Set(['same']));
  });

  it('leave out what the file has no number for, and say so', () => {
    const schema = schemaOf(
      field(1, 'at', { kind: 'timestamp', zone: 'instant' }, { unit: unit('s') }),
      field(2, 'text', 'string'),
    );
    const gapsIn = (name: 'arrow' | 'parquet') => probesOfAll(schema, schema, CODECS[name].probes, 1).gaps;
    expect(gapsIn('arrow')).toEqual([{ kind: 'overflow', field: 1, reason: 'codec' }]);
    expect(gapsIn('parquet')).toContainEqual({ kind: 'extreme', field: 1, reason: 'codec' });
    expect(gapsIn('parquet')).toContainEqual({ kind: 'dictionary', field: 2, reason: 'codec' });
  });

  it('show a time in seconds read as milliseconds, where a file can have seconds at all', async () => {
    const [writer, reader] = ['s', 'ms'].map((code, at) =>
      side(at + 1, field(1, 'at', { kind: 'time' }, { unit: unit(code) })),
    );
    const [arrow, parquet] = [
      await runCell(writer!, reader!, 'arrow'),
      await runCell(writer!, reader!, 'parquet'),
    ];
    expect(arrow.ordinary.plain).toBe('silent-change');
    // Parquet has milliseconds, of either.
    expect(parquet.ordinary.plain).toBe('converted');
  });
});
