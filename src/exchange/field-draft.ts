import { canonicalJson, type Json } from '../base/canonical-json.ts';
import type { Kind, Logical } from '../contract/field.ts';
import type { DraftParts, PinnedDraft, SaidWord, Written } from './draft.ts';
import { lawfulName } from './lawful-name.ts';
import type { Note } from './note.ts';

/** What the type of a source comes to; `refused` where a contract has nothing like it. */
export type TypeDraft = {
  readonly keys: Written;
  readonly proposed: readonly string[];
  readonly parts: DraftParts;
};
export type RefusedType = { readonly refused: string };

export const isRefused = (draft: object): draft is RefusedType => 'refused' in draft;

/** What an importer gathers on its way, beside the fields. */
export class Gathered {
  readonly notes: Note[] = [];
  /** Where the names that keys give to values became labels. */
  readonly named = new Set<string>();
  readonly #pinned = new Map<string, PinnedDraft>();
  readonly #said = new Map<string, SaidWord[]>();

  note(path: string, what: string, why: string): void {
    this.notes.push({ path, what, why });
  }

  /** What a key of its source says of a field, and no key of a contract does. */
  word(path: string, key: string, value: Json, why = NO_PLACE): void {
    this.note(path, propertyText(key, canonicalJson(value)), why);
    this.hear(path, key, value);
  }

  /** A text that stands where a contract has none. */
  text(path: string, key: string, text: string, why: string): void {
    this.note(path, propertyText(key, text), why);
    this.hear(path, key, text);
  }

  /** What is said under a key and told of otherwise. */
  hear(path: string, key: string, value: Json): void {
    const words = this.#said.get(path) ?? [];
    this.#said.set(path, words);
    words.push([key, value]);
  }

  get said(): ReadonlyMap<string, readonly SaidWord[]> {
    return this.#said;
  }

  /** The name of a field, and a note where it can't keep its own. */
  name(path: string, text: string, taken: Set<string>): string {
    const name = lawfulName(text, taken);
    if (name !== text)
      this.note(
        path,
        `name ${text}`,
        `names of a contract are letters a to z and A to Z, digits and underscores, each once and none that objects of JavaScript have: ${name} is proposed`,
      );
    return name;
  }

  pin(pinned: PinnedDraft): PinnedDraft {
    this.#pinned.set(pinned.digest, pinned);
    return pinned;
  }

  get pinned(): readonly PinnedDraft[] {
    return [...this.#pinned.values()];
  }
}

const NO_PLACE = 'a contract has no place for it';

/** The longest list a contract can say, for sources that bound none. */
export const UNBOUNDED = 2 ** 31 - 1;

/** A scalar, and the logical type that follows from it alone. */
export function scalarDraft(
  physical: Kind,
  more: Readonly<Record<string, Json>> = {},
  logical: Logical = LOGICAL_OF[physical],
): TypeDraft {
  return { keys: { physical, ...more, logical }, proposed: ['logical'], parts: {} };
}

/** The logical type that claims least: a number that measures nothing, text, bytes. */
const LOGICAL_OF: Readonly<Record<Kind, Logical>> = {
  bool: 'flag',
  int8: 'number',
  int16: 'number',
  int32: 'number',
  int64: 'number',
  uint8: 'number',
  uint16: 'number',
  uint32: 'number',
  uint64: 'number',
  float16: 'number',
  bfloat16: 'number',
  float32: 'number',
  float64: 'number',
  decimal: 'number',
  string: 'text',
  bytes: 'binary',
  fixed: 'binary',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  duration: 'duration',
  list: 'sequence',
  struct: 'structure',
  map: 'mapping',
  tensor: 'tensor',
};

/** A property kept as a note, with as much of its value as a line has room for. */
export const propertyText = (key: string, value: string): string =>
  `${key}: ${value.length > SHOWN_CHARS ? `${value.slice(0, SHOWN_CHARS).replace(HALF, '')}…` : value}`;

const SHOWN_CHARS = 200;
/** What a cut leaves of a character of two units. */
const HALF = /[\ud800-\udbff]$/;
