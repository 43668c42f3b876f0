import type { Json } from '../../base/canonical-json.ts';
import { type Path, pointer } from '../problem.ts';

export type JsonObject = { readonly [key: string]: Json };

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a document says of itself: where each anchor and each resource with an identifier stands. */
export type Anchors = {
  readonly ids: ReadonlyMap<string, Path>;
  readonly anchors: ReadonlyMap<string, Path>;
};

/**
 * The place in the document that a reference leads to; undefined where it leads out of it, or nowhere.
 *
 * @param from  where the reference stands
 */
export function resolveRef(document: Json, known: Anchors, ref: string, from: Path): Path | undefined {
  const hash = ref.indexOf('#');
  const [uri, fragment] = hash < 0 ? [ref, ''] : [ref.slice(0, hash), ref.slice(hash + 1)];
  const base = uri === '' ? resourceOf(document, from) : known.ids.get(uri);
  if (base === undefined) return undefined;
  if (fragment === '') return base;
  if (!fragment.startsWith('/')) return known.anchors.get(anchorKey(base, fragment));
  const steps = pointerSteps(fragment);
  return steps === undefined ? undefined : walk(document, base, steps);
}

export function valueAt(document: Json, path: Path): Json | undefined {
  let here: Json | undefined = document;
  for (const step of path)
    here =
      typeof here === 'object' && here !== null
        ? (here as { readonly [key: string | number]: Json })[step]
        : undefined;
  return here;
}

/** The innermost resource around a place: the document, or a schema with an identifier of its own. */
function resourceOf(document: Json, path: Path): Path {
  for (let end = path.length; end > 0; end--) {
    const around = path.slice(0, end);
    if (isResource(valueAt(document, around))) return around;
  }
  return [];
}

const isResource = (value: Json | undefined): boolean =>
  isJsonObject(value) && typeof value['$id'] === 'string' && !value['$id'].startsWith('#');

const anchorKey = (resource: Path, name: string): string => `${pointer(resource)}#${name}`;

function pointerSteps(fragment: string): readonly string[] | undefined {
  try {
    return decodeURIComponent(fragment)
      .slice(1)
      .split('/')
      .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined;
  }
}

function walk(document: Json, base: Path, steps: readonly string[]): Path | undefined {
  const path = [...base];
  let here = valueAt(document, base);
  for (const step of steps) {
    const isPlace = Array.isArray(here) && /^(?:0|[1-9][0-9]{0,8})$/.test(step);
    const isKey = isJsonObject(here) && Object.hasOwn(here, step);
    if (!isPlace && !isKey) return undefined;
    path.push(isPlace ? Number(step) : step);
    here = (here as { readonly [key: string]: Json })[step];
  }
  return here === undefined ? undefined : path;
}

/**
 * Every identifier and anchor of a document. Those inside values that are no schemas do no harm: nothing asks for
 * them.
 */
export function anchorsOf(document: Json): Anchors {
  const ids = new Map<string, Path>();
  const anchors = new Map<string, Path>();
  const visit = (value: Json, path: Path, resource: Path): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of (value as readonly Json[]).entries())
        visit(item, [...path, index], resource);
      return;
    }
    if (!isJsonObject(value)) return;
    const inside = isResource(value) ? path : resource;
    const { $id: id, $anchor: anchor } = value;
    if (typeof id === 'string' && !id.startsWith('#')) ids.set(id.replace(/#$/, ''), path);
    const name = typeof anchor === 'string' ? anchor : anchorId(id);
    if (name !== undefined) anchors.set(anchorKey(inside, name), path);
    for (const [key, below] of Object.entries(value)) visit(below, [...path, key], inside);
  };
  visit(document, [], []);
  return { ids, anchors };
}

/** Up to draft-07, an identifier that begins with `#` is an anchor. */
const anchorId = (id: Json | undefined): string | undefined =>
  typeof id === 'string' && id.startsWith('#') && id.length > 1 ? id.slice(1) : undefined;
