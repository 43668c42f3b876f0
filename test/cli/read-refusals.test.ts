import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { arrowStream } from '../../src/codec/arrow/arrow-codec.ts';
import { writeContainer } from '../../src/codec/avro-container.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { loadConfig } from '../../src/main/load-config.ts';
import { contractOf, loadSubject } from '../../src/service/load-subject.ts';
import { emptyFolder, type Folder } from './harness.ts';

const held = <T>(found: T | Fault): T => {
  if (found instanceof Fault) throw found;
  return found;
};

/** A subject `s.t` of one version. */
async function projectOf(fields: string): Promise<{ readonly folder: Folder; readonly schema: Schema }> {
  const folder = emptyFolder();
  folder.write('registry.config.ts', 'export default {};\n');
  folder.write(
    'schemas/s.t/subject.yaml',
    'subject: s.t\ncompatibility: full\ndefaults: {owner: me, sensitivity: internal}\nmembers:\n  sampleId: {envelope: sampleId}\n  sourceId: {constant: h}\n  sourceVersion: {envelope: sourceVersion}\n  split: {constant: train}\n',
  );
  folder.write('schemas/s.t/v1.yaml', `schema: s.t.v1\nfields:\n${fields}`);
  const project = { root: folder.root, config: held(await loadConfig(folder.root)) };
  return { folder, schema: held(contractOf(held(loadSubject(project, 's.t')), 1)).schema };
}

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));

describe('assay read of records that JSON has no text for', async () => {
  const { folder, schema } = await projectOf(
    [
      '  - {id: 1, name: a, physical: float64, logical: number, nullable: false}',
      '  - {id: 2, name: t, physical: timestamp, unit: s, zone: instant, logical: timestamp, nullable: true}',
      '  - {id: 3, name: n, physical: int32, logical: number, nullable: false, range: [0, 9]}',
      '  - {id: 4, name: l, physical: list, logical: sequence, minLength: 0, maxLength: 3, nullable: true, element: {id: 5, physical: float32, logical: number, nullable: false}}',
      '',
    ].join('\n'),
  );
  const YEAR_10000 = 253_402_300_800n;
  const rows: readonly RecordValues[] = [
    [1, null, 0, null],
    [2, null, 10, null],
    [Number.NaN, null, 0, null],
    [3, YEAR_10000, 0, null],
    [4, YEAR_10000, 10, null],
    [5, 0n, 0, [1, Number.POSITIVE_INFINITY]],
    [6, null, 0, [1]],
  ];
  folder.write(
    'a.avro',
    held(writeContainer(schema, batchOf(schema, rows), { codec: 'null', meta: new Map() })),
  );
  const stretches = [rows.slice(0, 2), rows.slice(2)].map(part => batchOf(schema, part));
  folder.write('a.arrows', held(arrowStream(schema, stretches)));

  it.each(['a.avro', 'a.arrows'])('gives out the others of %s, and counts those as rejects', async file => {
    const out = [`${file}.jsonl`, `${file}.rejects`] as const;
    const { exit, json } = await folder.assay(
      'read',
      file,
      '--as',
      's.t@1',
      '--json',
      '--out',
      out[0],
      '--rejects',
      out[1],
    );
    expect({ exit, ...json() }).toMatchObject({ exit: 1, read: 7, accepted: 2, rejected: 5 });
    expect(linesOf(folder.read(out[0]))).toMatchObject([{ a: 1 }, { a: 6, l: [1] }]);
    const rejects = linesOf(folder.read(out[1])) as { row: number; field: number; code: string }[];
    expect(rejects.map(({ row, field, code }) => [row, field, code])).toEqual([
      [1, 3, 'RANGE'],
      [2, 1, 'CODEC_CANNOT_CARRY'],
      [3, 2, 'CODEC_CANNOT_CARRY'],
      [4, 3, 'RANGE'],
      [5, 5, 'CODEC_CANNOT_CARRY'],
    ]);
  });

  it('says which form has them all, because nothing is wrong with the records', async () => {
    const plain = await folder.assay('read', 'a.avro', '--as', 's.t@1');
    expect(plain.exit).toBe(1);
    expect(plain.err).toContain('--to arrow');
    const { bytes, err } = await folder.assay('read', 'a.avro', '--as', 's.t@1', '--to', 'arrow');
    expect(arrow.tableFromIPC(bytes()).numRows).toBe(5);
    expect(err).not.toContain('CODEC_CANNOT_CARRY');
  });
});

