import type { FieldId } from '../contract/field.ts';
import type { ChangeStep } from './record.ts';

export const CONSUMER_KINDS = ['tokenizer', 'collator', 'trainer', 'other'] as const;

/** Whoever reads a subject's records: how offline samples are turned into what a model sees. */
export type Consumer = {
  readonly name: string;
  readonly kind: (typeof CONSUMER_KINDS)[number];
  readonly subject: string;
  /** Versions it still reads, both ends inclusive; without `to` it follows the newest. */
  readonly reads: { readonly from: number; readonly to: number | undefined };
  readonly purpose: string;
  /** The fields it reads; all of its versions, where it does not say. */
  readonly fields?: readonly FieldId[] | undefined;
};

/**
 * The names of the consumers a change reaches, sorted: they read a version on either side of it. Whoever reads only
 * the older side is reached too, because what it is handed was written by the newer.
 */
export function affectedConsumers(
  consumers: readonly Consumer[],
  subject: string,
  step: ChangeStep,
): readonly string[] {
  const versions =
    step.kind === 'revision' ? [step.version] : [step.to, ...(step.from === undefined ? [] : [step.from])];
  return consumers
    .filter(
      consumer => consumer.subject === subject && versions.some(version => readsVersion(consumer, version)),
    )
    .map(consumer => consumer.name)
    .sort();
}

export const readsVersion = ({ reads }: Consumer, version: number): boolean =>
  reads.from <= version && (reads.to === undefined || version <= reads.to);
