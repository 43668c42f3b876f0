import { describe, expect, it } from 'vitest';
import { affectedConsumers, type Consumer } from '../../src/change/consumer.ts';
import { mayDelete, mayDependOn } from '../../src/change/retirement.ts';

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

describe('a field on its way out', () => {
  const field = { id: 17, retiredIn: 5 };

  it('takes no new consumer, and leaves alone those that want other fields', () => {
    expect(mayDependOn('trainer', [3, 17], [field])).toMatchObject({
      code: 'FIELD_RETIRING',
      facts: { consumer: 'trainer', field: 17, retiredIn: 5 },
    });
    expect(mayDependOn('trainer', [3], [field])).toBeUndefined();
  });

  it('stays while one supported reader has not passed the version that drops it', () => {
    const readers = [consumer('b', 5), consumer('old', 4), consumer('older', 1, 3)];
    expect(mayDelete('training.example', field, readers)).toMatchObject({
      code: 'FIELD_STILL_READ',
      facts: { field: 17, retiredIn: 5, consumers: 'old, older' },
    });
  });

  it('may go when every reader has passed, and readers of other subjects have no say', () => {
    const readers = [consumer('b', 5), consumer('other', 1, 1, 'weather.daily')];
    expect(mayDelete('training.example', field, readers)).toBeUndefined();
  });
});
