import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Json } from '../src/base/canonical-json.ts';
import { documentDigest } from '../src/base/digest.ts';
import { type BenchRow, median_us } from './measure.ts';

/** The digest of the document of a 100-field schema, beside the RFC 8785 package of npm and one SHA-256. */
export function runCanonicalDigest(): readonly BenchRow[] {
  const document = schemaLike(100);
  const peer = (): string => createHash('sha256').update(canonicalize(document)!).digest('hex');
  if (documentDigest(document) !== `sha256:${peer()}`)
    throw new RangeError('the two digests should be equal');
  const plan = { warmUps: 500, rounds: 100, runsPerRound: 10 };
  const value = median_us(() => documentDigest(document), plan);
  const peerValue = median_us(peer, plan);
  return [
    {
      name: 'canonical JSON digest, 100 fields',
      value,
      unit: 'µs',
      peer: 'canonicalize and SHA-256',
      peerValue,
      ratio: value / peerValue,
    },
  ];
}

const schemaLike = (fields: number): Json => ({
  fields: Array.from({ length: fields }, (_, place) => ({
    id: place + 1,
    name: `field_${place}`,
    aliases: [`former_${place}`],
    type: 'int64',
    logical: 'duration',
    nullable: false,
    default: { value: null, means: 'unknown' },
    unit: 'ms',
    range: { min: 0, max: 600_000 },
    vocabulary: `sha256:${'0'.repeat(64)}`,
    unknownPolicy: 'reject',
  })),
  key: [1, 2],
  label: 3,
  normalizer: `sha256:${'1'.repeat(64)}`,
});

if (import.meta.main) for (const row of runCanonicalDigest()) console.log(row);
