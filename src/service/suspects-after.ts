import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { type UnitSuspect, unitSuspects, type Witnesses } from '../golden/doubts/unit-suspects.ts';
import type { OpenedSet } from './read-revision.ts';
import type { Taken } from './take-way.ts';

/** What the samples of a set, as a way left them, say against the units of the version that it led to. */
export const suspectsAfter = (
  { set, writer }: Pick<OpenedSet, 'set' | 'writer'>,
  { schema }: Pick<Contract, 'schema'>,
  { batch }: Pick<Taken, 'batch'>,
  withheld: readonly FieldId[],
): readonly UnitSuspect[] =>
  unitSuspects(schema, batch, witnessesIn(set.witness, writer.schema, schema), withheld);

/** The witnesses that a set names, by what fields are called later; one that is gone is asked no more, and others are sought. */
function witnessesIn(witnesses: Witnesses, old: Schema, later: Schema): Witnesses {
  const nameOf = (name: string): string | undefined => {
    const id = old.fields.find(field => field.name === name)?.id;
    return later.fields.find(field => field.id === id)?.name;
  };
  return Object.fromEntries(
    Object.entries(witnesses).flatMap(([field, witness]) => {
      const [name, by] = [nameOf(field), witness === false ? witness : nameOf(witness)];
      return name === undefined || by === undefined ? [] : [[name, by] as const];
    }),
  );
}
