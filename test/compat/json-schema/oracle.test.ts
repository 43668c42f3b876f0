import { describe, expect, it } from 'vitest';
import { agreesOnDocuments } from './ajv-oracle.ts';

describe('a verdict on documents, against another implementation', () => {
  it('never holds where a document says otherwise', () => {
    const { proven, refuted } = agreesOnDocuments(50, 60);
    expect(Math.min(proven, refuted), 'both happen').toBeGreaterThan(0);
  });
});
