import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { parseConfig } from '../../src/service/config.ts';
import { type Imported, importSchema } from '../../src/service/import-schema.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { must } from '../contract/small-subject.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const root = temporaryFolder();
mkdirSync(path.join(root, 'schemas'));
const project = { root, config: must(parseConfig('registry.config.ts', {})) };

async function imported(text: string, extension: string, owner = 'o'): Promise<Imported | Fault> {
  const file = `source.${extension}`;
  writeFileSync(path.join(root, file), text);
  const ask = {
    project,
    folder: root,
    file,
    format: undefined,
    subject: 'x.y',
    object: undefined,
    owner,
    sensitivity: 'internal' as const,
    leaveOut: new Set<string>(),
    isDryRun: true,
    opId: '1',
  };
  return importSchema(ask, new MemoryStore(() => 0));
}

const avro = (...fields: readonly object[]): Promise<Imported | Fault> =>
  imported(JSON.stringify({ type: 'record', name: 'R', fields }, null, 1), 'avsc');

/** The file that a fault names, and the line. */
const placeOf = ({ at, file }: Fault): readonly [file: string | undefined, line: number | undefined] => [
  at?.file ?? file,
  at?.line,
];

const contractOf = (made: Imported | Fault): string => must(made).files.at(-1)!.text;

describe('a default that its type can not hold', () => {
  it.each([
    ['a float', { name: 'a', type: 'float', default: 1e39 }],
    ['one in an array', { name: 'a', type: { type: 'array', items: 'float' }, default: [0, -1e300] }],
    ['one of a union', { name: 'a', type: ['float', 'null'], default: 1e39 }],
    ['one in a map', { name: 'a', type: { type: 'map', values: 'float' }, default: { k: 1e39 } }],
  ])('refuses %s at its field, and breaks nothing', async (_, field) => {
    const fault = await avro({ name: 'ok', type: 'int' }, field);
    expect(fault).toMatchObject({ code: 'IMPORT_REFUSED', at: { file: 'source.avsc', line: 9 } });
  });
});

describe('an alias that leads to another field', () => {
  it('is refused at the field that has it, because which of the two it was is for a person to say', async () => {
    const fault = await avro(
      { name: 'lat', type: 'double', aliases: ['lon'] },
      { name: 'lon', type: 'double', aliases: ['lat'] },
    );
    expect(fault).toMatchObject({
      code: 'FIELD_NAME_DUPLICATE',
      facts: { name: 'lon', field: 'lat', other: 'lon' },
      at: { file: 'source.avsc', line: 5 },
    });
  });

  it('is so within a record of a list, too', async () => {
    const fields = [
      { name: 'a', type: 'int', aliases: ['b'] },
      { name: 'b', type: 'int' },
    ];
    const items = { type: 'record', name: 'N', fields };
    const fault = await avro({ name: 'r', type: { type: 'array', items } });
    expect(fault).toMatchObject({ code: 'IMPORT_REFUSED', at: { file: 'source.avsc', line: 5 } });
  });
});

describe('what is wrong with the contract that a source makes', () => {
  it('is told at the field of the source, because the contract is in no file', async () => {
    const twice = [
      { name: 'a', type: 'int', 'field-id': 7 },
      { name: 'b', type: 'int', 'field-id': 7 },
    ];
    const fault = (await avro(...twice)) as Fault;
    expect(fault).toMatchObject({ code: 'FIELD_ID_DUPLICATE', facts: { id: 7, field: 'b', other: 'a' } });
    expect(placeOf(fault)).toEqual(['source.avsc', 10]);
  });

  it('leaves out a role that its fields do not fit any more, and says why', async () => {
    const schema = {
      type: 'object',
      properties: { u: { type: 'string' } },
      'x-assay': { schema: 'x.y.v1', key: ['u'], label: 'u' },
    };
    const made = must(await imported(JSON.stringify(schema), 'json'));
    expect(made.notes.map(({ what }) => what)).toEqual(expect.arrayContaining(['key u', 'label u']));
    expect(contractOf(made)).not.toMatch(/^(?:key|label):/m);
  });
});

describe('a refusal', () => {
  it('speaks of the key of a field, not of a line of the contract', async () => {
    const fault = (await avro({ name: 'a', type: 'int', doc: 'a'.repeat(100_000) })) as Fault;
    expect(fault).toMatchObject({ code: 'IMPORT_REFUSED', at: { file: 'source.avsc' } });
    expect(JSON.stringify(fault.facts)).toContain('its doc is none');
    expect(JSON.stringify(fault.facts)).not.toContain('fields[0]');
  });

  it('of the flags names no file, because the subject is not written yet', async () => {
    const text = JSON.stringify({ type: 'record', name: 'R', fields: [{ name: 'a', type: 'int' }] });
    const fault = (await imported(text, 'avsc', 'two\nlines')) as Fault;
    expect({ code: fault.code, at: fault.at }).toEqual({ code: 'USAGE', at: undefined });
  });
});

