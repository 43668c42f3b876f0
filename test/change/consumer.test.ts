import { describe, expect, it } from 'vitest';
import { affectedConsumers, type Consumer } from '../../src/change/consumer.ts';

const consumer = (name: string, from: number, to?: number, subject = 'training.example'): Consumer => ({
  name,
  kind: 'trainer',
  subject,
  reads: { from, to },
  purpose: 'trains',
});

describe('the consumers a change reaches', () => {
  const consumers = [
    consumer('reads both', 1),
    consumer('only the old', 3, 3),
    consumer('only the new', 4, 9),
    consumer('long gone', 1, 2),
    consumer('not yet here', 5),
    consumer('another subject', 1, undefined, 'weather.daily'),
  ];

  it('reads one side or the other, because the old reader is handed what the new writer wrote', () =>
    expect(affectedConsumers(consumers, 'training.example', { kind: 'version', from: 3, to: 4 })).toEqual([
      'only the new',
      'only the old',
      'reads both',
    ]));

  it('reads the version of a revision', () =>
    expect(
      affectedConsumers(consumers, 'training.example', { kind: 'revision', version: 2, from: 'a', to: 'b' }),
    ).toEqual(['long gone', 'reads both']));

  it('reads the first version, when that is what is proposed', () =>
    expect(
      affectedConsumers(consumers, 'weather.daily', { kind: 'version', from: undefined, to: 1 }),
    ).toEqual(['another subject']));
});
