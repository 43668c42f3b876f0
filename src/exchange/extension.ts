import type { Json } from '../base/canonical-json.ts';
import { type Digest, isDigest } from '../base/digest.ts';
import {
  type Draft,
  type DraftField,
  isWritten,
  partsOf,
  sameWritten,
  textsIn,
  type Written,
} from './draft.ts';
import type { Note } from './note.ts';

/** The key under which other formats carry what they have no words for. */
export const EXTENSION = 'assay';

/**
 * What a format's own words leave out or blur, in the keys of a contract; `instead` has what they say in its place, so
 * that a document edited afterwards is seen to be.
 */
export type Extension = Written;

/**
 * What has to stand beside `derived`, which is read out of a document, for it to be `meant` again.
 *
 * @param confirms  whether to say again what was proposed and is right, so that nobody has to confirm it twice
 */
export function extensionOf(
  meant: DraftField,
  derived: DraftField | undefined,
  confirms = true,
): Extension | undefined {
  const keys: Record<string, Json> = {};
  const instead: Record<string, Json> = {};
  if (meant.id !== undefined && meant.id !== derived?.id) keys['id'] = meant.id;
  for (const key of keysOf(meant.keys, derived?.keys)) {
    const [own, other] = [meant.keys[key], derived?.keys[key]];
    const isProposed = derived?.proposed.has(key) === true;
    if (sameWritten(own, other) && !(confirms && isProposed)) continue;
    if (own !== undefined) keys[key] = own;
    if (other !== undefined && (own === undefined || !isProposed)) instead[key] = other;
  }
  const below = new Map(derived === undefined ? [] : partsOf(derived.parts));
  const parts: Record<string, Json> = {};
  for (const [step, part] of partsOf(meant.parts)) {
    const extension = extensionOf(part, below.get(step), confirms);
    if (extension !== undefined) parts[step] = extension;
  }
  const found = {
    ...keys,
    ...(Object.keys(parts).length > 0 && { parts }),
    ...(Object.keys(instead).length > 0 && { instead }),
  };
  return Object.keys(found).length === 0 ? undefined : found;
}

/** The same for a contract as a whole, its fields apart. @param fields  what stands beside those */
export function contractExtensionOf(
  meant: Draft,
  derived: Draft,
  fields: Iterable<Extension> = [],
): Extension {
  const keys: Record<string, Json> = {};
  for (const key of keysOf(meant.keys, derived.keys)) {
    const own = meant.keys[key];
    if (own !== undefined && !sameWritten(own, derived.keys[key])) keys[key] = own;
  }
  // What an extension names may not hang on the words of another field, which somebody may edit.
  const named = new Set([...fields].flatMap(textsIn));
  const known = new Set(derived.pinned.map(({ digest }) => digest).filter(digest => !named.has(digest)));
  const pinned = meant.pinned.filter(({ digest }) => !known.has(digest)).map(({ document }) => document);
  return {
    ...(meant.schema !== undefined && { schema: meant.schema }),
    ...keys,
    ...(pinned.length > 0 && { pinned }),
  };
}

/** The field as its document and the extension beside it say together. */
export function extended(derived: DraftField, extension: Json | undefined, notes: Note[]): DraftField {
  if (extension === undefined) return derived;
  const { path } = derived;
  if (!isWritten(extension)) {
    notes.push({ path, what: EXTENSION, why: 'it is no map of keys, and was not read' });
    return derived;
  }
  const { id = derived.id, parts, instead, ...own } = extension;
  const replaced = isWritten(instead) ? instead : {};
  const keys = new Map(Object.entries(derived.keys));
  const proposed = new Set(derived.proposed);
  let editedFrom: Digest | undefined;
  for (const [key, value] of Object.entries(own)) {
    if (Object.hasOwn(replaced, key) && !sameWritten(keys.get(key), replaced[key])) {
      notes.push({
        path,
        what: `${EXTENSION}.${key}`,
        why: 'the document was edited since, and says otherwise',
      });
      if (key === 'vocabulary' && isDigest(value)) editedFrom = value;
      continue;
    }
    keys.set(key, value);
    proposed.delete(key);
  }
  for (const [key, value] of Object.entries(replaced))
    if (!Object.hasOwn(own, key) && sameWritten(keys.get(key), value)) keys.delete(key);
  const below = isWritten(parts) ? parts : {};
  const isId = typeof id === 'number' || typeof id === 'bigint';
  return {
    path,
    id: isId ? id : derived.id,
    keys: Object.fromEntries(keys),
    ...(editedFrom !== undefined && { editedFrom }),
    proposed,
    parts: extendedParts(held(derived, keys.get('physical')), below, notes),
  };
}

/** The parts that a field of another type than the document's still has: a map may be written as a list of its entries. */
function held(derived: DraftField, physical: Json | undefined): DraftField {
  if (physical === undefined || physical === derived.keys['physical']) return derived;
  const { element } = derived.parts;
  const keeps = element !== undefined && (physical === 'list' || physical === 'tensor');
  return { ...derived, parts: keeps ? { element } : {} };
}

function extendedParts({ parts, path }: DraftField, below: Written, notes: Note[]): DraftField['parts'] {
  const { element, key, value, fields } = parts;
  const bare = (step: string): DraftField => ({
    path: `${path}/${step}`,
    id: undefined,
    keys: {},
    proposed: new Set<string>(),
    parts: {},
  });
  const part = (step: string, field = below[step] === undefined ? undefined : bare(step)) =>
    field && extended(field, below[step], notes);
  const all = { element: part('element', element), key: part('key', key), value: part('value', value) };
  const listed = (fields ?? bareFields(below, bare)).map((field, index) =>
    extended(field, below[`fields.${index}`], notes),
  );
  return {
    ...(all.element && { element: all.element }),
    ...(all.key && { key: all.key }),
    ...(all.value && { value: all.value }),
    ...((fields !== undefined || listed.length > 0) && { fields: listed }),
  };
}

/** Fields of a struct that the document has nothing of: they are numbered without a gap. */
function bareFields(below: Written, bare: (step: string) => DraftField): readonly DraftField[] {
  const fields: DraftField[] = [];
  while (below[`fields.${fields.length}`] !== undefined) fields.push(bare(`fields.${fields.length}`));
  return fields;
}

const keysOf = (a: Written, b: Written | undefined): ReadonlySet<string> =>
  new Set([...Object.keys(a), ...Object.keys(b ?? {})]);
