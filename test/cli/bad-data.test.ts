import type { RecordBatch } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { avroCodec } from '../../src/codec/avro.ts';
import { writeContainer } from '../../src/codec/avro-container.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import type { DataFormat } from '../../src/golden/set.ts';
import { loadConfig } from '../../src/main/load-config.ts';
import { contractOf, loadSubject } from '../../src/service/load-subject.ts';
import { type Folder, newProject } from './harness.ts';

const CONTRACT = 'schemas/support.ticket/v1.yaml';
const FILE = 'golden/support.ticket/first';

/** A ticket with an address: where the part of it is wrong, its path is told. */
async function project(): Promise<Folder> {
  const folder = await newProject();
  folder.edit(
    CONTRACT,
    'key: [ticket]',
    [
      '  - id: 5',
      '    name: sender',
      '    physical: struct',
      '    logical: structure',
      '    nullable: false',
      '    fields: [{id: 6, name: street, physical: string, logical: text, nullable: false}]',
      'key: [ticket]',
    ].join('\n'),
  );
  return folder;
}

function offer(folder: Folder, format: DataFormat, data: string | Uint8Array, rows: number): void {
  folder.remove(`${FILE}.csv`);
  folder.write(`${FILE}.${format}`, data);
  folder.edit(`${FILE}.yaml`, /rows: \d+/, `rows: ${rows}`);
  folder.edit(`${FILE}.yaml`, /sha256:[0-9a-f]{64}/, sha256(data));
  folder.edit(`${FILE}.yaml`, 'format: csv', `format: ${format}`);
  folder.edit(`${FILE}.yaml`, 'first.csv', `first.${format}`);
  folder.edit(`${FILE}.yaml`, /nulls:\n.*\n/, '');
}

const ticket = (id: number, more = '') =>
  `{"ticket":${id},"opened":"2026-01-05","first_response":5,"priority":"low","sender":{"street":"a"}${more}}`;

async function schemaOf(folder: Folder) {
  const config = await loadConfig(folder.root);
  const loaded =
    config instanceof Fault ? config : loadSubject({ root: folder.root, config }, 'support.ticket');
  const contract = loaded instanceof Fault ? loaded : contractOf(loaded, 1);
  if (contract instanceof Fault) throw contract;
  return contract.schema;
}

async function avroOf(folder: Folder, container: boolean): Promise<Uint8Array> {
  const schema = await schemaOf(folder);
  const decoded = jsonCodec.decode(schema, Buffer.from(`${ticket(1)}\n${ticket(2)}\n`));
  if (decoded.kind === 'refused') throw new Error(decoded.code);
  const batch: RecordBatch = decoded.batch;
  const bytes = container
    ? writeContainer(schema, batch, { codec: 'null', meta: new Map() })
    : avroCodec.encode(schema, batch);
  if (bytes instanceof Fault) throw bytes;
  return bytes;
}

/** Every door that reads the data says the same. */
async function refused(folder: Folder) {
  const heard = await folder.assay('check', '--json');
  const [fault, ...more] = heard.json().faults;
  expect(more).toEqual([]);
  const text = await folder.assay('check');
  expect(text.out).not.toContain('nothing proposed');
  expect(text.err).not.toMatch(/gigantic|"hot"/);
  for (const exit of [heard.exit, text.exit]) expect(exit).toBe(2);
  return fault;
}

