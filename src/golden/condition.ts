import type { FieldId } from '../contract/field.ts';
import { evidenceText, type Withheld } from '../contract/withheld.ts';

/** What a term looks at, on the side before the change: a field's value, its length, or a part of its date. */
export type TermSubject = {
  readonly of: 'value' | 'length' | 'day' | 'month' | 'year';
  readonly field: FieldId;
  readonly name: string;
};

export type Test<V = never> =
  | {
      readonly kind: 'above' | 'at-least' | 'below' | 'at-most' | 'is' | 'is-not';
      readonly value: number | bigint | string | V;
    }
  | { readonly kind: 'null' | 'not-null' | 'nan' | 'not-nan' };

/** True of a row or not; a null or a NaN is neither above nor below anything. */
export type Term<V = never> = { readonly subject: TermSubject; readonly test: Test<V> };

export type Condition<V = never> =
  | { readonly kind: 'term'; readonly term: Term<V> }
  | { readonly kind: 'and' | 'or'; readonly terms: readonly [Term<V>, Term<V>] };

/** `precipitation > 0 and weather is not rain`; of a value that is withheld, that it is. */
export const conditionText = (condition: Condition<Withheld>): string =>
  condition.kind === 'term'
    ? termText(condition.term)
    : condition.terms.map(termText).join(` ${condition.kind} `);

const termText = ({ subject, test }: Term<Withheld>): string => `${subjectText(subject)} ${testText(test)}`;

const subjectText = ({ of, name }: TermSubject): string => (of === 'value' ? name : `${of} of ${name}`);

const SIGNS: Readonly<Record<Test['kind'], string>> = {
  above: '>',
  'at-least': '>=',
  below: '<',
  'at-most': '<=',
  is: 'is',
  'is-not': 'is not',
  null: 'is null',
  'not-null': 'is not null',
  nan: 'is NaN',
  'not-nan': 'is not NaN',
};

const testText = (test: Test<Withheld>): string =>
  'value' in test ? `${SIGNS[test.kind]} ${evidenceText(test.value)}` : SIGNS[test.kind];
