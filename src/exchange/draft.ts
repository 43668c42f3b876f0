import { canonicalJson, type Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import type { Place } from '../base/fault.ts';
import type { Note } from './note.ts';

/** Keys of a contract file with what is written under them. */
export type Written = { readonly [key: string]: Json };

/** A field on its way into a contract: what a source said of it, and what had to be proposed. */
export type DraftField = {
  /** Where the source has it. */
  readonly path: string;
  /** The way to it in the document, of a field that holds it whole. */
  readonly at?: Way;
  /** The id the source gave it, lawful or not. */
  readonly id: number | bigint | undefined;
  /** Its keys as a contract writes them; its id and its parts apart. */
  readonly keys: Written;
  /** The vocabulary that an export named here, where its document was edited since: its terms keep what it knows of them. */
  readonly editedFrom?: Digest;
  /** Keys that follow from something the source said, or are the usual thing: a person has to confirm them. */
  readonly proposed: ReadonlySet<string>;
  readonly parts: DraftParts;
};

/** What a source says beside a type, under a key that no contract has. */
export type SaidWord = readonly [key: string, value: Json];

/** What a field holds: fields of their own, under the keys a contract writes them. */
export type DraftParts = {
  readonly element?: DraftField;
  readonly key?: DraftField;
  readonly value?: DraftField;
  readonly fields?: readonly DraftField[];
};

/** A field no contract can hold, and why. */
export type Refused = {
  readonly path: string;
  readonly name: string;
  readonly why: string;
  readonly at?: Way | undefined;
};

/** Keys and places from the top of a document down. */
export type Way = readonly (string | number)[];

/** What a contract names by digest, as its file would say it. */
export type PinnedDraft = {
  readonly kind: 'vocabulary' | 'normalizer' | 'tokenizer';
  readonly name: string;
  readonly digest: Digest;
  readonly document: Written;
  /** Where the source lists the terms and gives them no ids: what it says of each, in its order. */
  readonly symbols?: ReadonlyArray<{ readonly label: string; readonly code: bigint | undefined }>;
};

export type Draft = {
  /** What the source calls the whole, for a subject to be named after. */
  readonly name: string | undefined;
  /** The contract it was exported from, where it says so: `training.example.v4`. */
  readonly schema: string | undefined;
  /** Keys of the contract itself, roles by the names of fields. */
  readonly keys: Written;
  /** Keys whose absence is an answer: what the format could have said, and did not. */
  readonly says: ReadonlySet<string> | 'everything';
  readonly fields: readonly DraftField[];
  readonly refused: readonly Refused[];
  readonly pinned: readonly PinnedDraft[];
  readonly notes: readonly Note[];
  /** By the path of a field: what was said of it, and what of that means something is held against the version before. */
  readonly said?: ReadonlyMap<string, readonly SaidWord[]>;
  /** Line and column of what stands at the end of a way, where the source is a text. */
  readonly placeOf?: (at: Way) => Place;
};

/** Whether two things are written alike; both may be absent. */
export const sameWritten = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined
    ? a === b
    : canonicalJson(a) === canonicalJson(b) && signOf(a) === signOf(b);

/** Canonical JSON has one zero, and a default may be the other. */
const signOf = (value: Json): boolean => Object.is(value, -0);

export const isWritten = (value: Json | undefined): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands under a key, in a word: a name where it is one, and whatever else somebody put there in its place. */
export function wordAt(keys: Written, key: string): string {
  const value = keys[key];
  return typeof value === 'string'
    ? value
    : value === undefined
      ? 'nothing'
      : canonicalJson(value).slice(0, 80);
}

/** The parts of a field with the keys they stand under; of a list of fields, with their places. */
export function partsOf(parts: DraftParts): ReadonlyArray<readonly [step: string, part: DraftField]> {
  const { element, key, value, fields = [] } = parts;
  return [
    ...(element === undefined ? [] : [['element', element] as const]),
    ...(key === undefined ? [] : [['key', key] as const]),
    ...(value === undefined ? [] : [['value', value] as const]),
    ...fields.map((field, index) => [`fields.${index}`, field] as const),
  ];
}

/** The same parts, each made anew. */
export function mapParts(parts: DraftParts, to: (part: DraftField, step: string) => DraftField): DraftParts {
  const { element, key, value, fields } = parts;
  return {
    ...(element && { element: to(element, 'element') }),
    ...(key && { key: to(key, 'key') }),
    ...(value && { value: to(value, 'value') }),
    ...(fields && { fields: fields.map((field, index) => to(field, `fields.${index}`)) }),
  };
}

/** Every text in a value, at any depth. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
