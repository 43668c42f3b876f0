import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base/limits.ts';
import { copiedProject, newProject } from './harness.ts';

type Found = { rule: string; direction: string; path: string };
type CellJson = {
  cell: { codec: string; writer: number; reader: number };
  fields: FieldJson[];
  lanes: Lanes;
};
type FieldJson = { field: number; alone: Lanes | null; sample: unknown };
type Lanes = Record<'plain' | 'guarded', { probes: number; outcomes: Record<string, number> }>;

describe('assay diff training.example@3 training.example@4', () => {
  const folder = copiedProject();
  const diff = (...more: string[]) =>
    folder.assay('diff', 'training.example@3', 'training.example@4', ...more);

  it('says that seconds became milliseconds, with the conversion, and that the label type changed', async () => {
    const { exit, json } = await diff('--json');
    expect(exit).toBe(1);
    const { findings, ...shape } = json();
    expect(shape).toMatchObject({
      subject: 'training.example',
      from: 3,
      to: 4,
      class: 'migrate',
      for: [],
      levels: {
        wire: { backward: false },
        read: { backward: true },
        train: { backward: false },
        govern: { backward: true },
      },
    });
    const found = (rule: string) =>
      findings.find((one: Found) => one.rule === rule && one.direction === 'backward');
    expect(found('FIELD_UNIT_SAME')).toEqual({
      rule: 'FIELD_UNIT_SAME',
      level: 'train',
      direction: 'backward',
      access: ['id', 'name', 'position'],
      path: 'response_latency_ms (17)',
      from: 's',
      to: 'ms',
      conversion: '×1000',
      remedy: expect.stringMatching(/converter/),
    });
    expect(found('LABEL_TYPE_SAME')).toMatchObject({
      level: 'train',
      path: 'outcome (23)',
      from: 'int32',
      to: 'string',
      remedy: expect.stringMatching(/\w/),
    });
  });

  it('shows what an ordinary reader makes of the latency, and that ours refuses both fields', async () => {
    const { json } = await diff('--json');
    const cell = json().matrix.cells.find(
      ({ cell }: CellJson) => cell.codec === 'avro' && cell.writer === 3 && cell.reader === 4,
    ) as CellJson;
    const [latency, outcome] = [17, 23].map(id => cell.fields.find(({ field }) => field === id)!);
    expect(latency!.sample).toMatchObject({
      truth: 'written',
      written: { unit: 's' },
      read: { unit: 'ms' },
      expected: { unit: 'ms' },
    });
    expect(latency!.alone!.plain.outcomes['silent-change']).toBeGreaterThan(0);
    for (const field of [latency, outcome]) {
      const { probes, outcomes } = field!.alone!.guarded;
      expect(outcomes['refused']).toBe(probes);
    }
    expect(outcome!.alone!.plain.outcomes['refused']).toBe(outcome!.alone!.plain.probes);
    expect(json().matrix.conditions).toEqual([]);
  });

  it('tells a person rule, path, level, access, remedy and sample, on lines a terminal holds', async () => {
    const { out } = await diff();
    for (const fact of [
      'FIELD_UNIT_SAME  train, by id, name, position',
      'response_latency_ms (17): s → ms, needs conversion ×1000',
      'LABEL_TYPE_SAME',
      'outcome (23): int32 → string',
      'remedy',
      'silently changed',
      'LABEL_TYPE_CHANGED',
      'UNIT_CHANGED',
      'TYPE_MISMATCH',
    ])
      expect(out).toContain(fact);
    expect(Math.max(...out.split('\n').map(line => line.length))).toBeLessThanOrEqual(110);
  });

  it('exits 0 for a version and itself', async () => {
    const { exit, json } = await folder.assay('diff', 'training.example@3', 'training.example@3', '--json');
    expect(exit).toBe(0);
    expect(json()).toMatchObject({ class: 'identical', findings: [] });
  });

  const wrong: ReadonlyArray<readonly [argv: readonly string[], code: string]> = [
    [['training.example@3', 'training.example@9'], 'VERSION_UNKNOWN'],
    [['training.example@3', 'weather.daily@1'], 'SUBJECTS_APART'],
    [['training.example', 'training.example@4'], 'REFERENCE_MALFORMED'],
    [['training.example@03', 'training.example@4'], 'REFERENCE_MALFORMED'],
    [['../etc@3', '../etc@4'], 'REFERENCE_MALFORMED'],
    [['training.exampel@3', 'training.exampel@4'], 'SUBJECT_UNKNOWN'],
  ];
  for (const [argv, code] of wrong)
    it(`refuses ${argv.join(' ')} as ${code}`, async () => {
      const { exit, json } = await folder.assay('diff', ...argv, '--json');
      expect({ exit, code: json().code }).toEqual({ exit: 2, code });
    });
});

