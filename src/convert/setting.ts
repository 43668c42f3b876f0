import { Fault } from '../base/fault.ts';
import type { Field } from '../contract/field.ts';
import { nameText } from '../contract/field-path.ts';
import { type Path, placeOf, type YamlDocument } from '../contract/yaml-document.ts';
import type { StepPlan } from './conversion-plan.ts';
import type { StepKind, StepOf } from './converter-shape.ts';

/** A step where it stands: after those before it the value is one of `field`, and in the end it is to be one of `target`. */
export type Setting = {
  readonly field: Field;
  readonly target: Field;
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
