import { describe, expect, it } from 'vitest';
import { classify } from '../../src/compat/classify.ts';
import { compareFirst } from '../../src/compat/compare.ts';
import { type FieldWords, schemaOf } from './schema-of.ts';

const found = (rule: string, writer: FieldWords, reader: FieldWords, direction?: 'forward') =>
  classify(schemaOf({ fields: [writer] }), schemaOf({ fields: [reader] }), direction).find(
    one => one.rule === rule,
  )!;

describe('what a finding tells', () => {
  it('has the unit of each range where they differ, because the numbers alone may be the same', () => {
    const ms: FieldWords = { id: 1, name: 'a', type: 'int64', unit: 'ms', range: [0, 100] };
    const s: FieldWords = { ...ms, unit: 's' };
    expect(found('RANGE_NARROWS', s, ms)).toMatchObject({ from: '[0, 100] s', to: '[0, 100] ms' });
    expect(found('RANGE_NARROWS', ms, { ...ms, range: [0, 10] })).toMatchObject({ to: '[0, 10]' });
  });

  it('is a remedy of a rename that can be followed: not to keep an alias that is kept', () => {
    const was: FieldWords = { id: 1, name: 'was', type: 'int64' };
    const plain = found('FIELD_RENAMED', was, { ...was, name: 'is' }).remedy;
    const kept = found('FIELD_RENAMED', was, { ...was, name: 'is', aliases: ['was'] }).remedy;
    const older = found('FIELD_RENAMED', { ...was, name: 'is', aliases: ['was'] }, was, 'forward').remedy;
    expect(new Set([plain, kept, older]).size).toBe(3);
  });
});

describe('a first version', () => {
  it('breaks by itself what a default that confuses unknown breaks, at any depth', () => {
    const schema = schemaOf({
      fields: [
        { id: 1, name: 'a', type: 'int32', default: 0 },
        { id: 2, name: 'b', type: 'int32', default: { value: 0, means: 'value' } },
        { id: 3, name: 'at', type: 'struct', fields: [{ id: 4, name: 'x', type: 'int32', default: 0 }] },
        { id: 5, name: 'c', type: 'int32', nullable: true, default: null },
      ],
    });
    const { class: its, findings, levels } = compareFirst(schema);
    expect(its).toBe('identical');
    expect(levels.train.backward).toBe(false);
    expect(findings.map(({ rule, path }) => [rule, ...path.map(({ id }) => id)])).toEqual([
      ['DEFAULT_CONFUSES_UNKNOWN', 1],
      ['DEFAULT_CONFUSES_UNKNOWN', 3, 4],
    ]);
  });
});
