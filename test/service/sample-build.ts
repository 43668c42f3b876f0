import { sha256 } from '../../src/base/digest.ts';
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
  changeRecords: [sha256('change record')],
});
