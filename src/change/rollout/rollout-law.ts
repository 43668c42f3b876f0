import { Fault } from '../../base/fault.ts';
import { nameOf } from '../named.ts';
import type { RevisionEntry, SubjectState } from '../subject-state.ts';
import { stageOf } from './rollout-entry.ts';
import { DATA_UNDER, type Stage } from './stages.ts';

/** What a rollout says of data under its version; a version that declares none has no say. */
const dataUnder = ({ versions, rollouts }: SubjectState, version: number): (typeof DATA_UNDER)[Stage] =>
  versions.get(version)?.observe_days === undefined ? 'may' : DATA_UNDER[stageOf(rollouts.get(version))];

/** That data may be offered under a version: readers first. @faults ROLLOUT_DATA_EARLY */
export const offeredEarly = (
  state: SubjectState,
  revision: string,
  version: number,
): Fault<'ROLLOUT_DATA_EARLY'> | undefined =>
  dataUnder(state, version) === 'never' ? early(state, revision, version) : undefined;

/** Whether data that nobody has to approve waits all the same: until the cut-over. */
export const waitsForCutOver = (state: SubjectState, version: number): boolean =>
  dataUnder(state, version) === 'waits';

/** That data may become the newest. @faults ROLLOUT_DATA_EARLY */
export const activatedEarly = (
  state: SubjectState,
  revision: string,
  { version }: RevisionEntry,
): Fault<'ROLLOUT_DATA_EARLY'> | undefined =>
  dataUnder(state, version) === 'may' ? undefined : early(state, revision, version);

const early = ({ subject, rollouts }: SubjectState, revision: string, version: number) =>
  new Fault('ROLLOUT_DATA_EARLY', {
    what: nameOf(subject, { revision }),
    version,
    stage: stageOf(rollouts.get(version)),
  });

/**
 * That nobody may have to go back to a version any more: of the active ones after it, one that was not rolled back is
 * settled, or declared no rollout. Its window is over then. @faults ROLLOUT_UNSETTLED
 */
export function unsettledFault(state: SubjectState, version: number): Fault<'ROLLOUT_UNSETTLED'> | undefined {
  const { subject, versions, rollouts } = state;
  const later = [...versions]
    .filter(([number, entry]) => number > version && entry.state === 'active')
    .sort(([a], [b]) => a - b)
    .map(([number, { observe_days }]) => ({
      by: number,
      stage: observe_days === undefined ? ('settled' as const) : stageOf(rollouts.get(number)),
    }));
  if (later.some(({ stage }) => stage === 'settled')) return undefined;
  const held = later.find(({ stage }) => stage !== 'rolled-back') ?? later[0];
  return held && new Fault('ROLLOUT_UNSETTLED', { subject, version, ...held });
}

/** The name that was the newest data at a generation to which a roll-back took it; undefined where none did. */
export const rolledBackTo = ({ rollouts }: SubjectState, generation: number): string | null | undefined =>
  [...rollouts.values()].find(({ entry }) => entry?.back?.generation === generation)?.entry?.back?.data;
