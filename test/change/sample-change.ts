import { sha256 } from '../../src/base/digest.ts';
import type { AuthoredChange, Evidence } from '../../src/change/record.ts';

/** A change record with nothing wrong in it. */
export const CHANGE: AuthoredChange = {
  subject: 'training.example',
  step: { kind: 'version', from: 3, to: 4 },
  class: 'migrate',
  reason: 'latency in milliseconds, as the producers measure it',
  converter: sha256('converter'),
  consumers: ['collator', 'trainer'],
  backfill: { kind: 'lazy' },
  withdrawBy: '2027-03-31',
  thresholds: { 'cells.share:outcome': 0.01 },
};

export const EVIDENCE: Evidence = {
  findings: sha256('findings'),
  matrix: sha256('matrix'),
  golden: [sha256('golden a'), sha256('golden b')],
  affectedConsumers: ['collator', 'trainer'],
};
