import { canonicalJson } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import type { Consumer } from '../consumer.ts';
import type { Producer } from '../producer.ts';
import type { Registered } from '../retirement.ts';
import type { SubjectState } from '../subject-state.ts';
import { consumerEntry, producerEntry } from './register-entry.ts';

/**
 * Who is registered for a subject, by `registry.config.ts` or by the store. Whoever both know stands there once, and must
 * be the same in both: else nobody could say whom a change reaches. @faults REGISTERED_DIFFERS
 *
 * @param configured  who is registered for that subject, and for no other
 */
export function bothRegistered(state: SubjectState, configured: Registered): Registered | Fault {
  const producers = joined(configured.producers, state.registered.producers, state.subject, writesText);
  if (producers instanceof Fault) return producers;
  const consumers = joined(configured.consumers, state.registered.consumers, state.subject, readsText);
  return consumers instanceof Fault ? consumers : { producers, consumers };
}

function joined<T extends Consumer | Producer>(
  configured: readonly T[],
  stored: readonly T[],
  subject: string,
  text: (one: T) => string,
): readonly T[] | Fault {
  for (const one of configured) {
    const other = stored.find(({ name }) => name === one.name);
    const [says, has] = [text(one), other === undefined ? undefined : text(other)];
    if (has !== undefined && says !== has)
      return new Fault('REGISTERED_DIFFERS', { who: one.name, subject, configured: says, stored: has });
  }
  return [...configured, ...stored.filter(one => !configured.some(({ name }) => name === one.name))];
}

/** All that a judgement rests on; what it is for is said to people. */
const readsText = (consumer: Consumer): string => {
  const { kind, reads, fields } = consumerEntry(consumer);
  const of = fields === null ? '' : `, fields ${canonicalJson([...fields])}`;
  return `reads ${reads.from} to ${reads.to ?? 'the newest'}${of} as ${kind}`;
};

const writesText = (producer: Producer): string => `writes ${producerEntry(producer).writes.join(', ')}`;
