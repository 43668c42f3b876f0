import { evidenceText, isWithheld } from '../../contract/withheld.ts';
import type { KindCount } from '../../golden/null-algebra.ts';
import type { ToldComparison } from '../../golden/tell.ts';
import type { RevisionReading } from '../../service/read-revision.ts';
import { factorText } from '../golden-words.ts';
import type { DataTable } from './data-table.ts';

/** What stood where a value may, at each path where that changed, and what became which. */
export const kindsTable = ({ nulls }: ToldComparison): DataTable => ({
  caption: 'Kinds of cells, at each path where they changed',
  head: ['path', 'before', 'after', 'what became which'],
  rows: nulls
    .filter(({ transitions }) => transitions.length > 0)
    .map(({ path, before, after, transitions }) => [
      path,
      kindsText(before),
      kindsText(after),
      transitions.map(({ from, to, count }) => `${count} ${from} → ${to}`).join(', '),
    ]),
});

const kindsText = (counts: readonly KindCount[]): string =>
  counts.map(({ kind, count }) => `${count} ${kind}`).join(', ');

/** Numbers and units that did not change together. */
export const unitTable = ({ suspects }: ToldComparison): DataTable => ({
  caption: 'Numbers and units that did not change together',
  head: ['what was found'],
  rows: suspects.map(suspect => [factorText(suspect)]),
});

export const skipsTable = ({ skips }: ToldComparison): DataTable => ({
  caption: 'Samples that a converter passed over',
  head: ['before', 'after', 'on one side alone'],
  rows: skips === undefined ? [] : [[skips.before, skips.after, skips.changed].map(String)],
});

/** The samples whose values are in no vocabulary, and not the values: what broke its contract may be anything. */
export const outsideTable = ({ outside }: RevisionReading, tells: boolean): DataTable => ({
  caption: 'Values outside their vocabulary',
  head: ['field', 'values', 'different ones', 'policy', 'of the samples'],
  rows: outside.map(({ path, policy, cells, values, listed }) => {
    const samples = listed.map(({ row, sample }) => {
      const told = tells ? sample.filter(part => !isWithheld(part)).map(evidenceText) : [];
      return told.length === 0 ? `record ${row + 1}` : told.join('/');
    });
    return [
      path,
      String(cells),
      String(values),
      policy,
      `${samples.join(', ')}${cells > samples.length ? ' …' : ''}`,
    ];
  }),
});
