import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { schemaProblem } from '../../src/contract/check-schema.ts';
import type { Field, Type } from '../../src/contract/field.ts';
import { isNested } from '../../src/contract/nested.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import type { Schema } from '../../src/contract/schema.ts';
import {
  recordSchemaDigest,
  schemaDocument,
  schemaFromDocument,
} from '../../src/contract/schema-document.ts';
import { lawfulSchema, VOCABULARIES } from './lawful-schema.ts';
import { ANIMALS, must, NORMALIZER, parseText, SMALL } from './small-subject.ts';

const textOf = (schema: Schema): string => canonicalJson(schemaDocument(schema));

/** Single edits, each of which changes what records are or mean. `undefined` where the field has nothing to edit. */
function parameterOf(type: Type): Type | undefined {
  switch (type.kind) {
    case 'decimal':
      return { ...type, precision: type.precision + 1 };
    case 'fixed':
      return { ...type, size: type.size + 1 };
    case 'timestamp':
      return { ...type, zone: type.zone === 'local' ? 'instant' : 'local' };
    case 'list':
      return type.order === undefined ? { ...type, order: 'set' } : undefined;
    case 'map':
      return { ...type, entries: type.entries + 1 };
    case 'tensor':
      return { ...type, shape: [...type.shape, 1] };
    default:
      return undefined;
  }
}

const EDITS: Readonly<Record<string, (field: Field) => Field | undefined>> = {
  'another id': field => ({ ...field, id: 1_000_000 }),
  'another name': field => ({ ...field, name: 'renamed' }),
  'one more alias': field => ({ ...field, aliases: [...field.aliases, 'zz'] }),
  'no aliases': field => (field.aliases.length > 0 ? { ...field, aliases: [] } : undefined),
  // The default of what holds others is no value of a scalar.
  'another physical type': field =>
    isNested(field.type)
      ? undefined
      : { ...field, type: { kind: field.type.kind === 'bool' ? 'date' : 'bool' } },
  'another parameter': ({ type, ...field }) => {
    const other = parameterOf(type);
    return other && { ...field, type: other };
  },
  'something else inside': ({ type, ...field }) => {
    switch (type.kind) {
      case 'map':
        return { ...field, type: { ...type, value: { ...type.value, id: 1_000_001 } } };
      case 'tensor':
        return { ...field, type: { ...type, element: { ...type.element, id: 1_000_001 } } };
      case 'struct':
        return {
          ...field,
          type: { ...type, fields: [{ ...type.fields[0]!, id: 1_000_001 }, ...type.fields.slice(1)] },
        };
      default:
        return undefined;
    }
  },
  'another logical type': field => ({ ...field, logical: field.logical === 'flag' ? 'text' : 'flag' }),
  'the other nullability': field => ({ ...field, nullable: !field.nullable }),
  'no default': field =>
    field.default.kind === 'value' ? { ...field, default: { kind: 'none' } } : undefined,
  'a null default': field =>
    field.default.kind === 'none'
      ? { ...field, default: { kind: 'value', value: null, means: 'unknown' } }
      : undefined,
  'a default that means something else': field =>
    field.default.kind === 'value'
      ? {
          ...field,
          default: { ...field.default, means: field.default.means === 'value' ? 'unknown' : 'value' },
        }
      : undefined,
  'another unit': field => (field.unit ? { ...field, unit: must(parseUnit('kg')) } : undefined),
  'no unit': field => (field.unit ? { ...field, unit: undefined } : undefined),
  'an open range': field =>
    field.range?.max !== undefined ? { ...field, range: { ...field.range, max: undefined } } : undefined,
  'another end': field =>
    field.range?.min !== undefined && field.range.min !== 7 && field.range.min !== 7n
      ? { ...field, range: { ...field.range, min: typeof field.range.min === 'bigint' ? 7n : 7 } }
      : undefined,
  'another vocabulary': field =>
    field.vocabulary ? { ...field, vocabulary: field.vocabulary === ANIMALS ? SMALL : ANIMALS } : undefined,
  'another unknown policy': field =>
    field.unknownPolicy
      ? {
          ...field,
          unknownPolicy:
            field.unknownPolicy.kind === 'map' ? { kind: 'map', term: 1 } : { kind: 'map', term: 2 },
        }
      : undefined,
  'another ignore value': field =>
    field.ignoreValue ? { ...field, ignoreValue: field.ignoreValue - 1n } : undefined,
  'another length': field =>
    field.type.kind === 'list'
      ? {
          ...field,
          type: { ...field.type, length: { ...field.type.length, max: field.type.length.max + 1 } },
        }
      : undefined,
  'another element': field =>
    field.type.kind === 'list'
      ? {
          ...field,
          type: { ...field.type, element: { ...field.type.element, nullable: !field.type.element.nullable } },
        }
      : undefined,
};

