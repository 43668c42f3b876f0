import { Fault } from '../base/fault.ts';
import type { Field } from '../contract/field.ts';
import { nameText } from '../contract/field-path.ts';
import { type Path, placeOf, type YamlDocument } from '../contract/yaml-document.ts';
import type { StepPlan } from './conversion-plan.ts';
import type { StepKind, StepOf } from './converter-shape.ts';
import { type Expression, type ExpressionType, planExpression } from './expression.ts';
import type { Tokenizers } from './tokenizers.ts';

/** A step where it stands: after those before it the value is one of `field`, and in the end it is to be one of `target`. */
export type Setting = {
  readonly field: Field;
  readonly target: Field;
  /** What an expression may name; undefined where there is no one record to ask. */
  readonly names: readonly Field[] | undefined;
  /** What text of either version becomes tokens with. */
  readonly tokenizers?: Tokenizers | undefined;
  readonly document: YamlDocument;
  readonly path: Path;
};

/** What a step does, and the field that its values are of from then on. */
export type Planned = { readonly plan: StepPlan; readonly field: Field };

export type Planner<K extends StepKind> = (step: StepOf<K>, setting: Setting) => Planned | Fault;

export const unfit = ({ target, document, path }: Setting, step: StepKind, because: string): Fault =>
  new Fault(
    'CONVERTER_STEP_UNFIT',
    { field: nameText(target), step, because },
    placeOf(document, path),
  ) as unknown as Fault;

/** An expression of a step, its names looked up. @faults CONVERTER_EXPRESSION */
export function expressionIn(
  { target, names, document }: Setting,
  text: string,
  path: Path,
  wanted?: ExpressionType,
): Expression | Fault {
  const planned =
    names === undefined
      ? 'inside a list or a map there is no one record to ask'
      : planExpression(text, names);
  const because =
    typeof planned === 'string'
      ? planned
      : wanted === undefined || planned.type === wanted
        ? undefined
        : `it gives a ${planned.type}, and is to give a ${wanted}`;
  if (because === undefined) return planned as Expression;
  const facts = { field: nameText(target), because };
  return new Fault('CONVERTER_EXPRESSION', facts, placeOf(document, path)) as unknown as Fault;
}
