import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { type Folder, newProject } from './harness.ts';

const HEAD = 'ticket,opened,first_response,priority';
const FILE = 'golden/support.ticket/first';

function offer(folder: Folder, format: 'csv' | 'json', text: string): void {
  folder.remove(`${FILE}.csv`);
  folder.write(`${FILE}.${format}`, text);
  const rows = format === 'csv' ? text.split('\n').length - 2 : text.split('\n').length - 1;
  folder.edit(`${FILE}.yaml`, /rows: \d+/, `rows: ${rows}`);
  folder.edit(`${FILE}.yaml`, /sha256:[0-9a-f]{64}/, sha256(text));
  if (format === 'csv') return;
  folder.edit(`${FILE}.yaml`, 'format: csv', 'format: json');
  folder.edit(`${FILE}.yaml`, 'first.csv', 'first.json');
  folder.edit(`${FILE}.yaml`, /nulls:\n.*\n/, '');
}

const rejectsOf = async (folder: Folder) =>
  (await folder.assay('check', '--json')).json().subjects[0].revisions[0].rejects;

describe('records that break their contract', () => {
  it('are told by file, line and reason, never by value', async () => {
    const folder = await newProject();
    const lines = [
      HEAD,
      '1,2026-01-05,93000,low',
      '2,2026-01-05,-77,low',
      '3,2026-01-05,5,gigantic',
      '4,2026-01-05,,low',
      '5,2026-01-05,-78,low',
    ];
    offer(folder, 'csv', `${lines.join('\n')}\n`);
    expect(await rejectsOf(folder)).toEqual([
      { field: 3, path: 'first_response (3)', code: 'RANGE', count: 2, rows: [1, 4], lines: [3, 6] },
      { field: 4, path: 'priority (4)', code: 'UNKNOWN_ENUM', count: 1, rows: [2], lines: [4] },
    ]);
    const { exit, out } = await folder.assay('check');
    expect(exit).toBe(1);
    expect(out).toContain(
      'RANGE in first_response (3): 2 records of golden/support.ticket/first.csv, lines 3, 6',
    );
    expect(out).toContain(
      'UNKNOWN_ENUM in priority (4): 1 record of golden/support.ticket/first.csv, line 4',
    );
    expect(out).not.toMatch(/gigantic|-77/);
    expect(out).toMatch(/meaning +fails +3 records break the contract/);
  });

  it('are counted on where a cell before them goes over several lines', async () => {
    const folder = await newProject();
    folder.edit(
      'schemas/support.ticket/v1.yaml',
      'key: [ticket]',
      '  - {id: 5, name: note, physical: string, logical: text, nullable: false}\nkey: [ticket]',
    );
    const text = `${HEAD},note\n1,2026-01-05,1,low,"a\n\nb"\n2,2026-01-05,-1,low,c\n`;
    offer(folder, 'csv', text);
    folder.edit(`${FILE}.yaml`, /rows: \d+/, 'rows: 2');
    expect(await rejectsOf(folder)).toMatchObject([{ rows: [1], lines: [5] }]);
  });

  it('are found in JSON lines too', async () => {
    const folder = await newProject();
    const record = (ticket: number, first_response: number) =>
      `${JSON.stringify({ ticket, opened: '2026-01-05', first_response, priority: 'low' })}\n`;
    offer(folder, 'json', record(1, 1) + record(2, -1));
    expect(await rejectsOf(folder)).toMatchObject([{ rows: [1], lines: [2] }]);
  });

  it('are all counted, and the first twenty placed, because nobody reads a thousand line numbers', async () => {
    const folder = await newProject();
    const lines = Array.from({ length: 30 }, (_, index) => `${index},2026-01-05,-1,low\n`);
    offer(folder, 'csv', `${HEAD}\n${lines.join('')}`);
    const [reject] = await rejectsOf(folder);
    expect(reject).toMatchObject({ count: 30 });
    expect(reject.lines).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
    expect((await folder.assay('check')).out).toMatch(/20, 21\s+…/);
  });

  it('do not shift where a repeated key is told to stand', async () => {
    const folder = await newProject();
    const lines = ['1,2026-01-05,-1,low', '2,2026-01-05,1,low', '3,2026-01-05,1,low', '2,2026-01-06,1,low'];
    offer(folder, 'csv', `${HEAD}\n${lines.join('\n')}\n`);
    expect((await folder.assay('check', '--json')).json().faults).toMatchObject([
      { code: 'KEY_NOT_UNIQUE', facts: { first: 2, again: 4 }, at: { file: `${FILE}.csv`, line: 5 } },
    ]);
  });

  it('leave the rows of a comparison numbered as the rows of the files', async () => {
    const folder = await newProject();
    offer(folder, 'csv', `${HEAD}\n1,2026-01-05,-1,low\n2,2026-01-05,7,low\n3,2026-01-05,8,low\n`);
    folder.write('golden/support.ticket/second.csv', folder.read(`${FILE}.csv`));
    folder.edit('golden/support.ticket/second.csv', '2,2026-01-05,7', '2,2026-01-05,9');
    folder.edit('golden/support.ticket/second.csv', /3,.*\n/, '4,2026-01-05,8,low\n');
    folder.write('golden/support.ticket/second.yaml', folder.read(`${FILE}.yaml`));
    folder.edit('golden/support.ticket/second.yaml', /revision: .*/, 'revision: second');
    folder.edit('golden/support.ticket/second.yaml', 'first.csv', 'second.csv');
    const digest = sha256(folder.read('golden/support.ticket/second.csv'));
    folder.edit('golden/support.ticket/second.yaml', /sha256:[0-9a-f]{64}/, digest);
    const { json } = await folder.assay('golden', 'support.ticket/first', 'support.ticket/second', '--json');
    // Row 0 of either file breaks its contract, and is not compared.
    expect(json().comparison).toMatchObject({ missingRows: [2], extraRows: [2] });
    const answered = json().comparison.fields.find(({ name }: { name: string }) => name === 'first_response');
    expect(answered).toMatchObject({ differ: 1, firstRows: [1] });
  });
});
