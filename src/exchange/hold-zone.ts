import { bareKey } from '../compat/native/bare-key.ts';
import { wordAt } from './draft.ts';
import type { Note } from './note.ts';
import type { SettledField } from './propose-ids.ts';

/** A zone that the type of the source stands for, where the version before has another: whoever wrote that is told. */
export function heldZone(
  { path, keys, before }: Pick<SettledField, 'path' | 'keys' | 'before'>,
  called: string,
): readonly Note[] {
  if (before === undefined || !('zone' in keys) || !('zone' in before.keys)) return [];
  if (before.keys['physical'] !== keys['physical']) return [];
  const [was, is] = [wordAt(before.keys, 'zone'), wordAt(keys, 'zone')];
  const why = `the source's type stands for it, and ${called} has ${was}: correct the source, or this version`;
  return was === is ? [] : [{ path, what: `zone ${is}`, why }];
}

/** A note on a key for zones, of a field whose contract has a zone: there is a place for it, and it was not read. */
export const zoneUnread = (note: Note): Note =>
  ZONE_KEYS.has(bareKey(note.what.replace(/^custom property /, '').split(': ')[0] ?? ''))
    ? { ...note, why: 'it was not read: the zone is that of the type, and may be another' }
    : note;

const ZONE_KEYS: ReadonlySet<string> = new Set(['timezone', 'tz', 'zone', 'zoneid', 'timezoneid', 'tzinfo']);
