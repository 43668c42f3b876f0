import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare as compareSchemas } from '../../src/compat/compare.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field, Type } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { compare } from '../../src/golden/compare.ts';
import type { Side } from '../../src/matrix/cell.ts';
import { schemaAndRows } from '../codec/any-schema.ts';
import { anyPair } from './any-pair.ts';
import { runCell, triedCell } from './run.ts';
import { field, side, vocabulary } from './schemas.ts';

const BUILT_IN = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];

/** Another name for each, always the same one, and of two different names never the same. */
function renaming(): (name: string) => string {
  const names = new Map<string, string>();
  return name => {
    const at = names.size;
    const other = names.get(name) ?? `${BUILT_IN[at % BUILT_IN.length]}${'_'.repeat(at / BUILT_IN.length)}`;
    names.set(name, other);
    return other;
  };
}

const renamed = (schema: Schema, name: (name: string) => string): Schema => ({
  ...schema,
  fields: schema.fields.map(each => renamedField(each, name)),
});

function renamedField(given: Field, name: (name: string) => string): Field {
  return {
    ...given,
    name: name(given.name),
    aliases: given.aliases.map(name),
    type: renamedIn(given.type, name),
  };
}

/** An element has the name of elements; what a structure holds has names of its own. */
function renamedIn(type: Type, name: (name: string) => string): Type {
  switch (type.kind) {
    case 'struct':
      return { ...type, fields: type.fields.map(each => renamedField(each, name)) };
    case 'list':
    case 'tensor':
      return { ...type, element: { ...type.element, type: renamedIn(type.element.type, name) } } as Type;
    case 'map':
      return { ...type, value: { ...type.value, type: renamedIn(type.value.type, name) } };
    default:
      return type;
  }
}

// A contract may have no such field, but what lies below its door must not depend on that.
describe('names that every object has', () => {
  it('are judged as any others', () =>
    fc.assert(
      fc.property(anyPair, ([writer, reader]) => {
        const name = renaming();
        const found = (older: Schema, newer: Schema) => {
          const { class: verdict, findings } = compareSchemas(older, newer);
          return {
            verdict,
            findings: findings.map(({ rule, direction, path }) => [
              rule,
              direction,
              path.map(({ id }) => id),
            ]),
          };
        };
        expect(found(renamed(writer.schema, name), renamed(reader.schema, name))).toEqual(
          found(writer.schema, reader.schema),
        );
      }),
      { numRuns: 30 },
    ));

  it.each(['avro', 'json'] as const)(
    'are read by us as any others, and never changed in silence, in %s',
    codec =>
      fc.assert(
        fc.asyncProperty(anyPair, async ([writer, reader, seed]) => {
          const name = renaming();
          const named = (one: Side): Side => ({ ...one, schema: renamed(one.schema, name) });
          const guarded = async (from: Side, to: Side) =>
            (await triedCell(from, to, codec, seed)).map(({ trials }) =>
              trials.filter(({ lane }) => lane === 'guarded').map(({ observed }) => observed.kind),
            );
          expect(await guarded(named(writer), named(reader))).toEqual(await guarded(writer, reader));
          expect((await runCell(named(writer), named(reader), codec, seed)).broken).toEqual([]);
        }),
        { numRuns: 8 },
      ),
  );

  it('are compared as any others', () =>
    fc.assert(
      fc.property(schemaAndRows, ([given, rows]) => {
        const schema = renamed(given, renaming());
        const shared = (one: Schema) => {
          const keyed: Schema = {
            ...one,
            fields: [field(900_001, one === given ? 'row' : 'row_', 'int32'), ...one.fields],
            key: [900_001],
          };
          const numbered = rows.map((row, index) => [index, ...row]);
          const found = compare(keyed, batchOf(keyed, numbered), batchOf(keyed, [...numbered].reverse()));
          if (found instanceof Error) throw found;
          return { rows: found.rows, differ: found.fields.map(({ differ }) => differ) };
        };
        expect(shared(schema)).toEqual(shared(given));
      }),
      { numRuns: 15 },
    ));

  it('are terms as any others', async () => {
    const label = (...terms: string[]) =>
      side(
        1,
        field(1, 'label', 'string', {
          logical: 'label',
          vocabulary: vocabulary(...terms),
          unknownPolicy: { kind: 'reject' },
          ignoreValue: -1n,
        }),
      );
    const { outcomes } = await outcomesOf(label(...BUILT_IN));
    expect(outcomes).toEqual(
      (await outcomesOf(label(...BUILT_IN.map((_, index) => `term${index}`)))).outcomes,
    );
  });
});

async function outcomesOf(one: Side) {
  const tried = await triedCell(one, one, 'json', 1);
  return {
    outcomes: tried.flatMap(({ trials }) => trials.map(({ lane, observed }) => [lane, observed.kind])),
  };
}
