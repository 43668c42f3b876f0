import type { Completion, SliceEvidence } from '../../change/completion.ts';
import { evidenceText, WITHHELD } from '../../contract/withheld.ts';
import type { DataTable } from './data-table.ts';

/** What golden samples prove of each slice, what is unproved first; the cells of a completion stand in the maps. */
export function completionTable({ state, slices }: Completion, values: boolean): DataTable {
  const order = [...slices.filter(({ why }) => why !== null), ...slices.filter(({ why }) => why === null)];
  return {
    caption: `Slices of the meaning, of which there is evidence or none; with the cells it is ${state}`,
    head: ['writer → reader', 'slice', 'data', 'samples', 'differ', 'parts', 'unproved', 'evidence'],
    rows: order.map(row => [
      `v${row.writer} → v${row.reader}`,
      row.slice ?? 'all samples',
      row.before === null || row.after === null ? '' : `${row.before} → ${row.after}`,
      String(row.samples),
      String(row.differ),
      `${row.seen} of ${row.seen + row.unseen}`,
      unprovedText(row, values),
      row.evidence ?? '',
    ]),
  };
}

function unprovedText({ why, unseen, firstUnseen }: SliceEvidence, values: boolean): string {
  if (why !== 'parts-unseen') return why ?? '';
  const parts = firstUnseen.map(part => evidenceText(values ? part : part && WITHHELD));
  return `${why}: ${parts.join(', ')}${unseen > parts.length ? ' …' : ''}`;
}
