import { Fault } from '../base/fault.ts';
import { bothRegistered } from '../change/register/both-registered.ts';
import type { SubjectState } from '../change/subject-state.ts';
import { nearest } from '../contract/nearest.ts';
import type { Config } from './config.ts';
import { knownText, type LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';

/**
 * That every consumer of a subject names versions that are there: an interval that holds none would be judged by
 * nobody. @faults CONSUMER_VERSION_UNKNOWN
 */
export function intervalFault(
  { subject: { name: subject }, contracts }: LoadedSubject,
  config: Config,
): Fault | undefined {
  for (const [index, consumer] of config.consumers.entries()) {
    if (consumer.subject !== subject) continue;
    const { from, to = from } = consumer.reads;
    const end = contracts.has(from) ? 'to' : 'from';
    const version = end === 'to' ? to : from;
    if (contracts.has(version)) continue;
    const facts = { consumer: consumer.name, subject, version, known: knownText(contracts.keys()) };
    const place = config.placeOf(['consumers', index, 'reads', end]);
    return new Fault('CONSUMER_VERSION_UNKNOWN', facts, place);
  }
  return undefined;
}

/**
 * That nobody is registered to write or to read what is retired: its data may be deleted. @faults REGISTERED_RETIRED
 */
function retiredFault(
  { subject: { name: subject }, ledger: { retiredTo = 0 } }: LoadedSubject,
  config: Config,
): Fault | undefined {
  const fault = (who: string, does: string, version: number, place: Parameters<Config['placeOf']>[0]) =>
    new Fault('REGISTERED_RETIRED', { who, does, subject, version, retiredTo }, config.placeOf(place));
  for (const [index, producer] of config.producers.entries()) {
    const at = producer.writes.findIndex(version => version <= retiredTo);
    if (producer.subject === subject && at >= 0)
      return fault(producer.name, 'writes', producer.writes[at]!, ['producers', index, 'writes', at]);
  }
  for (const [index, consumer] of config.consumers.entries()) {
    const { from } = consumer.reads;
    if (consumer.subject === subject && from <= retiredTo)
      return fault(consumer.name, 'reads', from, ['consumers', index, 'reads', 'from']);
  }
  return undefined;
}

/** Whoever is registered for what is not there, or no longer. @faults those of `intervalFault` and `retiredFault` */
export const registeredFault = (loaded: LoadedSubject, config: Config): Fault | undefined =>
  intervalFault(loaded, config) ?? retiredFault(loaded, config);

/** That data may be offered under a version. @faults VERSION_NOT_ACTIVE, and those of `unwrittenFault` */
export function offerFault(
  { subject: { name: subject }, ledger: { retiredTo = 0 } }: LoadedSubject,
  version: number,
  config: Config,
): Fault | undefined {
  return version <= retiredTo
    ? new Fault('VERSION_NOT_ACTIVE', { subject, version, state: 'retired' })
    : unwrittenFault(subject, version, config);
}

/** That nobody is registered for a subject that is not there. @faults REGISTERED_SUBJECT_UNKNOWN */
export function strangerFault(subjects: readonly string[], config: Config): Fault | undefined {
  for (const list of ['producers', 'consumers', 'images'] as const)
    for (const [index, { name: who, subject }] of config[list].entries()) {
      if (subjects.includes(subject)) continue;
      const facts = { who, subject, nearest: nearest(subject, subjects) };
      return new Fault('REGISTERED_SUBJECT_UNKNOWN', facts, config.placeOf([list, index, 'subject']));
    }
  return undefined;
}

/** Producers and consumers, as `registry.config.ts` names them. */
export type Registered = Pick<Config, 'producers' | 'consumers'>;

/** Who writes and who reads a subject. */
export const registeredFor = (subject: string, { producers, consumers }: Registered): Registered => ({
  producers: producers.filter(producer => producer.subject === subject),
  consumers: consumers.filter(consumer => consumer.subject === subject),
});

/**
 * The project where those count, too, who registered with the store itself. They stand behind the others, so that places in the
 * file stay. @faults REGISTERED_DIFFERS
 */
export function withStored(project: Project, state: SubjectState): Project | Fault {
  const { config } = project;
  const { subject, registered: stored } = state;
  if (stored.consumers.length + stored.producers.length === 0) return project;
  const inFile = registeredFor(subject, config);
  const both = bothRegistered(state, inFile);
  if (both instanceof Fault) return both;
  return {
    ...project,
    config: {
      ...config,
      producers: [...config.producers, ...both.producers.slice(inFile.producers.length)],
      consumers: [...config.consumers, ...both.consumers.slice(inFile.consumers.length)],
    },
  };
}

/** The same as other programs read it. */
export function registeredDocument(subject: string, registered: Registered) {
  const { producers, consumers } = registeredFor(subject, registered);
  return {
    producers: producers.map(({ name, writes }) => ({ name, writes })),
    consumers: consumers.map(({ name, kind, reads: { from, to }, purpose, fields }) => ({
      name,
      kind,
      reads: { from, to: to ?? null },
      purpose,
      ...(fields && { fields: [...fields] }),
    })),
  };
}

/** That somebody is registered to write a version before its records are taken. @faults VERSION_UNWRITTEN */
function unwrittenFault(subject: string, version: number, config: Config): Fault | undefined {
  const written = registeredFor(subject, config).producers.flatMap(({ writes }) => writes);
  if (written.includes(version)) return undefined;
  const known = knownText([...new Set(written)].sort((a, b) => a - b));
  const producer = config.producers.findIndex(one => one.subject === subject);
  const place = config.placeOf(producer < 0 ? ['producers'] : ['producers', producer, 'writes']);
  return new Fault('VERSION_UNWRITTEN', { subject, version, written: known }, place);
}
