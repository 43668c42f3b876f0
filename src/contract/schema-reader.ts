import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { Field } from './field.ts';
import { FIELD_DOCUMENT, fieldFromDocument } from './field-document.ts';
import type { Schema } from './schema.ts';
import { schemaRest } from './schema-document.ts';
import type { Vocabulary } from './vocabulary.ts';

type Rest = Omit<Schema, 'fields'>;
/** A field and its text, which stands in most versions as it stood in the one before. */
type Read = { readonly text: string; readonly field: Field };

const HEAD = '{"fields":[';

/**
 * Reads the canonical documents of many versions of a subject, and shares every field that has the same text: two
 * versions that agree on a field then hold one object, which nobody has to compare.
 *
 * It is for documents that are trusted: whoever hands one over has held it against its digest, and it was found lawful
 * before it was kept. What comes from elsewhere goes through `schemaFromDocument`.
 */
export class SchemaReader {
  readonly #vocabularies: ReadonlyMap<Digest, Vocabulary>;
  readonly #fields = new Map<string, Read>();
  readonly #rests = new Map<string, Rest>();
  #before: readonly Read[] = [];

  /** @param vocabularies  every one that a document may name; it may still grow */
  constructor(vocabularies: ReadonlyMap<Digest, Vocabulary>) {
    this.#vocabularies = vocabularies;
  }

  /** @faults SCHEMA_DOCUMENT UNIT_UNKNOWN VOCABULARY_UNKNOWN */
  read(text: string): Schema | Fault {
    if (!text.startsWith(HEAD)) return malformed('it does not begin with fields');
    const read: Read[] = [];
    let at = HEAD.length;
    while (text[at] === '{') {
      const one = this.#fieldAt(text, at, read.length);
      if (one instanceof Fault) return one;
      read.push(one);
      at += one.text.length;
      if (text[at] !== ',') break;
      at++;
    }
    if (text[at] !== ']') return malformed('its fields do not end');
    const rest = this.#rest(text.slice(at + 1));
    if (rest instanceof Fault) return rest;
    this.#before = read;
    return { fields: read.map(({ field }) => field), ...rest };
  }

  #fieldAt(text: string, at: number, place: number): Read | Fault {
    // Most fields are where they were: one comparison of memory, and nothing to scan.
    const guess = this.#before[place];
    if (guess !== undefined && text.startsWith(guess.text, at)) return guess;
    const end = endOf(text, at);
    if (end === undefined) return malformed('a field does not end');
    const own = text.slice(at, end);
    return this.#fields.get(own) ?? this.#newField(own);
  }

  #newField(part: string): Read | Fault {
    const shaped = FIELD_DOCUMENT.safeParse(jsonIn(part));
    if (!shaped.success) return malformed('a field is malformed');
    const field = fieldFromDocument(shaped.data, this.#vocabularies);
    if (field instanceof Fault) return field;
    const read = { text: ownText(part), field };
    this.#fields.set(read.text, read);
    return read;
  }

  #rest(text: string): Rest | Fault {
    const known = this.#rests.get(text);
    if (known !== undefined) return known;
    if (!text.startsWith(',')) return malformed('nothing stands behind its fields');
    const rest = schemaRest(jsonIn(`{${text.slice(1)}`));
    if (rest === undefined) return malformed('what stands behind its fields is malformed');
    this.#rests.set(ownText(text), rest);
    return rest;
  }
}

/** A part of a text keeps the whole in memory for as long as it lives; this one is on its own. */
const ownText = (part: string): string => Buffer.from(part, 'utf8').toString('utf8');

/** Behind the bracket that closes the one at `at`; brackets inside strings do not count. */
function endOf(text: string, at: number): number | undefined {
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = closingQuote(text, index + 1);
      if (index < 0) return undefined;
    } else if (code === OPEN) depth++;
    else if (code === CLOSE && --depth === 0) return index + 1;
  }
  return undefined;
}

const [QUOTE, OPEN, CLOSE, ESCAPE] = [0x22, 0x7b, 0x7d, 0x5c];

function closingQuote(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === ESCAPE) index++;
    else if (code === QUOTE) return index;
  }
  return -1;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const malformed = (problem: string): Fault => new Fault('SCHEMA_DOCUMENT', { problem });
