import type { CoveredSet } from '../golden/exercised/coverage.ts';
import { splitOf } from '../golden/read-set.ts';
import { isReject } from '../golden/refused.ts';
import { type OpenedSet, readOpened } from './read-revision.ts';

/** A set as its own version reads it. */
export function coveredSet(opened: OpenedSet): CoveredSet {
  const { set, writer } = opened;
  const own = readOpened(opened, writer);
  if (own === 'apart') throw new TypeError('a schema was refused by itself');
  return {
    batch: own.reading.batch,
    unwritten: own.unwritten,
    rejects: own.refused.rejects.filter(isReject),
    mayLack: set.data.format === 'json',
    strata: set.strata,
    split: splitOf(set, writer.schema),
  };
}
