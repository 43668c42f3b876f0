import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { sha256 } from '../../base/digest.ts';
import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import { isJsonObject } from '../../native/json-schema/resolve-ref.ts';
import { alongside, type Spend } from './place.ts';
import { UNORDERED } from './same-schema.ts';

type Pair = readonly [writer: JsonSchema, reader: JsonSchema];

/**
 * Which schemas of two lists without an order belong together, each to one at most: those that are written the same, then
 * those of one constant that tells them from the others (their own, or that of a property), of one title or reference,
 * and of the others those that are most alike. The order of the lists decides nothing.
 *
 * Two that a constant tells apart are two things, and belong to none.
 */
export function pairedSchemas(
  written: readonly JsonSchema[],
  read: readonly JsonSchema[],
  spend: Spend,
): readonly Pair[] {
  if (written.length === 1 && read.length === 1) return [[written[0]!, read[0]!]];
  const matching = new Matching(written, read, spend);
  return matching.run();
}

class Matching {
  /** What belongs to none yet. */
  readonly #lefts: Set<Side>;
  readonly #rights: Set<Side>;
  readonly #pairs: (readonly [Side, Side])[] = [];
  /** The key whose constants tell most of them apart. */
  #discriminator: string | undefined;

  constructor(written: readonly JsonSchema[], read: readonly JsonSchema[], spend: Spend) {
    const sideOf = (schema: JsonSchema, place: number): Side => ({
      schema,
      place,
      text: textOf(schema),
      ...partsOf(schema, spend),
    });
    this.#lefts = new Set(written.map(sideOf));
    this.#rights = new Set(read.map(sideOf));
  }

