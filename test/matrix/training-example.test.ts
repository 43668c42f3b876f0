import { describe, expect, it } from 'vitest';
import { plainProcess } from '../../src/engine/plain-process.ts';
import type { CellReport, RanCell } from '../../src/matrix/cell-report.ts';
import { PLAIN_CODECS } from '../../src/matrix/plain-lane.ts';
import { matrixDigest } from '../../src/matrix/report.ts';
import { run, runCell } from './run.ts';
import { V3, V4 } from './schemas.ts';

const [LATENCY, OUTCOME] = [17, 23];
const evidence = (cell: RanCell, id: number) => cell.fields.find(({ field }) => field === id)!;
const ran = (cell: CellReport | undefined): RanCell => {
  if (cell?.kind !== 'ran') throw new Error('the cell did not run');
  return cell;
};

describe('training.example, version 3 read as version 4', () => {
  it('shows seconds read as milliseconds, with the value that would have been true', async () => {
    const { sample, rules } = evidence(await runCell(V3, V4, 'avro'), LATENCY);
    expect(rules).toContain('FIELD_UNIT_SAME');
    expect(sample).toMatchObject({
      kind: 'typical',
      written: { unit: 's' },
      read: { unit: 'ms', value: sample!.written!.value },
      expected: { unit: 'ms', value: (sample!.written!.value as number) * 1000 },
    });
    expect(sample!.written!.value).not.toBe(0);
  });

  it('sees the latency change in silence although the record is refused for its label, because each is read alone', async () => {
    const cell = await runCell(V3, V4, 'avro');
    const typical = cell.lanes.plain;
    expect(typical.outcomes).toMatchObject({
      same: 0,
      converted: 0,
      'silent-change': 0,
      refused: typical.probes,
    });
    expect(evidence(cell, LATENCY).alone!.plain.outcomes['silent-change']).toBeGreaterThan(0);
    const outcome = evidence(cell, OUTCOME);
    expect(outcome.sample).toBeNull();
    expect(outcome.alone!.plain.codes).toEqual({ TYPE_MISMATCH: outcome.alone!.plain.probes });
    expect(cell).toMatchObject({ encoding: 'fails', meaning: 'fails' });
  });

  it('shows that an ordinary JSON reader does the same to the latency, and refuses the label', async () => {
    const cell = await runCell(V3, V4, 'json');
    expect(evidence(cell, LATENCY).sample).toMatchObject({
      kind: 'typical',
      written: { unit: 's' },
      read: { unit: 'ms' },
    });
    expect(evidence(cell, OUTCOME)).toMatchObject({
      sample: null,
      alone: { plain: { codes: { SCHEMA_TYPE: 18 } } },
    });
  });

  it.each(['arrow', 'parquet'] as const)(
    'shows that an ordinary %s reader does so too, and takes the code of the label for the text it wants',
    async codec => {
      const cell = await runCell(V3, V4, codec);
      const { sample } = evidence(cell, LATENCY);
      expect(sample).toMatchObject({
        kind: 'typical',
        written: { unit: 's' },
        read: { unit: 'ms', value: sample!.written!.value },
        expected: { unit: 'ms', value: (sample!.written!.value as number) * 1000 },
      });
      expect(evidence(cell, OUTCOME).sample).toMatchObject({
        kind: 'typical',
        read: { value: { kind: 'number' } },
      });
      // A file of columns has types of its own, and nobody holds them against what a reader expects.
      expect(cell).toMatchObject({ encoding: 'passes', meaning: 'fails', disagreements: [], broken: [] });
    },
  );

  it.each(PLAIN_CODECS)('refuses both fields in the guarded lane, for %s', async codec => {
    const cell = await runCell(V3, V4, codec);
    for (const [id, code] of [
      [LATENCY, 'UNIT_CHANGED'],
      [OUTCOME, 'LABEL_TYPE_CHANGED'],
    ] as const) {
      const { guarded } = evidence(cell, id).alone!;
      expect(guarded.outcomes).toMatchObject({ refused: guarded.probes, 'silent-change': 0, crash: 0 });
      expect(guarded.codes[code]).toBeGreaterThan(0);
      expect(cell.refusals).toContainEqual({ code, field: id, probe: 'typical/0', offset: null });
    }
  });

  it('has nothing to say against the round trip of either version', async () => {
    for (const codec of PLAIN_CODECS)
      for (const version of [V3, V4]) {
        const cell = await runCell(version, version, codec);
        expect(cell).toMatchObject({ encoding: 'passes', meaning: 'passes', broken: [], disagreements: [] });
      }
  });

  it('finds the same in a child process, and the same again, because a report is evidence by its digest', async () => {
    const ask = { writers: [V3], readers: [V3, V4], proposed: 4, codecs: PLAIN_CODECS };
    const [here, there] = [await run(ask), await run({ ...ask, plain: plainProcess() })];
    expect(matrixDigest(there)).toBe(matrixDigest(here));
    expect(here.conditions).toEqual(['INCOMPLETE']);
    expect(here.cells.filter(({ kind }) => kind === 'ran').map(cell => ran(cell).cell.reason)).toEqual([
      ...PLAIN_CODECS.map(() => 'old-writer-new-reader'),
    ]);
  });
});
