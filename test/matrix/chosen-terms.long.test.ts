import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { LIMITS } from '../../src/base/limits.ts';
import type { Field } from '../../src/contract/field.ts';
import type { Term, Vocabulary } from '../../src/contract/vocabulary.ts';
import { chosenSpellings } from '../../src/matrix/chosen-terms.ts';
import { earlySpellings, labelVariants, ownSpellings } from '../../src/matrix/label-variants.ts';
import { type CodecName, PLAIN_CODECS } from '../../src/matrix/plain-lane.ts';
import { tidied } from './any-label.ts';
import { runCell, triedCell } from './run.ts';
import { field, side } from './schemas.ts';

const vocabularyOf = (terms: readonly Term[]): Vocabulary => ({
  digest: sha256(terms.map(({ id, label, code, aliases }) => `${id} ${label} ${code} ${aliases}`).join('\n')),
  terms,
});

/** Few words and few ids, so that two of them have a lot in common: kept, renamed, exchanged, merged, recoded, gone. */
const WORDS = ['sun', 'rain', 'snow', 'fog', 'naïve', 'constructor', 'hail', 'wind'];
const anyVocabulary: fc.Arbitrary<Vocabulary> = fc
  .tuple(
    fc.shuffledSubarray(WORDS, { minLength: 4 }),
    fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 }),
    fc.shuffledSubarray([0, 1, 2, 3, 4, 127, 200, 70_000], { minLength: 8 }),
    fc.array(fc.nat(7), { maxLength: 3 }),
  )
  .map(([words, ids, codes, merged]) => {
    const terms = words.slice(0, Math.max(2, words.length - merged.length));
    return vocabularyOf(
      terms.map((label, at) => ({
        id: ids[at]!,
        label,
        code: BigInt(codes[at]!),
        // What is left over is a former name of one of the others, and never of two.
        aliases: words.slice(terms.length).filter((_, left) => merged[left]! % terms.length === at),
      })),
    );
  });

const anyLabelField: fc.Arbitrary<Field> = fc
  .record({
    kind: fc.constantFrom('string', 'string', 'int8', 'int32', 'int64', 'uint8'),
    vocabulary: anyVocabulary,
    unknownPolicy: fc.constantFrom(
      { kind: 'reject' },
      { kind: 'pass' },
      { kind: 'ignore' },
      { kind: 'map', term: 1 },
      { kind: 'map', term: 2 },
    ),
    ignoreValue: fc.constantFrom(-1n, 3n, 127n),
    sentinel: fc.option(fc.constantFrom('rain', 'fog', 2, 200), { nil: undefined }),
  } as const)
  .map(({ kind, vocabulary, unknownPolicy, ignoreValue, sentinel }) => {
    const made = field(1, 'label', kind, { logical: 'label', vocabulary, unknownPolicy, ignoreValue });
    const isText = typeof sentinel === 'string';
    const value =
      isText || sentinel === undefined ? sentinel : kind === 'int64' ? BigInt(sentinel) : sentinel;
    const fits = value !== undefined && isText === (kind === 'string') && (kind !== 'int8' || value !== 200);
    return tidied(fits ? { ...made, sentinels: [{ value, means: 'unknown' }] } : made);
  })
  // A code beyond the type is refused by the contract.
  .filter(
    ({ type: { kind }, vocabulary }) =>
      kind === 'string' ||
      vocabulary!.terms.every(
        ({ code }) => code < (kind === 'int8' ? 128n : kind === 'uint8' ? 256n : 2n ** 31n),
      ),
  );

/** How each probe of a term ends, by its name. */
async function endings(
  writer: Field,
  reader: Field,
  codec: CodecName,
): Promise<ReadonlyMap<string, Set<string>>> {
  const all = new Map<string, Set<string>>();
  for (const { trials } of await triedCell(side(1, writer), side(2, reader), codec, 1))
    for (const { lane, probe, alone, observed, judged } of trials) {
      const [kind, of, name] = probe.id.split('/');
      if (of !== '1' || name === undefined || !['term', 'unknown-term'].includes(kind!)) continue;
      const key = `${kind} ${name}`;
      const end = [
        lane,
        alone === undefined,
        judged.outcome,
        observed.kind === 'refused' && observed.code,
      ].join(' ');
      all.set(key, (all.get(key) ?? new Set()).add(end));
    }
  return all;
}

