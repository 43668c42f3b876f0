import type { Field, FieldId, Type } from '../contract/field.ts';
import { childrenOf } from '../contract/nested.ts';
import type { Schema } from '../contract/schema.ts';
import { type Conversion, unitConversion } from '../contract/unit-conversion.ts';
import { CATALOGUE, type Row } from './catalogue.ts';
import type { Direction, Finding, PathStep } from './finding.ts';
import { Names, namesOf } from './names.ts';
import { nestedIn } from './nested-in.ts';
import type { DirectedMemory, PairMemory } from './pair-memory.ts';
import {
  type Displaced,
  type FieldPair,
  type GovernedPair,
  type Judges,
  partsOf,
  SAFE,
  type Verdict,
} from './rule.ts';
import { differing, PART } from './unchanged.ts';
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
  const walk = new Walk(writer, reader, direction, undefined);
  if (writer !== reader) walk.run();
  if (governed !== undefined) walk.govern(governed);
  return walk.found;
}

/** What is wrong with a schema that has none before it: what its fields declare, and nothing of a pair. */
export function classifyFirst(schema: Schema): readonly Finding[] {
  const walk = new Walk(schema, schema, 'backward', undefined);
  for (const field of schema.fields) walk.declare(field, RECORD);
  return walk.found;
}

/**
 * The same of a pair that is one of many: a list a field, and one of the record as a whole, each the list it was when it
 * was last found.
 */
export function classifyAmong(
  writer: Schema,
  reader: Schema,
  direction: Direction,
  among: Among,
): readonly (readonly Finding[])[] {
  const walk = new Walk(writer, reader, direction, among);
  if (writer !== reader) walk.run();
  return walk.found.length === 0 ? walk.lists : [...walk.lists, walk.found];
}

/** What stands beside the two schemas alone, as `classify` tells it. */
export function classifyBeside(
  writer: Schema,
  reader: Schema,
  direction: Direction,
  governed: GovernedPair,
): readonly Finding[] {
  const walk = new Walk(writer, reader, direction, undefined);
  walk.govern(governed);
  return walk.found;
}

/** What one pair has in common with others that are judged with it. */
export type Among = {
  readonly memory: PairMemory;
  /** The fields that are asked of, by their ids, and nothing of the record as a whole; everything, where it is left out. */
  readonly only?: ReadonlySet<FieldId>;
};

/** The rows that look at one thing and are judged in one direction. */
type Bench = { readonly [thing in Exclude<keyof Judges, 'pair'>]-?: readonly Row[] } & {
  readonly pair: readonly PairRow[];
};

/** A row and the parts it looks at, as `differing` gives them. */
type PairRow = { readonly row: Row; readonly parts: number };

