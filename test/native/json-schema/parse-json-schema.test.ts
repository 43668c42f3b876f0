import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { LIMITS } from '../../../src/base/limits.ts';
import type { JsonSchema } from '../../../src/native/json-schema/json-schema.ts';
import { parseJsonSchema } from '../../../src/native/json-schema/parse-json-schema.ts';
import { isProblem } from '../../../src/native/problem.ts';

const read = (schema: Json): JsonSchema => {
  const found = parseJsonSchema(schema);
  if (isProblem(found)) throw new Error(found.fault([]).message);
  return found;
};

const refusal = (schema: Json) => {
  const found = parseJsonSchema(schema);
  if (!isProblem(found)) return 'read';
  const { code, facts } = found.fault([]);
  return { code, where: 'where' in facts ? facts.where : undefined };
};

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

describe('references', () => {
  const target = { type: 'integer' };

  it.each([
    ['a pointer', { $ref: '#/$defs/a~1b', $defs: { 'a/b': target } }],
    ['a pointer with escapes of URIs', { $ref: '#/$defs/a%20b', $defs: { 'a b': target } }],
    ['a pointer through a keyword nobody knows', { $ref: '#/components/x', components: { x: target } }],
    ['an anchor', { $ref: '#here', $defs: { a: { ...target, $anchor: 'here' } } }],
    [
      'an anchor of draft-07',
      { $schema: DRAFT_07, $ref: '#here', definitions: { a: { ...target, $id: '#here' } } },
    ],
    ['an identifier in the document', { $ref: 'http://x/y', $defs: { a: { ...target, $id: 'http://x/y' } } }],
    ['its own identifier', { $id: 'http://x/y', $ref: 'http://x/y#/$defs/a', $defs: { a: target } }],
  ] as ReadonlyArray<readonly [string, Json]>)('are followed: %s', (_, schema) => {
    expect([...read(schema).ref!.types!]).toEqual(['integer']);
  });

  it('begin at the innermost identifier', () => {
    const inner = { $id: 'http://x/inner', $ref: '#/$defs/a', $defs: { a: { type: 'string' } } };
    const schema = read({ $defs: { a: target, inner }, $ref: '#/$defs/inner' });
    expect([...schema.ref!.ref!.types!]).toEqual(['string']);
  });

  it('lead back to the schema itself, not to a copy', () => {
    const list = read({ type: 'object', properties: { next: { $ref: '#' } } });
    expect(list.properties.get('next')!.ref).toBe(list);
  });

  it('stand alone up to draft-07', () => {
    const schema = { $ref: '#/definitions/a', type: 'string', definitions: { a: target } };
    expect(read({ ...schema, $schema: DRAFT_07 }).types).toBeUndefined();
    expect(read(schema).types).toBeDefined();
  });

  it.each(['#/nowhere', '#nowhere', 'http://elsewhere/schema', 'other.json', '#/$defs/a/1'])(
    'are refused when they leave the document: %s',
    ref => {
      expect(refusal({ $ref: ref, $defs: { a: [1] } })).toEqual({ code: 'JSON_SCHEMA_REF', where: '/$ref' });
    },
  );

  it('are refused when they go round without looking at anything', () => {
    expect(refusal({ $ref: '#' })).toMatchObject({ code: 'JSON_SCHEMA_CIRCLE' });
    expect(
      refusal({
        $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } },
        $ref: '#/$defs/a',
      }),
    ).toMatchObject({ code: 'JSON_SCHEMA_CIRCLE' });
  });

  it('may chain further than calls do', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [
        `a${at}`,
        at === 0 ? target : { $ref: `#/$defs/a${at - 1}` },
      ]),
    );
    expect(refusal({ $ref: '#/$defs/a19999', $defs })).toBe('read');
  });
});

describe('the drafts', () => {
  it('write tuples in two ways', () => {
    const old = read({ $schema: DRAFT_07, items: [{ type: 'string' }], additionalItems: false });
    const now = read({ prefixItems: [{ type: 'string' }], items: false });
    for (const schema of [old, now]) {
      expect(schema.prefix).toHaveLength(1);
      expect(schema.items!.accepts).toBe('none');
    }
  });

  it('write exclusive bounds in two ways', () => {
    const old = read({
      $schema: 'http://json-schema.org/draft-04/schema#',
      minimum: 0,
      exclusiveMinimum: true,
    });
    expect(old.minimum).toEqual({ value: 0, exclusive: true });
    expect(read({ exclusiveMinimum: 0, minimum: -1 }).minimum).toEqual({ value: 0, exclusive: true });
  });

  it('read what is not evaluated as what is not named, where nothing else judges the value', () => {
    expect(read({ properties: {}, unevaluatedProperties: false }).additional!.accepts).toBe('none');
    const open = read({ allOf: [true], unevaluatedProperties: false });
    expect({ additional: open.additional, opaque: open.opaque }).toEqual({
      additional: undefined,
      opaque: ['unevaluatedProperties'],
    });
  });
});

describe('what is no JSON Schema', () => {
  it.each([
    ['a number', 1, 'JSON_SCHEMA_SHAPE', '/'],
    ['an unknown dialect', { $schema: 'http://example.com/mine' }, 'JSON_SCHEMA_DIALECT', '/$schema'],
    [
      'another dialect inside',
      { $defs: {}, properties: { a: { $schema: DRAFT_07 } } },
      'JSON_SCHEMA_DIALECT',
      '/properties/a/$schema',
    ],
    ['an unknown type', { type: 'int' }, 'JSON_SCHEMA_SHAPE', '/type'],
    ['no type at all', { type: [] }, 'JSON_SCHEMA_SHAPE', '/type'],
    ['a count below 0', { minLength: -1 }, 'JSON_SCHEMA_SHAPE', '/minLength'],
    ['a step of 0', { multipleOf: 0 }, 'JSON_SCHEMA_SHAPE', '/multipleOf'],
    ['properties that are a list', { properties: [] }, 'JSON_SCHEMA_SHAPE', '/properties'],
    ['a property that is a text', { properties: { a: 'string' } }, 'JSON_SCHEMA_SHAPE', '/properties/a'],
    [
      'required as draft-03 had it',
      { properties: { a: { required: true } } },
      'JSON_SCHEMA_SHAPE',
      '/properties/a/required',
    ],
    ['an enum that is no list', { enum: 'a' }, 'JSON_SCHEMA_SHAPE', '/enum'],
  ] as ReadonlyArray<readonly [string, Json, string, string]>)('%s is refused', (_, schema, code, where) => {
    expect(refusal(schema)).toEqual({ code, where });
  });

  it('is refused when it holds more than anyone writes', () => {
    const anyOf = Array.from({ length: LIMITS.native_types_max + 1 }, () => true);
    expect(refusal({ anyOf })).toMatchObject({ code: 'NATIVE_TOO_LARGE' });
  });
});
