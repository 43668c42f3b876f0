import { Fault } from '../base/fault.ts';
import { nearest } from '../contract/nearest.ts';
import type { Config } from './config.ts';
import { knownText, type LoadedSubject } from './load-subject.ts';

/**
 * That every consumer of a subject names versions that are there: an interval that holds none would be judged by
 * nobody. @faults CONSUMER_VERSION_UNKNOWN
 */
export function intervalFault(
  { subject: { name: subject }, contracts }: LoadedSubject,
  config: Config,
): Fault | undefined {
  for (const consumer of registeredFor(subject, config).consumers) {
    const { from, to = from } = consumer.reads;
    const version = [from, to].find(end => !contracts.has(end));
    if (version === undefined) continue;
    const facts = { consumer: consumer.name, subject, version, known: knownText(contracts.keys()) };
    return new Fault('CONSUMER_VERSION_UNKNOWN', facts);
  }
  return undefined;
}

/** That nobody is registered for a subject that is not there. @faults REGISTERED_SUBJECT_UNKNOWN */
export function strangerFault(
  subjects: readonly string[],
  { producers, consumers }: Config,
): Fault | undefined {
  const stranger = [...producers, ...consumers].find(({ subject }) => !subjects.includes(subject));
  if (stranger === undefined) return undefined;
  const { name: who, subject } = stranger;
  return new Fault('REGISTERED_SUBJECT_UNKNOWN', { who, subject, nearest: nearest(subject, subjects) });
}

/** Producers and consumers, as `registry.config.ts` names them. */
export type Registered = Pick<Config, 'producers' | 'consumers'>;

/** Who writes and who reads a subject. */
export const registeredFor = (subject: string, { producers, consumers }: Registered): Registered => ({
  producers: producers.filter(producer => producer.subject === subject),
  consumers: consumers.filter(consumer => consumer.subject === subject),
});

/** The same as other programs read it. */
export function registeredDocument(subject: string, registered: Registered) {
  const { producers, consumers } = registeredFor(subject, registered);
  return {
    producers: producers.map(({ name, writes }) => ({ name, writes })),
    consumers: consumers.map(({ name, kind, reads: { from, to }, purpose }) => ({
      name,
      kind,
      reads: { from, to: to ?? null },
      purpose,
    })),
  };
}

/** That somebody is registered to write a version before its records are taken. @faults VERSION_UNWRITTEN */
export function unwrittenFault(subject: string, version: number, config: Config): Fault | undefined {
  const written = registeredFor(subject, config).producers.flatMap(({ writes }) => writes);
  if (written.includes(version)) return undefined;
  const known = knownText([...new Set(written)].sort((a, b) => a - b));
  return new Fault('VERSION_UNWRITTEN', { subject, version, written: known });
}
