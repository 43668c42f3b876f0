import { canonicalJson } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Consumer } from '../consumer.ts';
import type { Decision, ScopeState } from '../decision.ts';
import type { Producer } from '../producer.ts';
import type { Registered } from '../retirement.ts';
import { retiredTo, type SubjectState, subjectState } from '../subject-state.ts';
import { bothRegistered } from './both-registered.ts';
import {
  CONSUMER,
  type ConsumerEntry,
  consumerEntry,
  PRODUCER,
  type ProducerEntry,
  producerEntry,
} from './register-entry.ts';
import { fieldsOfVersions, fieldsRead, retiringFields } from './retiring-fields.ts';

export type RegisterAsk =
  | {
      readonly kind: 'consumer';
      readonly consumer: Consumer;
      /** Who `registry.config.ts` has for the subject. */
      readonly configured: Registered;
    }
  | { readonly kind: 'producer'; readonly producer: Producer; readonly configured: Registered };

export type RegisterAnswer = {
  readonly kind: 'registered' | 'changed' | 'already' | 'retired';
  readonly name: string;
} & (
  | { readonly role: 'consumer'; readonly entry: ConsumerEntry }
  | { readonly role: 'producer'; readonly entry: ProducerEntry }
);

/**
 * Takes in who reads or writes a subject, as they declare it. One that is there already is changed; what it begins to read
 * is asked as of a new one.
 *
 * @faults CONSUMER_RANGE CONSUMER_VERSION_UNKNOWN REGISTERED_RETIRED CONSUMER_FIELD_UNKNOWN CONSUMER_FIELD_RETIRING
 *   REGISTERED_DIFFERS REGISTERED_FULL
 */
export function decideRegister(scope: ScopeState, ask: RegisterAsk): Decision<RegisterAnswer> {
  const state = subjectState(scope);
  const { name } = ask.kind === 'consumer' ? ask.consumer : ask.producer;
  const said =
    ask.kind === 'consumer'
      ? ({ role: 'consumer', entry: consumerEntry(ask.consumer) } as const)
      : ({ role: 'producer', entry: producerEntry(ask.producer) } as const);
  const ref = `${ask.kind === 'consumer' ? CONSUMER : PRODUCER}${name}`;
  const before = scope.refs.get(ref)?.value;
  if (before !== undefined && canonicalJson(before) === canonicalJson(said.entry))
    return { answer: { kind: 'already', name, ...said }, refs: new Map(), objects: [] };
  const unfit =
    ask.kind === 'consumer' ? consumerFault(state, ask.consumer) : producerFault(state, ask.producer);
  if (unfit !== undefined) return unfit;
  const contradicted = bothRegistered({ ...state, registered: only(ask) }, ask.configured);
  if (contradicted instanceof Fault) return contradicted;
  const isChange = isStanding(before);
  const { consumers, producers } = state.registered;
  const many = ask.kind === 'consumer' ? consumers.length : producers.length;
  if (!isChange && many >= LIMITS.consumers_max)
    return new Fault('REGISTERED_FULL', { who: name, subject: state.subject, most: many });
  return {
    answer: { kind: isChange ? 'changed' : 'registered', name, ...said },
    refs: new Map([[ref, said.entry]]),
    objects: [],
  };
}

/** The entry stays, and says that it counts no more. @faults REGISTERED_UNKNOWN */
export function decideDeregister(
  scope: ScopeState,
  { role, name }: { readonly role: 'consumer' | 'producer'; readonly name: string },
): Decision<RegisterAnswer> {
  const { subject, registered } = subjectState(scope);
  const ref = `${role === 'consumer' ? CONSUMER : PRODUCER}${name}`;
  const before = scope.refs.get(ref)?.value as (ConsumerEntry & ProducerEntry) | undefined;
  if (before === undefined) {
    const known = registered[role === 'consumer' ? 'consumers' : 'producers'].map(one => one.name);
    return new Fault('REGISTERED_UNKNOWN', { who: name, subject, known: known.join(', ') });
  }
  const entry = { ...before, retired: true };
  return {
    answer: { kind: before.retired ? 'already' : 'retired', role, name, entry },
    refs: before.retired ? new Map() : new Map([[ref, entry]]),
    objects: [],
  };
}

const only = (ask: RegisterAsk): Registered =>
  ask.kind === 'consumer'
    ? { consumers: [ask.consumer], producers: [] }
    : { consumers: [], producers: [ask.producer] };

const isStanding = (entry: unknown): boolean =>
  typeof entry === 'object' && entry !== null && 'retired' in entry && entry.retired === false;

function consumerFault(state: SubjectState, consumer: Consumer): Fault | undefined {
  const { subject } = state;
  const { name, reads } = consumer;
  const { from, to } = reads;
  if (to !== undefined && to < from) return new Fault('CONSUMER_RANGE', { consumer: name, from, to });
  const unfit = versionFault(state, name, 'reads', [from, ...(to === undefined ? [] : [to])]);
  if (unfit !== undefined) return unfit;
  const has = fieldsOfVersions(state.versions, consumer);
  const unknown = consumer.fields?.find(id => !has.has(id));
  if (unknown !== undefined)
    return new Fault('CONSUMER_FIELD_UNKNOWN', { consumer: name, subject, field: unknown });
  const before = state.registered.consumers.find(other => other.name === name);
  const read = before === undefined ? new Set() : fieldsRead(state, before);
  const begins = fieldsRead(state, consumer);
  const retiring = retiringFields(state).find(({ field }) => begins.has(field) && !read.has(field));
  return retiring && new Fault('CONSUMER_FIELD_RETIRING', { consumer: name, subject, ...retiring });
}

const producerFault = (state: SubjectState, { name, writes }: Producer): Fault | undefined =>
  versionFault(state, name, 'writes', writes);

/** A version that was never proposed, or is retired. */
function versionFault(
  state: SubjectState,
  name: string,
  does: string,
  versions: readonly number[],
): Fault | undefined {
  const { subject } = state;
  const retired = retiredTo(state) ?? 0;
  const known = [...state.versions].filter(([, entry]) => entry.state !== 'withdrawn').map(([one]) => one);
  for (const version of versions) {
    if (version <= retired)
      return new Fault('REGISTERED_RETIRED', { who: name, does, subject, version, retiredTo: retired });
    if (known.includes(version)) continue;
    const facts = { consumer: name, subject, version, known: known.sort((a, b) => a - b).join(', ') };
    return new Fault('CONSUMER_VERSION_UNKNOWN', facts);
  }
  return undefined;
}
