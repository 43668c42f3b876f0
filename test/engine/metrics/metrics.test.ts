import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/base/limits.ts';
import type { Label } from '../../../src/engine/metrics/labels.ts';
import { Metrics } from '../../../src/engine/metrics/metrics.ts';

const row = { name: 'assay_x_total', help: 'x', labels: ['schema'] } as const;

describe('metrics', () => {
  it('count by what they may be told apart by', async () => {
    const metrics = new Metrics();
    const count = metrics.counter(row);
    count({ schema: 'a' });
    count({ schema: 'a' }, 4);
    expect(await metrics.text()).toContain('assay_x_total{schema="a"} 5\n');
  });

  it.each(['sampleId', 'userId', 'path', 'subject', 'le'])(
    'refuse to be told apart by %s, because each of its values would be a series that is kept for good',
    label => {
      const labels = [label as Label];
      expect(() => new Metrics().counter({ ...row, labels })).toThrow(label);
      expect(() => new Metrics().gauge({ ...row, labels })).toThrow(label);
      expect(() => new Metrics().histogram({ ...row, labels }, [1])).toThrow(label);
    },
  );

  it('fold what is beyond their bound into one series, and say that they did', async () => {
    const metrics = new Metrics();
    const count = metrics.counter(row);
    for (let n = 0; n < LIMITS.metric_series_max + 3; n++) count({ schema: `s${n}` });
    const text = await metrics.text();
    expect(text).toContain('assay_x_total{schema="other"} 3\n');
    expect(text).toContain('assay_series_folded_total{metric="assay_x_total"} 3\n');
    expect(text).not.toContain(`s${LIMITS.metric_series_max}"`);
    count({ schema: 's0' });
    expect(await metrics.text()).toContain('assay_x_total{schema="s0"} 2\n');
  });
});
