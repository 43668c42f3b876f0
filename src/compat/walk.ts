import type { Field, FieldId, Type } from '../contract/field.ts';
import { childrenOf } from '../contract/nested.ts';
import type { Schema } from '../contract/schema.ts';
import { type Conversion, unitConversion } from '../contract/unit-conversion.ts';
import { CATALOGUE, type Row } from './catalogue.ts';
import type { Direction, Finding, PathStep } from './finding.ts';
import { Names } from './names.ts';
import { nestedIn } from './nested-in.ts';
import type { DirectedMemory } from './pair-memory.ts';
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

/** One walk over one pair of a writer and a reader. What it finds of many is told field by field. */
export class Walk {
  readonly found: Finding[] = [];
  readonly #writer: Schema;
  readonly #reader: Schema;
  readonly #direction: Direction;
  readonly #bench: Bench;
  readonly #among: Among | undefined;

  constructor(writer: Schema, reader: Schema, direction: Direction, among?: Among) {
    this.#writer = writer;
    this.#reader = reader;
    this.#direction = direction;
    this.#bench = BENCHES[direction];
    this.#among = among;
  }

  run(): void {
    this.record(this.#fields(this.#writer.fields, this.#reader.fields, RECORD));
  }

  /**
   * What is found of one field of the record, the very list it was when it was last found. Only where the walk is one
   * of many.
   */
  ofField(writer: Field | undefined, reader: Field | undefined): readonly Finding[] {
    if (writer === reader) return NOTHING;
    const { memory, names } = this.#among!;
    const nameWas = reader === undefined ? undefined : nameOf(names, writer, reader);
    const isKept = nameWas === undefined && this.#isAlone(writer, reader);
    const known = isKept ? memory.ofPair(writer, reader) : undefined;
    if (known !== undefined) return known;
    if (reader === undefined) this.#dropped(writer!, RECORD);
    else if (writer === undefined) this.#missing(reader, names, RECORD);
    else this.#pair(writer, reader, RECORD, nameWas);
    const found = this.found.length === 0 ? NOTHING : this.found.splice(0);
    if (isKept) memory.keepPair(writer, reader, found);
    return found;
  }

  /** Whether nothing else of the two records has a part in it: neither is the label, lies elsewhere, or has others in it. */
  #isAlone(writer: Field | undefined, reader: Field | undefined): boolean {
    const { id } = (writer ?? reader)!;
    if (this.#writer.label === id || this.#reader.label === id) return false;
    if (writer === undefined) return isFlat(reader!) && !nestedIn(this.#writer.fields).has(id);
    if (reader === undefined) return isFlat(writer) && !nestedIn(this.#reader.fields).has(id);
    return isFlat(writer) && isFlat(reader);
  }

  /** The fields of a record or of a struct in one; the first of them that stands elsewhere. */
  #fields(
    written: readonly Field[],
    fields: readonly Field[],
    above: readonly PathStep[],
  ): Displaced | undefined {
    const names = new Names(written);
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
      if (writer !== field) this.#pair(writer, field, above, nameOf(names, writer, field));
    }
    if (shared < written.length)
      for (const [place, writer] of written.entries()) if (!kept[place]) this.#dropped(writer, above);
    return displaced;
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
    const path = pathTo(above, reader);
    const missing = { reader, direction: this.#direction, nameWas: names.was(reader) };
    for (const row of this.#bench.missing) this.#note(row, row[3].missing!(missing), path);
    this.#insideNew(reader, path);
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
    const field = fields.find(each => each.id === id);
    return field && { field, parent: undefined };
  }

  #dropped(writer: Field, above: readonly PathStep[]): void {
    // Where it lies now, it is said to have moved.
    if (this.#elsewhere(this.#reader, writer.id, above) !== undefined) return;
    const path = pathTo(above, writer);
    for (const row of this.#bench.dropped) this.#note(row, row[3].dropped!({ writer }), path);
  }

  /** What is asked of the record as a whole. @param displaced  the first of its fields that stands elsewhere */
  record(displaced: Displaced | undefined): void {
    this.#schema(displaced, this.#writer, RECORD);
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
    const keys = { writer: this.#writer.key, reader: this.#reader.key };
    const record = { ...pair, keys };
    for (const row of this.#bench.governed) this.#note(row, row[3].governed!(record), RECORD);
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

/** What one pair of many has in common with the others. */
export type Among = {
  readonly memory: DirectedMemory;
  /** The writer's fields by name, as far as a field of the reader may find another than its own there. */
  readonly names: Names;
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

export const isFlat = ({ type }: Field): boolean => childrenOf(type).length === 0;

/** The other field of the writer that a reader by name would take for this one. */
function nameOf(names: Names, writer: Field | undefined, reader: Field): Field | undefined {
  if (writer?.name !== reader.name) return names.was(reader);
  return reader.aliases.every(alias => writer.aliases.includes(alias)) ? undefined : names.claimed(reader);
}

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
