import type { FieldId } from '../../contract/field.ts';
import type { Consumer } from '../consumer.ts';
import { readsVersion } from '../consumer.ts';
import { isAccepted, isWaiting } from '../states.ts';
import { retiredTo, type SubjectState } from '../subject-state.ts';

/** A field that is being taken out, and the version that no longer has it. */
export type RetiringField = { readonly field: FieldId; readonly without: number };

/**
 * Fields that a version has which is still read, and that a later one, accepted or waiting, no longer has. From then on nobody
 * new may come to depend on them: each would have to be waited for before their data may go.
 */
export function retiringFields(state: SubjectState): readonly RetiringField[] {
  const standing = [...state.versions]
    .filter(([, { state: is }]) => isAccepted(is) || isWaiting(is))
    .sort(([a], [b]) => a - b);
  const retired = retiredTo(state) ?? 0;
  const last = new Map<FieldId, number>();
  for (const [version, { ids }] of standing) for (const id of ids) last.set(id, version);
  const newest = standing.at(-1)?.[0];
  return [...last]
    .filter(([, version]) => version !== newest && version > retired)
    .map(([field, version]) => ({ field, without: standing.find(([other]) => other > version)![0] }))
    .sort((a, b) => a.field - b.field);
}

/** The fields that a consumer depends on: those it names; of one that names none, all of the versions it reads. */
export function fieldsRead({ versions }: SubjectState, consumer: Consumer): ReadonlySet<FieldId> {
  if (consumer.fields !== undefined) return new Set(consumer.fields);
  return fieldsOfVersions(versions, consumer);
}

/** All that the versions have which a consumer reads. */
export const fieldsOfVersions = (
  versions: SubjectState['versions'],
  consumer: Consumer,
): ReadonlySet<FieldId> =>
  new Set(
    [...versions].flatMap(([version, { ids, state }]) =>
      state !== 'withdrawn' && readsVersion(consumer, version) ? ids : [],
    ),
  );
