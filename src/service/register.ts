import { Fault } from '../base/fault.ts';
import type { Consumer } from '../change/consumer.ts';
import type { Producer } from '../change/producer.ts';
import { bothRegistered } from '../change/register/both-registered.ts';
import { decideDeregister, decideRegister, type RegisterAnswer } from '../change/register/decide-register.ts';
import { consumerEntry, producerEntry } from '../change/register/register-entry.ts';
import { subjectScope } from '../change/subject-state.ts';
import type { ReadStore, Recorded, Store } from '../store/port.ts';
import { knownSubject } from './query-subjects.ts';
import { type Registered, registeredFor } from './registered.ts';
import { type By, byOf, signedBy } from './signed-by.ts';

type Asked = By & { readonly store: Store; readonly opId: string };

export type RegisterAsk = Asked & {
  /** Who `registry.config.ts` has. */
  readonly configured: Registered;
} & (
    | { readonly role: 'consumer'; readonly consumer: Consumer }
    | { readonly role: 'producer'; readonly producer: Producer }
  );

/**
 * Registers a consumer or a producer with the store, where it counts like those of `registry.config.ts`.
 *
 * @faults SUBJECT_UNKNOWN, those of `decideRegister` and the store
 */
export async function register(ask: RegisterAsk): Promise<Recorded<RegisterAnswer> | Fault> {
  const { store, opId } = ask;
  const { subject, name } = ask.role === 'consumer' ? ask.consumer : ask.producer;
  const known = await knownSubject(store, subject);
  if (known instanceof Fault) return known;
  const configured = registeredFor(subject, ask.configured);
  const [said, entry] =
    ask.role === 'consumer'
      ? ([{ kind: 'consumer', consumer: ask.consumer, configured }, consumerEntry(ask.consumer)] as const)
      : ([{ kind: 'producer', producer: ask.producer, configured }, producerEntry(ask.producer)] as const);
  return store.transact(
    subjectScope(subject),
    opId,
    { kind: `register-${ask.role}`, subject, name, entry, ...byOf(ask.by) },
    scope => signedBy(decideRegister(scope, said), ask.by),
  );
}

export type DeregisterAsk = Asked & {
  readonly subject: string;
  readonly role: 'consumer' | 'producer';
  readonly name: string;
};

/** @faults SUBJECT_UNKNOWN, those of `decideDeregister` and the store */
export async function deregister(ask: DeregisterAsk): Promise<Recorded<RegisterAnswer> | Fault> {
  const { store, opId, subject, role, name } = ask;
  const known = await knownSubject(store, subject);
  if (known instanceof Fault) return known;
  return store.transact(
    subjectScope(subject),
    opId,
    { kind: `retire-${role}`, subject, name, ...byOf(ask.by) },
    scope => signedBy(decideDeregister(scope, { role, name }), ask.by),
  );
}

/** Who is registered for a subject, and where: `config` and `store` may both know somebody. */
export type RegisteredList = {
  readonly subject: string;
  readonly seq: number;
  readonly consumers: readonly (Consumer & { readonly in: Places })[];
  readonly producers: readonly (Producer & { readonly in: Places })[];
};

type Places = readonly ('config' | 'store')[];

/** @faults SUBJECT_UNKNOWN, those of `bothRegistered` and the store */
export async function listRegistered(
  store: ReadStore,
  subject: string,
  configured: Registered,
): Promise<RegisteredList | Fault> {
  const state = await knownSubject(store, subject);
  if (state instanceof Fault) return state;
  const inFile = registeredFor(subject, configured);
  const both = bothRegistered(state, inFile);
  if (both instanceof Fault) return both;
  const placed = <T extends { readonly name: string }>(of: 'consumers' | 'producers', one: T) => {
    const has = (list: readonly { readonly name: string }[]) => list.some(({ name }) => name === one.name);
    const places: Places = [
      ...(has(inFile[of]) ? ['config' as const] : []),
      ...(has(state.registered[of]) ? ['store' as const] : []),
    ];
    return { ...one, in: places };
  };
  return {
    subject,
    seq: state.seq,
    consumers: both.consumers.map(one => placed('consumers', one)),
    producers: both.producers.map(one => placed('producers', one)),
  };
}
