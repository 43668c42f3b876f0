import { canonicalJson, type Json } from '../../base/canonical-json.ts';

/** The key under which an export keeps what its format has no words for. */
export const CONTRACT_KEY = 'assay';

/** One thing that an export says of a contract on either side of a pair, and not alike. */
export type ExtensionChange = {
  /** Whether what was written means something else for it, or is only described otherwise. */
  readonly means: boolean;
  readonly from: string;
  readonly to: string;
};

/** What stands inside a type of a format: by the steps an extension has for it, the name it is found by and its inside. */
export type Inside = () => ReadonlyMap<string, readonly [name: string, inside: Inside]>;

export const NOTHING_INSIDE: Inside = () => new Map();

/** Where two documents keep of a contract what their formats have no words for, key by key. */
export function extensionChanges(
  writer: Json | undefined,
  reader: Json | undefined,
  [written, read]: readonly [Inside, Inside] = [NOTHING_INSIDE, NOTHING_INSIDE],
): readonly ExtensionChange[] {
  const changes: ExtensionChange[] = [];
  between(said(writer, written), said(reader, read), '', changes);
  return changes;
}

type Said = {
  readonly means: ReadonlyMap<string, string>;
  readonly words: ReadonlyMap<string, string>;
  readonly below: ReadonlyMap<string, Said>;
  /** Undefined where the type does not say what is inside. */
  readonly names: ReadonlySet<string> | undefined;
};

/** Keys that describe, or that stand again as digests beside the fields they concern. */
const WORDS: ReadonlySet<string> = new Set([
  'owner',
  'sensitivity',
  'doc',
  'aliases',
  'schema',
  'slices',
  'pinned',
]);

function said(extension: Json | undefined, inside: Inside): Said {
  const means = new Map<string, string>();
  const words = new Map<string, string>();
  const below = new Map<string, Said>();
  const steps = inside();
  const names = steps.size === 0 ? undefined : new Set([...steps.values()].map(([name]) => name));
  if (!isMap(extension)) {
    if (extension !== undefined) means.set('', canonicalJson(extension));
    return { means, words, below, names };
  }
  const { parts = {}, instead = {}, ...own } = extension;
  for (const [key, value] of Object.entries(own)) (WORDS.has(key) ? words : means).set(key, textOf(value));
  if (isMap(instead))
    // What the words of the format say too much is taken back; beside a key it only says how the two differ.
    for (const [key, value] of Object.entries(instead))
      if (Object.hasOwn(own, key)) words.set(`instead.${key}`, textOf(value));
      else means.set(key, 'taken back');
  else means.set('instead', textOf(instead));
  if (!isMap(parts)) means.set('parts', textOf(parts));
  else
    for (const [step, part] of Object.entries(parts)) {
      const [name, further] = steps.get(step) ?? [step, NOTHING_INSIDE];
      below.set(name, said(part, further));
    }
  return { means, words, below, names };
}

const NOTHING: Said = { means: new Map(), words: new Map(), below: new Map(), names: undefined };

function between(writer: Said, reader: Said, above: string, changes: ExtensionChange[]): void {
  for (const sort of ['means', 'words'] as const)
    for (const key of keysOf(writer[sort], reader[sort])) {
      const [from, to] = [writer[sort].get(key) ?? 'none', reader[sort].get(key) ?? 'none'];
      if (from === to) continue;
      const name = `${above}${key}`.slice(-SHOWN_CHARS);
      changes.push({ means: sort === 'means', from: shown(name, from), to: shown(name, to) });
    }
  for (const name of keysOf(writer.below, reader.below)) {
    // What one side alone has inside is told of as that; what neither type explains is compared all the same.
    const explained = [writer, reader].map(({ names }) => names?.has(name));
    if (explained.includes(true) && explained.includes(false)) continue;
    between(
      writer.below.get(name) ?? NOTHING,
      reader.below.get(name) ?? NOTHING,
      `${above}${name}.`,
      changes,
    );
  }
}

const keysOf = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): readonly string[] =>
  [...new Set([...a.keys(), ...b.keys()])].sort();

const SHOWN_CHARS = 120;

const shown = (key: string, text: string): string =>
  `${key} ${text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text}`.trimStart();

/** Canonical JSON has one zero, and a default may be the other. */
const textOf = (value: Json): string => (Object.is(value, -0) ? '-0' : canonicalJson(value));

const isMap = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
