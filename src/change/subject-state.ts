import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import type { ChangeClass } from '../compat/class-of.ts';
import type { Compatibility } from '../contract/compatibility.ts';
import type { FieldId, Kind } from '../contract/field.ts';
import type { ScopeState } from './decision.ts';
import type { Unmet } from './record.ts';
import {
  CONSUMER,
  type ConsumerEntry,
  consumerOf,
  PRODUCER,
  type ProducerEntry,
  producerOf,
} from './register/register-entry.ts';
import type { Registered } from './retirement.ts';
import { ROLLOUT, type Rollout, type RolloutEntry } from './rollout/rollout-entry.ts';
import { isAccepted, type State } from './states.ts';

/** What the registry remembers of one version, under the ref `version/<n>`. */
export type VersionEntry = {
  readonly state: State;
  readonly recordSchema: Digest;
  /** Of documentation, owners, sensitivities and tokenizer; entries written before it was kept have none. */
  readonly governance?: Digest;
  readonly tokenizer?: Digest;
  readonly change: Digest;
  readonly class: ChangeClass;
  readonly ids: readonly FieldId[];
  /** What the subject promises once it is active; entries written before that was kept don't say. */
  readonly compatibility?: Compatibility;
  readonly unmet: readonly Unmet[];
  /** Days of observation after the cut-over, where its change record declares a rollout. */
  readonly observe_days?: number;
  /** The generation of the head it was judged against. */
  readonly against: number;
  /** Every document that was kept with it; entries written before that was kept have none. */
  readonly objects?: readonly Digest[];
  /** The governance revision that had to be approved last: it waits, was activated, or was given up. */
  readonly governing?: GoverningEntry;
  /** The change records of those that were activated, in their order: what stands beside the schema rests on them too. */
  readonly governedBy?: readonly Digest[];
  /** The same of the newest that nobody had to approve, and which were taken at once. */
  readonly takenBy?: readonly Digest[];
  /** Taken from a ledger: of that many of the above, the change records by which another store approved them. */
  readonly adopted?: { readonly governed: readonly Digest[] };
  /** The journal entry that stored it. */
  readonly seq: number;
};

/** What is to stand, or stands since, beside the schema of a version that is accepted and stays. */
export type GoverningEntry = {
  readonly state: State;
  readonly governance: Digest;
  readonly tokenizer?: Digest;
  readonly change: Digest;
  readonly class: ChangeClass;
  readonly objects: readonly Digest[];
  readonly seq: number;
};

/** What the registry remembers of one data revision, under the ref `revision/<name>`. */
export type RevisionEntry = {
  readonly state: State;
  readonly version: number;
  readonly data: Digest;
  readonly change: Digest;
  readonly class: ChangeClass;
  readonly unmet: readonly Unmet[];
  readonly against: number;
  readonly objects?: readonly Digest[];
  /** Taken from a ledger: its place among those that were taken with it, and judged against none. */
  readonly adopted?: { readonly place: number };
  readonly seq: number;
};

/** Every thing an id ever stood for, under the ref `id/<n>`; there from its first proposal, whatever became of that. */
export type IdEntry = {
  /** With the names of what it lies in, `tags.element`; aliases and former names included. */
  readonly names: readonly string[];
  /** Of the physical type: `int64`, `list`. */
  readonly kinds: readonly Kind[];
  /** The version that no longer had it; `null` while the head has it, or no version was ever active with it. */
  readonly retiredIn: number | null;
};

/** The newest active version or revision. Its generation counts how often it moved; 0 is "there is none". */
export type Head<T> = { readonly at: T | undefined; readonly generation: number };

/** One subject, as its scope's refs tell it. */
export type SubjectState = {
  readonly subject: string;
  readonly seq: number;
  readonly head: Head<number>;
  readonly data: Head<string>;
  /** What was promised when the head became active; unknown where that was not kept. */
  readonly compatibility: Compatibility | undefined;
  readonly versions: ReadonlyMap<number, VersionEntry>;
  readonly revisions: ReadonlyMap<string, RevisionEntry>;
  readonly ids: ReadonlyMap<FieldId, IdEntry>;
  /** By version. */
  readonly rollouts: ReadonlyMap<number, Rollout>;
  /** Who registered with the store itself, and is not retired. */
  readonly registered: Registered;
};

