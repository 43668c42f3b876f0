import { describe, expect, it } from 'vitest';
import { categoryReader } from '../../src/contract/category.ts';
import type { Value } from '../../src/contract/value.ts';
import { ConfusionCount } from '../../src/golden/confusion.ts';
import { field } from './weather.ts';

const confusionOf = (kind: 'string' | 'int64', pairs: ReadonlyArray<readonly [Value, Value]>) => {
  const confusion = new ConfusionCount(categoryReader(field(1, 'y', kind)));
  for (const [from, to] of pairs) confusion.add(from, to);
  return confusion.finish();
};
const labels = (text: string) => text.split(' ').map(pair => [pair[0]!, pair[1]!] as const);
const patternOf = (text: string) => confusionOf('string', labels(text)).pattern;
const codes = (...pairs: ReadonlyArray<readonly [number, number]>) =>
  confusionOf(
    'int64',
    pairs.map(([from, to]) => [BigInt(from), BigInt(to)]),
  ).pattern;

describe('the rule behind a change of labels', () => {
  it('is none when nothing changed', () => expect(patternOf('aa bb')).toEqual({ kind: 'none' }));

  it('is a permutation when the same terms are exchanged, as a reordered vocabulary does', () =>
    expect(patternOf('ab bc ca dd')).toEqual({ kind: 'permutation' }));

  it('is no permutation when one row kept its label, because then something else decides', () =>
    expect(patternOf('ab ba aa')).toEqual({ kind: 'mixed' }));

  it('is a renaming when each term is a new one', () =>
    expect(patternOf('ax by cc')).toEqual({ kind: 'renaming' }));

  it('is a merge when a class is folded into another', () =>
    expect(patternOf('ao bo oo cc')).toEqual({ kind: 'merge', into: 'o', from: ['a', 'b'] }));

  it('is no merge when part of a class stayed, but says nothing moved wholly either', () => {
    const { pattern, whollyMoved } = confusionOf('string', labels('fr ff rr'));
    expect(pattern).toEqual({ kind: 'mixed' });
    expect(whollyMoved).toEqual([]);
  });

  it('is a split when one class became several', () =>
    expect(patternOf('ax ay bb')).toEqual({ kind: 'split', from: 'a', into: ['x', 'y'] }));

  it('is an offset when integer labels moved by a constant, as with a background class', () =>
    expect(codes([0, 1], [1, 2], [2, 3])).toEqual({
      kind: 'offset',
      pieces: [{ first: 0n, last: 2n, by: 1n }],
    }));

  it('is an offset in pieces when gaps were closed, as readers of sparse category ids do', () =>
    expect(codes([1, 1], [2, 2], [4, 3], [5, 4], [9, 5], [10, 6])).toEqual({
      kind: 'offset',
      pieces: [
        { first: 1n, last: 2n, by: 0n },
        { first: 4n, last: 5n, by: -1n },
        { first: 9n, last: 10n, by: -4n },
      ],
    }));

  it('is none of one row, nor an offset of one label, because one obeys every rule', () => {
    expect(codes([5, 7])).toEqual({ kind: 'mixed' });
    expect(patternOf('ax bb')).toEqual({ kind: 'mixed' });
    expect(codes([5, 7], [5, 7])).toEqual({ kind: 'renaming' });
  });

  it('is no offset when the order changes', () =>
    expect(codes([0, 1], [1, 0])).toEqual({ kind: 'permutation' }));

  it('names a small class that moved wholly beside a large one that moved in part', () => {
    const { whollyMoved } = confusionOf('string', labels('xu xu ar ab aa bb rr'));
    expect(whollyMoved).toEqual([{ from: 'x', to: 'u', count: 2 }]);
  });

  it('keeps a null apart from the label null', () => {
    const { pairs } = confusionOf('string', [
      [null, 'null'],
      ['null', 'null'],
    ]);
    expect(pairs).toEqual([{ from: null, to: 'null', count: 1 }]);
  });
});
