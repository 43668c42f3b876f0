import type { FieldId } from '../../contract/field.ts';
import type { Consumer } from '../consumer.ts';
import type { Producer } from '../producer.ts';

/** What the registry remembers of a consumer that registered itself, under the ref `consumer/<name>`. */
export type ConsumerEntry = {
  readonly kind: Consumer['kind'];
  /** `to` is null where it follows the newest. */
  readonly reads: { readonly from: number; readonly to: number | null };
  readonly purpose: string;
  /** Ids of the fields it reads; null where it did not say. */
  readonly fields: readonly FieldId[] | null;
  readonly retired: boolean;
};

/** The same of a producer, under `producer/<name>`. */
export type ProducerEntry = { readonly writes: readonly number[]; readonly retired: boolean };

export const CONSUMER = 'consumer/';
export const PRODUCER = 'producer/';

export const consumerOf = (subject: string, name: string, entry: ConsumerEntry): Consumer => ({
  name,
  kind: entry.kind,
  subject,
  reads: { from: entry.reads.from, to: entry.reads.to ?? undefined },
  purpose: entry.purpose,
  ...(entry.fields && { fields: entry.fields }),
});

export const producerOf = (subject: string, name: string, { writes }: ProducerEntry): Producer => ({
  name,
  subject,
  writes,
});

export const consumerEntry = (consumer: Consumer): ConsumerEntry => ({
  kind: consumer.kind,
  reads: { from: consumer.reads.from, to: consumer.reads.to ?? null },
  purpose: consumer.purpose,
  fields: consumer.fields?.toSorted((a, b) => a - b) ?? null,
  retired: false,
});

export const producerEntry = ({ writes }: Producer): ProducerEntry => ({
  writes: writes.toSorted((a, b) => a - b),
  retired: false,
});