describe('assay matrix', () => {
  it('runs every supported writer against every supported reader in both codecs', async () => {
    const { exit, json } = await copiedProject().assay('matrix', 'training.example', '--json');
    expect(exit).toBe(1);
    expect(json().conditions).toEqual([]);
    const pairs = json().cells.map(({ cell }: CellJson) => `${cell.codec} ${cell.writer} ${cell.reader}`);
    expect(pairs).toHaveLength(8);
    expect(new Set(pairs).size).toBe(8);
  });

  it('leaves the cells of a version nobody wrote blank, because a blank is no pass', async () => {
    const folder = copiedProject();
    folder.edit('registry.config.ts', 'writes: [3, 4]', 'writes: [3, 4, 5]');
    const { exit, json } = await folder.assay('matrix', 'training.example', '--json');
    expect(exit).toBe(1);
    expect(json().conditions).toEqual(['INCOMPLETE']);
  });

  it('refuses an interval of a million versions before it is counted out', async () => {
    const folder = await newProject();
    folder.edit('registry.config.ts', 'reads: { from: 1 }', 'reads: { from: 1, to: 999999999 }');
    const { exit, json } = await folder.assay('matrix', 'support.ticket', '--json');
    expect(exit).toBe(2);
    expect(json()).toMatchObject({ code: 'MATRIX_TOO_LARGE', facts: { most: LIMITS.matrix_cells_max } });
  });

  it('passes where ordinary readers and ours hold what was meant', async () => {
    const folder = await newProject();
    const { exit, out } = await folder.assay('matrix', 'support.ticket');
    expect(exit).toBe(0);
    expect(out).toContain('encoding passes');
  });
});

describe('assay golden', () => {
  it('compares two revisions whatever was accepted', async () => {
    const folder = copiedProject();
    const { exit, json } = await folder.assay(
      'golden',
      'weather.daily/2.1.0',
      'weather.daily/1.31.1',
      '--json',
    );
    expect(exit).toBe(1);
    expect(json().comparison.rows).toMatchObject({ matched: 1461, differ: 391 });
    expect(json().verdict.holds).toBe(false);
  });

  it('passes a revision and itself', async () => {
    const folder = copiedProject();
    const { exit, out } = await folder.assay('golden', 'weather.daily/1.31.1', 'weather.daily/1.31.1');
    expect(exit).toBe(0);
    expect(out).toContain('meaning passes');
  });

  it('refuses names that are no two revisions of one subject', async () => {
    const folder = copiedProject();
    const code = async (...argv: string[]) => (await folder.assay('golden', ...argv, '--json')).json().code;
    expect(await code('weather.daily/1.31.1', 'weather.daily/9')).toBe('REVISION_UNKNOWN');
    expect(await code('weather.daily/1.31.1', 'training.example/2.1.0')).toBe('SUBJECTS_APART');
    expect(await code('weather.daily/1.31.1', 'weather.daily@1')).toBe('REFERENCE_MALFORMED');
    expect(await code('weather.daily/1.31.1', 'weather.daily/..')).toBe('REFERENCE_MALFORMED');
  });
});

describe('assay diff of a field that ordinary readers, which read by name, no longer find', () => {
  it('exits 1 by the bytes it shows, though definitions are compatible by id', async () => {
    const folder = await newProject();
    const v1 = folder.read('schemas/support.ticket/v1.yaml').replace('ticket.v1', 'ticket.v2');
    folder.write(
      'schemas/support.ticket/v2.yaml',
      v1.replace('name: first_response', 'name: response_time\n    aliases: [first_response]'),
    );
    const { exit, json } = await folder.assay('diff', 'support.ticket@1', 'support.ticket@2', '--json');
    expect(json()).toMatchObject({
      class: 'compatible',
      for: ['backward', 'forward'],
      encoding: 'fails',
      meaning: 'passes',
    });
    const refused = json().unread.map(({ facts }: { facts: { codec: string; code: string } }) => facts);
    expect(refused).toContainEqual(expect.objectContaining({ codec: 'json', code: 'SCHEMA_REQUIRED' }));
    expect(exit).toBe(1);
  });
});
