import { LIMITS } from '../base/limits.ts';
import type { Kind } from './field.ts';
import { KIND_TABLE } from './kind-table.ts';

const whole = (kind: Kind): string => {
  const [min, max] = KIND_TABLE[kind].bounds!;
  return `a whole number in decimal digits, from ${min} to ${max}`;
};

/** How a value of each physical type is written in a contract. */
export const WRITTEN: Readonly<Record<Kind, string>> = {
  bool: 'true or false',
  int8: whole('int8'),
  int16: whole('int16'),
  int32: whole('int32'),
  int64: whole('int64'),
  uint8: whole('uint8'),
  uint16: whole('uint16'),
  uint32: whole('uint32'),
  uint64: whole('uint64'),
  float16: 'a finite number',
  bfloat16: 'a finite number',
  float32: 'a finite number',
  float64: 'a finite number',
  decimal: `a number such as 12.50 within precision and scale, in quotes beyond ${LIMITS.number_chars_max} characters`,
  string: 'text (in quotes if it looks like a number)',
  bytes: 'an even number of lower-case hex digits, in quotes',
  fixed: 'two lower-case hex digits a byte of its size, in quotes',
  date: 'a date such as 2012-02-29',
  time: "a time of day such as 13:45:30.125, with no digit beyond the field's unit",
  timestamp:
    "a timestamp such as 2012-02-29T13:45:30Z, without the Z where it is local, within the field's unit",
  duration: `${whole('duration')}, in the field's unit`,
  list: 'a list of what the element holds',
  struct: 'a map with a value for each field, as the value of {value, means}',
  map: 'a list of {key, value}',
  tensor: 'a list of what the element holds, as many as the product of the shape',
};
