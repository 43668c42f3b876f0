import { evidenceText } from '../../contract/withheld.ts';
import type { ToldTables } from '../../golden/tables/tell-tables.ts';
import type { ToldComparison } from '../../golden/tell.ts';
import { distinct } from '../output.ts';
import { RENAMED_WORDS } from '../render-renamed.ts';
import { doubtText, rateWords } from '../table-words.ts';
import type { DataTable } from './data-table.ts';

/** Of each slice the parts whose labels are in other proportions, the furthest apart first. */
export const ratesTable = ({ labelRates }: ToldTables): DataTable => ({
  caption: 'Parts whose labels are in other proportions',
  head: ['slice', 'part', 'label', 'old share', 'new share', 'divergence'],
  rows: labelRates
    .flatMap(({ slice, moved }) => moved.map(part => ({ slice, part })))
    .sort((a, b) => b.part.divergence - a.part.divergence)
    .map(({ slice, part: moved }) => {
      const { part, label, old, new: later } = rateWords(moved);
      return [slice, part, label, old, later, moved.divergence.toFixed(3)];
    }),
});

/** Columns that look gone and new, and hold the same. */
export const renamedColumnsTable = ({ renamed }: ToldTables): DataTable => ({
  caption: 'Columns that seem to be renamed; they stay counted as gone and new',
  head: ['from', 'to', 'rows that are equal'],
  rows: renamed.map(({ from, to, agree, of }) => [from, to, `${agree} of ${of}`]),
});

/** Rows that look gone and come anew, and may be the same under another name. */
export const renamedTable = ({ renamedKeys = [] }: Pick<ToldComparison, 'renamedKeys'>): DataTable => ({
  caption: 'Keys that seem to be renamed; the rows stay counted as missing and extra',
  head: ['column', 'from', 'to', 'why', 'rows', 'cells that agree'],
  rows: renamedKeys.map(({ column, from, to, how, rows, cells, agreeing }) => [
    column,
    ...distinct(evidenceText(from), evidenceText(to)),
    RENAMED_WORDS[how],
    String(rows),
    `${agreeing} of ${cells}`,
  ]),
});

/** What is odd in one file by itself; it is no difference. */
export const doubtsTable = ({ doubts }: ToldTables): DataTable => ({
  caption: 'What is odd in one file by itself, whatever the other says',
  head: ['doubt', 'column', 'file', 'what seems', 'rows, from 1'],
  rows: doubts.map(doubt => [
    doubt.code,
    doubt.column,
    doubt.side,
    doubtText(doubt),
    `${doubt.rows.map(row => row + 1).join(', ')}${doubt.cells > doubt.rows.length && doubt.rows.length > 0 ? ' …' : ''}`,
  ]),
});
