import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { INTEROP } from '../exchange/interop.ts';
import { copiedProject, newProject } from './harness.ts';
import { REPOSITORY } from './repository.ts';

const ORDER = {
  type: 'record',
  name: 'Order',
  fields: [
    { name: 'id', type: 'long', 'field-id': 4 },
    { name: 'status', type: { type: 'enum', name: 'Status', symbols: ['open', 'paid'] } },
    { name: 'note', type: ['int', 'string'] },
  ],
};
const GOVERNED = ['--owner', 'shop', '--sensitivity', 'internal'];

describe('assay import', () => {
  it('makes a subject of a schema, with its vocabularies, that check accepts as it is', async () => {
    const { assay, write, read } = await newProject();
    write('order.avsc', JSON.stringify(ORDER));
    const done = await assay('import', 'order.avsc', ...GOVERNED, '--leave-out', 'note', '--json');
    expect(done.json()).toMatchObject({
      format: 'avro',
      subject: 'order',
      version: 1,
      written: true,
      fields: 2,
      proposedIds: 1,
    });
    expect(done.json().notes).toContainEqual({ path: '/note', what: 'left out', why: 'it was asked for' });
    expect(read('schemas/order/v1.yaml')).toContain('id: 5 # proposed\n    name: status');
    expect(read('schemas/order/subject.yaml')).toContain('owner: shop');
    expect(read('schemas/vocabularies/status.yaml')).toContain('label: paid');
    expect((await assay('check', 'order')).exit).toBe(0);
  });

  it('names every field that no contract can hold, where the source has it, and places nothing in a file that is not there', async () => {
    const { assay, write } = await newProject();
    const of = (properties: object) =>
      JSON.stringify({ type: 'object', additionalProperties: false, properties }, null, 1);
    const refusalOf = async (properties: object) => {
      write('s.json', of(properties));
      return (await assay('import', 's.json', '--subject', 's', ...GOVERNED, '--json')).json();
    };
    const kept = { type: 'string' };
    const spaced = { enum: ['a ', 'b'] };
    const unwritten = { enum: ['', 'b'] };
    expect(await refusalOf({ kept, spaced, unwritten })).toMatchObject({
      code: 'IMPORT_REFUSED',
      at: { file: 's.json', line: 8 },
      facts: { count: 2, fields: expect.stringMatching(/^spaced .*"a ".*; unwritten .*""/) },
    });
    const turned = { type: 'integer', minimum: 5, maximum: 1 };
    const noDay = { type: 'string', format: 'date', default: '2020-02-30' };
    const short = { type: 'array', items: kept, minItems: 5, maxItems: 2 };
    expect(await refusalOf({ kept, turned, noDay, short })).toMatchObject({
      code: 'IMPORT_REFUSED',
      at: { file: 's.json', line: 8 },
      facts: { count: 3, fields: expect.stringMatching(/^turned .*; noDay .*; short /) },
    });
  });

  it('writes nothing on a dry run, and nothing where it refuses', async () => {
    const { root, assay, write } = await newProject();
    write('order.avsc', JSON.stringify(ORDER));
    const sets = [{ name: 'films' }, { name: 'votes' }];
    write('two.json', JSON.stringify({ conformsTo: 'mlcommons.org/croissant/1.0', recordSet: sets }));
    const folder = path.join(root, 'schemas');
    const before = readdirSync(folder, { recursive: true });
    const dry = await assay('import', 'order.avsc', ...GOVERNED, '--leave-out', 'note', '--dry-run');
    expect(dry.exit).toBe(0);
    expect(dry.out).toContain('schema: order.v1');
    for (const [argv, code] of [
      [['order.avsc', ...GOVERNED], 'IMPORT_REFUSED'],
      [['order.avsc', '--leave-out', 'note', '--owner', 'shop'], 'IMPORT_UNSAID'],
      [['order.avsc', ...GOVERNED, '--subject', 'No Name'], 'USAGE'],
      [['absent.avsc', ...GOVERNED], 'FILE_UNREADABLE'],
      [['registry.config.ts', ...GOVERNED], 'NATIVE_FORMAT_UNKNOWN'],
      [['two.json', ...GOVERNED], 'two.json:1:57: '],
      [['two.json', ...GOVERNED], 'IMPORT_OBJECT'],
    ] as const) {
      const refused = await assay('import', ...argv);
      expect([refused.exit, refused.err], argv.join(' ')).toEqual([2, expect.stringContaining(code)]);
    }
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });

  it('makes the next version of a subject that is there, and pins what is new behind what it pinned', async () => {
    const { assay, write, read } = await copiedProject();
    const fields = [
      { name: 'response_latency_ms', type: 'long' },
      { name: 'mood', type: { type: 'enum', name: 'Mood', symbols: ['good', 'bad'] } },
    ];
    write('next.avsc', JSON.stringify({ type: 'record', name: 'x', fields }));
    const done = await assay('import', 'next.avsc', '--subject', 'training.example', '--json');
    expect(done.json()).toMatchObject({ subject: 'training.example', version: 5 });
    const text = read('schemas/training.example/v5.yaml');
    expect(text).toContain('id: 17 # proposed');
    expect(text).toContain('unit: ms # proposed: as in v4');
    expect(read('schemas/training.example/subject.yaml')).toMatch(/vocabularies\/mood\.yaml: sha256:/);
  });

  it('makes one of what others wrote: 3 M flights in Parquet, and every type of Avro but three', async () => {
    const { assay, write, read } = await newProject();
    const flights = path.join(REPOSITORY, 'node_modules', 'vega-datasets', 'data', 'flights-3m.parquet');
    const done = (await assay('import', flights, ...GOVERNED, '--subject', 'us.flights', '--json')).json();
    expect(done).toMatchObject({ format: 'parquet', subject: 'us.flights', fields: 5, proposedIds: 5 });
    expect(read('schemas/us.flights/v1.yaml')).toContain('physical: timestamp\n    zone: local\n');
    write('interop.avsc', JSON.stringify(INTEROP));
    const left = ['nullField', 'unionField', 'recordField'].flatMap(name => ['--leave-out', name]);
    const interop = (await assay('import', 'interop.avsc', ...GOVERNED, ...left, '--json')).json();
    expect(interop).toMatchObject({ subject: 'org.apache.avro.interop', fields: 11 });
    expect((await assay('check', 'us.flights')).exit).toBe(0);
  });

  it('proposes no id that was ever proposed, because what was withdrawn stays burnt', async () => {
    const { assay, write, read, remove } = await newProject();
    write('order.avsc', JSON.stringify({ ...ORDER, fields: ORDER.fields.slice(1, 2) }));
    await assay('import', 'order.avsc', ...GOVERNED);
    await assay('propose', 'order@1');
    for (const name of ['v1.yaml', 'ledger.yaml']) remove(`schemas/order/${name}`);
    const done = (await assay('import', 'order.avsc', '--json')).json();
    expect(done).toMatchObject({ subject: 'order', version: 1, proposedIds: 1 });
    expect(read('schemas/order/v1.yaml')).toContain('id: 2 # proposed');
  });

  it('replaces no file, because somebody wrote it', async () => {
    const { assay, write, read } = await newProject();
    write('order.avsc', JSON.stringify({ ...ORDER, fields: ORDER.fields.slice(0, 1) }));
    write('schemas/order/v1.yaml', 'mine');
    const refused = await assay('import', 'order.avsc', ...GOVERNED);
    expect(refused.err).toContain('FILE_UNWRITABLE');
    expect(read('schemas/order/v1.yaml')).toBe('mine');
  });
});

