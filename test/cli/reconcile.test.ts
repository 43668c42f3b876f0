import { describe, expect, it } from 'vitest';
import { copiedProject, emptyFolder } from './harness.ts';

const OLD =
  'id,x,at\na,1,2026-01-01T00:00:00Z\nb,2,2026-01-01T01:00:00Z\nc,3,2026-01-01T02:00:00Z\nc,3,2026-01-01T02:00:00Z\n';
const NEW = 'at,id,x\n2026-01-01T00:00:00Z,a,1.0\n2026-01-01T01:00:00Z,b,9\n2026-01-01T03:00:00Z,d,4\n';

function files() {
  const folder = emptyFolder();
  folder.write('old.csv', OLD);
  folder.write('new.csv', NEW);
  return folder;
}

describe('assay reconcile', () => {
  it('lists by id what differs, is missing on a side or stands there twice, and never says that it is atomic', async () => {
    const heard = await files().assay('reconcile', 'old.csv', 'new.csv', '--key', 'id', '--json');
    expect(heard.exit).toBe(1);
    expect(heard.json()).toMatchObject({
      format: 'assay.reconciliation/1',
      snapshots: { old: { records: 4, refused: 0 }, new: { records: 3 } },
      contract: null,
      key: ['id'],
      ids: { old: 3, new: 3 },
      matched: 2,
      same: 1,
      differing: 1,
      missing: { old: { count: 1, late: 0 }, new: { count: 1, late: 0 } },
      duplicates: { old: { ids: 1, records: 1 }, new: { ids: 0, records: 0 } },
      late: null,
      listed: {
        differing: [{ id: ['b'], old_row: 1, new_row: 1 }],
        missing_in_new: [{ id: ['c'], row: 2, late: false }],
        missing_in_old: [{ id: ['d'], row: 2, late: false }],
        duplicates_in_old: [{ id: ['c'], row: 2, records: 2 }],
        duplicates_in_new: [],
      },
      ids_withheld: false,
      reconciled: false,
      pending: false,
      atomic: false,
    });
  });

  it('is reconciled with a copy of itself in another order and format, and says so with exit 0', async () => {
    const folder = emptyFolder();
    folder.write('old.csv', 'id,x\na,1\nb,\n');
    folder.write('new.jsonl', '{"x":null,"id":"b"}\n{"id":"a","x":1}\n');
    const heard = await folder.assay('reconcile', 'old.csv', 'new.jsonl', '--key', 'id', '--json');
    expect(heard.json()).toMatchObject({ matched: 2, same: 2, reconciled: true, atomic: false });
    expect(heard.exit).toBe(0);
    const { out } = await folder.assay('reconcile', 'old.csv', 'new.jsonl', '--key', 'id');
    expect(out).toContain('is not atomic');
    expect(out).toMatch(/reconciled\n$/);
  });

  it('is pending where all that is missing came so late that its half may be on its way (R7)', async () => {
    const folder = emptyFolder();
    folder.write('old.csv', 'id,at\na,2026-01-01T00:00:00Z\nb,2026-01-01T02:00:00Z\n');
    folder.write('new.csv', 'id,at\na,2026-01-01T00:00:00Z\n');
    const ask = ['reconcile', 'old.csv', 'new.csv', '--key', 'id', '--time', 'at', '--lag', '15m'];
    const heard = await folder.assay(...ask, '--json');
    expect(heard.exit).toBe(1);
    expect(heard.json()).toMatchObject({
      late: { time: 'at', lag_s: 900, watermark: '2026-01-01T00:00:00.000Z' },
      missing: { new: { count: 1, late: 1 } },
      reconciled: false,
      pending: true,
    });
    expect((await folder.assay(...ask)).out).toContain('may still be on its way');
  });

  it('is not reconciled where one file lacks a column, however much the rest agrees', async () => {
    const folder = emptyFolder();
    folder.write('old.csv', 'id,x\na,1\n');
    folder.write('new.csv', 'id,y\na,1\n');
    const heard = await folder.assay('reconcile', 'old.csv', 'new.csv', '--key', 'id', '--json');
    expect(heard.json()).toMatchObject({
      columns: { added: ['y'], removed: ['x'] },
      same: 1,
      reconciled: false,
    });
  });

  it.each([
    ['USAGE', ['--key', 'id', '--as', 'a.b@1']],
    ['USAGE', ['--key', 'id,id']],
    ['USAGE', ['--key', 'id', '--time', 'at']],
    ['USAGE', ['--key', 'id', '--time', 'at', '--lag', 'soon']],
    ['USAGE', ['--key', 'id', '--limit', 'many']],
    ['USAGE', ['--format', 'csv']],
    ['REFERENCE_MALFORMED', []],
    ['COMPARED_COLUMN_UNKNOWN', ['--key', 'ident']],
    ['COMPARED_COLUMN_UNKNOWN', ['--key', 'id', '--time', 'when', '--lag', '1h']],
    ['RECONCILE_TIME_MEANINGLESS', ['--key', 'id', '--time', 'x', '--lag', '1h']],
  ])('refuses as %s what %j asks', async (code, options) => {
    const heard = await files().assay('reconcile', 'old.csv', 'new.csv', ...options);
    expect([heard.exit, heard.out]).toEqual([2, '']);
    expect(heard.err).toContain(code);
  });
});

