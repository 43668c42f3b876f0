import { sha256 } from '../../src/base/digest.ts';
import { type AuthoredChange, recordBytes } from '../../src/change/record.ts';
import { type GenerateAsk, generatedSource, generateRecords } from '../../src/service/generate-records.ts';
import type { ReleaseAsk } from '../../src/service/release-build.ts';
import { CARRIAGE, MEMBERS, SCHEMA } from '../release/sample-release.ts';

export const askFor = (dir: string, generate: GenerateAsk): ReleaseAsk => ({
  dir,
  schema: SCHEMA,
  members: MEMBERS,
  source: {
    digests: [generatedSource(CARRIAGE.recordSchema, generate)],
    batches: () => generateRecords(CARRIAGE, generate),
  },
  shards: 4,
  sortSeed: 11,
  tombstoneWatermark: 44_192,
  benchmarkFence: 3_908,
  changeRecords: [{ bytes: changeBytes(), proposed: false }],
});

/** The stored record of a change; of the first version of a subject unless another is asked for. */
export const changeBytes = (authored: Partial<AuthoredChange> = {}): Uint8Array =>
  recordBytes({
    authored: {
      subject: 'sample.release',
      step: { kind: 'version', from: undefined, to: 1 },
      class: 'identical',
      reason: 'the first of its kind',
      converter: undefined,
      consumers: [],
      backfill: undefined,
      withdrawBy: undefined,
      thresholds: { 'mean:score': 0.125 },
      ...authored,
    },
    evidence: { findings: sha256('findings'), matrix: undefined, golden: [], affectedConsumers: [] },
  });
