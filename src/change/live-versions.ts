import { DIRECTIONS, type Direction } from '../compat/finding.ts';
import type { Compatibility } from '../contract/compatibility.ts';
import { type Consumer, readsVersion } from './consumer.ts';
import type { Producer } from './producer.ts';

/** Why a version still counts: it came last, data was accepted under it, or somebody writes or reads it. */
export type LiveReason =
  | { readonly kind: 'last' }
  | { readonly kind: 'data'; readonly revision: string }
  | { readonly kind: 'producer'; readonly name: string }
  | {
      readonly kind: 'consumer';
      readonly name: string;
      readonly purpose: string;
      /** It reads this version and not the proposed one. */
      readonly staysBehind: boolean;
    };

export type LiveVersion = {
  readonly version: number;
  readonly because: readonly LiveReason[];
  /** The directions somebody relies on between it and the proposed version. */
  readonly promised: readonly Direction[];
};

export type LiveAsk = {
  readonly compatibility: Compatibility;
  /** Every version below the proposed one, and the one before it. */
  readonly versions: readonly number[];
  readonly last: number | undefined;
  readonly proposed: number;
  /** Accepted ones. */
  readonly revisions: readonly { readonly name: string; readonly version: number }[];
  /** Of this subject alone, as the consumers. */
  readonly producers: readonly Producer[];
  readonly consumers: readonly Consumer[];
};

/**
 * The versions a proposal is held against, ascending: the last, and every older one whose records or readers are still
 * there. Of the others nobody is left to be surprised.
 *
 * Records matter backward, for the proposed version reads them; so does a consumer that reads both, as it finds records
 * of both. Readers matter forward where they stay behind, or where the subject promises it to all.
 */
export function liveVersions(ask: LiveAsk): readonly LiveVersion[] {
  const reasons = reasonsOf(ask);
  return ask.versions.flatMap(version => {
    const because = reasons(version);
    return because.length === 0 ? [] : [{ version, because, promised: promisedBy(because, ask) }];
  });
}

function reasonsOf(ask: LiveAsk): (version: number) => readonly LiveReason[] {
  const data = Map.groupBy(ask.revisions, ({ version }) => version);
  const writers = new Map<number, string[]>();
  for (const { name, writes } of ask.producers)
    for (const version of writes) writers.set(version, [...(writers.get(version) ?? []), name]);
  return version => [
    ...(version === ask.last ? [{ kind: 'last' } as const] : []),
    ...(data.get(version) ?? []).map(({ name }) => ({ kind: 'data', revision: name }) as const),
    ...(writers.get(version) ?? []).map(name => ({ kind: 'producer', name }) as const),
    ...ask.consumers
      .filter(consumer => readsVersion(consumer, version))
      .map(consumer => {
        const { name, purpose } = consumer;
        return {
          kind: 'consumer',
          name,
          purpose,
          staysBehind: !readsVersion(consumer, ask.proposed),
        } as const;
      }),
  ];
}

function promisedBy(because: readonly LiveReason[], { compatibility }: LiveAsk): readonly Direction[] {
  const hasRecords = because.some(reason => reason.kind !== 'consumer' || !reason.staysBehind);
  const hasReaders = because.some(reason => reason.kind === 'last' || reason.kind === 'consumer');
  const someStayBehind = because.some(reason => reason.kind === 'consumer' && reason.staysBehind);
  const keeps: Readonly<Record<Direction, boolean>> = {
    backward: hasRecords && compatibility !== 'forward',
    forward: someStayBehind || (hasReaders && compatibility !== 'backward'),
  };
  return DIRECTIONS.filter(direction => keeps[direction]);
}
