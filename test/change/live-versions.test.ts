import { describe, expect, it } from 'vitest';
import { type LiveAsk, liveVersions } from '../../src/change/live-versions.ts';

const consumer = (name: string, from: number, to?: number): LiveAsk['consumers'][number] => ({
  name,
  kind: 'trainer',
  subject: 's',
  reads: { from, to },
  purpose: 'trains',
});

/** Versions 1 to 4, of which 4 came last, and 5 is proposed. */
const live = (more: Partial<LiveAsk>) =>
  liveVersions({
    compatibility: 'backward',
    versions: [1, 2, 3, 4],
    last: 4,
    proposed: 5,
    revisions: [],
    producers: [],
    consumers: [],
    ...more,
  }).map(({ version, promised, because }) => [version, promised.join(), because.map(one => one.kind).join()]);

const LAST = [4, 'backward', 'last'];

describe('the versions a proposal is held against', () => {
  it('are the last alone where nobody else is left to be surprised', () => expect(live({})).toEqual([LAST]));

  it('are those with accepted data, because the proposed version reads it', () =>
    expect(live({ revisions: [{ name: 'old', version: 2 }] })).toEqual([[2, 'backward', 'data'], LAST]));

  it('are those somebody writes', () =>
    expect(live({ producers: [{ name: 'p', subject: 's', writes: [1, 4, 5] }] })).toEqual([
      [1, 'backward', 'producer'],
      [4, 'backward', 'last,producer'],
    ]));

  it('are those of a consumer that stays behind, forward, because it is handed what the proposed version writes', () =>
    expect(live({ consumers: [consumer('c', 2, 3)] })).toEqual([
      [2, 'forward', 'consumer'],
      [3, 'forward', 'consumer'],
      LAST,
    ]));

  it('are those of a consumer that reads both, backward, because it finds records of both', () =>
    expect(live({ consumers: [consumer('c', 3)] })).toEqual([
      [3, 'backward', 'consumer'],
      [4, 'backward', 'last,consumer'],
    ]));

  it('promise forward to every reader where the subject does', () =>
    expect(
      live({ compatibility: 'full', revisions: [{ name: 'r', version: 1 }], consumers: [consumer('c', 3)] }),
    ).toEqual([
      [1, 'backward', 'data'],
      [3, 'backward,forward', 'consumer'],
      [4, 'backward,forward', 'last,consumer'],
    ]));

  it('promise nothing backward where the subject only promises forward', () =>
    expect(live({ compatibility: 'forward', revisions: [{ name: 'r', version: 1 }] })).toEqual([
      [1, '', 'data'],
      [4, 'forward', 'last'],
    ]));
});
