import { nameText } from '../contract/field-path.ts';
import { evidenceText, isWithheld, type Withheld } from '../contract/withheld.ts';
import type { ExactNumber } from '../golden/exact-number.ts';
import type { Explanation, Found } from '../golden/explain.ts';
import type { FactorSuspect } from '../golden/factor-suspects.ts';
import type { FieldComparison } from '../golden/field-comparison.ts';
import type { Check } from '../golden/verdict.ts';
import type { FilledCount } from '../service/read-revision.ts';

/** As `check` and `diff` tell of a field. */
export const fieldWords = ({ name, field }: Pick<FieldComparison<Withheld>, 'name' | 'field'>): string =>
  nameText({ name, id: field });

export const coverageText = ({ covered, matching }: Found<Withheld>, differing: number): string =>
  `true of ${covered} of the ${differing}, and of ${matching - covered} others`;

/** That a search left pairs of columns out; undefined where it looked at all. */
export const amongText = ({ pairsAmong }: Explanation<Withheld>): string | undefined =>
  pairsAmong &&
  `pairs of conditions were sought among ${pairsAmong.columns} of ${pairsAmong.of} columns, the likeliest by themselves`;

export const CHECK_HEAD = ['measure', 'observed', 'allowed', 'answer'] as const;

export const checkWords = (
  { measure, observed, allowed, answer }: Check<Withheld>,
  hasRecord: boolean,
): readonly string[] => [
  measure,
  observed === undefined ? 'not evaluated' : sizeText(observed),
  allowed === undefined ? (hasRecord ? 'no threshold' : 'no change record') : `at most ${allowed}`,
  answer,
];

export function checkText(check: Check<Withheld>, hasRecord: boolean): string {
  const [measure, observed, allowed, answer] = checkWords(check, hasRecord);
  return `${measure}: observed ${observed}, ${allowed} (${answer})`;
}

/**
 * A size with every digit that decides, so that a threshold may be set to what was printed. A whole number that no column
 * of whole numbers can hold is the distance of two doubles, and told as they are.
 */
export function sizeText(value: ExactNumber | Withheld): string {
  if (isWithheld(value)) return evidenceText(value);
  const text = String(value);
  if (typeof value !== 'bigint' || text.length <= WHOLE_DIGITS) return text;
  const digits = text.slice(0, DOUBLE_DIGITS);
  return `${digits[0]}.${digits.slice(1)}e+${text.length - 1}`;
}

/** More than the largest decimal has. */
const WHOLE_DIGITS = 100;
/** As many as tell any two doubles apart. */
const DOUBLE_DIGITS = 17;

/** The one rule that all numbers of a field obey which were compared; undefined where there is none. */
export function patternText({ number }: Pick<FieldComparison<Withheld>, 'number'>): string | undefined {
  const pattern = number?.pattern;
  if (pattern === undefined) return undefined;
  return pattern.kind === 'scaled'
    ? `scaled by ${sizeText(pattern.factor)}`
    : `shifted by ${sizeText(pattern.by)}`;
}

/** That numbers and unit of a field did not change together, as a sentence. */
export function factorText(suspect: FactorSuspect<Withheld>): string {
  const { code, unit, factor, pairs, agree, guess } = suspect;
  const shown = isWithheld(factor) ? evidenceText(factor) : String(factor);
  const counted = `${agree} of ${pairs} numbers`;
  if (code === 'UNIT_CHANGED_WITHOUT_VALUES')
    return `${code} ${fieldWords(suspect)}: its unit went from ${unit.before} to ${unit.after}, and ${counted} are what they were, not times ${shown}`;
  const meant = guess === undefined || isWithheld(guess) ? '' : `, as of ${guess}`;
  const kept =
    unit.before === unit.after ? `its unit stayed ${unit.after ?? 'none'}` : 'its unit says another';
  return `${code} ${fieldWords(suspect)}: ${counted} were multiplied by ${shown}${meant}, and ${kept}`;
}

/** What a default says of the records that were read as it. */
export const FILLED_WORDS: Readonly<Record<FilledCount['means'], string>> = {
  unknown: 'which stands for unknown',
  value: 'as a true value',
};

/** A sentence about a field that records of a file lack. */
export const filledText = (file: string, { path, means, count }: FilledCount): string =>
  `${path}: ${recordsOf(count, file)} ${count === 1 ? 'lacks it, and is' : 'lack it, and are'} read as its default, ${FILLED_WORDS[means]}`;

export const recordsOf = (count: number, file: string): string =>
  `${count} ${count === 1 ? 'record' : 'records'} of ${file}`;
