import { describe, expect, it } from 'vitest';
import { HEAD, inSeconds, MANY, sha256Text } from './converted-tickets.ts';
import { type Folder, newProject } from './harness.ts';

const NAME = 'support.ticket/samples';
const MANIFEST = 'golden/support.ticket/samples.yaml';

const add = async (folder: Folder, file: string, ...more: readonly string[]) => {
  const heard = await folder.assay('golden', 'add', NAME, file, '--source', 'made up', '--json', ...more);
  return { exit: heard.exit, ...heard.json() };
};
const NULLS = ['--null', 'first_response='] as const;

async function withRows(name: string, text: string): Promise<Folder> {
  const folder = await newProject();
  folder.write(name, text);
  return folder;
}

describe('golden add', () => {
  it('makes a set that every other command reads, with its digest, rows and provenance', async () => {
    const folder = await withRows('rows.csv', HEAD + MANY);
    const added = await add(folder, 'rows.csv', ...NULLS, '--strata', 'month,priority');
    expect(added).toMatchObject({
      exit: 0,
      isNew: true,
      version: 1,
      rows: 24,
      added: 24,
      rejected: 0,
      sha256: sha256Text(HEAD + MANY),
      coverage: [],
    });
    expect(folder.read('golden/support.ticket/samples.csv')).toBe(HEAD + MANY);
    expect(folder.read(MANIFEST)).toContain('use: samples');
    expect(folder.read(MANIFEST)).toContain(sha256Text(HEAD + MANY));
    expect(await folder.assay('golden', 'run', 'support.ticket')).toMatchObject({ exit: 0 });
    expect(await folder.assay('check')).toMatchObject({ exit: 0 });
  });

  it('adds more samples below the others, and says where each came from', async () => {
    const lines = MANY.split('\n').slice(0, -1);
    const folder = await withRows('a.csv', `${HEAD}${lines.slice(0, 10).join('\n')}`);
    folder.write('b.csv', `${HEAD}${lines.slice(10).join('\n')}\n`);
    expect(await add(folder, 'a.csv', ...NULLS)).toMatchObject({
      exit: 0,
      rows: 10,
      coverage: [{ measure: 'coverage.samples', missing: 10 }],
    });
    expect(await add(folder, 'b.csv')).toMatchObject({ exit: 0, isNew: false, rows: 24, added: 14 });
    expect(folder.read('golden/support.ticket/samples.csv')).toBe(HEAD + MANY);
    expect(folder.read(MANIFEST).match(/rows: (?:10|14|24)\b/g)).toEqual([
      'rows: 24',
      'rows: 10',
      'rows: 14',
    ]);
    expect(await folder.assay('golden', 'run', 'support.ticket')).toMatchObject({ exit: 0 });
    expect(await add(folder, 'b.csv', '--written-as', '1')).toMatchObject({ exit: 2, code: 'USAGE' });
  });

  it('refuses a key that is there, at the line of the new file, and writes nothing', async () => {
    const folder = await withRows('a.csv', HEAD + MANY);
    folder.write('b.csv', `${HEAD}100,2026-01-05,7000,low\n7,2026-01-05,7000,low\n`);
    await add(folder, 'a.csv', ...NULLS);
    const before = [folder.read(MANIFEST), folder.read('golden/support.ticket/samples.csv')];
    const refused = await add(folder, 'b.csv');
    expect(refused).toMatchObject({ exit: 2, code: 'KEY_NOT_UNIQUE', at: { file: 'b.csv', line: 3 } });
    expect([folder.read(MANIFEST), folder.read('golden/support.ticket/samples.csv')]).toEqual(before);
  });

  it('refuses a record that breaks its contract, at its line, unless it is wanted as such', async () => {
    const broken = `${HEAD}${MANY}99,2026-01-05,7000,gigantic\n`;
    const folder = await withRows('rows.csv', broken);
    expect(await add(folder, 'rows.csv', ...NULLS)).toMatchObject({
      exit: 1,
      code: 'RECORDS_REJECTED',
      at: { file: 'rows.csv', line: 26 },
    });
    expect(folder.has(MANIFEST)).toBe(false);
    expect(await add(folder, 'rows.csv', ...NULLS, '--rejects')).toMatchObject({ exit: 0, rejected: 1 });
    const run = (await folder.assay('golden', 'run', 'support.ticket', '--json')).json();
    expect(run.coverage[0].coverage.rejects).toEqual([{ field: 4, code: 'UNKNOWN_ENUM', count: 1 }]);
  });

  it('puts no guarded value into the repository unless somebody says so', async () => {
    const folder = await withRows('rows.csv', HEAD + MANY);
    folder.edit(
      'schemas/support.ticket/v1.yaml',
      'nullable: true',
      'nullable: true\n    sensitivity: confidential',
    );
    expect(await add(folder, 'rows.csv', ...NULLS)).toMatchObject({
      exit: 2,
      code: 'SET_GUARDED',
      facts: { fields: 'first_response' },
    });
    expect(await add(folder, 'rows.csv', ...NULLS, '--guarded')).toMatchObject({ exit: 0 });
  });

  it('keeps one form a set: other lines of JSON are added, and other headers refused', async () => {
    const record = (ticket: number) =>
      `{"ticket":${ticket},"opened":"2026-01-05","first_response":null,"priority":"low"}`;
    const folder = await withRows('a.jsonl', record(1));
    folder.write('b.jsonl', `${record(2)}\n`);
    folder.write('c.csv', HEAD + MANY);
    expect(await add(folder, 'a.jsonl')).toMatchObject({ exit: 0, file: 'samples.jsonl' });
    expect(await add(folder, 'b.jsonl')).toMatchObject({ exit: 0, rows: 2 });
    expect(folder.read('golden/support.ticket/samples.jsonl')).toBe(`${record(1)}\n${record(2)}\n`);
    expect(await add(folder, 'c.csv')).toMatchObject({ exit: 2 });
    folder.remove('golden/support.ticket/samples.yaml');
    folder.remove('golden/support.ticket/samples.jsonl');
    folder.write('d.csv', 'opened,ticket,first_response,priority\n2026-01-05,500,1,low\n');
    await add(folder, 'c.csv', ...NULLS);
    expect(await add(folder, 'd.csv')).toMatchObject({ exit: 2, code: 'SET_FORM_DIFFERS' });
  });

  it.each([
    [['support.ticket/first', 'rows.csv', '--source', 'x'], 'SET_OFFERED'],
    [['support.ticket', 'rows.csv', '--source', 'x'], 'REFERENCE_MALFORMED'],
    [[NAME, 'rows.csv', '--source', ' '], 'USAGE'],
    [[NAME, 'rows.csv'], 'USAGE'],
    [[NAME, 'rows.csv', '--source', 'x', '--strata', 'mont'], 'SET_FIELD_UNKNOWN'],
    [[NAME, 'rows.csv', '--source', 'x', '--null', 'first'], 'USAGE'],
    [[NAME, 'rows.csv', '--source', 'x', '--date', 'opened=dd'], 'USAGE'],
    [[NAME, 'rows.csv', '--source', 'x', '--form', 'xml'], 'USAGE'],
    [[NAME, 'rows.txt', '--source', 'x'], 'FORMAT_UNKNOWN'],
    [[NAME, 'none.csv', '--source', 'x'], 'FILE_UNREADABLE'],
    [[NAME, 'rows.csv', '--source', 'x', '--written-as', '9'], 'VERSION_UNKNOWN'],
  ])('refuses %j', async (words, code) => {
    const folder = await withRows('rows.csv', HEAD + MANY);
    folder.write('rows.txt', HEAD + MANY);
    const heard = await folder.assay('golden', 'add', ...words, '--json');
    expect({ exit: heard.exit, code: heard.json().code }).toEqual({ exit: 2, code });
    expect(folder.has(MANIFEST)).toBe(false);
  });

  it('is refused where the manifest is written in a way that nothing can be added to', async () => {
    const folder = await inSeconds();
    folder.write('rows.csv', HEAD + MANY);
    const text = `${HEAD}900,2026-01-05,7000,low\n`;
    folder.write('golden/support.ticket/samples.csv', text);
    folder.write(
      MANIFEST,
      `{revision: samples, subject: support.ticket, version: 1, use: samples, nulls: {first_response: ""}, source: x, data: {file: samples.csv, format: csv, sha256: "${sha256Text(text)}", rows: 1}}\n`,
    );
    expect(await add(folder, 'rows.csv')).toMatchObject({ exit: 2, code: 'SET_UNEDITABLE' });
  });
});
