import { categoryReader } from '../contract/category.ts';
import type { Field } from '../contract/field.ts';
import { sentinelOf } from '../contract/senses.ts';
import type { Value } from '../contract/value.ts';

/**
 * What "unknown" is called in a field with a vocabulary or sentinels: a value it does not have, the term its policy maps such values
 * to, the value the loss ignores, and every sentinel. Undefined where a field has none of them.
 */
export function unknownReader(field: Field): ((value: Exclude<Value, null>) => boolean) | undefined {
  const isSentinel = (value: Exclude<Value, null>): boolean => sentinelOf(field, value) !== undefined;
  if (field.vocabulary === undefined) return field.sentinels === undefined ? undefined : isSentinel;
  const category = categoryReader(field);
  const { unknownPolicy: policy } = field;
  const mapped = policy?.kind === 'map' ? policy.term : undefined;
  return value => {
    const { term } = category(value);
    return term === undefined || term.id === mapped;
  };
}