describe('the canonical document of a schema', () => {
  it('leads back to the schema, whatever the schema', () =>
    fc.assert(
      fc.property(lawfulSchema, schema => {
        expect(schemaProblem(schema)?.fault.message).toBeUndefined();
        expect(schemaFromDocument(textOf(schema), VOCABULARIES)).toEqual(schema);
      }),
    ));

  for (const [name, edit] of Object.entries(EDITS))
    it(`has another digest with ${name}`, () => {
      let edited = 0;
      fc.assert(
        fc.property(lawfulSchema, fc.nat(), (schema, choice) => {
          const index = choice % schema.fields.length;
          const field = edit(schema.fields[index]!);
          if (field === undefined) return;
          edited++;
          const fields = schema.fields.with(index, field);
          expect(recordSchemaDigest({ ...schema, fields })).not.toBe(recordSchemaDigest(schema));
        }),
      );
      expect(edited, 'edits tried').toBeGreaterThan(0);
    });

  it('has another digest with another order, key, label, slice or normalizer', () =>
    fc.assert(
      fc.property(lawfulSchema, schema => {
        const [first, ...rest] = schema.fields;
        const others: Schema[] = [
          { ...schema, key: [...schema.key, 77] },
          { ...schema, label: schema.label === undefined ? 77 : undefined },
          { ...schema, normalizer: schema.normalizer === undefined ? NORMALIZER : undefined },
          { ...schema, slices: [...schema.slices, { name: 'x', field: 77, by: 'value' }] },
          ...(rest.length > 0 ? [{ ...schema, fields: [...rest, first!] }] : []),
        ];
        const digests = new Set([schema, ...others].map(recordSchemaDigest));
        expect(digests.size).toBe(others.length + 1);
      }),
    ));

  it('tells -0 from 0 in a default, and integers beyond 2^53 from their neighbours', () => {
    const digest = (own: string): string =>
      must(parseText(`schema: s.v1\nfields: [{id: 1, name: a, logical: number, nullable: false, ${own}}]`))
        .recordSchema;
    expect(digest('physical: float64, default: -0.0')).not.toBe(digest('physical: float64, default: 0'));
    expect(digest('physical: float64, range: [-0.0, 1]')).toBe(digest('physical: float64, range: [0, 1.0]'));
    expect(digest('physical: int64, default: 9007199254740993')).not.toBe(
      digest('physical: int64, default: 9007199254740992'),
    );
  });

  it('does not depend on the order of aliases, because no reader sees one', () => {
    const digest = (aliases: string): string =>
      must(
        parseText(
          `schema: s.v1\nfields: [{id: 1, name: a, physical: int32, logical: number, nullable: false, aliases: ${aliases}}]`,
        ),
      ).recordSchema;
    expect(digest('[b, c]')).toBe(digest('[c, b]'));
  });
});

