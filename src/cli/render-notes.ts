import type { Note } from '../exchange/note.ts';
import { type Look, table, visible } from './output.ts';

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
  return `${paint.bold(`notes (${notes.length})`)}\n${table(rows, '  ', width)}`;
}

const PLACES = 3;

const placesText = (paths: readonly string[]): string =>
  visible(paths.slice(0, PLACES).join(', ')) +
  (paths.length > PLACES ? ` and ${paths.length - PLACES} more` : '');
