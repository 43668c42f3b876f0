import { describe, expect, it } from 'vitest';
import { judgeAgainst } from '../../src/compat/judge-against.ts';
import { type FieldWords, schemaOf } from './schema-of.ts';

const id: FieldWords = { id: 1, name: 'id', type: 'int64' };
const score: FieldWords = { id: 2, name: 'score', type: 'float32', nullable: true };
const schema = (...fields: FieldWords[]) => schemaOf({ fields });
const rules = (found: readonly { readonly rule: string }[]) => found.map(({ rule }) => rule);

describe('a proposal held against an older version than the last', () => {
  it('is told what the step from the last does not show: the default that made the older records readable is gone', () => {
    const found = judgeAgainst(schema(id), schema(id, { ...score, default: null }), schema(id, score));
    expect(rules(found.fresh)).toContain('REQUIRED_FIELD_ADDED');
    expect(found.settled).toEqual([]);
  });

  it('is not told again what was broken, and accepted, before the last', () => {
    const seconds: FieldWords = { id: 3, name: 'wait', type: 'int64', unit: 's', logical: 'duration' };
    const wait: FieldWords = { ...seconds, unit: 'ms' };
    const found = judgeAgainst(
      schema(id, seconds),
      schema(id, wait),
      schema(id, { ...wait, name: 'waited', aliases: ['wait'] }),
    );
    expect(rules(found.settled)).toContain('FIELD_UNIT_SAME');
    expect(rules(found.fresh)).not.toContain('FIELD_UNIT_SAME');
  });

  it('is told where a thing once broken is broken further', () => {
    const wait = (unit: string): FieldWords => ({
      id: 3,
      name: 'wait',
      type: 'int64',
      unit,
      logical: 'duration',
    });
    const found = judgeAgainst(schema(wait('s')), schema(wait('ms')), schema(wait('us')));
    expect(rules(found.fresh)).toContain('FIELD_UNIT_SAME');
  });
});
