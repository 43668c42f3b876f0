import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import type { PlainReaders } from '../../src/engine/port.ts';
import { announcedBy } from '../../src/matrix/announced.ts';
import type { CellReport, RanCell } from '../../src/matrix/cell-report.ts';
import { controlTasks, type Disagreement, disagreementsOf } from '../../src/matrix/disagreement.ts';
import { planCells } from '../../src/matrix/plan-cells.ts';
import { matrixDocument, matrixReport } from '../../src/matrix/report.ts';
import { expectedValue } from '../../src/matrix/shown.ts';
import { answered, inProcess, run, runCell, triedCell } from './run.ts';
import { field, listOf, side, V3, V4 } from './schemas.ts';

const pairs = (cells: ReturnType<typeof planCells>) =>
  cells.map(cell => [cell.writer, cell.reader, cell.reason]);

describe('the plan of cells', () => {
  it('asks for the row, the column and the round trip of a proposal', () =>
    expect(pairs(planCells({ writers: [3, 1, 2], readers: [2, 3], proposed: 4, codecs: ['avro'] }))).toEqual([
      [1, 4, 'old-writer-new-reader'],
      [2, 4, 'old-writer-new-reader'],
      [3, 4, 'old-writer-new-reader'],
      [4, 2, 'new-writer-current-reader'],
      [4, 3, 'new-writer-current-reader'],
      [4, 4, 'round-trip'],
    ]));

  it('does not ask twice when the proposal already stands among them', () =>
    expect(pairs(planCells({ writers: [3, 4], readers: [4], proposed: 4, codecs: ['avro'] }))).toEqual([
      [3, 4, 'old-writer-new-reader'],
      [4, 4, 'round-trip'],
    ]));

  it('asks for every pair, in every codec, when nothing is proposed', () =>
    expect(planCells({ writers: [1, 2], readers: [2, 3], codecs: ['avro', 'json'] })).toHaveLength(8));
});

