import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { arrowStream } from '../../src/codec/arrow/arrow-codec.ts';
import { writeContainer } from '../../src/codec/avro-container.ts';
import { parquetCodec } from '../../src/codec/parquet/parquet-codec.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { parquetWasm } from '../../src/engine/parquet-wasm.ts';
import { makeField, makeList, makeSchema } from '../contract/make-field.ts';
import { emptyFolder } from './harness.ts';

const held = <T>(found: T | Fault): T => {
  if (found instanceof Fault) throw found;
  return found;
};

/** As the writer has it: what may be null there, and longer, may not for the contract. */
const WRITTEN = makeSchema([
  makeField('int32', { id: 1, name: 'count', nullable: true }),
  makeField('string', { id: 2, name: 'text' }),
  makeList(makeField('int32', { id: 4, name: 'token' }), 0, 9, { id: 3, name: 'tokens' }),
]);
const ROWS: readonly RecordValues[] = [
  [1, 'one', [1]],
  [null, 'two', [2]],
  [3, 'three', [3, 3, 3]],
  [4, 'spoilt', [4]],
  [5, 'five', []],
];
const BATCH = batchOf(WRITTEN, ROWS);
/** The same, with bytes in the text of the fourth that are no text. */
const FILES: Readonly<Record<string, Uint8Array>> = {
  avro: held(writeContainer(WRITTEN, BATCH, { codec: 'null', meta: new Map() })),
  arrow: held(arrowStream(WRITTEN, [BATCH])),
  parquet: held(parquetCodec(parquetWasm()).encode(WRITTEN, BATCH)),
  json: Buffer.from(
    ROWS.map(([count, text, tokens]) => `${JSON.stringify({ count, text, tokens })}\n`).join(''),
  ),
};

describe('assay read of records that their own bytes make none', () => {
  const folder = emptyFolder();
  folder.write('registry.config.ts', 'export default {};\n');
  folder.write(
    'schemas/s.t/subject.yaml',
    'subject: s.t\ncompatibility: full\ndefaults: {owner: me, sensitivity: internal}\nmembers:\n  sampleId: {envelope: sampleId}\n  sourceId: {constant: h}\n  sourceVersion: {envelope: sourceVersion}\n  split: {constant: train}\n',
  );
  folder.write(
    'schemas/s.t/v1.yaml',
    [
      'schema: s.t.v1',
      'fields:',
      '  - {id: 1, name: count, physical: int32, logical: number, nullable: false, range: [0, 4]}',
      '  - {id: 2, name: text, physical: string, logical: text, nullable: false}',
      '  - {id: 3, name: tokens, physical: list, logical: sequence, minLength: 0, maxLength: 2, nullable: false, element: {id: 4, physical: int32, logical: number, nullable: false}}',
      '',
    ].join('\n'),
  );

  it.each(Object.keys(FILES))(
    'gives out the others of %s, and tells each by row, field and code',
    async name => {
      const bytes = Buffer.from(FILES[name]!);
      bytes[bytes.indexOf('spoilt')] = 0xff;
      folder.write(`a.${name}`, bytes);
      const [out, rejects] = [`${name}.out`, `${name}.rejects`];
      const words = ['--as', 's.t@1', '--json', '--out', out, '--rejects', rejects];
      const { exit, json } = await folder.assay('read', `a.${name}`, ...words);
      expect({ exit, ...json() }).toMatchObject({ exit: 1, read: 5, accepted: 1, rejected: 4 });
      expect(folder.read(out)).toBe('{"count":1,"text":"one","tokens":[1]}\n');
      expect(
        folder
          .read(rejects)
          .trimEnd()
          .split('\n')
          .map(line => JSON.parse(line)),
      ).toEqual([
        { row: 1, field: 1, path: 'count (1)', code: 'NULL_NOT_ALLOWED' },
        { row: 2, field: 3, path: 'tokens (3)', code: 'ARRAY_TOO_LONG' },
        { row: 3, field: 2, path: 'text (2)', code: 'INVALID_UTF8' },
        { row: 4, field: 1, path: 'count (1)', code: 'RANGE' },
      ]);
    },
  );

  it.each<readonly [what: string, schema: Schema, facts: object]>([
    [
      'another type',
      { ...WRITTEN, fields: [makeField('int64', { id: 1, name: 'count' }), ...WRITTEN.fields.slice(1)] },
      { code: 'TYPE_MISMATCH', field: 'count (1)', found: 'int64', expected: 'int32' },
    ],
    [
      'no column',
      { ...WRITTEN, fields: WRITTEN.fields.slice(0, 2) },
      { code: 'MISSING_FIELD', field: 'tokens (3)', found: 'no column', expected: 'list' },
    ],
  ])('tells of %s as of the column, because no record is to blame', async (_, schema, facts) => {
    const row = schema.fields.map(({ type }) =>
      type.kind === 'string' ? '' : type.kind === 'list' ? [] : type.kind === 'int64' ? 1n : 1,
    );
    folder.write('column.arrows', held(arrowStream(schema, [batchOf(schema, [row])])));
    const { exit, json } = await folder.assay(
      'read',
      'column.arrows',
      '--as',
      's.t@1',
      '--json',
      '--out',
      'never',
    );
    expect({ exit, ...json() }).toMatchObject({ exit: 1, code: 'COLUMN_UNFIT', facts });
  });

  it('says of what gives its bytes but once that it is no file', async () => {
    const { exit, json } = await folder.assay(
      'read',
      '/dev/null',
      '--as',
      's.t@1',
      '--json',
      '--out',
      'never',
    );
    expect({ exit, ...json() }).toMatchObject({ exit: 2, code: 'FILE_UNREADABLE' });
    expect(json().facts.reason).toContain('pipe');
  });

  it('says how many records were taken at least of a batch that was taken in part', async () => {
    const line = `${JSON.stringify({ count: 1, text: 'x'.repeat(1000), tokens: [] })}\n`;
    folder.write('long.jsonl', line.repeat(200));
    let [taken, err] = [0, ''];
    const output = {
      write: () => undefined,
      writeError: (text: string) => {
        err += text;
      },
      writeBytes: async (bytes: Uint8Array) => {
        if (taken > 0) return false;
        taken = bytes.length / line.length;
        return true;
      },
      colour: false,
      errorColour: false,
      showsProgress: false,
      width: 400,
    };
    const { exit } = await folder.as({ output })('read', 'long.jsonl', '--as', 's.t@1');
    expect(exit).toBe(4);
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(200);
    expect(err).toContain(`at least ${taken} records`);
  });

  it('tells keys that no field has by their names, and no more of them than can be looked at', async () => {
    const line = (key: string): string =>
      `{"count":1,"text":"","tokens":[],${JSON.stringify(key)}:"secret"}\n`;
    folder.write(
      'keys.jsonl',
      line('colour') + line('\u001b[2J') + Array.from({ length: 40 }, (_, at) => line(`k${at}`)).join(''),
    );
    const { exit, err } = await folder.assay(
      'read',
      'keys.jsonl',
      '--as',
      's.t@1',
      '--rejects',
      'keys.rejects',
    );
    expect(exit).toBe(1);
    expect(err).toContain('UNKNOWN_FIELD "colour"');
    expect(err).not.toContain('\u001b[2J');
    expect(err.split('\n').length).toBeLessThan(30);
    const [first] = folder.read('keys.rejects').split('\n');
    expect(JSON.parse(first!)).toEqual({
      row: 0,
      field: null,
      path: '',
      code: 'UNKNOWN_FIELD',
      key: 'colour',
    });
    expect(err + folder.read('keys.rejects')).not.toContain('secret');
  });
});
