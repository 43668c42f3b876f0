import { Fault } from '../../base/fault.ts';
import { type Named, nameOf } from '../named.ts';
import type { ChangeRecord } from '../record.ts';
import type { SubjectState } from '../subject-state.ts';
import { stageOf } from './rollout-entry.ts';

/** The revisions under a version that is given up, where only its own readers explain them, in the order of their names. */
export const quarantinedBy = (
  { revisions }: SubjectState,
  version: number,
  oldReadersExplain: boolean,
): readonly string[] =>
  oldReadersExplain
    ? []
    : [...revisions]
        .filter(([, entry]) => entry.version === version && entry.state !== 'withdrawn')
        .map(([name]) => name)
        .sort();

/**
 * Whether readers of the version before explain records of a version: its own change record says that nothing has to be
 * converted, and that it was held against them in that direction.
 */
export function oldReadersExplain({ authored, evidence }: ChangeRecord): boolean {
  const { step } = authored;
  if (step.kind !== 'version' || step.from === undefined || authored.class === 'migrate') return false;
  if (authored.class === 'identical') return true;
  const before = evidence.against?.find(({ version }) => version === step.from);
  return before?.promised.includes('forward') ?? false;
}

/** That no snapshot is made of data that was given up with its version. @faults DATA_QUARANTINED */
export function quarantineFault(state: SubjectState, of: Named): Fault<'DATA_QUARANTINED'> | undefined {
  const { subject, revisions, rollouts } = state;
  const version = 'version' in of ? of.version : revisions.get(of.revision)?.version;
  if (version === undefined || stageOf(rollouts.get(version)) !== 'rolled-back') return undefined;
  const isHeld = 'version' in of || rollouts.get(version)?.entry?.quarantined?.includes(of.revision);
  return isHeld ? new Fault('DATA_QUARANTINED', { what: nameOf(subject, of), version }) : undefined;
}