export const HEAD = 'head';
export const DATA_HEAD = 'data';
export const PROMISE = 'compatibility';
export const versionRef = (version: number): string => `version/${version}`;
export const revisionRef = (revision: string): string => `revision/${revision}`;
export const idRef = (id: FieldId): string => `id/${id}`;

/** The scope in which a subject's versions, revisions and ids live. */
export const subjectScope = (subject: string): string => `subject/${subject}`;

export function subjectState(scope: ScopeState): SubjectState {
  const versions = entries<VersionEntry>(scope, 'version/', Number);
  const revisions = entries<RevisionEntry>(scope, 'revision/', String);
  const ids = entries<IdEntry>(scope, 'id/', Number);
  return {
    subject: scope.scope.slice(subjectScope('').length),
    seq: scope.seq,
    head: head<number>(scope, HEAD),
    data: head<string>(scope, DATA_HEAD),
    compatibility: scope.refs.get(PROMISE)?.value as Compatibility | undefined,
    versions: versions as ReadonlyMap<number, VersionEntry>,
    revisions: revisions as ReadonlyMap<string, RevisionEntry>,
    ids: ids as ReadonlyMap<FieldId, IdEntry>,
    rollouts: rolloutsIn(scope),
    registered: registeredIn(scope),
  };
}

/** The newest version that is retired; those before it are, too. */
export function retiredTo({ versions }: SubjectState): number | undefined {
  const retired = [...versions].filter(([, { state }]) => state === 'retired').map(([version]) => version);
  return retired.length === 0 ? undefined : Math.max(...retired);
}

/**
 * The revisions that were ever the data head, in the order they were: each moved it from the generation it was judged
 * against to the next. Those that were adopted at once moved it together.
 */
export const acceptedRevisions = ({
  revisions,
}: SubjectState): readonly (readonly [name: string, entry: RevisionEntry])[] =>
  [...revisions]
    .filter(([, { state }]) => isAccepted(state))
    .sort(([, a], [, b]) => a.against - b.against || (a.adopted?.place ?? 0) - (b.adopted?.place ?? 0));

function entries<T extends Json>(
  scope: ScopeState,
  prefix: string,
  key: (text: string) => number | string,
): ReadonlyMap<number | string, T> {
  const found = [...scope.refs].filter(([name]) => name.startsWith(prefix));
  return new Map(found.map(([name, ref]) => [key(name.slice(prefix.length)), ref.value as T]));
}

function rolloutsIn(scope: ScopeState): ReadonlyMap<number, Rollout> {
  const found = new Map<number, Rollout>();
  for (const [name, { generation, value }] of scope.refs)
    if (name.startsWith(ROLLOUT))
      found.set(Number(name.slice(ROLLOUT.length)), { entry: value as RolloutEntry, generation });
  return found;
}

function registeredIn(scope: ScopeState): Registered {
  const subject = scope.scope.slice(subjectScope('').length);
  const byName = <T>([a]: readonly [string, T], [b]: readonly [string, T]) => (a < b ? -1 : 1);
  const consumers = entries<ConsumerEntry>(scope, CONSUMER, String) as ReadonlyMap<string, ConsumerEntry>;
  const producers = entries<ProducerEntry>(scope, PRODUCER, String) as ReadonlyMap<string, ProducerEntry>;
  const standing = <T extends { readonly retired: boolean }>(all: ReadonlyMap<string, T>) =>
    [...all].filter(([, { retired }]) => !retired).sort(byName);
  return {
    consumers: standing(consumers).map(([name, entry]) => consumerOf(subject, name, entry)),
    producers: standing(producers).map(([name, entry]) => producerOf(subject, name, entry)),
  };
}

function head<T extends Json>(scope: ScopeState, name: string): Head<T> {
  const ref = scope.refs.get(name);
  // Rolled back to where there was none, it is null.
  return { at: (ref?.value ?? undefined) as T | undefined, generation: ref?.generation ?? 0 };
}