const benchOf = (direction: Direction): Bench => {
  const rows = CATALOGUE.filter(([, , , rule]) => (rule.direction ?? direction) === direction);
  const looking = (thing: keyof Judges): Row[] => rows.filter(([, , , rule]) => rule[thing] !== undefined);
  return {
    pair: looking('pair').map(row => ({ row, parts: partsOf(row[3]) })),
    moved: looking('moved'),
    missing: looking('missing'),
    declared: looking('declared'),
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
const NOTHING: readonly Finding[] = [];

/** One walk over one pair. */
class Walk {
  readonly found: Finding[] = [];
  /** What is remembered, a list a field; without a memory everything is in `found`. */
  readonly lists: (readonly Finding[])[] = [];
  readonly #writer: Schema;
  readonly #reader: Schema;
  readonly #direction: Direction;
  readonly #bench: Bench;
  readonly #directed: DirectedMemory | undefined;
  readonly #only: ReadonlySet<FieldId> | undefined;
  #isMisled: boolean | undefined;

  constructor(writer: Schema, reader: Schema, direction: Direction, among: Among | undefined) {
    this.#directed = among?.memory[direction];
    this.#only = among?.only;
    this.#writer = writer;
    this.#reader = reader;
    this.#direction = direction;
    this.#bench = BENCHES[direction];
  }

  run(): void {
    if (this.#only !== undefined) {
      for (const id of this.#only) this.#one(id);
      return;
    }
    this.#schema(this.#fields(this.#writer.fields, this.#reader.fields, RECORD), this.#writer, RECORD);
  }

  /** One field of the record, without a look at the others. */
  #one(id: FieldId): void {
    const [written, fields] = [this.#writer.fields, this.#reader.fields];
    const names = this.#indexOf(written);
    const index = this.#indexOf(fields).placeOf(id, 0);
    const place = names.placeOf(id, index ?? 0);
    const [writer, reader] = [at(written, place), at(fields, index)];
    if (reader === undefined) {
      if (writer !== undefined) this.#dropped(writer, RECORD);
    } else if (writer === undefined) this.#missing(reader, names, RECORD);
    else if (writer !== reader) this.#both(writer, reader, RECORD, names);
  }

  /** The fields of a record or of a struct in one; the first of them that stands elsewhere. */
  #fields(
    written: readonly Field[],
    fields: readonly Field[],
    above: readonly PathStep[],
  ): Displaced | undefined {
    const names = this.#indexOf(written);
    let displaced: Displaced | undefined;
    const kept = new Array<boolean>(written.length).fill(false);
    let shared = 0;
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index]!;
      const place = names.placeOf(field.id, index);
      if (place === undefined) {
        this.#missing(field, names, above);
        continue;
      }
      kept[place] = true;
      shared++;
      const writer = written[place]!;
      if (place !== index && displaced === undefined) displaced = { field, from: place, to: index };
      if (writer !== field) this.#both(writer, field, above, names);
    }
    if (shared < written.length)
      for (const [place, writer] of written.entries()) if (!kept[place]) this.#dropped(writer, above);
    return displaced;
  }

  #indexOf(fields: readonly Field[]): Names {
    return this.#directed === undefined ? new Names(fields) : namesOf(fields);
  }

  #both(writer: Field, reader: Field, above: readonly PathStep[], names: Names): void {
    const memory = this.#memoryFor(reader, above);
    const nameWas =
      writer.name === reader.name
        ? this.#claimed(names, writer, reader, above)
        : this.#nameWas(names, reader, above);
    const known = nameWas === undefined ? memory?.ofPair(writer, reader) : undefined;
    if (known !== undefined) {
      this.#repeat(known);
      return;
    }
    if (memory !== undefined) this.#taken();
    this.#pair(writer, reader, above, nameWas);
    if (nameWas === undefined && memory !== undefined) memory.keepPair(writer, reader, this.#taken());
  }

  /** Where nothing but the fields decides: not in a struct, and not of the label. */
  #memoryFor({ id }: Field, above: readonly PathStep[]): DirectedMemory | undefined {
    const isLabel = this.#writer.label === id || this.#reader.label === id;
    return above === RECORD && !isLabel ? this.#directed : undefined;
  }

  /**
   * Of one schema against many, the names are asked for again and again: what each field of the many finds in the one is
   * kept; and the one looks only into those of the many in which another field bears a name that it looks for.
   */
  #nameWas(names: Names, reader: Field, above: readonly PathStep[]): Field | undefined {
    if (this.#directed === undefined || above !== RECORD) return names.was(reader);
    if (this.#direction === 'forward') return names.wasKept(reader);
    return this.#misled() ? names.was(reader) : undefined;
  }

  /** The same of aliases beside a name that stayed. What the writer's field has for aliases no other of its fields is called. */
  #claimed(names: Names, writer: Field, reader: Field, above: readonly PathStep[]): Field | undefined {
    if (reader.aliases.every(alias => writer.aliases.includes(alias))) return undefined;
    const isOfMany = this.#directed !== undefined && above === RECORD && this.#direction !== 'forward';
    return isOfMany && !this.#misled() ? undefined : names.claimed(reader);
  }

  #misled(): boolean {
    if (this.#isMisled === undefined) {
      const seeking = namesOf(this.#reader.fields);
      this.#isMisled = this.#writer.fields.some(field => seeking.seeks(field));
    }
    return this.#isMisled;
  }

  #repeat(known: readonly Finding[]): void {
    if (known.length > 0) this.lists.push(known);
  }

  /** What was noted since it was last taken, as a list of its own: of one field, where it is taken before and after it. */
  #taken(): readonly Finding[] {
    if (this.found.length === 0) return NOTHING;
    const taken = this.found.splice(0);
    this.lists.push(taken);
    return taken;
  }

  /** What the rules say of a field that changed. @param nameWas  undefined, too, for what is called by no name of its own */
  #pair(writer: Field, reader: Field, above: readonly PathStep[], nameWas: Field | undefined): void {
    const parts = differing(writer, reader);
    if (parts === 0) return;
    const path = pathTo(above, reader);
    const pair: FieldPair = {
      writer,
      reader,
      direction: this.#direction,
      isLabel: this.#writer.label === writer.id || this.#reader.label === reader.id,
      conversion: (parts & PART.unit) === 0 ? undefined : conversionOf(writer, reader),
      vocabulary: (parts & PART.vocabulary) === 0 ? undefined : diffOf(writer, reader),
      nameWas,
    };
    for (const { row, parts: looks } of this.#bench.pair) {
      if ((looks & parts) === 0) continue;
      const rule = row[3];
      if (this.#note(row, rule.pair!(pair), path) && rule.settles === true) return;
    }
    if ((parts & PART.type) !== 0) this.#inside(writer.type, reader.type, path);
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
      if (writer.id === field.id) this.#pair(writer, field, path, undefined);
    }
  }

  #missing(reader: Field, names: Names, above: readonly PathStep[]): void {
    const moved = this.#elsewhere(this.#writer, reader.id, above);
    if (moved !== undefined) {
      this.#moved(moved, reader, above);
      return;
    }
    const nameWas = this.#nameWas(names, reader, above);
    const isFlat = childrenOf(reader.type).length === 0;
    const memory = isFlat && nameWas === undefined ? this.#memoryFor(reader, above) : undefined;
    const known = memory?.missing.get(reader);
    if (known !== undefined) {
      this.#repeat(known);
      return;
    }
    if (memory !== undefined) this.#taken();
    const path = pathTo(above, reader);
    const missing = { reader, direction: this.#direction, nameWas };
    for (const row of this.#bench.missing) this.#note(row, row[3].missing!(missing), path);
    if (memory !== undefined) memory.missing.set(reader, this.#taken());
    if (!isFlat) this.#insideNew(reader, path);
  }

  /** What lies in a field that is new: it was elsewhere before, or is new itself. */
  #insideNew(parent: Field, path: readonly PathStep[]): void {
    for (const { field } of childrenOf(parent.type)) {
      const moved = this.#elsewhere(this.#writer, field.id, path);
      if (moved !== undefined) {
        this.#moved(moved, field, path);
        continue;
      }
      // Of what only the older has, nothing inside is read: the default of the whole stands in.
      if (this.#direction === 'backward') this.#declared(field, path);
      this.#insideNew(field, pathTo(path, field));
    }
  }

  /** A field, and all inside it, that has nothing before it. */
  declare(field: Field, above: readonly PathStep[]): void {
    this.#declared(field, above);
    const path = pathTo(above, field);
    for (const child of childrenOf(field.type)) this.declare(child.field, path);
  }

  #declared(reader: Field, above: readonly PathStep[]): void {
    for (const row of this.#bench.declared)
      this.#note(row, row[3].declared!({ reader }), pathTo(above, reader));
  }

  /** Whatever else changed of it is said as of any other field. */
  #moved({ field, parent }: Placed, reader: Field, above: readonly PathStep[]): void {
    const last = above.at(-1);
    const moved = { from: placeText(parent), to: placeText(last) };
    for (const row of this.#bench.moved) this.#note(row, row[3].moved!(moved), pathTo(above, reader));
    this.#pair(field, reader, above, undefined);
  }

  /** A field of a schema, wherever it lies in it but not directly in what lies at `above`, where it was looked for. */
  #elsewhere({ fields }: Schema, id: FieldId, above: readonly PathStep[]): Placed | undefined {
    const nested = nestedIn(fields).get(id);
    if (nested !== undefined || above === RECORD) return nested;
    const place = this.#indexOf(fields).placeOf(id, 0);
    return place === undefined ? undefined : { field: fields[place]!, parent: undefined };
  }

  #dropped(writer: Field, above: readonly PathStep[]): void {
    // Where it lies now, it is said to have moved.
    if (this.#elsewhere(this.#reader, writer.id, above) !== undefined) return;
    const memory = this.#memoryFor(writer, above);
    const known = memory?.dropped.get(writer);
    if (known !== undefined) {
      this.#repeat(known);
      return;
    }
    if (memory !== undefined) this.#taken();
    const path = pathTo(above, writer);
    for (const row of this.#bench.dropped) this.#note(row, row[3].dropped!({ writer }), path);
    if (memory !== undefined) memory.dropped.set(writer, this.#taken());
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
      remedy: verdict.remedy ?? rule.remedy,
    };
    const { conversion } = verdict;
    this.found.push(conversion === undefined ? finding : { ...finding, conversion });
    return true;
  }
}

const at = (fields: readonly Field[], place: number | undefined): Field | undefined =>
  place === undefined ? undefined : fields[place];

type Placed = { readonly field: Field; readonly parent: Field | undefined };

const placeText = (parent: PathStep | undefined): string =>
  parent === undefined ? 'the record' : `${parent.name} (${parent.id})`;

const pathTo = (above: readonly PathStep[], field: Field): readonly PathStep[] =>
  above.length === 0 ? [stepTo(field)] : [...above, stepTo(field)];

const stepTo = ({ id, name }: Field): PathStep => ({ id, name });

const conversionOf = ({ unit: from }: Field, { unit: to }: Field): Conversion | undefined =>
  from === undefined || to === undefined ? undefined : unitConversion(from, to);

const diffOf = ({ vocabulary: from }: Field, { vocabulary: to }: Field): VocabularyDiff | undefined =>
  from === undefined || to === undefined ? undefined : vocabularyDiff(from, to);
