import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import { appendEntry, appendItem } from '../../src/contract/edit-yaml.ts';
import { extendVocabulary, type NewTerm } from '../../src/contract/extend-vocabulary.ts';
import { parseNamedVocabulary } from '../../src/contract/parse-vocabulary.ts';
import { bytesOf, must } from './small-subject.ts';

const term = (label: string, more: Partial<NewTerm> = {}): NewTerm => ({
  label,
  code: undefined,
  aliases: [],
  ...more,
});

const extend = (text: string, ...terms: NewTerm[]) => {
  const before = must(parseNamedVocabulary('v.yaml', bytesOf(text)));
  return extendVocabulary('v.2.yaml', text, before, terms, { nextId: 100, codes: new Map() });
};

/** The same four facts in every way people write a list. */
const STYLES: readonly (readonly [style: string, text: string, expected: string])[] = [
  [
    'a line a term, with comments',
    '# top\nvocabulary: v # name\nterms:\n  - {id: 1, label: a} # first\n  - {id: 2, label: b} # last\n# end\n',
    '# top\nvocabulary: v # name\nterms:\n  - {id: 1, label: a} # first\n  - {id: 2, label: b} # last\n  - {id: 100, label: new one, code: 2}\n# end\n',
  ],
  [
    'a block a term, and a key behind',
    'vocabulary: v\nterms:\n- id: 1\n  label: a\n- id: 2\n  label: b\n\ndoc: words\n',
    'vocabulary: v\nterms:\n- id: 1\n  label: a\n- id: 2\n  label: b\n- {id: 100, label: new one, code: 2}\n\ndoc: words\n',
  ],
  [
    'one list in brackets',
    'vocabulary: v\nterms: [{id: 1, label: a}, {id: 2, label: b}]\n',
    'vocabulary: v\nterms: [{id: 1, label: a}, {id: 2, label: b}, {id: 100, label: new one, code: 2}]\n',
  ],
  [
    'a last term that ends in a text of many lines, and no line end',
    'vocabulary: v\nterms:\n  - id: 1\n    label: a\n  - id: 2\n    label: b\n    doc: |\n      words\n      more',
    'vocabulary: v\nterms:\n  - id: 1\n    label: a\n  - id: 2\n    label: b\n    doc: |\n      words\n      more\n  - {id: 100, label: new one, code: 2}\n',
  ],
  [
    'line ends of Windows, and a byte order mark',
    '\uFEFFvocabulary: v\r\nterms:\r\n  - {id: 1, label: a}\r\n  - {id: 2, label: b}\r\n',
    '\uFEFFvocabulary: v\r\nterms:\r\n  - {id: 1, label: a}\r\n  - {id: 2, label: b}\r\n  - {id: 100, label: new one, code: 2}\r\n',
  ],
];

describe('a vocabulary file that is extended', () => {
  it.each(STYLES)('keeps every byte it had: %s', (_, text, expected) => {
    expect(must(extend(text, term('new one'))).text).toBe(expected);
  });

  it('says what was meant, whatever the label looks like in YAML', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.constantFrom('true', 'null', '~', '- x', '{a: b}', '#', 'it\'s: "x"', '1', '0x1F', '\\n', '&a'),
          fc.string(),
        ),
        fc.constantFrom(...STYLES),
        (label, [, text]) => {
          const found = extend(text, term(label, { aliases: ['also'] }));
          // A label that is no lawful one is refused as it would be in a file.
          const isLawful =
            /^(?!\s)[^\p{Cc}\p{Cf}]+(?<!\s)$/u.test(label) && !['a', 'b', 'also'].includes(label);
          if (!isLawful) return;
          const { vocabulary } = must(found);
          expect(vocabulary.terms.at(-1)).toEqual({ id: 100, label, code: 2n, aliases: ['also'] });
          expect(vocabulary.terms).toHaveLength(3);
        },
      ),
      { numRuns: 100 },
    ));

  it('takes a code nobody gave from the place, and asks for one where codes are no places', () => {
    const coded = 'vocabulary: v\nterms:\n  - {id: 1, label: a, code: 7}\n  - {id: 2, label: b, code: -3}\n';
    const fault = extend(coded, term('c')) as Fault;
    expect(fault).toMatchObject({ code: 'TERM_CODE_NEEDED', facts: { label: 'c', free: '8' } });
    expect(must(extend(coded, term('c', { code: -9_223_372_036_854_775_808n }))).added[0]!.code).toBe(
      -(2n ** 63n),
    );
  });

  it.each([
    ['a label that is there', term('a'), 'TERM_DUPLICATE'],
    ['an alias that is there', term('c', { aliases: ['b'] }), 'TERM_DUPLICATE'],
    ['a code that is there', term('c', { code: 0n }), 'TERM_DUPLICATE'],
    ['a label nobody sees', term('\u200B'), 'TERM_UNSEEN'],
    ['a label with space around it', term(' c'), 'SHAPE'],
    ['an empty label', term(''), 'SHAPE'],
  ] as const)('is refused with %s', (_, added, code) => {
    expect((extend(STYLES[0]![1], added) as Fault).code).toBe(code);
  });
});

describe('an entry that is put behind another', () => {
  it('stands on a line of its own in a block, and behind a comma in braces', () => {
    expect(appendEntry('files:\n    a/b.yaml: x # why\n    c: y\n', 'files', 'a/b.yaml', 'd: z')).toBe(
      'files:\n    a/b.yaml: x # why\n    d: z\n    c: y\n',
    );
    expect(appendEntry('files: {a: x, c: y}\n', 'files', 'a', 'd: z')).toBe('files: {a: x, d: z, c: y}\n');
  });

  it('is none where there is nothing to stand behind', () => {
    expect(appendEntry('files:\n  a: x\n', 'files', 'b', 'd: z')).toBeUndefined();
    expect(appendItem('terms: []\n', 'terms', '1')).toBeUndefined();
    expect(appendItem('a: 1\n', 'terms', '1')).toBeUndefined();
  });
});