  run(): readonly Pair[] {
    const telling = this.#telling();
    this.#discriminator = telling[0];
    this.#equal();
    for (const key of telling) this.#unique(({ tags }) => tags.get(key));
    this.#unique(({ schema }) => schema.notes.title);
    this.#unique(({ schema }) => referenceOf(schema));
    this.#unique(({ names }) => (names.size === 0 ? undefined : [...names].sort().join('\n')));
    if (this.#lefts.size * this.#rights.size > LIKENESSES_MAX) this.#byPlace();
    else this.#alike();
    if (this.#lefts.size === 1 && this.#rights.size === 1) this.#byPlace();
    return this.#pairs
      .toSorted(([one], [other]) => one.place - other.place)
      .map(([left, right]) => [left.schema, right.schema]);
  }

  #pair(left: Side, right: Side): void {
    this.#pairs.push([left, right]);
    this.#lefts.delete(left);
    this.#rights.delete(right);
  }

  #equal(): void {
    const rights = grouped(this.#rights, ({ text }) => text);
    for (const alike of rights.values()) alike.reverse();
    for (const left of [...this.#lefts]) {
      const right = rights.get(left.text)?.pop();
      if (right !== undefined) this.#pair(left, right);
    }
  }

  /** Whatever one of each side alone is called. */
  #unique(keyOf: (side: Side) => string | undefined): void {
    const [lefts, rights] = [grouped(this.#lefts, keyOf), grouped(this.#rights, keyOf)];
    for (const [key, [left, ...others]] of lefts) {
      const [right, ...more] = rights.get(key) ?? [];
      const isAlone = others.length + more.length === 0;
      if (left !== undefined && right !== undefined && isAlone && !this.#areApart(left, right))
        this.#pair(left, right);
    }
  }

  /** The keys whose constants tell alternatives apart, those first that say it of most on both sides. */
  #telling(): readonly string[] {
    const keys = new Map<string, { readonly from: Set<string>; readonly to: Set<string> }>();
    for (const [sides, side] of [
      [this.#lefts, 'from'],
      [this.#rights, 'to'],
    ] as const)
      for (const { tags } of sides)
        for (const [key, tag] of tags) {
          const known = keys.get(key) ?? { from: new Set(), to: new Set() };
          known[side].add(tag);
          keys.set(key, known);
        }
    return [...keys]
      .map(([key, { from, to }]) => ({
        key,
        shared: [...from].filter(tag => to.has(tag)).length,
        told: Math.max(from.size, to.size),
      }))
      .filter(({ shared, told }) => shared > 0 && told > 1)
      .sort(
        (one, other) => other.shared - one.shared || other.told - one.told || compared(one.key, other.key),
      )
      .map(({ key }) => key);
  }

  #areApart({ tags: one }: Side, { tags: other }: Side): boolean {
    const key = this.#discriminator;
    return key !== undefined && one.has(key) && other.has(key) && one.get(key) !== other.get(key);
  }

  /** Where they are too many to be held against each other, or one of each is left. */
  #byPlace(): void {
    const rights = [...this.#rights];
    for (const [place, left] of [...this.#lefts].entries()) {
      const right = rights[place];
      if (right !== undefined && !this.#areApart(left, right)) this.#pair(left, right);
    }
  }

  #alike(): void {
    const candidates = [...this.#lefts].flatMap(left =>
      [...this.#rights].flatMap(right => {
        const likeness = this.#areApart(left, right) ? 0 : likenessOf(left, right);
        return likeness > 0 ? [{ left, right, likeness }] : [];
      }),
    );
    candidates.sort(
      (one, other) =>
        other.likeness - one.likeness ||
        compared(one.left.text, other.left.text) ||
        compared(one.right.text, other.right.text),
    );
    for (const { left, right } of candidates)
      if (this.#lefts.has(left) && this.#rights.has(right)) this.#pair(left, right);
  }
}

type Side = {
  readonly schema: JsonSchema;
  readonly place: number;
  readonly text: string;
  /** What a property must be, by its key; under no key, what the value itself must be. */
  readonly tags: ReadonlyMap<string, string>;
  readonly names: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
};

/** Pairs that are looked at for what they have in common. */
const LIKENESSES_MAX = 40_000;

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function grouped(sides: Iterable<Side>, keyOf: (side: Side) => string | undefined): Map<string, Side[]> {
  const groups = new Map<string, Side[]>();
  for (const side of sides) {
    const key = keyOf(side);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [side]);
    else group.push(side);
  }
  return groups;
}

function partsOf(schema: JsonSchema, spend: Spend): Pick<Side, 'tags' | 'names' | 'types'> {
  const [tags, names, types] = [new Map<string, string>(), new Set<string>(), new Set<string>()];
  for (const one of alongside([schema], spend)) {
    if (!spend(1 + one.properties.size)) break;
    tag(tags, OWN, one);
    for (const type of one.types ?? []) types.add(type);
    for (const [key, property] of one.properties) {
      names.add(key);
      tag(tags, `.${key}`, property);
    }
  }
  return { tags, names, types };
}

/** Not the key of any property. */
const OWN = '';

function tag(tags: Map<string, string>, key: string, { values }: JsonSchema): void {
  if (values?.list.length === 1 && !tags.has(key)) tags.set(key, canonicalJson(values.list[0]!));
}

function referenceOf({ notes }: JsonSchema): string | undefined {
  const reference = notes.written['$ref'];
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : undefined;
}

/** How many of the properties they name are the same ones, and whether they are of one type and assert the same. */
function likenessOf(one: Side, other: Side): number {
  let shared = 0;
  for (const name of one.names) if (other.names.has(name)) shared++;
  const names = shared === 0 ? 0 : (4 * shared) / (one.names.size + other.names.size);
  const isOfType = [...one.types].some(type => other.types.has(type)) ? 1 : 0;
  return names + isOfType + (one.schema.local === other.schema.local ? 1 : 0);
}

/** As it is written, but for the order of alternatives in it. */
const textOf = ({ notes, accepts }: JsonSchema): string =>
  accepts !== 'some' && Object.keys(notes.written).length === 0 ? accepts : unorderedText(notes.written);

/** A longer one is told by its digest. */
const TEXT_CHARS = 200;

const LISTS: ReadonlySet<string> = new Set(UNORDERED);

/** What lies in a schema is asked for with everything that it lies in. */
const TEXTS = new WeakMap<object, string>();

function unorderedText(value: Json): string {
  if (typeof value !== 'object' || value === null) return canonicalJson(value);
  const known = TEXTS.get(value);
  if (known !== undefined) return known;
  const text = isJsonObject(value)
    ? `{${Object.keys(value)
        .sort()
        .map(key => `${canonicalJson(key)}:${memberText(key, value[key]!)}`)
        .join()}}`
    : `[${(value as readonly Json[]).map(unorderedText).join()}]`;
  // What lies deep in others would else be copied into each of them.
  const short = text.length > TEXT_CHARS ? sha256(text) : text;
  TEXTS.set(value, short);
  return short;
}

const memberText = (key: string, value: Json): string =>
  LISTS.has(key) && Array.isArray(value)
    ? `[${(value as readonly Json[]).map(unorderedText).sort().join()}]`
    : unorderedText(value);