describe('assay reconcile of a subject', () => {
  it('holds two revisions against each other by the key of their contract', async () => {
    const heard = await copiedProject().assay(
      'reconcile',
      'weather.daily/1.31.1',
      'weather.daily/2.1.0',
      '--json',
      '--limit',
      '2',
    );
    expect(heard.exit).toBe(1);
    const found = heard.json();
    expect(found).toMatchObject({
      contract: { subject: 'weather.daily' },
      ids: { old: 1461, new: 1461 },
      // As the golden comparison of both has it.
      differing: 391,
      missing: { old: { count: 0 }, new: { count: 0 } },
      reconciled: false,
    });
    expect(found.listed.differing).toHaveLength(2);
  });
});

const record = (date: string, weather: string, wind = 3): string =>
  `${JSON.stringify({ date, precipitation: 0, temp_max: 9, temp_min: 2, wind, weather })}\n`;

describe('assay reconcile of files under a contract', () => {
  const ask = ['reconcile', 'old.jsonl', 'new.jsonl', '--as', 'weather.daily@1'];
  const project = () => {
    const folder = copiedProject();
    folder.write(
      'old.jsonl',
      record('2012-01-01', 'rain') + record('2012-01-02', 'sun') + record('2012-01-03', 'fog'),
    );
    folder.write(
      'new.jsonl',
      record('2012-01-01', 'hail') + record('2012-01-03', 'snow') + record('2012-01-03', 'fog'),
    );
    return folder;
  };

  it('counts what the contract refuses, and takes the place of each record from its file', async () => {
    const heard = await project().assay(...ask, '--json');
    expect(heard.exit).toBe(1);
    expect(heard.json()).toMatchObject({
      contract: { subject: 'weather.daily', version: 1 },
      key: ['date'],
      // A term that nobody knows: the record is refused, and its date is no id that could be trusted.
      snapshots: { old: { records: 3, refused: 0 }, new: { records: 3, refused: 1, format: 'json' } },
      ids: { old: 3, new: 1 },
      differing: 1,
      listed: {
        differing: [{ id: ['2012-01-03'], old_row: 2, new_row: 1 }],
        missing_in_new: [
          { id: ['2012-01-01'], row: 0 },
          { id: ['2012-01-02'], row: 1 },
        ],
        duplicates_in_new: [{ id: ['2012-01-03'], row: 1, records: 2 }],
      },
    });
  });

  it('refuses a byte order mark before JSON Lines with one fault that names the line, and compare skips it as of CSV', async () => {
    const folder = project();
    folder.write('new.jsonl', `\ufeff${record('2012-01-01', 'rain')}`);
    const heard = await folder.assay(...ask);
    expect([heard.exit, heard.out]).toEqual([1, '']);
    expect(heard.err).toContain('JSON_LINE');
    expect(heard.err).toContain('line 1, column 1');
    expect(heard.err).toContain('byte order mark');
    folder.write('old.jsonl', record('2012-01-01', 'rain'));
    expect((await folder.assay('compare', 'old.jsonl', 'new.jsonl', '--key', 'date')).exit).toBe(0);
  });

  it('lists places and no ids where the key is not for all to see, unless values are asked for', async () => {
    const folder = project();
    folder.edit(
      'schemas/weather.daily/v1.yaml',
      '    logical: date\n',
      '    logical: date\n    sensitivity: restricted\n',
    );
    const heard = await folder.assay(...ask, '--json');
    expect(heard.json()).toMatchObject({
      ids_withheld: true,
      listed: { differing: [{ id: null, old_row: 2, new_row: 1 }] },
    });
    expect((await folder.assay(...ask)).out).not.toContain('2012');
    expect((await folder.assay(...ask, '--show-values')).out).toContain('2012-01-02');
  });
});