describe('reading the canonical document back', () => {
  const schema = must(
    parseText(`schema: s.v1
fields:
  - {id: 1, name: n, physical: int64, logical: number, nullable: false, range: [0, 9007199254740993], default: 5}
  - {id: 2, name: l, physical: string, logical: label, nullable: false, vocabulary: "${SMALL.digest}", unknownPolicy: {map: dog}, ignoreValue: -1}
  - {id: 3, name: x, physical: float32, logical: number, nullable: true, default: 0.5}
key: [n]
`),
  ).schema;
  const text = textOf(schema);
  const refused = (edited: string): string => {
    const result = schemaFromDocument(edited, VOCABULARIES);
    expect(edited).not.toBe(text);
    expect(result).toBeInstanceOf(Fault);
    return (result as Fault).code;
  };

  const EDITED: ReadonlyArray<readonly [why: string, code: string, from: string, to: string]> = [
    ['white space', 'SCHEMA_DOCUMENT', '{"fields"', '{ "fields"'],
    ['a byte order mark', 'SCHEMA_DOCUMENT', '{"fields"', '\ufeff{"fields"'],
    ['a number in another spelling', 'SCHEMA_DOCUMENT', '"id":1,', '"id":1.0,'],
    ['a duplicate key', 'SCHEMA_DOCUMENT', '"id":1,', '"id":1,"id":1,'],
    ['an unknown key', 'SCHEMA_DOCUMENT', '"id":1,', '"id":1,"zz":1,'],
    ['a prototype key', 'SCHEMA_DOCUMENT', '"id":1,', '"__proto__":{},"id":1,'],
    ['keys in another order', 'SCHEMA_DOCUMENT', '"key":[1],"slices":[]', '"slices":[],"key":[1]'],
    ['a missing key', 'SCHEMA_DOCUMENT', '"logical":"number",', ''],
    ['an integer as text', 'SCHEMA_DOCUMENT', '"value":5', '"value":"5"'],
    ['a beyond-double integer as a number', 'SCHEMA_DOCUMENT', '"9007199254740993"', '9007199254740993'],
    ['a float that is NaN', 'SCHEMA_DOCUMENT', '3fe0000000000000', '7ff8000000000000'],
    ['a float in upper case', 'SCHEMA_DOCUMENT', '3fe0000000000000', '3FE0000000000000'],
    ['a float32 that is none', 'DEFAULT_NOT_EXACT', '3fe0000000000000', '3fb999999999999a'],
    ['an id of 0', 'FIELD_ID_RANGE', '"id":1,', '"id":0,'],
    ['an id twice', 'FIELD_ID_DUPLICATE', '"id":1,', '"id":2,'],
    ['a name that is none', 'SCHEMA_DOCUMENT', '"name":"n"', '"name":"n m"'],
    ['a range the wrong way round', 'RANGE_ORDER', '"range":[0,', '"range":["9007199254740995",'],
    ['a default outside', 'DEFAULT_RANGE', '"value":5', '"value":-5'],
    ['a term nobody knows', 'POLICY_TERM_UNKNOWN', '{"map":2}', '{"map":9}'],
    ['a vocabulary nobody has', 'VOCABULARY_UNKNOWN', SMALL.digest, `sha256:${'0'.repeat(64)}`],
    ['a key that is no field', 'ROLE_FIELD_UNKNOWN', '"key":[1]', '"key":[9]'],
    ['a cut end', 'SCHEMA_DOCUMENT', '"slices":[]}', '"slices":['],
    ['a second value', 'SCHEMA_DOCUMENT', '"slices":[]}', '"slices":[]}{}'],
  ];
  it.each(EDITED)('refuses %s (%s)', (_, code, from, to) => {
    expect(refused(text.replace(from, to))).toBe(code);
  });

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '"x"',
    '1e999',
    `${'['.repeat(1_000_000)}`,
    `{"a":${'{"a":'.repeat(100_000)}`,
    '"\\',
  ])('refuses %.20s', hostile => {
    expect(refused(hostile)).toBe('SCHEMA_DOCUMENT');
  });

  it('refuses what is larger than any lawful schema', () => {
    expect(refused(`${text}${' '.repeat(5_000_000)}`)).toBe('SCHEMA_DOCUMENT');
  });

  it('never throws, and accepts no other text, whatever is cut out or put in', () =>
    fc.assert(
      fc.property(
        fc.nat({ max: text.length }),
        fc.nat({ max: 12 }),
        fc.string({ maxLength: 6 }),
        (at, cut, put) => {
          const edited = text.slice(0, at) + put + text.slice(at + cut);
          const result = schemaFromDocument(edited, VOCABULARIES);
          if (!(result instanceof Fault)) expect(textOf(result)).toBe(edited);
        },
      ),
      { numRuns: 1_000 },
    ));

  it('never throws on any JSON', () =>
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(schemaFromDocument(canonicalJson(value as Json), VOCABULARIES)).toBeInstanceOf(Fault);
      }),
    ));
});
