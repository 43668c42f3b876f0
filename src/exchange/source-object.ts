import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { isWritten, type Written } from './draft.ts';
import { propertyText } from './field-draft.ts';
import type { Note } from './note.ts';

/** What is wrong with a document, by the way to it; the file and line are known to whoever read it. */
export type SourceProblem = {
  readonly at: readonly (string | number)[];
  readonly expected: string;
  /** Where the document describes several kinds of record: their names, of which none was chosen. */
  readonly choices?: readonly string[];
};

/** Reads a document key by key, remembers the first that is of another shape, and knows which keys nobody asked for. */
export class SourceObject {
  readonly at: readonly (string | number)[];
  readonly #keys: Written;
  readonly #asked = new Set<string>();
  readonly #problems: SourceProblem[];

  constructor(keys: Written, at: readonly (string | number)[] = [], problems: SourceProblem[] = []) {
    this.#keys = keys;
    this.at = at;
    this.#problems = problems;
  }

  /** The first problem of this object or of any read through it. */
  get problem(): SourceProblem | undefined {
    return this.#problems[0];
  }

  /** All of it, as one text. */
  get written(): string {
    return canonicalJson(this.#keys);
  }

  wrong(expected: string, ...more: readonly (string | number)[]): undefined {
    this.#problems.push({ at: [...this.at, ...more], expected });
    return undefined;
  }

  /** That one of several things under a key has to be chosen. */
  unchosen(key: string, choices: readonly string[]): SourceProblem {
    return { at: [...this.at, key], expected: 'the one that is wanted', choices };
  }

  json(key: string): Json | undefined {
    this.#asked.add(key);
    return Object.hasOwn(this.#keys, key) ? this.#keys[key] : undefined;
  }

  text(key: string): string | undefined {
    const value = this.json(key);
    return value === undefined || value === null || typeof value === 'string'
      ? (value ?? undefined)
      : this.wrong('a text', key);
  }

  flag(key: string): boolean | undefined {
    const value = this.json(key);
    return value === undefined || value === null || typeof value === 'boolean'
      ? (value ?? undefined)
      : this.wrong('true or false', key);
  }

  whole(key: string): number | undefined {
    const value = this.json(key);
    if (value === undefined || value === null) return undefined;
    const isWhole =
      (typeof value === 'number' || typeof value === 'bigint') && Number.isSafeInteger(Number(value));
    return isWhole ? Number(value) : this.wrong('a whole number', key);
  }

  list(key: string): readonly Json[] {
    const value = this.json(key);
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? value : (this.wrong('a list', key) ?? []);
  }

  object(key: string): SourceObject | undefined {
    const value = this.json(key);
    if (value === undefined || value === null) return undefined;
    return isWritten(value)
      ? new SourceObject(value, [...this.at, key], this.#problems)
      : this.wrong('a map', key);
  }

  objects(key: string): readonly SourceObject[] {
    return this.list(key).flatMap((value, index) => {
      if (isWritten(value)) return [new SourceObject(value, [...this.at, key, index], this.#problems)];
      this.wrong('a map', key, index);
      return [];
    });
  }

  /** A note for each key that was not asked for. @param silent  keys whose values are data, and are only named */
  rest(path: string, notes: Note[], silent: readonly string[] = []): void {
    for (const [key, value] of Object.entries(this.#keys)) {
      if (this.#asked.has(key)) continue;
      const what = silent.includes(key) ? key : propertyText(key, canonicalJson(value));
      notes.push({ path, what, why: 'a contract has no place for it' });
    }
  }
}

/** @faults IMPORT_SHAPE IMPORT_OBJECT */
export const sourceFault = (
  { at, expected, choices }: SourceProblem,
  format: string,
  placeOf: (at: readonly (string | number)[]) => ConstructorParameters<typeof Fault>[2],
): Fault =>
  choices !== undefined && choices.length > 0
    ? new Fault('IMPORT_OBJECT', { format, known: choices.join(', '), first: choices[0]! }, placeOf(at))
    : new Fault(
        'IMPORT_SHAPE',
        { format, where: at.length === 0 ? 'the document' : at.join('.'), expected },
        placeOf(at),
      );
