import { describe, expect, it } from 'vitest';
import { checkRecord, type FoundChange } from '../../src/change/check-record.ts';
import type { AuthoredChange } from '../../src/change/record.ts';
import { CHANGE } from './sample-change.ts';

const FOUND: FoundChange = {
  step: { kind: 'version', from: 3, to: 4 },
  class: 'migrate',
  shownBy: 'assay check training.example',
  affectedConsumers: ['trainer', 'collator'],
  today: '2026-11-03',
};

type Case = readonly [
  why: string,
  change: Partial<AuthoredChange>,
  found: Partial<FoundChange>,
  faults: readonly { readonly code: string; readonly facts: object }[],
];

const CASES: readonly Case[] = [
  ['a record with nothing wrong', {}, {}, []],
  [
    'the wrong from',
    { step: { kind: 'version', from: 2, to: 4 } },
    {},
    [{ code: 'CHANGE_FROM_TO', facts: { side: 'from', declared: '2', found: '3' } }],
  ],
  [
    'a from where there is nothing to come from',
    {},
    { step: { kind: 'version', from: undefined, to: 4 } },
    [{ code: 'CHANGE_FROM_TO', facts: { side: 'from', declared: '3', found: 'none' } }],
  ],
  [
    'the wrong to',
    {},
    { step: { kind: 'version', from: 3, to: 5 } },
    [{ code: 'CHANGE_FROM_TO', facts: { side: 'to', declared: '4', found: '5' } }],
  ],
  [
    'a revision under another version',
    { step: { kind: 'revision', version: 1, from: 'a', to: 'b' } },
    { step: { kind: 'revision', version: 2, from: 'a', to: 'b' } },
    [{ code: 'CHANGE_FROM_TO', facts: { side: 'version', declared: '1', found: '2' } }],
  ],
  [
    'the right revision',
    { step: { kind: 'revision', version: 1, from: 'a', to: 'b' } },
    { step: { kind: 'revision', version: 1, from: 'a', to: 'b' } },
    [],
  ],
  [
    'a class that belittles the change',
    { class: 'compatible' },
    {},
    [
      {
        code: 'CLASS_MISMATCH',
        facts: { declared: 'compatible', computed: 'migrate', shownBy: FOUND.shownBy },
      },
    ],
  ],
  [
    'a class that makes more of it than it is',
    {},
    { class: 'compatible' },
    [
      {
        code: 'CLASS_MISMATCH',
        facts: { declared: 'migrate', computed: 'compatible', shownBy: FOUND.shownBy },
      },
    ],
  ],
  [
    'a forgotten consumer',
    { consumers: ['collator'] },
    {},
    [{ code: 'CONSUMER_OMITTED', facts: { consumer: 'trainer', subject: 'training.example' } }],
  ],
  [
    'a consumer that is not reached',
    { consumers: ['collator', 'trainer', 'dashboard'] },
    {},
    [{ code: 'CONSUMER_UNREACHED', facts: { consumer: 'dashboard', subject: 'training.example' } }],
  ],
  [
    'a consumer twice',
    { consumers: ['collator', 'trainer', 'trainer', 'trainer'] },
    {},
    [{ code: 'CONSUMER_TWICE', facts: { consumer: 'trainer' } }],
  ],
  ['no consumers where none is reached', { consumers: [] }, { affectedConsumers: [] }, []],
  [
    'no word on old data',
    { backfill: undefined },
    {},
    [{ code: 'BACKFILL_MISSING', facts: { subject: 'training.example' } }],
  ],
  ['a word that old data stays', { backfill: { kind: 'none' } }, {}, []],
  [
    'old data that was to be rewritten by yesterday',
    { backfill: { kind: 'full', by: '2026-11-02' } },
    {},
    [{ code: 'BACKFILL_PASSED', facts: { by: '2026-11-02', today: '2026-11-03' } }],
  ],
  [
    'old data that is rewritten by today, which is not past',
    { backfill: { kind: 'full', by: '2026-11-03' } },
    {},
    [],
  ],
  [
    'no deadline',
    { withdrawBy: undefined },
    {},
    [{ code: 'DEADLINE_MISSING', facts: { subject: 'training.example' } }],
  ],
  [
    'a deadline that was yesterday',
    { withdrawBy: '2026-11-02' },
    {},
    [{ code: 'DEADLINE_PASSED', facts: { deadline: '2026-11-02', today: '2026-11-03' } }],
  ],
  ['a deadline that is today, which is not past', { withdrawBy: '2026-11-03' }, {}, []],
];

describe('a change record against the change', () => {
  it.each(CASES)('%s', (_, change, found, faults) => {
    const wrong = checkRecord({ ...CHANGE, ...change }, { ...FOUND, ...found });
    expect(wrong.map(({ code, facts }) => ({ code, facts }))).toEqual(faults);
  });

  it('says the worst first, because a record of another change says nothing about this one', () => {
    const wrong = checkRecord(
      {
        ...CHANGE,
        step: { kind: 'revision', version: 4, from: 'a', to: 'b' },
        class: 'identical',
        consumers: [],
        backfill: undefined,
        withdrawBy: undefined,
      },
      FOUND,
    );
    expect([...new Set(wrong.map(({ code }) => code))]).toEqual([
      'CHANGE_FROM_TO',
      'CLASS_MISMATCH',
      'CONSUMER_OMITTED',
      'BACKFILL_MISSING',
      'DEADLINE_MISSING',
    ]);
  });

  it('points at the key that is wrong, where it knows the file', () => {
    const at = { file: 'v3-v4.yaml', line: 4, column: 8 };
    const [wrong] = checkRecord({ ...CHANGE, class: 'compatible' }, FOUND, new Map([['class', at]]));
    expect(wrong?.at).toEqual(at);
  });
});
