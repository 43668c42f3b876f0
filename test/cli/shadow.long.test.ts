import { appendFileSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { writeContainer } from '../../src/codec/avro-container.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import type { Counting } from '../../src/engine/port.ts';
import { loadConfig } from '../../src/main/load-config.ts';
import { contractOf, loadSubject } from '../../src/service/load-subject.ts';
import { parquetOfSql } from '../engine/parquet-of-sql.ts';
import { copiedProject, emptyFolder, type Folder, type Heard } from './harness.ts';

type Check = {
  readonly measure: string;
  readonly part?: unknown;
  readonly answer: string;
  readonly effect: number;
};
const failing = ({ json }: Heard): readonly string[] =>
  (json().verdict.checks as readonly Check[])
    .filter(({ answer }) => answer === 'exceeded' || answer === 'not-evaluated')
    .map(({ measure }) => measure);
const codeOf = ({ json }: Heard): string => json().code;

/** Twelve languages; Welsh is 0.3 % of the rows. */
const languageOf = (row: number): string => (row % 1_000 < 3 ? 'cy' : `l${row % 11}`);
const csvOf = (rows: number, labelOf: (row: number) => string): string =>
  `id,language,seconds,label\n${Array.from({ length: rows }, (_, row) => `${row},${languageOf(row)},${(row * 37) % 900},${labelOf(row)}\n`).join('')}`;
const label = (row: number): string => (row % 2 === 0 ? 'positive' : 'negative');

const TIMEOUT = { timeout: 600_000 };

describe('assay shadow of files', () => {
  const folder = emptyFolder();
  folder.write('old.csv', csvOf(20_000, label));

  it('holds of the same rows in another order and another format', TIMEOUT, async () => {
    const [header = '', ...lines] = folder.read('old.csv').trim().split('\n');
    const records = lines.reverse().map(line => {
      const [id, language, seconds, own] = line.split(',');
      return `{"id":${id},"language":"${language}","seconds":${seconds},"label":"${own}"}\n`;
    });
    folder.write('new.jsonl', records.join(''));
    expect(header).toBe('id,language,seconds,label');
    const heard = await folder.assay('shadow', '--old', 'old.csv', '--new', 'new.jsonl', '--json');
    expect(heard.exit).toBe(0);
    expect(heard.json()).toMatchObject({
      inferred: true,
      old: { files: [{ file: 'old.csv', format: 'csv' }] },
      verdict: { holds: true, checks: [] },
    });
    const text = await folder.assay('shadow', '--old', 'old.csv', '--new', 'new.jsonl');
    expect(text.out).toContain('label    label');
    expect(text.out).toContain('holds');
  });

  it(
    'names a language of 0.3 % whose labels all became unknown, while the whole hardly moves',
    TIMEOUT,
    async () => {
      folder.write(
        'lost.csv',
        csvOf(20_000, row => (languageOf(row) === 'cy' ? 'unknown' : label(row))),
      );
      const words = [
        'shadow',
        '--old',
        'old.csv',
        '--new',
        'lost.csv',
        '--label',
        'label',
        '--slice',
        'language',
      ];
      const heard = await folder.assay(...words, '--allow', 'shadow.unseen:label=0.01', '--json');
      expect(heard.exit).toBe(1);
      const { checks } = heard.json().verdict as { checks: readonly Check[] };
      expect(checks.filter(({ answer }) => answer === 'exceeded')).toEqual([
        expect.objectContaining({ measure: 'shadow.slice-label:language', part: 'cy', effect: 1 }),
      ]);
      const moved = heard.json().comparison.measurements as readonly (Check & { of: string })[];
      const whole = moved.find(({ measure, of }) => measure === 'shadow.l-infinity' && of === 'label')!;
      expect(whole.effect).toBeLessThan(0.004);
      expect((await folder.assay(...words)).out).toContain('shadow.slice-label:language  cy');
    },
  );

  it(
    'tells that seconds became milliseconds, whatever is allowed of their distribution',
    TIMEOUT,
    async () => {
      folder.write(
        'ms.csv',
        folder
          .read('old.csv')
          .replace(
            /^([0-9]+,[a-z0-9]+),([0-9]+)/gm,
            (_, head, seconds) => `${head},${1000 * Number(seconds)}`,
          ),
      );
      const words = ['shadow', '--old', 'old.csv', '--new', 'ms.csv', '--show-values'];
      const allowed = ['distance=1', 'quantiles=100000'].flatMap(each => ['--allow', `shadow.${each}`]);
      const heard = await folder.assay(...words, ...allowed, '--json');
      expect(failing(heard)).toEqual(['shadow.factor:seconds']);
      expect(heard.json().comparison.findings).toEqual([
        expect.objectContaining({ kind: 'values-without-unit', field: 'seconds', near: 1000 }),
      ]);
      expect((await folder.assay(...words)).out).toContain(
        'the values of seconds are ×1000 of what they were',
      );
    },
  );

  it('tells no value that nobody named', TIMEOUT, async () => {
    const heard = await folder.assay('shadow', '--old', 'old.csv', '--new', 'ms.csv', '--json');
    const text = JSON.stringify(heard.json().comparison);
    expect(text).not.toContain('"near":1000');
    expect(text).not.toContain('l10');
    expect(text).toContain('positive');
  });

  it('takes patterns, each file once, and all of one side together', TIMEOUT, async () => {
    await parquetOfSql(path.join(folder.root, 'p1.parquet'), 'SELECT range AS id FROM range(10)');
    await parquetOfSql(path.join(folder.root, 'p2.parquet'), 'SELECT range AS id FROM range(10, 25)');
    symlinkSync('p2.parquet', path.join(folder.root, 'q2.parquet'));
    const heard = await folder.assay(
      'shadow',
      '--old',
      'p1.parquet',
      '--new',
      'p*.parquet',
      './p1.parquet',
      'q*.parquet',
      '--json',
    );
    expect(heard.json().comparison.after.rows).toBe(25);
    expect(heard.json().new.files.map(({ file }: { file: string }) => file)).toEqual([
      'p1.parquet',
      'p2.parquet',
    ]);
  });

  it(
    'keeps the digits of whole numbers that no 64 bits hold, and of decimals that no double does',
    TIMEOUT,
    async () => {
      const from = (digits: string, first: number, behind = '') =>
        `v\n${Array.from({ length: 2_000 }, (_, row) => `${digits}${first + (row % 51)}${behind}\n`).join('')}`;
      for (const [digits, behind] of [
        ['9223372036854775', ''],
        ['-36893488147419103', ''],
        ['1000000000000000000000000000', ''],
        ['100000000000000000000000000000000000000000', '.5'],
      ] as const) {
        folder.write('w1.csv', from(digits, 807, behind));
        folder.write('w2.csv', from(digits, 867, behind));
        const heard = await folder.assay(
          'shadow',
          '--old',
          'w1.csv',
          '--new',
          'w2.csv',
          '--show-values',
          '--json',
        );
        const { before, measurements } = heard.json().comparison;
        expect(before.fields[0]).toMatchObject({ distinct: 51, distinctError: 0, rankError: 0 });
        expect(before.fields[0].quantiles).toContain(`${digits}832${behind}`);
        expect(measurements).toContainEqual(
          expect.objectContaining({ measure: 'shadow.distance', effect: 1 }),
        );
        expect(heard.exit).toBe(1);
      }
    },
  );

  it('tells moments of each side in its own unit, and fails of a zone that was lost', TIMEOUT, async () => {
    const moments = (type: string): string =>
      `SELECT (TIMESTAMP '2023-11-14 22:13:20' + to_microseconds(range * 1000))::${type} AS at FROM range(1000)`;
    await parquetOfSql(path.join(folder.root, 'us.parquet'), moments('TIMESTAMP'));
    await parquetOfSql(path.join(folder.root, 'ns.parquet'), moments('TIMESTAMP_NS'));
    const told = await folder.assay('shadow', '--old', 'us.parquet', '--new', 'ns.parquet', '--show-values');
    expect(told.exit).toBe(0);
    expect(told.out).toContain('2023-11-14T22:13:20.499');
    expect(told.out).not.toMatch(/1970-|[0-9] us/);
    await parquetOfSql(path.join(folder.root, 'zone.parquet'), moments('TIMESTAMPTZ'));
    const lost = await folder.assay('shadow', '--old', 'zone.parquet', '--new', 'us.parquet', '--json');
    expect(lost.exit).toBe(1);
    expect(failing(lost)).toContain('shadow.distance:at');
  });

  it('counts NaN in elements and members', TIMEOUT, async () => {
    const vectors = (last: string) =>
      `SELECT CASE WHEN range = 7 THEN ${last} ELSE [range::DOUBLE, 2.5::DOUBLE] END AS v FROM range(500)`;
    await parquetOfSql(path.join(folder.root, 'v1.parquet'), vectors('[1.5::DOUBLE, 0]'));
    await parquetOfSql(path.join(folder.root, 'v2.parquet'), vectors("['NaN'::DOUBLE, 1]"));
    const heard = await folder.assay('shadow', '--old', 'v1.parquet', '--new', 'v2.parquet', '--json');
    expect(heard.exit).toBe(1);
    expect(failing(heard)).toEqual(['shadow.not-finite:v']);
    expect(heard.json().comparison.after.fields[0]).toMatchObject({
      notFinite: 1,
      values: 499,
      distinct: 499,
    });
  });

  it('fails of a side without a row, and of measures that do not apply', TIMEOUT, async () => {
    folder.write('none.csv', 'id,language,seconds,label\n');
    const empty = await folder.assay('shadow', '--old', 'old.csv', '--new', 'none.csv', '--json');
    expect(empty.exit).toBe(1);
    expect(failing(empty)).toContain('shadow.rows');
    folder.write('texts.csv', folder.read('old.csv').replace(/^([0-9]+,[a-z0-9]+),([0-9]+)/gm, '$1,n/a$2'));
    const texts = await folder.assay('shadow', '--old', 'texts.csv', '--new', 'old.csv', '--json');
    expect(failing(texts)).toContain('shadow.distance:seconds');
  });

  it('fails of a column that is gone, and names one that came', TIMEOUT, async () => {
    folder.write('two.csv', 'a,b\n1,2\n3,4\n');
    folder.write('one.csv', 'a\n1\n3\n');
    const gone = await folder.assay('shadow', '--old', 'two.csv', '--new', 'one.csv');
    expect([gone.exit, gone.out]).toEqual([1, expect.stringMatching(/old only b.*shadow\.column:b/s)]);
    const came = await folder.assay('shadow', '--old', 'one.csv', '--new', 'two.csv');
    expect([came.exit, came.out]).toEqual([0, expect.stringContaining('new only b')]);
  });

  it('leaves out no file that a pattern finds because its link leads nowhere', TIMEOUT, async () => {
    folder.write('part-1.csv', 'a\n1\n3\n');
    symlinkSync('nowhere', path.join(folder.root, 'part-2.csv'));
    const heard = await folder.assay('shadow', '--old', 'part-*.csv', '--new', 'part-1.csv', '--json');
    expect([codeOf(heard), heard.exit]).toEqual(['FILE_UNREADABLE', 2]);
  });

  it.each([
    [['--old', 'gone*.csv', '--new', 'old.csv'], 'SHADOW_NO_FILE'],
    [['--old', 'old.csv', '--new', 'broken.csv'], 'CSV_MALFORMED'],
    [['--old', 'old.csv', '--new', 'old.csv', '--label', 'labl'], 'COMPARED_COLUMN_UNKNOWN'],
    [['--old', 'old.csv', '--new', 'old.csv', '--allow', 'shadow.distence:seconds=1'], 'THRESHOLD_UNKNOWN'],
    [['--old', 'old.csv', '--new', 'old.csv', '--allow', 'shadow.distance:language=1'], 'THRESHOLD_UNKNOWN'],
    [['--old', 'old.csv', '--new', 'p1.parquet', 'pt.parquet'], 'SHADOW_SCHEMAS_APART'],
    [['--old', 'old.csv', 'other.csv', '--new', 'old.csv'], 'SHADOW_SCHEMAS_APART'],
    [['--old', 'old.csv', '--new', 'old.csv', '--slice', 'id'], 'SHADOW_SLICE_TOO_FINE'],
    [['--old', 'old.csv'], 'USAGE'],
    [['--new', 'old.csv', '--stats-out', 'x.json'], 'USAGE'],
    [['--old', 'old.csv', '--new', 'old.csv', '--allow', 'shadow.distance'], 'USAGE'],
  ] as const)('refuses %j with %s, and says nothing else', TIMEOUT, async (words, code) => {
    folder.write('broken.csv', 'id,language,seconds,label\n1,"a,2,b\n');
    folder.write('other.csv', 'id,speech\n1,a\n');
    await parquetOfSql(path.join(folder.root, 'pt.parquet'), "SELECT 'a' AS id");
    const heard = await folder.assay('shadow', ...words, '--json');
    expect([codeOf(heard), heard.exit]).toEqual([code, 2]);
  });

  it('says when the process that counts can not be started, or ends', TIMEOUT, async () => {
    const ended = { trouble: 'ended', what: 'SIGSEGV' } as const;
    const absent: Counting = { start: () => Promise.resolve({ trouble: 'ended', what: 'ENOENT' }) };
    const dying: Counting = {
      start: () =>
        Promise.resolve({
          open: () => Promise.resolve(undefined),
          append: () => Promise.resolve(undefined),
          ask: () => Promise.resolve(ended),
          close: () => Promise.resolve(),
        }),
    };
    const words = ['shadow', '--old', 'old.csv', '--new', 'old.csv', '--json'];
    for (const [counting, code] of [
      [absent, 'COUNTING_UNAVAILABLE'],
      [dying, 'COUNTING_ENDED'],
    ] as const) {
      const heard = await folder.as({ counting })(...words);
      expect([codeOf(heard), heard.exit]).toEqual([code, 4]);
    }
  });
});

describe('assay shadow under versions', async () => {
  const folder: Folder = copiedProject();
  const SUBJECT = 'weather.daily';
  const config = await loadConfig(folder.root);
  if (config instanceof Fault) throw config;
  const loaded = loadSubject({ root: folder.root, config }, SUBJECT);
  if (loaded instanceof Fault) throw loaded;
  const contract = contractOf(loaded, 1);
  if (contract instanceof Fault) throw contract;
  const { fields } = contract.schema;
  const csv = readFileSync(path.join(folder.root, 'golden/weather.daily/2.1.0.csv'), 'utf8');
  const [header = '', ...lines] = csv.trim().split('\n');
  folder.write('a.csv', `${header}\n${lines.slice(0, 700).join('\n')}\n`);
  folder.write('b.csv', `${header}\n${lines.slice(700).join('\n')}\n`);
  folder.write('all.csv', csv);
  const under = ['--subject', `${SUBJECT}@1`];

  it('adds statistics of parts up to those of the whole', TIMEOUT, async () => {
    for (const part of ['a', 'b']) {
      const heard = await folder.assay(
        'shadow',
        '--new',
        `${part}.csv`,
        ...under,
        '--stats-out',
        `${part}.json`,
      );
      expect(heard.exit).toBe(0);
    }
    const words = ['shadow', '--old', 'all.csv', '--new-stats', 'a.json', 'b.json', ...under, '--json'];
    const heard = await folder.assay(...words);
    expect(heard.exit).toBe(0);
    expect(heard.json()).toMatchObject({ inferred: false, verdict: { holds: true, checks: [] } });
    const { before, after } = heard.json().comparison;
    expect(after).toEqual(before);
    const mixed = await folder.assay(
      'shadow',
      '--old',
      'all.csv',
      '--new',
      'a.csv',
      '--new-stats',
      'b.json',
      ...under,
      '--json',
    );
    expect(mixed.json().comparison.after).toEqual(before);
  });

  it('refuses statistics that are not what they were', TIMEOUT, async () => {
    const document = JSON.parse(folder.read('a.json'));
    const refuse = async (changed: unknown, file = 'changed.json') => {
      folder.write(file, JSON.stringify(changed));
      const heard = await folder.assay('shadow', '--old', 'all.csv', '--new-stats', file, ...under, '--json');
      expect([codeOf(heard), heard.exit]).toEqual(['SHADOW_STATISTICS', 2]);
    };
    await refuse({ ...document, rows: document.rows + 1 });
    await refuse({ ...document, more: 1 });
    await refuse({ ...document, recordSchema: 'sha256:0' });
    await refuse({ ...document, fields: document.fields.slice(1) });
    await refuse([]);
  });

  it('reads Avro, and names the record that is none', TIMEOUT, async () => {
    const rows: readonly RecordValues[] = [
      fields.map(({ type }) => (type.kind === 'string' ? 'sun' : type.kind === 'date' ? 1 : 1)),
    ] as never;
    const bytes = writeContainer(contract.schema, batchOf(contract.schema, rows), {
      codec: 'null',
      meta: new Map(),
    });
    if (bytes instanceof Fault) throw bytes;
    folder.write('one.avro', bytes);
    const heard = await folder.assay('shadow', '--old', 'one.avro', '--new', 'one.avro', ...under, '--json');
    expect(heard.json().comparison.before.rows).toBe(1);
    appendFileSync(path.join(folder.root, 'one.avro'), 'x');
    expect((await folder.assay('shadow', '--old', 'one.avro', '--new', 'one.avro', ...under)).exit).toBe(2);
  });

  it('names file, line and column of a cell that is none of its type, far into a file', TIMEOUT, async () => {
    const bad = lines.with(1_200, lines[1_200]!.replace(/,[^,]*,[^,]*$/, ',windy,sun'));
    folder.write('bad.csv', `${header}\n${bad.join('\n')}\n`);
    const heard = await folder.assay('shadow', '--old', 'all.csv', '--new', 'bad.csv', ...under, '--json');
    expect(heard.exit).toBe(2);
    expect(heard.json()).toMatchObject({ code: 'CSV_VALUE', at: { file: 'bad.csv', line: 1_202 } });
  });

  it(
    'compares two revisions by what the change record allows, and takes no other option',
    TIMEOUT,
    async () => {
      const [was, is] = [`${SUBJECT}/1.31.1`, `${SUBJECT}/2.1.0`];
      const heard = await folder.assay('shadow', was, is, '--json');
      expect(heard.exit).toBe(1);
      expect(new Set(failing(heard))).toEqual(new Set(['shadow.slice-label:month']));
      expect((await folder.assay('shadow', was, was)).out).toContain('holds');
      expect(codeOf(await folder.assay('shadow', was, is, '--show-values', '--json'))).toBe('USAGE');
      expect(codeOf(await folder.assay('shadow', was, `${SUBJECT}/9`, '--json'))).toBe('REVISION_UNKNOWN');
      expect(codeOf(await folder.assay('shadow', was, SUBJECT, '--json'))).toBe('REFERENCE_MALFORMED');
    },
  );
});
