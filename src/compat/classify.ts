import type { Field, FieldId, Type } from '../contract/field.ts';
import { childrenOf } from '../contract/nested.ts';
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

/** The fields a writer has in one record. What most pairs never need (maps by id and name) is built when first asked for. */
class Names {
  readonly #fields: readonly Field[];
  #byId: ReadonlyMap<FieldId, number> | undefined;
  #byName: ReadonlyMap<string, Field> | undefined;
  #asked = 0;

  constructor(fields: readonly Field[]) {
    this.#fields = fields;
  }

  /** Most versions keep their fields where they were: the map is for those that don't. */
  placeOf(id: FieldId, guess: number): number | undefined {
    if (this.#fields[guess]?.id === id) return guess;
    this.#byId ??= new Map(this.#fields.map((field, place) => [field.id, place]));
    return this.#byId.get(id);
  }

  /** The other field that a reader by name would find at the writer: under the name or, without it, an alias. */
  was({ id, name, aliases }: Field): Field | undefined {
    let found = this.#named(name);
    for (let index = 0; found === undefined && index < aliases.length; index++)
      found = this.#named(aliases[index]!);
    return found?.id === id ? undefined : found;
  }

  /** A map pays only from about the tenth question on. */
  #named(name: string): Field | undefined {
    if (this.#byName === undefined && this.#asked++ >= 10)
      this.#byName = new Map(this.#fields.map(field => [field.name, field]));
    return this.#byName === undefined
      ? this.#fields.find(field => field.name === name)
      : this.#byName.get(name);
  }
}

/** One walk over one pair. */
class Walk {
  readonly found: Finding[] = [];
  readonly #writer: Schema;
  readonly #reader: Schema;
  readonly #direction: Direction;
  readonly #bench: Bench;

  constructor(writer: Schema, reader: Schema, direction: Direction) {
    this.#writer = writer;
    this.#reader = reader;
    this.#direction = direction;
    this.#bench = BENCHES[direction];
  }

  run(): void {
    this.#schema(this.#fields(this.#writer.fields, this.#reader.fields, RECORD), this.#writer, RECORD);
  }

  /** The fields of a record or of a struct in one; the first of them that stands elsewhere. */
  #fields(
    written: readonly Field[],
    fields: readonly Field[],
    above: readonly PathStep[],
  ): Displaced | undefined {
    const names = new Names(written);
    let displaced: Displaced | undefined;
    let shared = 0;
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index]!;
      const place = names.placeOf(field.id, index);
      if (place === undefined) {
        this.#missing(field, names, above);
        continue;
      }
      shared++;
      const writer = written[place]!;
      if (place !== index && displaced === undefined) displaced = { field, from: place, to: index };
      if (!unchanged(writer, field)) this.#pair(writer, field, above, names);
    }
    if (shared < written.length) this.#dropped(written, fields, above);
    return displaced;
  }

  /** @param names  of the record both lie in; undefined for what is called by no name of its own */
  #pair(writer: Field, reader: Field, above: readonly PathStep[], names: Names | undefined): void {
    const path = pathTo(above, reader);
    const pair: FieldPair = {
      writer,
      reader,
      isLabel: this.#writer.label === writer.id || this.#reader.label === reader.id,
      conversion: conversionOf(writer, reader),
      vocabulary: diffOf(writer, reader),
      nameWas: names === undefined || writer.name === reader.name ? undefined : names.was(reader),
    };
    for (const row of this.#bench.pair) {
      const rule = row[3];
      if (this.#note(row, rule.pair!(pair), path) && rule.settles === true) return;
    }
    this.#inside(writer.type, reader.type, path);
  }

  #inside(from: Type, to: Type, path: readonly PathStep[]): void {
    if (from.kind === 'struct' && to.kind === 'struct') {
      const displaced = this.#fields(from.fields, to.fields, path);
      // Of everything that is asked of records, only the places are asked of a struct.
      if (displaced !== undefined) this.#schema(displaced, this.#reader, path);
      return;
    }
    if (from.kind !== to.kind) return;
    const written = childrenOf(from);
    for (const [index, { field }] of childrenOf(to).entries()) {
      const writer = written[index]!.field;
      if (writer.id === field.id && !unchanged(writer, field)) this.#pair(writer, field, path, undefined);
    }
  }

  #missing(reader: Field, names: Names, above: readonly PathStep[]): void {
    const missing = { reader, nameWas: names.was(reader) };
    for (const row of this.#bench.missing) this.#note(row, row[3].missing!(missing), pathTo(above, reader));
  }

  #dropped(written: readonly Field[], fields: readonly Field[], above: readonly PathStep[]): void {
    const kept = new Set(fields.map(field => field.id));
    for (const writer of written) {
      if (kept.has(writer.id)) continue;
      for (const row of this.#bench.dropped)
        this.#note(row, row[3].dropped!({ writer }), pathTo(above, writer));
    }
  }

  #schema(displaced: Displaced | undefined, writer: Schema, above: readonly PathStep[]): void {
    const pair = { writer, reader: this.#reader, displaced };
    for (const row of this.#bench.schema) {
      const verdict = row[3].schema!(pair);
      const field = verdict.kind === 'breaks' ? verdict.field : undefined;
      this.#note(row, verdict, field === undefined ? RECORD : pathTo(above, field));
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

const pathTo = (above: readonly PathStep[], field: Field): readonly PathStep[] =>
  above.length === 0 ? [stepTo(field)] : [...above, stepTo(field)];

const stepTo = ({ id, name }: Field): PathStep => ({ id, name });

const conversionOf = ({ unit: from }: Field, { unit: to }: Field): Conversion | undefined =>
  from === undefined || to === undefined || from.code === to.code ? undefined : unitConversion(from, to);

const diffOf = ({ vocabulary: from }: Field, { vocabulary: to }: Field): VocabularyDiff | undefined =>
  from === undefined || to === undefined || sameVocabulary(from, to) ? undefined : vocabularyDiff(from, to);
