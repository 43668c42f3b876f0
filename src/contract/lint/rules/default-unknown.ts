import { allFields } from '../../check-schema.ts';
import type { Field } from '../../field.ts';
import { sentinelOf } from '../../senses.ts';
import type { Value } from '../../value.ts';
import { lintRule } from '../lint-rule.ts';

/** A -1 that stands for "nobody knows", as what every record truly held: one reader drops those records, the next learns from them. */
export const defaultUnknown = lintRule<{ field: string; key: string }>({
  id: 'DEFAULT_UNKNOWN_AS_VALUE',
  level: 'warn',
  fix: 'none',
  asks: 'A default that its field takes for unknown does not say that it is a value.',
  say: f => `the ${f.key} of ${f.field} says that it means a value, and its field that it is unknown`,
  remedy: 'Write `means: unknown`; or another default, or another sense, where it is truly known.',
  find: ({ contract: { schema } }) =>
    allFields(schema).flatMap(([field, path]) =>
      (['default', 'writeDefault'] as const).flatMap(key => {
        const declared = field[key];
        return declared?.kind === 'value' && declared.means === 'value' && isUnknown(field, declared.value)
          ? [{ path: [...path, key], facts: { field: field.name, key } }]
          : [];
      }),
    ),
});

function isUnknown(field: Field, value: Value): boolean {
  if (value === null) return field.nullMeans === 'unknown';
  if (Number.isNaN(value)) return field.nan === 'unknown';
  const sentinel = sentinelOf(field, value);
  if (sentinel !== undefined) return sentinel.means === 'unknown';
  return field.emptyMeans === 'unknown' && (value as ArrayLike<unknown>).length === 0;
}
