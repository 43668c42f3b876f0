import type { Note } from '../exchange/note.ts';
import { fill, type Look, table, visible } from './output.ts';

/** Notes of an import or an export, those that say the same of several places together. */
export function notesText(notes: readonly Note[], { paint, width }: Look): string {
  if (notes.length === 0) return '';
  const groups = new Map<string, { readonly note: Note; readonly paths: string[] }>();
  for (const note of notes) {
    const key = `${note.what}\n${note.why}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { note, paths: [note.path] });
    else group.paths.push(note.path);
  }
  const rows = [...groups.values()].map(({ note, paths }) => [
    placesText(paths),
    visible(note.what),
    visible(note.why),
  ]);
  return `${paint.bold(`notes (${notes.length})`)}\n${hasRoom(rows, width) ? table(rows, '  ', width) : stacked(rows, width)}`;
}

/** Whether what stands before the reasons leaves them enough of a line to be read in. */
function hasRoom(rows: ReadonlyArray<readonly string[]>, width: number): boolean {
  const widest = [0, 1].map(column => Math.max(...rows.map(row => (row[column] ?? '').length)));
  return 2 + widest[0]! + 2 + widest[1]! + 2 + REASON <= width;
}

/** Columns a reason needs. */
const REASON = 40;

/** The same one below the other: what was said, and under it why it is told of. */
const stacked = (rows: ReadonlyArray<readonly string[]>, width: number): string =>
  rows
    .map(([places = '', what = '', why = '']) =>
      [fill(`  ${places}  `, what.split(' '), width), fill('      ', why.split(' '), width)].join('\n'),
    )
    .join('\n');

const PLACES = 3;

const placesText = (paths: readonly string[]): string =>
  visible(paths.slice(0, PLACES).join(', ')) +
  (paths.length > PLACES ? ` and ${paths.length - PLACES} more` : '');
