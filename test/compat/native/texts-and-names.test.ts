import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { Fault } from '../../../src/base/fault.ts';
import type { Comparison } from '../../../src/compat/compare.ts';
import type { NativeFinding } from '../../../src/compat/finding.ts';
import { FORMATS } from '../../../src/service/native-formats.ts';
import { column, compareFiles, file, float } from '../columnar/columns.ts';

type Words = { readonly [key: string]: Json };
type Judged = Pick<Comparison<NativeFinding>, 'levels' | 'findings'>;

function inline(format: 'avro' | 'json-schema', older: Json, newer: Json): Judged {
  const found = FORMATS[format].inline!(older, newer);
  if (found instanceof Fault) throw new Error(`${found.code}: ${found.message}`);
  return found as Judged;
}

const record = (type: Json, more: Words = {}): Json => ({
  type: 'record',
  name: 'R',
  fields: [{ name: 'x', type, ...more }],
});
const object = (x: Json): Json => ({ type: 'object', properties: { x } });

/** What may stand at a place, by where that is. */
const PLACES: Readonly<Record<string, (older: Words, newer: Words) => Judged>> = {
  'a field of Avro': (...both) => {
    const [older, newer] = both.map(more => record('int', more));
    return inline('avro', older!, newer!);
  },
  'a type of Avro': (...both) => {
    const [older, newer] = both.map(more => record({ type: 'int', ...more }));
    return inline('avro', older!, newer!);
  },
  'items in Avro': (...both) => {
    const [older, newer] = both.map(more => record({ type: 'array', items: { type: 'int', ...more } }));
    return inline('avro', older!, newer!);
  },
  'values of a map in Avro': (...both) => {
    const [older, newer] = both.map(more => record({ type: 'map', values: { type: 'int', ...more } }));
    return inline('avro', older!, newer!);
  },
  'a property of JSON Schema': (...both) => {
    const [older, newer] = both.map(more => object({ type: 'integer', ...more }));
    return inline('json-schema', older!, newer!);
  },
  'items in JSON Schema': (...both) => {
    const [older, newer] = both.map(more => object({ type: 'array', items: { type: 'integer', ...more } }));
    return inline('json-schema', older!, newer!);
  },
  'a column': (...both) => {
    const [older, newer] = both.map(more =>
      file(
        column('x', float(64), {
          properties: new Map(
            Object.entries(more).map(([key, value]) => [
              key,
              typeof value === 'string' ? value : JSON.stringify(value),
            ]),
          ),
        }),
      ),
    );
    return compareFiles(older!, newer!);
  },
};

const TEXT_KEYS = [
  ...['doc', 'description', 'comment', 'title', '$comment', 'connect.doc', 'markdownDescription', 'x-doc'],
  ...['long_name', 'displayName', 'documentation', 'x-summary'],
];

const rulesOf = ({ findings }: Judged): readonly string[] => findings.map(({ rule }) => rule);

describe.each(Object.entries(PLACES))('in %s', (_, compare) => {
  it.each(TEXT_KEYS)('a unit is read in a text under %s', key => {
    const judged = compare({ [key]: 'latency in seconds' }, { [key]: 'latency in milliseconds' });
    expect(rulesOf(judged)).toContain('DOC_UNIT_CHANGED');
    expect(judged.levels.train).toEqual({ backward: false, forward: false });
  });

  it('a text that moves to another key says what it said', () => {
    const judged = compare({ description: 'latency in seconds' }, { 'x-doc': 'latency in s' });
    expect(rulesOf(judged)).not.toContain('DOC_UNIT_CHANGED');
  });

  it('a text that is none for people is left alone', () => {
    const judged = compare({ 'x-owner': 'in seconds' }, { 'x-owner': 'in milliseconds' });
    expect(judged.levels.train.backward).toBe(true);
  });

  it.each([
    ['enumNames', ['cat', 'dog'], ['dog', 'cat']],
    ['x-enum-varnames', ['cat', 'dog'], ['cat', 'cow']],
    ['values', { '0': 'cat', '1': 'dog' }, { '0': 'dog', '1': 'cat' }],
    ['value_labels', { '0': 'cat' }, { '0': 'dog' }],
  ] as const)('numbers are called by %s', (key, before, after) => {
    const judged = compare({ [key]: before }, { [key]: after });
    expect(rulesOf(judged).some(rule => /^(?:VALUE|CLASS)_NAME_CHANGED$/.test(rule))).toBe(true);
    expect(judged.levels.train).toEqual({ backward: false, forward: false });
  });

  it.each([
    ['enumNames', ['cat'], ['cat', 'dog']],
    ['tags', ['a', 'b'], ['b', 'a']],
  ] as const)('%j is no other name where one is added, or it names nothing', (key, before, after) => {
    expect(compare({ [key]: before }, { [key]: after }).levels.train.backward).toBe(true);
  });
});

describe('names of what is listed', () => {
  const symbols = (more: Words): Json => ({ type: 'enum', name: 'E', symbols: ['A', 'B'], ...more });

  it.each([
    ['symbolDocs', { A: 'cat', B: 'dog' }, { A: 'dog', B: 'cat' }],
    ['enumNames', ['cat', 'dog'], ['dog', 'cat']],
    ['x-labels', { A: 'cat', B: 'dog' }, { A: 'dog', B: 'cat' }],
  ] as const)(
    'are those of the symbols of Avro under %s, on the type or on its field',
    (key, before, after) => {
      for (const [older, newer] of [
        [record(symbols({ [key]: before })), record(symbols({ [key]: after }))],
        [record(['null', symbols({})], { [key]: before }), record(['null', symbols({})], { [key]: after })],
      ] as const) {
        const judged = inline('avro', older, newer);
        expect(judged.findings).toContainEqual(
          expect.objectContaining({
            rule: 'VALUE_NAME_CHANGED',
            from: expect.stringMatching(/^"A" is ".*cat"$/),
            to: expect.stringMatching(/^"A" is ".*dog"$/),
          }),
        );
      }
    },
  );

  it('go with their symbols where both take other places', () => {
    const judged = inline(
      'avro',
      record(symbols({ enumNames: ['cat', 'dog'] })),
      record({ type: 'enum', name: 'E', symbols: ['B', 'A'], enumNames: ['dog', 'cat'] }),
    );
    expect(rulesOf(judged)).not.toContain('VALUE_NAME_CHANGED');
  });

  it('are those of true and false, as forms list them', () => {
    const flag = (...names: string[]) => object({ type: 'boolean', enumNames: names });
    expect(inline('json-schema', flag('spam', 'ham'), flag('ham', 'spam')).findings).toContainEqual(
      expect.objectContaining({ rule: 'VALUE_NAME_CHANGED', from: 'true is "spam"', to: 'true is "ham"' }),
    );
  });

  it.each(['title', 'description'])('are those of the places of a tuple, by their %s', key => {
    const place = (name: string): Json => ({ type: 'number', [key]: name });
    const point = (...names: string[]) => object({ type: 'array', prefixItems: names.map(place) });
    const swapped = inline('json-schema', point('lon', 'lat'), point('lat', 'lon'));
    expect(swapped.findings).toContainEqual(
      expect.objectContaining({ rule: 'VALUE_NAME_CHANGED', from: '[0] is "lon"', to: '[0] is "lat"' }),
    );
    expect(inline('json-schema', point('lon', 'lat'), point('lon', 'north')).levels.train.backward).toBe(
      true,
    );
  });
});