describe('assay export', () => {
  it.each([
    ['avro', 'it.avsc'],
    ['json-schema', 'it.json'],
    ['odcs', 'it.yaml'],
    ['croissant', 'it.json'],
    ['parquet', 'it.parquet'],
    ['arrow', 'it.arrow'],
  ])(
    'as %s and import are each other’s inverse, in a project that has never seen the subject',
    async (format, file) => {
      const here = copiedProject();
      const there = await newProject();
      for (const name of ['training.example@4', 'weather.daily@1']) {
        const shown = (await here.assay('show', name, '--json')).json().recordSchema;
        const out = path.join(there.root, file);
        expect((await here.assay('export', name, '--as', format, '--out', out)).exit).toBe(0);
        const imported = (await there.assay('import', file, '--json')).json();
        expect(imported.format).toBe(format);
        there.remove(file);
        expect([imported.recordSchema, imported.proposedIds]).toEqual([shown, 0]);
        for (const { what } of imported.notes) expect(what).toBe('key ARROW:schema');
      }
    },
  );

  it('writes a file where none is, and refuses to replace one', async () => {
    const { assay, read } = copiedProject();
    const argv = ['export', 'weather.daily@1', '--as', 'avro', '--out', 'w.avsc'];
    expect((await assay(...argv)).exit).toBe(0);
    expect(JSON.parse(read('w.avsc'))).toMatchObject({ name: 'daily', namespace: 'weather' });
    expect((await assay(...argv)).err).toContain('FILE_UNWRITABLE');
  });

  it('says on standard error what a format without room for more can not carry', async () => {
    const exported = await copiedProject().assay('export', 'training.example@4', '--as', 'iceberg');
    expect(JSON.parse(exported.out).fields).toMatchObject([
      { id: 17, type: 'long' },
      { id: 23, type: 'string' },
    ]);
    expect(exported.err).toContain('vocabulary');
  });

  it('writes what is no text to a file only', async () => {
    const { assay } = copiedProject();
    expect((await assay('export', 'weather.daily@1', '--as', 'parquet')).err).toContain('--out');
    const json = (await assay('export', 'weather.daily@1', '--as', 'parquet', '--json')).json();
    expect(Buffer.from(json.base64, 'base64').subarray(0, 4).toString()).toBe('PAR1');
  });

  it('wants one version, and a format it knows', async () => {
    const { assay } = copiedProject();
    expect((await assay('export', 'weather.daily', '--as', 'avro')).err).toContain('REFERENCE_MALFORMED');
    expect((await assay('export', 'weather.daily@9', '--as', 'avro')).err).toContain('VERSION_UNKNOWN');
    expect((await assay('export', 'weather.daily@1', '--as', 'cobol')).err).toContain('USAGE');
  });
});
