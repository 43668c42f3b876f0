import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { judgeJsonSchema } from '../../../src/compat/json-schema/judge-json-schema.ts';
import { parseJsonSchema } from '../../../src/native/json-schema/parse-json-schema.ts';
import { isProblem } from '../../../src/native/problem.ts';

type Schema = Parameters<typeof parseJsonSchema>[0];

function exchanged(writer: Schema, reader: Schema): readonly string[] {
  const [from, to] = [parseJsonSchema(writer), parseJsonSchema(reader)];
  if (isProblem(from) || isProblem(to)) throw new TypeError('no schema');
  const found = judgeJsonSchema(from, to, 'backward');
  if (found instanceof Fault) throw found;
  return found.filter(({ rule }) => rule === 'PLACES_EXCHANGED').map(({ path }) => path);
}

const both = (a: Schema, b: Schema): Schema => ({ type: 'object', properties: { a, b } });
const mapped = (cat: string, dog: string): Schema => ({
  anyOf: [{ type: 'object' }, { type: 'array' }],
  discriminator: { propertyName: 'kind', mapping: { cat, dog } },
});

describe('places that exchange their texts', () => {
  it.each<readonly [what: string, writer: Schema, reader: Schema, paths: readonly string[]]>([
    [
      'properties, by their descriptions',
      both({ description: 'longitude' }, { description: 'latitude' }),
      both({ description: 'latitude' }, { description: 'longitude' }),
      ['$.a', '$.b'],
    ],
    [
      'properties, by a comment',
      both({ $comment: 'x' }, { $comment: 'y' }),
      both({ $comment: 'y' }, { $comment: 'x' }),
      ['$.a', '$.b'],
    ],
    [
      'three in a circle',
      { properties: { r: { title: 'red' }, g: { title: 'green' }, b: { title: 'blue' } } },
      { properties: { r: { title: 'green' }, g: { title: 'blue' }, b: { title: 'red' } } },
      ['$.r', '$.g', '$.b'],
    ],
    [
      'what they refer to',
      {
        $defs: { x: { title: 'lon' }, y: { title: 'lat' } },
        properties: { x: { $ref: '#/$defs/x' }, y: { $ref: '#/$defs/y' } },
      },
      {
        $defs: { x: { title: 'lon' }, y: { title: 'lat' } },
        properties: { x: { $ref: '#/$defs/y' }, y: { $ref: '#/$defs/x' } },
      },
      ['$.x', '$.y'],
    ],
    ['what a discriminator leads to', mapped('#/a', '#/b'), mapped('#/b', '#/a'), ['$<cat>', '$<dog>']],
  ])('are told of: %s', (_, writer, reader, paths) => expect(exchanged(writer, reader)).toEqual(paths));

  it.each<readonly [what: string, writer: Schema, reader: Schema]>([
    [
      'texts that were edited',
      both({ title: 'lon' }, { title: 'lat' }),
      both({ title: 'x' }, { title: 'y' }),
    ],
    ['a text that was put where it belongs', both({ title: 'lon' }, {}), both({}, { title: 'lon' })],
    [
      'texts that tell nothing apart',
      both({ title: 'n' }, { title: 'n' }),
      both({ title: 'm' }, { title: 'n' }),
    ],
    [
      'properties written in another order',
      both({ title: 'x' }, { title: 'y' }),
      { type: 'object', properties: { b: { title: 'y' }, a: { title: 'x' } } },
    ],
    ['a discriminator of new targets', mapped('#/a', '#/b'), mapped('#/c', '#/d')],
  ])('are not: %s', (_, writer, reader) => expect(exchanged(writer, reader)).toEqual([]));
});