describe('the terms that are tried of a long vocabulary', () => {
  it.each(PLAIN_CODECS)(
    'end in every way that any of its terms ends, in %s, one of each kind being enough',
    codec =>
      fc.assert(
        fc.asyncProperty(anyLabelField, anyLabelField, async (writer, reader) => {
          const all = await endings(writer, reader, codec);
          const one = { kept: 1, touched: 1, all: 1_000 };
          const chosen = (kind: string, spellings: Parameters<typeof chosenSpellings>[0]) => ({
            // Not what the codec has no bytes for.
            all: spellings.flatMap(({ name }) => all.get(`${kind} ${name}`) ?? []),
            chosen: chosenSpellings(spellings, writer, reader, one).flatMap(
              ({ name }) => all.get(`${kind} ${name}`) ?? [],
            ),
          });
          for (const each of [
            chosen('term', ownSpellings(writer, writer.vocabulary!)),
            chosen('unknown-term', earlySpellings(writer, reader.vocabulary!)),
          ]) {
            const ends = (sets: readonly Set<string>[]) => [...new Set(sets.flatMap(set => [...set]))].sort();
            expect(ends(each.chosen)).toEqual(ends(each.all));
          }
        }),
        { numRuns: 60 },
      ),
  );

  const many = (count: number, edit: (term: Term) => Term = term => term): Vocabulary =>
    vocabularyOf(
      Array.from({ length: count }, (_, id) =>
        edit({ id, label: `class ${id}`, code: BigInt(id), aliases: [] }),
      ),
    );
  const label = (kind: 'string' | 'int32', vocabulary: Vocabulary): Field =>
    field(1, 'label', kind, { logical: 'label', vocabulary, unknownPolicy: { kind: 'reject' } });
  const swapped =
    (a: number, b: number) =>
    (term: Term): Term => {
      const code = term.id === a ? b : term.id === b ? a : term.id;
      return { ...term, code: BigInt(code) };
    };

  it('are few where nothing changed, and none is left out of a short one', () => {
    const tried = (count: number): number => {
      const one = label('string', many(count));
      return labelVariants(one, one.vocabulary!, one).filter(({ kind }) => kind === 'term').length;
    };
    expect(tried(LIMITS.probe_terms_whole_max)).toBe(LIMITS.probe_terms_whole_max);
    expect(tried(20_000)).toBe(LIMITS.probe_terms_kept_max);
  });

  it.each([
    ['two codes exchanged', 'int32', swapped(701, 733)],
    [
      'a term taken out',
      'string',
      (term: Term) => ({ ...term, label: term.id === 733 ? 'other' : term.label }),
    ],
    [
      'an id given to another',
      'string',
      (term: Term) => ({ ...term, id: term.id === 733 ? 5_000 : term.id }),
    ],
  ] as const)('are those that a change touches, wherever they stand: %s', (_, kind, edit) => {
    const writer = label(kind, many(1_000));
    const found = labelVariants(writer, writer.vocabulary!, label(kind, many(1_000, edit)));
    expect(found.map(({ kind: of, name }) => `${of} ${name}`)).toContain('term 733');
    expect(found.length).toBeLessThan(LIMITS.probe_terms_kept_max + 10);
  });

  it('show a silent change of one code among a thousand in bytes', async () => {
    const [before, after] = [label('int32', many(1_000)), label('int32', many(1_000, swapped(701, 733)))];
    const { meaning, fields } = await runCell(side(1, before), side(2, after), 'avro');
    expect({ meaning, kind: fields[0]?.sample?.kind }).toEqual({ meaning: 'fails', kind: 'term' });
  });

  it('are never more than the bound, whatever changed', () => {
    const [before, after] = [many(1_000), many(1_000, ({ id, ...term }) => ({ ...term, id: 999 - id }))];
    const found = labelVariants(label('string', before), before, label('string', after));
    expect(found.filter(({ kind }) => kind === 'term').length).toBeLessThanOrEqual(LIMITS.probe_terms_max);
  });
});
