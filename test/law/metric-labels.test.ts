import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LABELS } from '../../src/engine/metrics/labels.ts';

const sources = globSync('src/**/*.ts').map(file => [file, readFileSync(file, 'utf8')] as const);

describe('metrics', () => {
  it('are made in one place, because there each label is held against those that are allowed', () => {
    const makers = sources.filter(([, text]) => text.includes("from 'prom-client'")).map(([file]) => file);
    expect(makers).toEqual(['src/engine/metrics/metrics.ts']);
  });

  it('are told apart by nothing that has a value a sample, a user or a request', () => {
    const unbounded = /sample|user|record|path|query|address|principal|token|value|key|^id$|digest/i;
    expect(LABELS.filter(label => unbounded.test(label))).toEqual([]);
  });
});
