import type { DataTable } from './data-table.ts';
import { markup as text } from './markup.ts';

/** @param cells  markup already */
export const rowHtml = (cells: readonly string[], tag: 'td' | 'th' = 'td'): string =>
  `<tr>${cells.map(cell => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;

export function tableHtml({ caption, head, rows }: DataTable): string {
  const table = [
    `<div class="wide"><table><caption>${text(caption)}</caption>`,
    `<thead>${rowHtml(head.map(text), 'th')}</thead><tbody>`,
    ...rows.map(row => rowHtml(row.map(text))),
    '</tbody></table></div>',
  ].join('\n');
  return rows.length <= OPEN_ROWS
    ? table
    : `<details><summary>${text(caption)}: ${rows.length} rows</summary>\n${table}\n</details>`;
}

/** What is longer is opened by who wants it. */
const OPEN_ROWS = 60;