describe('the report', () => {
  it('expects nothing of a list whose elements became another kind of thing', () => {
    const numbers = listOf(field(3, 'element', 'float32'), 1, 2);
    const parts = field(1, 'parts', listOf(field(2, 'element', numbers), 1, 2));
    const bytes = field(1, 'parts', listOf(field(2, 'element', 'bytes'), 1, 2));
    expect(expectedValue(parts, [[1, 2]], bytes)).toBeUndefined();
    expect(expectedValue(parts, [[1, 2]], parts)).toEqual({ value: [[1, 2]], unit: null });
  });

  it('is incomplete when a cell has no writer or reader to run it with, because a blank is no pass', async () => {
    const expected = planCells({ writers: [2, 3], readers: [3, 9], codecs: ['avro'] });
    const report = await run({ writers: [V3], readers: [V3], expect: expected });
    expect(report.conditions).toEqual(['INCOMPLETE']);
    expect(report.cells.map(cell => (cell.kind === 'blank' ? cell.why : cell.kind))).toEqual([
      'no-writer',
      'no-writer',
      'ran',
      'no-reader',
    ]);
  });

  it('is incomplete when a reader gave no answer, and when there is no cell at all', async () => {
    const forgetful: PlainReaders = {
      parquet: inProcess.parquet,
      read: async tasks => {
        const answers = await inProcess.read(tasks);
        return answers instanceof Error ? answers : answers.slice(1);
      },
    };
    const report = await run({ writers: [V3], readers: [V3], plain: forgetful });
    expect(report).toMatchObject({
      conditions: ['INCOMPLETE'],
      cells: [{ kind: 'blank', why: 'no-answer' }],
    });
    expect((await run({})).conditions).toEqual(['INCOMPLETE']);
  });

  it('holds for versions that mean the same', async () => {
    const report = await run({ writers: [V3], readers: [V3], codecs: ['avro', 'json'] });
    expect(report).toMatchObject({ encoding: 'passes', meaning: 'passes', conditions: [] });
  });

  it('tells an encoding that fails from a meaning that fails', async () => {
    const renamed = side(
      4,
      { ...V3.schema.fields[0]!, unit: V4.schema.fields[0]!.unit },
      V3.schema.fields[1]!,
    );
    expect(await runCell(V3, renamed, 'avro')).toMatchObject({ encoding: 'passes', meaning: 'fails' });
    expect(await runCell(V3, V4, 'avro')).toMatchObject({ encoding: 'fails', meaning: 'fails' });
  });

  it('is a document, whole, whatever was read', async () => {
    const report = await run({ writers: [V3, V4], readers: [V3, V4], codecs: ['avro', 'json'] });
    expect(JSON.parse(canonicalJson(matrixDocument(report)))).toMatchObject({ kind: 'matrix', seed: 1 });
  });

  it('adds up: the outcomes of a lane are its probes, and its codes are what was refused', async () => {
    const { cells } = await run({ writers: [V3, V4], readers: [V3, V4], codecs: ['avro', 'json'] });
    for (const cell of cells) {
      if (cell.kind === 'blank') throw new Error('blank');
      for (const tally of [cell.lanes, ...cell.fields.flatMap(({ alone }) => alone ?? [])].flatMap(lanes => [
        lanes.plain,
        lanes.guarded,
      ])) {
        const sum = (counts: Readonly<Record<string, number>>) =>
          Object.values(counts).reduce((a, b) => a + b, 0);
        expect(sum(tally.outcomes)).toBe(tally.probes);
        expect(sum(tally.codes)).toBe(tally.outcomes.refused);
      }
    }
  });

  it('names its conditions: a guarded lane that broke, and rules that bytes disprove', async () => {
    const ran: RanCell = await runCell(V3, V3, 'avro');
    const having = (over: Partial<RanCell>) =>
      matrixReport([{ ...ran, ...over } satisfies CellReport], 1).conditions;
    expect(having({})).toEqual([]);
    expect(having({ broken: [{ probe: 'p', field: null, outcome: 'crash' }] })).toEqual([
      'GUARDED_LANE_BROKEN',
    ]);
    expect(having({ disagreements: [{ kind: 'refused', field: 17, probe: 'p', code: 'RANGE' }] })).toEqual([
      'RULE_AND_BYTES_DISAGREE',
    ]);
  });

  it('answers with the same evidence digest for the same bytes, and another for another seed', async () => {
    const evidence = async (seed: number) => (await run({ writers: [V3], readers: [V4], seed })).cells;
    const [one, again, other] = [await evidence(1), await evidence(1), await evidence(2)];
    expect(again).toEqual(one);
    expect((other[0] as RanCell).evidence).not.toBe((one[0] as RanCell).evidence);
    expect((other[0] as RanCell).key).not.toBe((one[0] as RanCell).key);
  });
});

describe('a disagreement between rules and bytes', () => {
  const judged = async (writer: typeof V3, reader: typeof V3, codec: 'avro' | 'json', forget = true) => {
    const tried = await triedCell(writer, reader, codec, 1, part =>
      forget ? { ...part, announced: announcedBy([]) } : part,
    );
    const found: Disagreement[] = [];
    for (const { asked, trials } of tried)
      found.push(...disagreementsOf(asked, trials, await answered(controlTasks(asked, trials))));
    return found;
  };

  it('is found when no rule speaks of a unit that changed', async () => {
    const found = await judged(V3, V4, 'avro');
    expect(found).toContainEqual({ kind: 'silent-change', field: 17, probe: 'typical/0', code: null });
    expect(found).toContainEqual({ kind: 'refused', field: 17, probe: 'typical/0', code: 'UNIT_CHANGED' });
    expect(found).toContainEqual({
      kind: 'refused',
      field: 23,
      probe: 'typical/0',
      code: 'LABEL_TYPE_CHANGED',
    });
  });

  it('is not found when the rules do speak', async () =>
    expect(await judged(V3, V4, 'avro', false)).toEqual([]));

  it('is not made of what an ordinary reader does to its own writer too, such as rounding an int64 in JSON', async () => {
    const long = side(1, field(1, 'n', 'int64'), field(2, 's', 'string'));
    const wider = side(
      2,
      field(1, 'n', 'int64', { range: { min: -(2n ** 63n), max: 2n ** 63n - 1n } }),
      field(2, 's', 'string'),
    );
    expect(await judged(long, wider, 'json')).toEqual([]);
  });
});
