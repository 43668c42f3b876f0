import type { Field, FieldId } from '../contract/field.ts';
import { isAnnounced } from './announced.ts';
import type { Judged, Reading } from './judge.ts';
import { isLawful } from './lawful.ts';
import type { PlainAnswer, PlainTask } from './plain-lane.ts';
import type { Probe } from './probe.ts';
import { type Asked, controlJudged, controlTask, type Trial } from './trial.ts';

/** The rules said nothing of a field, and bytes did. One of the two is wrong, and until it is known which, nothing holds. */
export type Disagreement = {
  readonly kind: 'silent-change' | 'refused';
  /** Undefined, as null, where the record as a whole was refused. */
  readonly field: FieldId | null;
  readonly probe: string;
  readonly code: string | null;
};

/** What to ask before a silent change of an ordinary reader is laid at the rules' door. */
export const controlTasks = (asked: Asked, trials: readonly Trial[]): readonly PlainTask[] =>
  suspectsOf(asked, trials).flatMap(({ probe, field }) => controlTask(asked, probe, field) ?? []);

export function disagreementsOf(
  asked: Asked,
  trials: readonly Trial[],
  controls: ReadonlyMap<string, PlainAnswer>,
): readonly Disagreement[] {
  const { announced, writer } = asked.part;
  const silent = suspectsOf(asked, trials)
    .filter(({ probe, field }) => !changesAnyway(controlJudged(asked, probe, field, controls)))
    .map(
      ({ probe, field }): Disagreement => ({
        kind: 'silent-change',
        field: field.id,
        probe: probe.id,
        code: null,
      }),
    );
  const refused = trials.flatMap(({ lane, probe, observed }): readonly Disagreement[] => {
    if (lane !== 'guarded' || observed.kind !== 'refused') return [];
    if (isAnnounced(announced, observed.field) || !isLawful(writer, probe)) return [];
    return [{ kind: 'refused', field: observed.field ?? null, probe: probe.id, code: observed.code }];
  });
  return firstOfEach([...silent, ...refused]);
}

type Suspect = { readonly probe: Probe; readonly field: Field };

/** Silent changes of ordinary readers, in records that keep their contract, of a field no rule has spoken about. */
function suspectsOf(
  { part: { announced, writer }, form }: Asked,
  trials: readonly Trial[],
): readonly Suspect[] {
  const seen = new Set<string>();
  return trials
    .filter(({ lane, judged }) => lane === 'plain' && judged.outcome === 'silent-change')
    .flatMap(({ probe, judged }) =>
      judged.fields
        .filter(({ field, outcome }) => outcome === 'silent-change' && !isAnnounced(announced, field.id))
        .filter(reading => form.isTyped || !isLeftOut(reading))
        .map(({ field }) => ({ probe, field })),
    )
    .filter(({ probe, field }) => {
      const key = `${probe.id} ${field.id}`;
      return !seen.has(key) && seen.add(key) && isLawful(writer, probe);
    });
}

/** Files of columns have no defaults: whoever reads a column that isn't there holds nothing, whatever a field declares. */
const isLeftOut = ({ truth, seen }: Reading): boolean => truth.kind === 'unwritten' && seen.kind === 'absent';

const changesAnyway = (judged: Judged | undefined): boolean => judged?.outcome === 'silent-change';

/** One of each kind, field and code: the others say the same. */
export function firstOfEach(all: readonly Disagreement[]): readonly Disagreement[] {
  const key = ({ kind, field, code }: Disagreement): string => `${kind} ${field} ${code}`;
  return [...new Map([...all].reverse().map(found => [key(found), found])).values()].reverse();
}
