import { type Kind, type NestedKind, SCALARS, type Scalar } from './field.ts';
import { type Family, KIND_TABLE } from './kind-table.ts';

/** The sorts of scalar types, as docs/rules.md prints them. */
export type ScalarFamily = Exclude<Family, NestedKind>;

/**
 * Why values of one sort of type are not read as another sort, though some system reads some of them so. Within a sort,
 * and from integers to floats, it is a value of the one that the other does not have.
 */
export const APART: Readonly<Record<ScalarFamily, Readonly<Partial<Record<ScalarFamily, string>>>>> = {
  truth: {
    integer: 'a truth is no number',
    float: 'a truth is no number',
    decimal: 'a truth is no number',
    time: 'a truth is no moment',
    text: 'true is a word for it in one language',
    bytes: 'how many bytes a truth takes is a matter of the format',
  },
  integer: {
    truth: 'which numbers are true nobody said',
    float: 'a whole number beyond its digits has none',
    decimal: 'how many digits there is room for is no matter of the kind: -2147483648 needs ten',
    integer: 'an end of the one lies beyond the other',
    time: 'a number is no moment, day or length of time',
    text: 'digits are a way to write a number, not the number',
    bytes: 'in which order its bytes stand is a matter of the format',
  },
  float: {
    truth: 'which numbers are true nobody said',
    integer: '0.5 has none',
    float: 'it rounds, or reaches less far; a rule of its own says so',
    decimal: '2^-1074 has more digits than any decimal',
    time: 'a number is no moment, day or length of time',
    text: 'digits are a way to write a number, not the number',
    bytes: 'in which order its bytes stand is a matter of the format',
  },
  decimal: {
    truth: 'which numbers are true nobody said',
    integer: '0.5 has none',
    float: '0.1 has none',
    time: 'a number is no moment, day or length of time',
    text: 'digits are a way to write a number, not the number',
    bytes: 'its digits are a number at a scale that bytes do not have',
  },
  time: {
    truth: 'a moment is no truth',
    integer: 'every bit is kept, and that it counts time is not',
    float: 'every bit may be kept, and that it counts time is not',
    decimal: 'every digit may be kept, and that it counts time is not',
    time: 'a day is no moment, a time of day no length of time: which is meant nobody said',
    text: 'there are many ways to write a moment',
    bytes: 'in which order its bytes stand is a matter of the format',
  },
  text: {
    truth: 'not every text is a truth',
    integer: 'not every text is a number',
    float: 'not every text is a number',
    decimal: 'not every text is a number',
    time: 'not every text is a moment',
    bytes: 'not every text has that many bytes',
  },
  bytes: {
    truth: 'not every byte is a truth',
    integer: 'in which order its bytes stand is a matter of the format',
    float: 'in which order its bytes stand is a matter of the format',
    decimal: 'its digits are a number at a scale that bytes do not have',
    time: 'in which order its bytes stand is a matter of the format',
    text: 'not every byte sequence is UTF-8',
    bytes: 'not every length is the one',
  },
};

/** Undefined where one of the two is no scalar, or a value of the one may be read as one of the other. */
export function whyApart(from: Kind, to: Kind): string | undefined {
  if (!isScalar(from) || !isScalar(to)) return undefined;
  const [one, other] = [KIND_TABLE[from].family, KIND_TABLE[to].family];
  return APART[one as ScalarFamily][other as ScalarFamily];
}

const isScalar = (kind: Kind): kind is Scalar => (SCALARS as readonly Kind[]).includes(kind);