describe('a fault of an import', () => {
  const word = fc.constantFrom('a', 'b', 'toString', 'a b', '', 'ä', 'x'.repeat(70));
  const anything = fc.constantFrom<unknown>(
    ...[0, -1, 7, 1e39, 1e300, 9007199254740992, 2 ** 31, '', 'a', '1', 'NaN', '9999-12-31', null, true],
    ...[[], ['a'], ['a', 'a'], [1, 1], [null], {}, { a: 1 }, { value: 1 }],
  );
  const keys = [
    ...['default', 'doc', 'aliases', 'unit', 'field-id', 'minimum', 'maximum', 'enum', 'const', 'title'],
    ...['description', 'format', 'minItems', 'maxItems', 'initial-default', 'write-default', 'examples'],
    ...['assay', 'x-assay', 'oneOf', 'properties', 'required', 'precision', 'logicalType'],
  ];
  const rest = fc.dictionary(fc.constantFrom(...keys), anything, { maxKeys: 3 });
  const own = fc.dictionary(
    fc.constantFrom('id', 'name', 'physical', 'logical', 'unit', 'range', 'key', 'label', 'aliases', 'doc'),
    anything,
    { maxKeys: 3 },
  );
  const avroType = fc.constantFrom<unknown>(
    ...['int', 'float', 'string', ['null', 'double'], { type: 'array', items: 'float' }],
    ...[
      { type: 'map', values: 'long' },
      { type: 'enum', name: 'E', symbols: ['a', 'b'] },
      { type: 'int', logicalType: 'date' },
    ],
  );
  const jsonType = fc.constantFrom('integer', 'number', 'string', 'array', 'object', 'boolean');
  const icebergType = fc.constantFrom('int', 'float', 'string', 'date', 'uuid', 'decimal(9, 2)');
  const source = fc.oneof(
    fc.array(fc.tuple(word, avroType, rest, own), { minLength: 1, maxLength: 3 }).map(all => [
      'avsc',
      {
        type: 'record',
        name: 'R',
        fields: all.map(([name, type, more, assay]) => ({ name, type, ...more, assay })),
      },
    ]),
    fc.array(fc.tuple(word, jsonType, rest, own), { minLength: 1, maxLength: 3 }).map(all => [
      'json',
      {
        type: 'object',
        properties: Object.fromEntries(
          all.map(([name, type, more, assay]) => [
            name,
            { type, items: { type: 'number' }, ...more, 'x-assay': assay },
          ]),
        ),
        'x-assay': all[0]![3],
      },
    ]),
    fc.array(fc.tuple(word, icebergType, rest, fc.nat(4)), { minLength: 1, maxLength: 3 }).map(all => [
      'json',
      {
        type: 'struct',
        'schema-id': 0,
        fields: all.map(([name, type, more, id]) => ({ id, name, type, required: true, ...more })),
      },
    ]),
    fc
      .array(fc.tuple(word, fc.constantFrom('integer', 'number', 'string', 'date'), rest, own), {
        minLength: 1,
        maxLength: 3,
      })
      .map(all => [
        'odcs.yaml',
        {
          apiVersion: 'v3.1.0',
          kind: 'DataContract',
          id: 'c',
          version: '1.0.0',
          status: 'active',
          schema: [
            {
              name: 'o',
              properties: all.map(([name, logicalType, { minimum, maximum, enum: values }, assay]) => ({
                name,
                logicalType,
                ...(values !== undefined && { enum: values }),
                logicalTypeOptions: {
                  ...(minimum !== undefined && { minimum }),
                  ...(maximum !== undefined && { maximum }),
                },
                customProperties: [{ property: 'assay', value: assay }],
              })),
            },
          ],
        },
      ]),
  );

  it('names its source or a file that exists, whatever stands in the source, and is a fault', async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(source, async ([extension, document]) => {
        const answer = await imported(JSON.stringify(document, null, 1), String(extension));
        if (!(answer instanceof Fault)) return;
        refused++;
        const [file] = placeOf(answer);
        if (file !== undefined)
          expect(existsSync(path.join(root, file)), `${answer.code} ${file}`).toBe(true);
      }),
      { numRuns: 120 },
    );
    expect(refused).toBeGreaterThan(0);
  });
});