describe('assay read', async () => {
  const { folder } = await projectOf(
    [
      '  - {id: 1, name: alpha, physical: int32, logical: number, nullable: true}',
      '  - {id: 2, name: s, physical: struct, logical: structure, nullable: true, fields: [{id: 3, name: inner, physical: int32, logical: number, nullable: true}]}',
      '',
    ].join('\n'),
  );
  const column = (name: string, id?: number, type: arrow.DataType = new arrow.Int32()) =>
    new arrow.Field(name, type, true, new Map(id === undefined ? [] : [['PARQUET:field_id', String(id)]]));
  const fileOf = (...fields: readonly arrow.Field[]): Uint8Array =>
    arrow.tableToIPC(new arrow.Table(new arrow.Schema([...fields])), 'stream');
  const read = (file: string, ...words: readonly string[]) =>
    folder.assay('read', file, '--as', 's.t@1', ...words);

  it.each<readonly [what: string, fields: readonly arrow.Field[], facts: object]>([
    [
      'another case',
      [column('Alpha')],
      { column: '"Alpha"', by: 'name', nearest: 'alpha (1)', field: 'none' },
    ],
    ['a strange name', [column('alpha'), column('zzzzzz')], { column: '"zzzzzz"', nearest: '' }],
    [
      'no id beside others that have one',
      [column('s', 2, new arrow.Struct([column('inner', 3)])), column('alpha')],
      { column: '"alpha" (no id)', by: 'id', nearest: 'alpha (1)' },
    ],
    [
      'a place in a struct',
      [column('s', undefined, new arrow.Struct([column('iner')]))],
      { column: '"iner"', nearest: 'inner (3)', field: 's (2)' },
    ],
    ['a name without end', [column('x'.repeat(5000))], { column: `"${'x'.repeat(200)}"` }],
  ])('names a column that no field is of: %s', async (_, fields, facts) => {
    folder.write('strange.arrows', fileOf(...fields));
    const { exit, json } = await read('strange.arrows', '--json', '--out', 'never');
    expect({ exit, code: json().code }).toEqual({ exit: 1, code: 'COLUMN_UNKNOWN' });
    expect(json().facts).toMatchObject({ path: 'strange.arrows', code: 'UNKNOWN_FIELD', ...facts });
  });

  it('tells what an escape in the name of a column would do, and does not do it', async () => {
    folder.write('strange.arrows', fileOf(column('a\u001b[2J')));
    const { err } = await read('strange.arrows');
    expect(err).toContain('\\u{1b}[2J');
    expect(err).not.toContain('\u001b');
  });

  it('names the file whose own schema is refused', async () => {
    const header = (schema: string): Buffer => {
      const text = (value: string): Buffer => {
        const length = 2 * Buffer.byteLength(value);
        return Buffer.concat([
          Buffer.from(length < 128 ? [length] : [(length & 127) | 128, length >> 7]),
          Buffer.from(value),
        ]);
      };
      return Buffer.concat([
        Buffer.from('Obj\u0001\u0002'),
        text('avro.schema'),
        text(schema),
        Buffer.alloc(17),
      ]);
    };
    folder.write('named.avro', header('{"type":"record","name":"a-b","fields":[]}'));
    const told = await read('named.avro');
    expect(told.exit).not.toBe(0);
    expect(told.err).toMatch(/named\.avro: .*AVRO_NAME/s);
    const { json } = await read('named.avro', '--json', '--out', 'never');
    expect(json()).toMatchObject({ code: 'AVRO_NAME', file: 'named.avro' });
  });

  it.each(['json', 'arrow'])(
    'as %s ends otherwise than well when nobody takes what it writes',
    async form => {
      const { folder, schema } = await projectOf(
        '  - {id: 1, name: alpha, physical: int32, logical: number, nullable: true}\n',
      );
      folder.write(
        'two.arrows',
        held(
          arrowStream(
            schema,
            [[[1]], [[2]]].map(part => batchOf(schema, part)),
          ),
        ),
      );
      let pieces = 0;
      const closed = {
        write: () => undefined,
        writeError: (text: string) => {
          err += text;
        },
        // The first records are taken, and nothing after them.
        writeBytes: async () => ++pieces <= (form === 'json' ? 1 : 2),
        colour: false,
        errorColour: false,
        showsProgress: false,
        width: 400,
      };
      let err = '';
      const { exit } = await folder.as({ output: closed })(
        'read',
        'two.arrows',
        '--as',
        's.t@1',
        '--to',
        form,
        '--rejects',
        'none',
      );
      expect(exit).toBe(4);
      expect(err).toContain('closed when at least 1 records');
      expect(err).toContain('OUTPUT_CLOSED');
      expect(err).not.toContain('all pass');
      expect(folder.has('none')).toBe(false);
    },
  );
});
