import fc from 'fast-check';
import { sha256 } from '../../src/base/digest.ts';
import { fieldProblem } from '../../src/contract/check-field.ts';
import { sensesProblem } from '../../src/contract/check-senses.ts';
import type { Field, Scalar } from '../../src/contract/field.ts';
import { isNested } from '../../src/contract/nested.ts';
import { EMPTY_SENSES, INFINITY_SENSES, NAN_SENSES, NULL_MEANINGS } from '../../src/contract/senses.ts';
import { inSentinelOrder } from '../../src/contract/senses-document.ts';
import type { Value } from '../../src/contract/value.ts';
import { anyScalarType, scalarValues } from './any-scalar.ts';
import { LOGICAL_OF, makeField } from './make-field.ts';

const maybe = <T>(...all: readonly T[]) => fc.option(fc.constantFrom(...all), { nil: undefined });

/** What a field may say of values that are none; where it does not fit the field, nothing. */
export const withSenses = (field: Field): fc.Arbitrary<Field> =>
  fc
    .record({
      nullMeans: maybe(...NULL_MEANINGS),
      nan: maybe(...NAN_SENSES),
      infinity: maybe(...INFINITY_SENSES),
      emptyMeans: maybe(...EMPTY_SENSES),
      sentinels: fc.option(
        isNested(field.type)
          ? fc.constant<Value[]>([])
          : fc.uniqueArray(scalarValues(field), {
              minLength: 1,
              maxLength: 2,
              selector: value => String(value),
            }),
        { nil: undefined },
      ),
      means: fc.constantFrom(...NULL_MEANINGS),
    })
    .map(({ sentinels, means, ...senses }) => {
      const stand = sentinels?.map((value: Value) => ({ value: value as Exclude<Value, null>, means }));
      const all = { ...senses, sentinels: stand && inSentinelOrder(field.type, stand) };
      let lawful = field;
      for (const [key, said] of Object.entries(all)) {
        const next: Field = { ...lawful, [key]: said };
        if (said !== undefined && sensesProblem(next, []) === undefined) lawful = next;
      }
      return lawful;
    });

/** Without what it says of values that are none, where it can't say that any more: its type or nullability was changed. */
export function sensible(field: Field): Field {
  if (sensesProblem(field, []) === undefined) return field;
  const { nullMeans, sentinels, nan, infinity, emptyMeans, ...plain } = field;
  return plain;
}

/** A scalar that says all it can, and is lawful. */
export const anyDeclared: fc.Arbitrary<Field> = anyScalarType
  .chain(typed =>
    fc.tuple(
      withSenses(
        makeField(typed.type.kind as Scalar, {
          ...typed,
          logical: LOGICAL_OF[typed.type.kind as Scalar],
          nullable: true,
        }),
      ),
      scalarValues(typed),
      fc.boolean(),
    ),
  )
  .map(([field, value, isOwn]) => ({
    ...field,
    writeDefault: { kind: 'value', value, means: 'value' } as const,
    ...(isOwn && field.logical === 'text' && { normalizer: sha256('own') }),
  }))
  .filter(field => fieldProblem(field, []) === undefined);
