import { type Consumer, readsVersion } from '../change/consumer.ts';
import type { ReaderFact } from '../change/gate.ts';
import type { Image } from '../change/image.ts';
import type { Producer } from '../change/producer.ts';
import type { MatrixFacts } from './matrix-facts.ts';

export type ReadersAsk = {
  readonly matrix: MatrixFacts;
  readonly proposed: number;
  /** Whether a converter is named that turns what is there into the proposed version. */
  readonly isConverted: boolean;
  /** Nobody depends on the first yet: who approves it says that what reads it otherwise need not read it. */
  readonly isFirst: boolean;
  /** Of this subject alone, and those whose window is open. */
  readonly consumers: readonly Consumer[];
  readonly images: readonly Image[];
  readonly producers: readonly Producer[];
  /** The versions that data was accepted under. */
  readonly withData: ReadonlySet<number>;
};

/** Whether everybody who is supported has something that they can read, once data is written under the proposed version. */
export const readerFacts = (ask: ReadersAsk): readonly ReaderFact[] => [
  ...ask.consumers.map(consumer =>
    readsVersion(consumer, ask.proposed) ? followerFact(ask, consumer) : behindFact(ask, consumer),
  ),
  ...ask.images.map(image => imageFact(ask, image)),
];

/** Somebody who reads the proposed version reads what is there too, as it is or as the converter makes it. */
function followerFact(ask: ReadersAsk, consumer: Consumer): ReaderFact {
  const { matrix, proposed, isConverted } = ask;
  const fact = { name: consumer.name, kind: 'consumer', version: proposed } as const;
  const its = [...matrix.cells, ...matrix.foreign.filter(({ image }) => image === consumer.name)].filter(
    ({ cell }) =>
      cell.reader === proposed && (cell.writer === proposed || readsVersion(consumer, cell.writer)),
  );
  const bad = ask.isFirst
    ? undefined
    : its.find(one => !holds(one) && !(isConverted && one.cell.writer < proposed));
  return bad === undefined
    ? { ...fact, isSupported: true, why: 'it reads what is written, and what is there' }
    : {
        ...fact,
        isSupported: false,
        why: `it does not read what version ${bad.cell.writer} wrote, ${failText(bad)}`,
      };
}

/** Somebody who stays behind reads the proposed version all the same, or is still written what they read. */
function behindFact(ask: ReadersAsk, consumer: Consumer): ReaderFact {
  const { matrix, proposed, producers } = ask;
  const version = Math.min(consumer.reads.to ?? proposed, proposed);
  const fact = { name: consumer.name, kind: 'consumer', version } as const;
  if (consumer.reads.from > proposed)
    return { ...fact, isSupported: true, why: 'it begins with a later version' };
  const its = [...matrix.cells, ...matrix.foreign.filter(({ image }) => image === consumer.name)].filter(
    ({ cell }) => cell.writer === proposed && cell.reader === version,
  );
  if (its.length > 0 && its.every(holds))
    return { ...fact, isSupported: true, why: `it reads what version ${proposed} writes` };
  const writer = producers.find(({ writes }) => writes.some(one => readsVersion(consumer, one)));
  return writer === undefined
    ? {
        ...fact,
        isSupported: false,
        why: `it does not read version ${proposed}, and no producer is registered that writes what it reads`,
      }
    : { ...fact, isSupported: true, why: `${writer.name} still writes what it reads` };
}

/** Who would go back to an image goes back to data that it can read. */
function imageFact({ matrix, proposed, withData, producers }: ReadersAsk, image: Image): ReaderFact {
  const version = image.version ?? proposed;
  const fact = { name: image.name, kind: 'image', version } as const;
  const its = matrix.foreign.filter(one => one.image === image.name && one.cell.writer === proposed);
  if (its.length > 0 && its.every(holds))
    return { ...fact, isSupported: true, why: `it reads what version ${proposed} writes` };
  const isKept = withData.has(version) || producers.some(({ writes }) => writes.includes(version));
  if (version < proposed && isKept)
    return { ...fact, isSupported: true, why: `data of version ${version} is kept for it` };
  return {
    ...fact,
    isSupported: false,
    why: `it does not read what version ${proposed} writes, and no data of version ${version} is kept for it`,
  };
}

type Cell = Pick<MatrixFacts['cells'][number], 'kind' | 'encoding' | 'meaning'>;

const holds = ({ kind, encoding, meaning }: Cell): boolean =>
  // What was not run stands among the blanks.
  kind === 'blank' || (encoding === 'passes' && meaning === 'passes');

const failText = ({ encoding }: Cell): string =>
  encoding === 'passes' ? 'and takes it for something else' : 'and its bytes are refused';
