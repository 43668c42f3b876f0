import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { type Conversion, unitConversion } from '../contract/unit-conversion.ts';
import { CATALOGUE, type Row } from './catalogue.ts';
import type { Direction, Finding, PathStep } from './finding.ts';
import {
  type Displaced,
  type FieldPair,
  type GovernedPair,
  type Judges,
  SAFE,
  type Verdict,
} from './rule.ts';
import { sameVocabulary, unchanged } from './unchanged.ts';
import { type VocabularyDiff, vocabularyDiff } from './vocabulary-diff.ts';

/**
 * What a reader suffers from what a writer wrote, in the reader's field order and then in the catalogue's.
 *
 * `direction` says which of the two is the newer: the reader (`backward`) or the writer (`forward`). Only what joins or
 * leaves the record, and the default it has for that, are judged differently for it.
 */
export function classify(
  writer: Schema,
  reader: Schema,
  direction: Direction = 'backward',
  governed?: GovernedPair,
): readonly Finding[] {
  const walk = new Walk(writer, reader, direction);
  if (writer !== reader) walk.run();
  if (governed !== undefined) walk.govern(governed);
  return walk.found;
}

/** The rows that look at one thing and are judged in one direction. */
type Bench = { readonly [thing in keyof Required<Judges>]: readonly Row[] };

const benchOf = (direction: Direction): Bench => {
  const rows = CATALOGUE.filter(([, , , rule]) => (rule.direction ?? direction) === direction);
  const looking = (thing: keyof Judges): Row[] => rows.filter(([, , , rule]) => rule[thing] !== undefined);
  return {
    pair: looking('pair'),
    missing: looking('missing'),
    dropped: looking('dropped'),
    schema: looking('schema'),
    governed: looking('governed'),
    governance: looking('governance'),
  };
};

const BENCHES: Readonly<Record<Direction, Bench>> = {
  backward: benchOf('backward'),
  forward: benchOf('forward'),
};

const RECORD: readonly PathStep[] = [];

/** One walk over one pair. What most pairs never need (maps by id and by name) is built when first asked for. */
class Walk {
  readonly found: Finding[] = [];
  readonly #writer: Schema;
  readonly #reader: Schema;
  readonly #direction: Direction;
  readonly #bench: Bench;
  #byId: ReadonlyMap<FieldId, number> | undefined;
  #byName: ReadonlyMap<string, Field> | undefined;
  #asked = 0;

  constructor(writer: Schema, reader: Schema, direction: Direction) {
    this.#writer = writer;
    this.#reader = reader;
    this.#direction = direction;
    this.#bench = BENCHES[direction];
  }

  run(): void {
    const fields = this.#reader.fields;
    let displaced: Displaced | undefined;
    let shared = 0;
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index]!;
      const place = this.#placeOf(field.id, index);
      if (place === undefined) {
        this.#missing(field);
        continue;
      }
      shared++;
      const written = this.#writer.fields[place]!;
      if (place !== index && displaced === undefined) displaced = { field, from: place, to: index };
      if (!unchanged(written, field)) this.#pair(written, field, RECORD);
    }
    if (shared < this.#writer.fields.length) this.#dropped();
    this.#schema(displaced);
  }

  /** Most versions keep their fields where they were: the map is for those that don't. */
  #placeOf(id: FieldId, guess: number): number | undefined {
    if (this.#writer.fields[guess]?.id === id) return guess;
    this.#byId ??= new Map(this.#writer.fields.map((field, place) => [field.id, place]));
    return this.#byId.get(id);
  }

  /** The other field that a reader by name would find at the writer: under the name or, without it, an alias. */
  #nameWas({ id, name, aliases }: Field): Field | undefined {
    let found = this.#named(name);
    for (let index = 0; found === undefined && index < aliases.length; index++)
      found = this.#named(aliases[index]!);
    return found?.id === id ? undefined : found;
  }

  /** A map pays only from about the tenth question on. */
  #named(name: string): Field | undefined {
    if (this.#byName === undefined && this.#asked++ >= 10)
      this.#byName = new Map(this.#writer.fields.map(field => [field.name, field]));
    return this.#byName === undefined
      ? this.#writer.fields.find(field => field.name === name)
      : this.#byName.get(name);
  }

  #pair(writer: Field, reader: Field, above: readonly PathStep[]): void {
    const path = above.length === 0 ? [stepTo(reader)] : [...above, stepTo(reader)];
    const pair: FieldPair = {
      writer,
      reader,
      isLabel: this.#writer.label === writer.id || this.#reader.label === reader.id,
      conversion: conversionOf(writer, reader),
      vocabulary: diffOf(writer, reader),
      nameWas: above.length > 0 || writer.name === reader.name ? undefined : this.#nameWas(reader),
    };
    for (const row of this.#bench.pair) {
      const rule = row[3];
      if (this.#note(row, rule.pair!(pair), path) && rule.settles === true) return;
    }
    const [from, to] = [writer.type, reader.type];
    if (from.kind !== 'list' || to.kind !== 'list' || from.element.id !== to.element.id) return;
    if (!unchanged(from.element, to.element)) this.#pair(from.element, to.element, path);
  }

  #missing(reader: Field): void {
    const missing = { reader, nameWas: this.#nameWas(reader) };
    for (const row of this.#bench.missing) this.#note(row, row[3].missing!(missing), [stepTo(reader)]);
  }

  #dropped(): void {
    const kept = new Set(this.#reader.fields.map(field => field.id));
    for (const writer of this.#writer.fields) {
      if (kept.has(writer.id)) continue;
      for (const row of this.#bench.dropped) this.#note(row, row[3].dropped!({ writer }), [stepTo(writer)]);
    }
  }

  #schema(displaced: Displaced | undefined): void {
    const pair = { writer: this.#writer, reader: this.#reader, displaced };
    for (const row of this.#bench.schema) {
      const verdict = row[3].schema!(pair);
      const field = verdict.kind === 'breaks' ? verdict.field : undefined;
      this.#note(row, verdict, field === undefined ? RECORD : [stepTo(field)]);
    }
  }

  govern(pair: GovernedPair): void {
    for (const row of this.#bench.governed) this.#note(row, row[3].governed!(pair), RECORD);
    for (const field of this.#reader.fields) {
      const [writer, reader] = [pair.writer, pair.reader].map(({ governance }) => governance.get(field.id));
      if (writer === undefined || reader === undefined) continue;
      for (const row of this.#bench.governance)
        this.#note(row, row[3].governance!({ writer, reader }), [stepTo(field)]);
    }
  }

  /** Writes a finding down; whether there was one. */
  #note(row: Row, verdict: Verdict, path: readonly PathStep[]): boolean {
    if (verdict === SAFE || verdict.kind === 'safe') return false;
    const [level, access, , rule] = row;
    const finding: Finding = {
      rule: rule.id,
      level,
      direction: this.#direction,
      access: verdict.access ?? access,
      path,
      from: verdict.from,
      to: verdict.to,
      remedy: rule.remedy,
    };
    const { conversion } = verdict;
    this.found.push(conversion === undefined ? finding : { ...finding, conversion });
    return true;
  }
}

const stepTo = ({ id, name }: Field): PathStep => ({ id, name });

const conversionOf = ({ unit: from }: Field, { unit: to }: Field): Conversion | undefined =>
  from === undefined || to === undefined || from.code === to.code ? undefined : unitConversion(from, to);

const diffOf = ({ vocabulary: from }: Field, { vocabulary: to }: Field): VocabularyDiff | undefined =>
  from === undefined || to === undefined || sameVocabulary(from, to) ? undefined : vocabularyDiff(from, to);
