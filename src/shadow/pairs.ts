import type { Field } from '../contract/field.ts';
import { isIdentity, unitConversion } from '../contract/unit-conversion.ts';
import { mapped } from './factor.ts';
import type { Ranks } from './ranks.ts';
import type { DataSummary, FieldSummary } from './summary.ts';

/** A field on both sides: what the units say leads from the one to the other. */
export type FieldPair = {
  readonly before: FieldSummary;
  readonly after: FieldSummary;
  readonly step: UnitStep;
};

/** `apart`: no number leads from one unit to the other, or from what a clock shows to a moment. */
export type UnitStep =
  | 'same'
  | 'apart'
  | {
      readonly times: number;
      readonly more: number;
      /** after × denominator = before × numerator + offset; undefined where π lies between the units. */
      readonly exactly: Readonly<Record<'numerator' | 'denominator' | 'offset', bigint>> | undefined;
    };

/** By id: a field keeps it, whatever it is called. */
export const pairsOf = (before: DataSummary, after: DataSummary): readonly FieldPair[] =>
  before.fields.flatMap(was => {
    const is = after.fields.find(({ field }) => field.id === was.field.id);
    return is === undefined ? [] : [{ before: was, after: is, step: unitStep(was.field, is.field) }];
  });

export function unitStep(before: Field, after: Field): UnitStep {
  if (isOtherTime(before, after)) return 'apart';
  if (before.unit === undefined || after.unit === undefined)
    return before.unit === after.unit ? 'same' : 'apart';
  const conversion = unitConversion(before.unit, after.unit);
  if (conversion === undefined) return 'apart';
  if (isIdentity(conversion)) return 'same';
  const { factor, pi, offset } = conversion;
  return {
    times: (Number(factor.numerator) / Number(factor.denominator)) * Math.PI ** pi,
    more: Number(offset.numerator) / Number(offset.denominator),
    exactly:
      pi === 0
        ? {
            numerator: factor.numerator * offset.denominator,
            denominator: factor.denominator * offset.denominator,
            offset: offset.numerator * factor.denominator,
          }
        : undefined,
  };
}

const isOtherTime = ({ type: was }: Field, { type: is }: Field): boolean =>
  was.kind === 'timestamp' && is.kind === 'timestamp' && was.zone !== is.zone;

/** Numbers of before, in the unit of after. */
export const inUnitOfAfter = (ranks: Ranks<number>, step: UnitStep): Ranks<number> =>
  typeof step === 'string' ? ranks : mapped(ranks, step.times, step.more);
