import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import { withheldFields } from '../contract/withheld.ts';
import type { FieldConversion, StepPlan } from '../convert/conversion-plan.ts';
import type { RecordWay } from './record-way.ts';

/**
 * Fields at the end of a way that hold what a version on it guards, whatever they are called by then: a new id is no reason to tell
 * a value.
 */
export function guardedOn(way: RecordWay): readonly FieldId[] {
  let guarded: ReadonlySet<FieldId> = new Set();
  for (const step of way) {
    const before = new Set([...guarded, ...withheldIn(step.from)]);
    guarded =
      step.kind === 'read'
        ? before
        : new Set(
            step.plan.fields.flatMap(conversion =>
              sourcesOf(conversion, step).some(id => before.has(id)) ? [conversion.field.id] : [],
            ),
          );
  }
  return [...guarded];
}

const withheldIn = (contract: Contract): readonly FieldId[] => withheldFields(contract.schema, [contract]);

type Converting = Extract<RecordWay[number], { readonly kind: 'convert' }>;

/** Fields of the record, before, that decide what a field holds. */
function sourcesOf(conversion: FieldConversion, step: Converting): readonly FieldId[] {
  const { from, plan } = step;
  const at = (way: readonly number[]): readonly FieldId[] => {
    const field = way[0] === undefined ? undefined : from.schema.fields[way[0]];
    return field === undefined ? [] : [field.id];
  };
  switch (conversion.kind) {
    case 'constant':
      return [];
    case 'derived':
      return conversion.expression.fields.map(({ id }) => id);
    case 'made':
      return plan.functions.find(({ name }) => name === conversion.by)!.takes.map(({ id }) => id);
    case 'struct':
      return [
        ...(conversion.source === undefined ? [] : at(conversion.source.way)),
        ...conversion.members.flatMap(member => sourcesOf(member, step)),
      ];
    case 'value':
      return [...at(conversion.way), ...conversion.steps.flatMap(askedBy)];
  }
}

function askedBy(step: StepPlan): readonly FieldId[] {
  if (step.kind === 'reject') return step.when?.fields.map(({ id }) => id) ?? [];
  if (step.kind !== 'remap') return [];
  return [...step.splits.values()].flat().flatMap(({ when }) => when.fields.map(({ id }) => id));
}
