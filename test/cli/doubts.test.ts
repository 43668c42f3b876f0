import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { batteryProject } from '../cases/battery.ts';
import { newProject } from './harness.ts';

const MANIFEST = 'golden/battery.cell/first.yaml';

describe('a unit that the values gainsay', () => {
  it('fails a check with the factor, is refused when it is proposed, and nothing is stored or converted', async () => {
    const folder = batteryProject(1000);
    const data = folder.read('golden/battery.cell/first.json');
    const heard = await folder.assay('check', '--json');
    expect(heard.exit).toBe(1);
    expect(heard.json().subjects[0].revisions[0]).toMatchObject({
      holds: false,
      encoding: 'passes',
      meaning: 'fails',
      rejects: [],
      suspects: [
        { code: 'UNIT_SUSPECT', field: 3, how: 'witness', witness: 2, unit: 's', seems: 'ms', factor: 1000 },
      ],
    });
    const { out } = await folder.assay('check');
    expect(out).toMatch(/UNIT_SUSPECT in test_time \(3\), declared in s: beside clock it steps ×1000/);
    await folder.assay('propose', 'battery.cell@1');
    const stored = folder.stored();
    const proposed = await folder.assay('propose', 'battery.cell/first', '--json');
    expect(proposed.exit).toBe(1);
    expect(proposed.json()).toMatchObject({
      code: 'UNIT_SUSPECT',
      facts: { revision: 'first', field: 'test_time', unit: 's' },
      at: { file: MANIFEST },
    });
    expect(folder.stored()).toEqual(stored);
    expect(folder.read('golden/battery.cell/first.json')).toBe(data);
  });

  it.each(['junit', 'sarif', 'markdown', 'html'])('stands in a report as %s', async format => {
    const folder = batteryProject(1000);
    const { out } = await folder.assay('check', '--format', format);
    expect(out).toMatch(/UNIT_SUSPECT|Units that the values gainsay/);
  });

  it('is none where the steps are as far as the clock says, or where the manifest says that nothing witnesses it', async () => {
    expect((await batteryProject(1).assay('check')).exit).toBe(0);
    expect((await batteryProject(1000, 'witness: {test_time: false}\n').assay('check')).exit).toBe(0);
    expect((await batteryProject(1, 'witness: {test_time: clock}\n').assay('check')).exit).toBe(0);
  });

  it('fails a golden run in each of its reports, and is none there where the steps are as far', async () => {
    const golden = async (folder: ReturnType<typeof batteryProject>, ...more: readonly string[]) =>
      folder.assay('golden', 'run', 'battery.cell', ...more);
    const folder = batteryProject(1000);
    const heard = await golden(folder, '--json');
    expect(heard.exit).toBe(1);
    expect(heard.json().sets).toMatchObject([
      {
        outcome: 'own',
        holds: false,
        suspects: [{ code: 'UNIT_SUSPECT', field: 3, how: 'witness', witness: 2, factor: 1000 }],
      },
    ]);
    expect((await golden(folder)).out).toMatch(
      /UNIT_SUSPECT in test_time \(3\): beside clock it steps ×1000/,
    );
    await golden(folder, '--junit', 'r.xml', '--sarif', 'r.sarif');
    for (const file of ['r.xml', 'r.sarif'])
      expect(folder.read(file)).toContain('UNIT_SUSPECT in test_time (3)');
    for (const [factor, manifest] of [
      [1, undefined],
      [1000, 'witness: {test_time: false}\n'],
    ] as const)
      expect((await golden(batteryProject(factor, manifest), '--json')).json().sets).toMatchObject([
        { holds: true, suspects: [] },
      ]);
  });

  it.each([
    ['a field that there is not', 'witness: {tset_time: clock}\n', 'SET_FIELD_UNKNOWN', 'tset_time'],
    ['a witness that there is not', 'witness: {test_time: clokc}\n', 'SET_FIELD_UNKNOWN', 'test_time'],
    ['a field that counts no time', 'witness: {sample: clock}\n', 'SET_KEY_MEANINGLESS', 'sample'],
    ['a witness that counts no time', 'witness: {test_time: sample}\n', 'SET_KEY_MEANINGLESS', 'test_time'],
    [
      'a field that witnesses itself',
      'witness: {test_time: test_time}\n',
      'SET_KEY_MEANINGLESS',
      'test_time',
    ],
    ['what is no name', 'witness: {test_time: true}\n', 'SHAPE', 'true'],
  ])('can not be witnessed by %s', async (_, manifest, code, written) => {
    const folder = batteryProject(1, manifest);
    const { faults } = (await folder.assay('check', '--json')).json();
    const line =
      folder
        .read(MANIFEST)
        .split('\n')
        .findIndex(text => text.includes('witness')) + 1;
    const column = folder.read(MANIFEST).split('\n')[line - 1]!.indexOf(written) + 1;
    expect(faults).toMatchObject([{ code, at: { file: MANIFEST, line, column } }]);
  });
});

