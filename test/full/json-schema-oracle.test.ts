import { describe, expect, it } from 'vitest';
import { agreesOnDocuments } from '../compat/json-schema/ajv-oracle.ts';

describe('a verdict on JSON documents, against another implementation, at length', () => {
  it('never holds where a document says otherwise, and is seldom open', () => {
    const { proven, refuted, open } = agreesOnDocuments(8_000, 100);
    expect(Math.min(proven, refuted), 'both happen').toBeGreaterThan(400);
    expect(open, 'what is neither proven nor refuted').toBeLessThan(refuted);
  });
});
