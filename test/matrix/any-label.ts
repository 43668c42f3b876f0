import fc from 'fast-check';
import { sha256 } from '../../src/base/digest.ts';
import type { Field, Kind, UnknownPolicy } from '../../src/contract/field.ts';
import { isInteger } from '../../src/contract/kind-table.ts';
import { integerFits } from '../../src/contract/value-form.ts';
import type { Term, Vocabulary } from '../../src/contract/vocabulary.ts';
import { termById } from '../../src/contract/vocabulary-lookup.ts';
import { vocabulary } from './schemas.ts';

/** What a field says of its classes. */
export type Label = Required<Pick<Field, 'vocabulary' | 'unknownPolicy' | 'ignoreValue'>>;

export const carriesLabel = (kind: Kind): boolean => kind === 'string' || isInteger(kind);

const terms = (
  ...rows: readonly (readonly [id: number, label: string, code: number, ...aliases: string[]])[]
) => {
  const made = rows.map(
    ([id, label, code, ...aliases]): Term => ({ id, label, code: BigInt(code), aliases }),
  );
  return { digest: sha256(rows.join('\n')), terms: made };
};

const VOCABULARIES: readonly Vocabulary[] = [
  vocabulary('sun', 'rain', 'snow'),
  vocabulary('rain', 'sun', 'snow'),
  vocabulary('sun', 'rain'),
  vocabulary('sun', 'rain', 'snow', 'fog'),
  // The same terms in another order, and under other codes.
  terms([2, 'rain', 1], [1, 'sun', 0], [3, 'snow', 2]),
  terms([1, 'sun', 1], [2, 'rain', 2], [3, 'snow', 3]),
  // Aliases: an old spelling kept, a class folded into another, a spelling that became a class of its own.
  terms([1, 'sunny', 0, 'sun'], [2, 'rain', 1, 'drizzle'], [3, 'snow', 2]),
  terms([1, 'sun', 0], [2, 'rain', 1, 'snow']),
  terms([1, 'sun', 0], [2, 'rain', 1], [3, 'snow', 2], [5, 'drizzle', 4]),
  // The same words under other ids, a word handed on to another term, and other words altogether.
  terms([11, 'sun', 0], [12, 'rain', 1], [13, 'snow', 2]),
  terms([1, 'sun', 0, 'rain'], [2, 'wet', 1], [3, 'snow', 2]),
  terms([21, 'cat', 0], [22, 'dog', 7]),
];

const POLICIES: readonly UnknownPolicy[] = [
  { kind: 'reject' },
  { kind: 'pass' },
  { kind: 'ignore' },
  { kind: 'map', term: 2 },
  { kind: 'map', term: 1 },
];

/** Mostly the usual index; now and then one that another vocabulary has a term for. */
const IGNORED: readonly bigint[] = [-100n, -100n, -100n, -1n, 3n, 7n];

export const anyLabel: fc.Arbitrary<Label> = fc.record({
  vocabulary: fc.constantFrom(...VOCABULARIES),
  unknownPolicy: fc.constantFrom(...POLICIES),
  ignoreValue: fc.constantFrom(...IGNORED),
});

export const relabelled = (field: Field, label: Label): Field => ({ ...field, ...label, logical: 'label' });

/** What no contract would pass is put right: a mapping to a term there isn't, an index to skip that is a term's. */
export function tidied(field: Field): Field {
  const { vocabulary: known, unknownPolicy, ignoreValue } = field;
  if (known === undefined) return field;
  const isTerm = known.terms.some(({ code }) => code === ignoreValue);
  const { kind } = field.type;
  const fits = ignoreValue === undefined || !isInteger(kind) || integerFits(kind, ignoreValue);
  const isMapped = unknownPolicy?.kind !== 'map' || termById(known, unknownPolicy.term) !== undefined;
  return {
    ...field,
    unknownPolicy: isMapped ? unknownPolicy : { kind: 'map', term: known.terms[0]!.id },
    ignoreValue:
      isTerm || !fits ? (kind === 'string' || integerFits(kind, -100n) ? -100n : 100n) : ignoreValue,
  };
}
