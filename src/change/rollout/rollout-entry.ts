import type { Digest } from '../../base/digest.ts';
import type { Stage, Target } from './stages.ts';

/** What the registry remembers of the rollout of one version, under the ref `rollout/<n>`; none while it is registered. */
export type RolloutEntry = {
  readonly stage: Target;
  /** The change record of the version that is rolled out. */
  readonly change: Digest;
  /** How often it had moved when this step was asked for. */
  readonly expected: number;
  /** Every step, in order. */
  readonly steps: readonly { readonly stage: Target; readonly at_ms: number }[];
  /** The report that both halves of a dual write were held against. */
  readonly reconciliation?: Digest;
  /** When the observation window ends. */
  readonly until_ms?: number;
  /** Where the newest data was taken back to (null: none), and how often that had moved then. */
  readonly back?: { readonly data: string | null; readonly generation: number };
  /** Revisions that only readers of this version explain. */
  readonly quarantined?: readonly string[];
};

/** How often it moved counts from 1; 0 is "it never did". */
export type Rollout = { readonly entry: RolloutEntry | undefined; readonly generation: number };

export const ROLLOUT = 'rollout/';
export const rolloutRef = (version: number): string => `${ROLLOUT}${version}`;

export const stageOf = (rollout: Rollout | undefined): Stage => rollout?.entry?.stage ?? 'registered';
