import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixContract, type LintContext, lintContract } from '../../src/contract/lint/lint-contract.ts';
import { LINT_RULES } from '../../src/contract/lint/lint-rules.ts';
import { recordSchemaDigest } from '../../src/contract/schema-document.ts';
import { blockText } from './block-text.ts';
import { lawfulSchema } from './lawful-schema.ts';
import { bytesOf, CONTEXT, must, parseText } from './small-subject.ts';
import { type Tree, writtenContract } from './written-contract.ts';

const BARE: LintContext = {
  ...CONTEXT,
  previous: undefined,
  takenForAnother: new Set(),
  codesByPlace: new Set(),
};
const fix = (text: string, context = BARE, allowed: 'safe' | 'digest' = 'safe') =>
  must(fixContract('v1.yaml', text, context, allowed));
const fixable = (text: string, context = BARE) =>
  must(lintContract('v1.yaml', bytesOf(text), context)).filter(({ fix: kind }) => kind === 'safe');

/** A contract with all that the fixes look for, in the ways people write it. */
const anyText: fc.Arbitrary<{ text: string; digest: string }> = fc
  .tuple(lawfulSchema, fc.infiniteStream(fc.nat(1_000_000)), fc.constantFrom('', '\n\n', 'cut'))
  .map(([schema, stream, end]) => {
    const choose = (below: number): number => stream.next().value % below;
    const text = blockText(spread(writtenContract(schema), choose), choose);
    return {
      text: end === 'cut' ? text.replace(/\n$/, '') : text + end,
      digest: recordSchemaDigest(schema),
    };
  });

/** Keys in any order, defaults in their short form where that says the same, units in words. */
function spread(tree: Tree, choose: (below: number) => number): Tree {
  if (Array.isArray(tree)) return tree.map(item => spread(item, choose));
  if (typeof tree !== 'object' || tree === null) return tree;
  const entries = Object.entries(tree).map(([key, value]): [string, Tree] => {
    if (key === 'unit') return [key, WORDS[String(value)] ?? value];
    const long = value as { readonly value: Tree; readonly means: string };
    if (/efault$/.test(key)) {
      // What is a map itself has no short form.
      const isMap = typeof long.value === 'object' && long.value !== null && !Array.isArray(long.value);
      return [key, long.means === 'unknown' && !isMap ? long.value : value];
    }
    return [key, spread(value, choose)];
  });
  const shuffled: [string, Tree][] = [];
  for (const entry of entries) shuffled.splice(choose(shuffled.length + 1), 0, entry);
  return Object.fromEntries(shuffled);
}

const WORDS: Readonly<Record<string, string>> = { s: 'second', ms: 'milliseconds', Cel: 'degrees Celsius' };

describe('a fix', () => {
  it('leaves the digest, and every word but those it is for, whatever the contract', () => {
    const made = new Set<string>();
    fc.assert(
      fc.property(anyText, ({ text, digest }) => {
        expect(must(parseText(text)).recordSchema, text).toBe(digest);
        const fixed = fix(text);
        for (const rule of fixed.rules) made.add(rule);
        expect(must(parseText(fixed.text)).recordSchema).toBe(digest);
        expect(commentsIn(fixed.text)).toEqual(commentsIn(text));
        expect(fix(fixed.text)).toEqual({ ...fixed, contract: expect.anything(), rules: [] });
      }),
      { numRuns: 30 },
    );
    expect([...made].sort()).toEqual(['DEFAULT_MEANS_UNSAID', 'FILE_END', 'KEY_ORDER', 'UNIT_SPELLING']);
  });

  it('leaves nothing to be fixed, but an order that empty lines or comments leave open', () =>
    fc.assert(
      fc.property(anyText, ({ text }) => {
        const left = fixable(fix(text).text).filter(({ rule }) => rule.id !== 'KEY_ORDER');
        expect(left.map(({ says }) => says)).toEqual([]);
      }),
      { numRuns: 15 },
    ));
});