describe('a bad record', () => {
  it.each([
    [
      'a value of another type',
      ticket(2).replace('5,', '"hot",'),
      'TYPE_MISMATCH',
      'first_response (3)',
      '"hot"',
    ],
    [
      'a null where none may be',
      ticket(2).replace('"low"', 'null'),
      'NULL_NOT_ALLOWED',
      'priority (4)',
      'null',
    ],
    ['a part of another type', ticket(2).replace('"a"', '7'), 'TYPE_MISMATCH', 'sender (5).street (6)', '7}'],
    [
      'a part that is missing',
      ticket(2).replace('"street":"a"', ''),
      'MISSING_FIELD',
      'sender (5).street (6)',
      '{}',
    ],
    ['a day that is none', ticket(2).replace('01-05', '02-30'), 'TYPE_MISMATCH', 'opened (2)', '"2026-02'],
    ['a field nobody knows', ticket(2, ',"gigantic":1'), 'UNKNOWN_FIELD', '', '"gigantic"'],
    ['text that is no JSON', ticket(2).replace('5,', '5;'), 'MALFORMED', '', ';'],
  ])('of JSON Lines, with %s, is told with line, column and field', async (_, line, code, field, wrong) => {
    const folder = await project();
    offer(folder, 'json', `${ticket(1).replace('"a"', '"é𝔸"')}\n${line}\n${ticket(3)}\n`, 3);
    expect(await refused(folder)).toMatchObject({
      code: 'DATA_REFUSED',
      facts: { code, record: 2, field },
      at: { file: `${FILE}.json`, line: 2, column: line.indexOf(wrong) + 1 },
    });
  });

  it('of Avro is told with record, byte and field, because the file has no lines', async () => {
    const folder = await project();
    const good = await avroOf(folder, false);
    // Two records of one length: the last byte of the second is the letter of its street.
    const bytes = Buffer.from(good);
    bytes[bytes.length - 1] = 0xff;
    offer(folder, 'avro', bytes, 2);
    expect(await refused(folder)).toMatchObject({
      code: 'DATA_BYTES_REFUSED',
      facts: {
        file: `${FILE}.avro`,
        code: 'INVALID_UTF8',
        record: 2,
        field: 'sender (5).street (6)',
        offset: bytes.length - 1,
      },
    });
    rewrite(folder, good.subarray(0, good.length - 1));
    expect(await refused(folder)).toMatchObject({
      code: 'DATA_BYTES_REFUSED',
      facts: { code: 'TRUNCATED', record: 2, field: 'sender (5).street (6)' },
    });
  });

  it('is not looked for in an Avro container file, which is told to be one', async () => {
    const folder = await project();
    offer(folder, 'avro', await avroOf(folder, true), 2);
    expect(await refused(folder)).toMatchObject({ code: 'DATA_CONTAINER', facts: { file: `${FILE}.avro` } });
  });

  it('of CSV is told with line, column and field', async () => {
    const folder = await newProject();
    const text = folder
      .read(`${FILE}.csv`)
      .replace(/low|normal|urgent/, 'gigantic')
      .replace(/(?<=-)\d\d(?=,)/, '99');
    folder.write(`${FILE}.csv`, text);
    folder.edit(`${FILE}.yaml`, /sha256:[0-9a-f]{64}/, sha256(text));
    expect(await refused(folder)).toMatchObject({
      code: 'CSV_VALUE',
      facts: { code: 'TYPE_MISMATCH', column: 'opened' },
      at: { file: `${FILE}.csv`, line: 2, column: text.split('\n')[1]!.indexOf(',') + 2 },
    });
  });
});

describe('data that are not what their manifest declares', () => {
  it.each([
    ['DATA_DIGEST_MISMATCH', /sha256:[0-9a-f]{64}/, `sha256:${'0'.repeat(64)}`, 'sha256:'],
    ['DATA_ROWS_MISMATCH', /rows: \d+/, 'rows: 7777', '7777'],
    ['FILE_UNREADABLE', 'first.csv', 'second.csv', 'second.csv'],
  ])('are refused with %s, at what declares it', async (code, from, to, wrong) => {
    const folder = await newProject();
    folder.edit(`${FILE}.yaml`, from, to);
    if (code === 'FILE_UNREADABLE') folder.remove(`${FILE}.csv`);
    const lines = folder.read(`${FILE}.yaml`).split('\n');
    const line = lines.findIndex(text => text.includes(wrong));
    const column = lines[line]!.lastIndexOf(to.replace(/^rows: /, '')) + 1;
    expect(await refused(folder)).toMatchObject({
      code,
      at: { file: `${FILE}.yaml`, line: line + 1, column },
    });
  });
});

function rewrite(folder: Folder, bytes: Uint8Array): void {
  folder.write(`${FILE}.avro`, bytes);
  folder.edit(`${FILE}.yaml`, /sha256:[0-9a-f]{64}/, sha256(bytes));
}
