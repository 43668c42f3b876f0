import { nameText } from '../contract/field-path.ts';
import { evidenceText, isWithheld, type Withheld } from '../contract/withheld.ts';
import type { Found } from '../golden/explain.ts';
import type { FieldComparison } from '../golden/field-comparison.ts';
import type { Check } from '../golden/verdict.ts';
import type { FilledCount } from '../service/judge-revision.ts';

/** As `check` and `diff` tell of a field. */
export const fieldWords = ({ name, field }: Pick<FieldComparison<Withheld>, 'name' | 'field'>): string =>
  nameText({ name, id: field });

export const coverageText = ({ covered, matching }: Found<Withheld>, differing: number): string =>
  `true of ${covered} of the ${differing}, and of ${matching - covered} others`;

export const CHECK_HEAD = ['measure', 'observed', 'allowed', 'answer'] as const;

export const checkWords = (
  { measure, observed, allowed, answer }: Check<Withheld>,
  hasRecord: boolean,
): readonly string[] => [
  measure,
  observed === undefined ? 'not evaluated' : numberText(observed),
  allowed === undefined ? (hasRecord ? 'no threshold' : 'no change record') : `at most ${allowed}`,
  answer,
];

export function checkText(check: Check<Withheld>, hasRecord: boolean): string {
  const [measure, observed, allowed, answer] = checkWords(check, hasRecord);
  return `${measure}: observed ${observed}, ${allowed} (${answer})`;
}

const numberText = (value: number | bigint | Withheld): string =>
  isWithheld(value)
    ? evidenceText(value)
    : typeof value === 'bigint' || Number.isInteger(value)
      ? String(value)
      : String(Number(value.toPrecision(4)));

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