const commentsIn = (text: string): readonly string[] => (text.match(/#.*/g) ?? []).sort();

const HEAD = 'schema: s.v1\nfields:\n';

/** Each with what it is to become, byte by byte. */
const FIXES: ReadonlyArray<readonly [what: string, before: string, after: string]> = [
  [
    'a unit in words, with the comment behind it',
    '  - id: 1\n    name: a\n    physical: int64\n    logical: duration\n    unit: millisecond  # from the gateway\n    nullable: false\n',
    '  - id: 1\n    name: a\n    physical: int64\n    logical: duration\n    unit: ms  # from the gateway\n    nullable: false\n',
  ],
  [
    'a unit whose code needs quotes, in braces',
    '  - {id: 1, name: a, physical: int64, logical: count, unit: tokens, nullable: false}\n',
    '  - {id: 1, name: a, physical: int64, logical: count, unit: "{token}", nullable: false}\n',
  ],
  [
    'a default that does not say what it means',
    '  - id: 1\n    name: a\n    physical: string\n    logical: text\n    nullable: false\n    default: a, b # c\n',
    '  - id: 1\n    name: a\n    physical: string\n    logical: text\n    nullable: false\n    default: {value: "a, b", means: unknown} # c\n',
  ],
  [
    'keys out of order, each with its comments',
    '  - name: a # the name\n    # of physical\n    physical: bool\n    id: 1\n    nullable: false\n    logical: flag',
    '  - id: 1\n    name: a # the name\n    # of physical\n    physical: bool\n    logical: flag\n    nullable: false\n',
  ],
  [
    'keys out of order in braces',
    '  - {name: a,id: 1 , physical: bool, nullable: false, logical: flag}\n',
    '  - {id: 1,name: a , physical: bool, logical: flag, nullable: false}\n',
  ],
  [
    'an element in front of what it belongs to, and out of order itself',
    '  - element:\n      id: 2\n      nullable: false\n      logical: flag\n      physical: bool\n    id: 1\n    name: a\n    physical: list\n    logical: sequence\n    nullable: false\n    maxLength: 3\n',
    '  - id: 1\n    name: a\n    physical: list\n    maxLength: 3\n    logical: sequence\n    nullable: false\n    element:\n      id: 2\n      physical: bool\n      logical: flag\n      nullable: false\n',
  ],
  [
    'text that others read as something else',
    '  - {id: 1, name: on, physical: bool, logical: flag, nullable: false, doc: 1.31.1}\n',
    '  - {id: 1, name: "on", physical: bool, logical: flag, nullable: false, doc: "1.31.1"}\n',
  ],
  [
    'lines of Windows',
    '  - name: a\r\n    id: 1\r\n    physical: bool\r\n    logical: flag\r\n    nullable: false\r\n\r\n',
    '  - id: 1\r\n    name: a\r\n    physical: bool\r\n    logical: flag\r\n    nullable: false\r\n',
  ],
];

describe('the text of a contract', () => {
  it.each(FIXES)('is mended: %s', (_, before, after) => {
    const [text, expected] = [before, after].map(
      own => (own.includes('\r') ? HEAD.replaceAll('\n', '\r\n') : HEAD) + own,
    );
    expect(fix(text!).text).toBe(expected);
  });

  it('keeps an order where an empty line leaves open what belongs to what', () => {
    const text = `${HEAD}  - name: a\n\n    id: 1\n    physical: bool\n    logical: flag\n    nullable: false\n`;
    expect(fix(text)).toMatchObject({ text, rules: [] });
  });

  it('keeps a doc whose empty lines at the end are part of it', () => {
    const text = `${HEAD}  - {id: 1, name: a, physical: bool, logical: flag, nullable: false}\ndoc: |+\n  words\n\n`;
    expect(fix(text)).toMatchObject({ text, rules: [] });
  });

  it('gets the old name of a field as an alias only where a new digest is asked for', () => {
    const field = (own: string): string =>
      `${HEAD}  - {id: 1, ${own}, physical: bool, logical: flag, nullable: false}\n`;
    const previous = must(parseText(field('name: old')));
    const context = { ...BARE, previous };
    expect(fix(field('name: new'), context).rules).toEqual([]);
    expect(fix(field('name: new'), context, 'digest').text).toBe(field('name: new, aliases: [old]'));
    expect(fix(field('name: new, aliases: [older]'), context, 'digest').text).toBe(
      field('name: new, aliases: [older, old]'),
    );
    expect(fix(field('name: new, aliases: []'), context, 'digest').text).toBe(
      field('name: new, aliases: [old]'),
    );
  });

  it('gets it on a line of its own in a block', () => {
    const field = (own: string): string =>
      `${HEAD}  - id: 1\n    name: new # was old\n${own}    physical: bool\n    logical: flag\n    nullable: false\n`;
    const previous = must(parseText(field('').replace('name: new', 'name: old')));
    expect(fix(field(''), { ...BARE, previous }, 'digest').text).toBe(field('    aliases: [old]\n'));
    expect(fix(field('    aliases:\n      - older\n'), { ...BARE, previous }, 'digest').text).toBe(
      field('    aliases:\n      - older\n      - old\n'),
    );
  });
});

describe('the table of lint rules', () => {
  it('has a fix wherever it says so, because a promise of one that never comes is worse than none', () => {
    const tested = [
      'UNIT_SPELLING',
      'DEFAULT_MEANS_UNSAID',
      'KEY_ORDER',
      'TEXT_UNQUOTED',
      'FILE_END',
      'ALIAS_MISSING',
    ];
    expect(
      LINT_RULES.filter(({ fix: kind }) => kind !== 'none')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(tested.sort());
  });
});
