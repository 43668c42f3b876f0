import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historyOf, judgeHistory } from '../../src/compat/history.ts';
import { idsOf } from '../../src/contract/ledger.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { type FieldWords, schemaOf } from './schema-of.ts';

const VERSIONS = 50;

/** What each id stands for in a history: numbers, texts and lists, whose elements have ids of their own. */
const thing = (id: number): FieldWords => {
  if (id % 3 === 0)
    return {
      id,
      name: `list_${id}`,
      type: 'list',
      element: { id: id + 1000, name: 'element', type: 'string' },
    };
  return { id, name: `field_${id}`, type: id % 3 === 1 ? 'int64' : 'string', nullable: true, default: null };
};

/** Fifty versions: each retires some fields of the one before for good, and adds some under fresh ids. */
const history = fc
  .array(fc.record({ drops: fc.nat(3), adds: fc.integer({ min: 1, max: 3 }), from: fc.nat(40) }), {
    minLength: VERSIONS,
    maxLength: VERSIONS,
  })
  .map(steps => {
    let fresh = 1;
    let living: FieldWords[] = [];
    return steps.map(({ drops, adds, from }) => {
      const at = living.length === 0 ? 0 : from % living.length;
      living = living.filter((_, index) => index < at || index >= at + drops);
      for (let added = 0; added < adds; added++) living = [...living, thing(fresh++)];
      return living;
    });
  });

const pastOf = (schemas: readonly Schema[]) =>
  historyOf(schemas.map((schema, index) => ({ version: index + 1, ids: idsOf(schema), schema })));
const idsIn = (fields: readonly FieldWords[]): number[] =>
  fields.flatMap(field => [field.id, ...(field.element === undefined ? [] : [field.element.id])]);

describe('any history of fifty versions', () => {
  it('finds every id of it that was retired and is used again, nested ones included, however long ago', () =>
    fc.assert(
      fc.property(history, fc.nat(), (versions, pick) => {
        const living = versions.at(-1)!;
        const retired = [...new Set(versions.flatMap(idsIn))].filter(id => !idsIn(living).includes(id));
        fc.pre(retired.length > 0);
        const again = retired[pick % retired.length]!;
        const past = pastOf(versions.map(fields => schemaOf({ fields })));
        const proposed = schemaOf({ fields: [...living, { id: again, name: 'another', type: 'bool' }] });
        const found = judgeHistory(past, proposed).filter(({ rule }) => rule === 'ID_REUSED');
        expect(found.map(({ path }) => path.at(-1)!.id)).toEqual([again]);
      }),
      { numRuns: 15 },
    ));

  it('has nothing against a fresh id', () =>
    fc.assert(
      fc.property(history, versions => {
        const past = pastOf(versions.map(fields => schemaOf({ fields })));
        const proposed = schemaOf({ fields: [...versions.at(-1)!, { id: 999, name: 'new', type: 'bool' }] });
        expect(judgeHistory(past, proposed)).toEqual([]);
      }),
      { numRuns: 10 },
    ));
});