describe('values outside a vocabulary', () => {
  const offered = async (policy: string, edit?: readonly [from: string, to: string]) => {
    const folder = await newProject();
    if (policy !== 'reject')
      folder.edit('schemas/support.ticket/v1.yaml', 'unknownPolicy: reject', `unknownPolicy: ${policy}`);
    if (edit !== undefined) folder.edit('schemas/support.ticket/v1.yaml', ...edit);
    const lines = [
      '7,2026-01-05,1,gigantic',
      '8,2026-01-05,2,low',
      '9,2026-01-05,3,tiny',
      '10,2026-01-05,4,gigantic',
    ];
    const text = `ticket,opened,first_response,priority\n${lines.join('\n')}\n`;
    folder.write('golden/support.ticket/first.csv', text);
    folder.edit('golden/support.ticket/first.yaml', /rows: \d+/, 'rows: 4');
    folder.edit('golden/support.ticket/first.yaml', /sha256:[0-9a-f]{64}/, sha256(text));
    return folder;
  };
  const listed = (sample: unknown, value: unknown) => (row: number) => ({ row, sample, value });

  it.each([
    ['reject', 1],
    ['pass', 0],
    ['{map: low}', 0],
  ])('are each listed with their sample, whatever the policy %s makes of them', async (policy, exit) => {
    const folder = await offered(policy);
    const heard = await folder.assay('check', '--json');
    expect(heard.exit).toBe(exit);
    expect(heard.json().subjects[0].revisions[0].outside).toEqual([
      {
        field: 4,
        path: 'priority (4)',
        policy: policy === '{map: low}' ? 'map' : policy,
        cells: 3,
        values: 2,
        listed: [
          { row: 0, sample: ['7'], value: 'gigantic' },
          { row: 2, sample: ['9'], value: 'tiny' },
          { row: 3, sample: ['10'], value: 'gigantic' },
        ],
      },
    ]);
    const { out } = await folder.assay('check');
    expect(out).toContain(
      `3 values outside its vocabulary (2 different, policy ${policy === '{map: low}' ? 'map' : policy}), of 7, 9, 10`,
    );
    expect(out).not.toMatch(/gigantic|tiny/);
  });

  it('are listed without what may not be told', async () => {
    const label = await offered('pass', [
      '    logical: label\n',
      '    logical: label\n    sensitivity: confidential\n',
    ]);
    const [outside] = (await label.assay('check', '--json')).json().subjects[0].revisions[0].outside;
    const withheld = { withheld: true };
    expect(outside.listed).toEqual([0, 2, 3].map((row, at) => listed([['7', '9', '10'][at]], withheld)(row)));
    const key = await offered('pass', [
      '    logical: identifier\n',
      '    logical: identifier\n    sensitivity: restricted\n',
    ]);
    const [named] = (await key.assay('check', '--json')).json().subjects[0].revisions[0].outside;
    expect(named.listed[0]).toEqual({ row: 0, sample: [withheld], value: 'gigantic' });
    expect((await key.assay('check')).out).toMatch(/of record 1, record 3,\s+record 4/);
  });
});
