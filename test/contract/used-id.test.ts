import { describe, expect, it } from 'vitest';
import type { Field, Type } from '../../src/contract/field.ts';
import { usedIds } from '../../src/contract/used-id.ts';

const field = (id: number, name: string, type: Type, aliases: readonly string[] = []): Field => ({
  id,
  name,
  aliases,
  type,
  logical: 'text',
  nullable: false,
  default: { kind: 'none' },
  unit: undefined,
  range: undefined,
  vocabulary: undefined,
  unknownPolicy: undefined,
  ignoreValue: undefined,
});

describe('the ids a schema uses', () => {
  it('are those of its fields and of what lies in them, under the names and aliases they have', () => {
    const element = field(6, 'element', { kind: 'string' });
    const fields = [
      field(1, 'prompt', { kind: 'string' }, ['question']),
      field(5, 'tags', { kind: 'list', element, length: { min: 0, max: 9 } }),
    ];
    expect(usedIds({ fields })).toEqual([
      { id: 1, names: ['prompt', 'question'], kind: 'string' },
      { id: 5, names: ['tags'], kind: 'list' },
      { id: 6, names: ['tags.element'], kind: 'string' },
    ]);
  });
});
