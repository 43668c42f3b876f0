import type { Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { type Draft, isWritten, type PinnedDraft } from './draft.ts';
import { EXTENSION } from './extension.ts';
import type { Gathered } from './field-draft.ts';
import type { Note } from './note.ts';
import { pinnedFrom } from './pinned.ts';

/** Keys of a contract that an extension may bring; what else stands in one is told of. */
const KEYS: readonly string[] = ['normalizer', 'tokenizer', 'key', 'label', 'slices', 'doc'];

/** What an importer has read, whole, with what the extension beside its document says of the contract. */
export const draftOf = (
  { name, keys, ...read }: Pick<Draft, 'says' | 'fields' | 'refused'> & Partial<Pick<Draft, 'name' | 'keys'>>,
  { pinned, notes, said }: Gathered,
  extension: Json | undefined,
): Draft =>
  contractExtended({ ...read, name, schema: undefined, keys: keys ?? {}, pinned, notes, said }, extension);

function contractExtended(draft: Draft, extension: Json | undefined): Draft {
  if (extension === undefined) return draft;
  const notes: Note[] = [...draft.notes];
  if (!isWritten(extension)) {
    notes.push({ path: '/', what: EXTENSION, why: 'it is no map of keys, and was not read' });
    return { ...draft, notes };
  }
  const { schema, pinned = [], ...keys } = extension;
  const own: Record<string, Json> = { ...draft.keys };
  for (const [key, value] of Object.entries(keys)) {
    if (KEYS.includes(key)) own[key] = value;
    else
      notes.push({ path: '/', what: `${EXTENSION}.${key.slice(0, 80)}`, why: 'a contract has no such key' });
  }
  const found: PinnedDraft[] = [...draft.pinned];
  for (const document of Array.isArray(pinned) ? (pinned as readonly Json[]) : [pinned]) {
    const read = pinnedFrom(document);
    if (read instanceof Fault)
      notes.push({ path: '/', what: `${EXTENSION}.pinned`, why: `${read.code}: it was not read` });
    else if (!found.some(({ digest }) => digest === read.digest)) found.push(read);
  }
  return {
    ...draft,
    schema: typeof schema === 'string' ? schema : draft.schema,
    keys: own,
    pinned: found,
    notes,
  };
}
