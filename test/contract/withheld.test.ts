import { describe, expect, it } from 'vitest';
import { SENSITIVITIES } from '../../src/contract/contract-shape.ts';
import type { Governance, Governed } from '../../src/contract/governance.ts';
import { evidenceText, TELLS_VALUES, WITHHELD, withheldFields } from '../../src/contract/withheld.ts';
import { field, schemaOf } from '../golden/weather.ts';

const schema = schemaOf([field(1, 'id', 'int32'), field(2, 'x', 'int32')]);
const governed = (...levels: readonly (Governance['sensitivity'] | undefined)[]): Governed => ({
  governance: new Map(
    levels.flatMap((sensitivity, at) =>
      sensitivity === undefined ? [] : [[at + 1, { owner: 'o', sensitivity, doc: undefined }]],
    ),
  ),
  tokenizer: undefined,
});

describe('the fields whose values evidence withholds', () => {
  it.each(SENSITIVITIES)('are %s or not, by one table', level =>
    expect(withheldFields(schema, [governed('public', level)])).toEqual(TELLS_VALUES[level] ? [] : [2]),
  );

  it('are more the stricter the level', () => {
    const told = SENSITIVITIES.map(level => TELLS_VALUES[level]);
    expect(told).toEqual([true, true, false, false]);
  });

  it('are those that either version guards, because records were written under one and read under the other', () => {
    expect(withheldFields(schema, [governed('public', 'public'), governed('restricted', 'public')])).toEqual([
      1,
    ]);
    expect(withheldFields(schema, [governed('public', 'restricted'), governed('public')])).toEqual([2]);
  });

  it('are all that nobody speaks of', () =>
    expect(withheldFields(schema, [governed('public')])).toEqual([2]));

  it('have one text, whatever they hold', () => {
    expect(evidenceText(WITHHELD)).toBe('(withheld)');
    expect([evidenceText(null), evidenceText(0), evidenceText('a b')]).toEqual(['null', '0', 'a b']);
  });

  it('quotes a text that would pass for nothing, for a null or for what is withheld', () => {
    const texts = ['', 'null', 'NaN', '(withheld)', ' a', 'a\n', '"a"'];
    expect(texts.map(text => evidenceText(text))).toEqual(texts.map(text => JSON.stringify(text)));
  });
});
