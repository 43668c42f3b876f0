import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { isNote } from './catalogue.ts';
import type { Direction, Finding } from './finding.ts';
import { Names, namesOf } from './names.ts';
import { keepNested, nestedIn } from './nested-in.ts';
import type { PairMemory } from './pair-memory.ts';
import type { Displaced } from './rule.ts';
import { isFlat, Walk } from './walk.ts';

type Found = readonly Finding[];

/**
 * One schema against one older version after another. Most versions differ from the one before in a field or two, and
 * repeat the others as the same objects at the same places: of those nothing is asked again, nor of what is found of them.
 */
export class WalkAlong {
  readonly #newer: Schema;
  readonly #memory: PairMemory;
  readonly #isOpen: (found: Found) => boolean;
  readonly #lanes: Readonly<Record<Direction, Lane>> = { backward: laneOf(), forward: laneOf() };
  #older: Schema | undefined;
  /** Whether a field of the newer finds another than its own by name: then all of the version is asked for each. */
  #isMisled = false;

  /** @param isOpen  what is to be looked at in each version; of the rest only the promises are counted */
  constructor(newer: Schema, memory: PairMemory, isOpen: (found: Found) => boolean) {
    this.#newer = newer;
    this.#memory = memory;
    this.#isOpen = isOpen;
  }

  /**
   * What is found of an older version, a list a field and one of the record as a whole: backward first, each in the
   * order of the reader's fields, then of those that only the writer has.
   */
  foundOf(older: Schema): readonly Found[] {
    this.#moveTo(older);
    return this.#marks(() => true).map(({ list }) => list);
  }

  openOf(older: Schema): readonly Found[] {
    this.#moveTo(older);
    return this.#marks(({ isOpen }) => isOpen).map(({ list }) => list);
  }

  /** How many promises are broken of an older version by what is not open. */
  settledOf(older: Schema): Readonly<Record<Direction, number>> {
    this.#moveTo(older);
    return { backward: this.#lanes.backward.settled, forward: this.#lanes.forward.settled };
  }

  /** What is found of some fields of an older version, in no order. */
  foundIn(older: Schema, ids: Iterable<FieldId>): readonly Finding[] {
    this.#moveTo(older);
    const { backward, forward } = this.#lanes;
    const found: Finding[] = [];
    for (const id of ids) {
      const newer = namesOf(this.#newer.fields).placeOf(id, 0);
      const before = older.fields.findIndex(field => field.id === id);
      for (const mark of [
        newer === undefined ? undefined : backward.read[newer],
        backward.dropped[before],
        forward.read[before],
        newer === undefined ? undefined : forward.dropped[newer],
      ])
        if (mark !== undefined) found.push(...mark.list);
    }
    return found;
  }

  #marks(isAsked: (mark: Mark) => boolean): readonly Mark[] {
    const asked: Mark[] = [];
    for (const { read, dropped, record } of [this.#lanes.backward, this.#lanes.forward]) {
      // A loop by hand: it alone runs for every field of every version.
      for (const marks of [read, dropped])
        for (let place = 0; place < marks.length; place++) {
          const mark = marks[place];
          if (mark !== undefined && isAsked(mark)) asked.push(mark);
        }
      if (record !== undefined && isAsked(record)) asked.push(record);
    }
    return asked;
  }

  #moveTo(older: Schema): void {
    if (older === this.#older) return;
    const changed = this.#changedFrom(this.#older, older);
    // Of a version that is told apart by steps, the fields that stayed were no reason, nor are those that came.
    this.#isMisled = changed === undefined && this.#misleads(older.fields);
    this.#older = older;
    const asked = changed ?? everywhere(older, this.#newer);
    this.#backward(older, asked);
    this.#forward(older, asked);
  }

  #misleads(fields: readonly Field[]): boolean {
    const seeking = namesOf(this.#newer.fields);
    return fields.some(field => seeking.seeks(field));
  }

  /** `undefined` where what changed may be felt by fields that didn't, or is too much. */
  #changedFrom(before: Schema | undefined, older: Schema): Changed | undefined {
    if (before === undefined || this.#isMisled || before.label !== older.label) return undefined;
    const [was, is] = [before.fields, older.fields];
    const places: number[] = [];
    for (let place = 0; place < was.length || place < is.length; place++)
      if (was[place] !== is[place] && places.push(place) > STEP) return undefined;
    const gone = places.flatMap(place => was[place] ?? []);
    const come = places.flatMap(place => is[place] ?? []);
    if (this.#misleads(come)) return undefined;
    const nested = nestedIn(was);
    const inNewer = nestedIn(this.#newer.fields);
    for (const field of [...gone, ...come])
      if (!isFlat(field) || nested.has(field.id) || inNewer.has(field.id)) return undefined;
    keepNested(is, nested);
    const ids = new Set([...gone, ...come].map(({ id }) => id));
    return {
      places,
      ids,
      placeOf: id => places.find(place => is[place]?.id === id),
    };
  }

  #backward(older: Schema, { places, ids, placeOf }: Changed): void {
    const [written, fields] = [older.fields, this.#newer.fields];
    const names = this.#isMisled ? namesOf(written) : NO_NAMES;
    const walk = new Walk(older, this.#newer, 'backward', { memory: this.#memory.backward, names });
    const lane = this.#lanes.backward;
    const index = namesOf(fields);
    this.#shorten(lane, lane.dropped, written.length);
    for (const id of ids) {
      const place = index.placeOf(id, 0);
      if (place === undefined) continue;
      const from = placeOf(id);
      lane.from[place] = from;
      this.#put(lane, lane.read, place, walk.ofField(at(written, from), fields[place]!));
    }
    for (const place of places) {
      const field = written[place];
      if (field === undefined) continue;
      const isRead = index.placeOf(field.id, place) !== undefined;
      this.#put(lane, lane.dropped, place, isRead ? NOTHING : walk.ofField(field, undefined));
    }
    this.#ofRecord(walk, fields, lane);
  }

  #forward(older: Schema, { places, ids, placeOf }: Changed): void {
    const [written, fields] = [this.#newer.fields, older.fields];
    const names = namesOf(written);
    const walk = new Walk(this.#newer, older, 'forward', { memory: this.#memory.forward, names });
    const lane = this.#lanes.forward;
    this.#shorten(lane, lane.read, fields.length);
    lane.from.length = fields.length;
    for (const place of places) {
      const field = fields[place];
      if (field === undefined) continue;
      const from = names.placeOf(field.id, place);
      lane.from[place] = from;
      this.#put(lane, lane.read, place, walk.ofField(at(written, from), field));
    }
    for (const id of ids) {
      const place = names.placeOf(id, 0);
      if (place === undefined) continue;
      const isRead = placeOf(id) !== undefined;
      this.#put(lane, lane.dropped, place, isRead ? NOTHING : walk.ofField(written[place]!, undefined));
    }
    this.#ofRecord(walk, fields, lane);
  }

  #ofRecord(walk: Walk, fields: readonly Field[], lane: Lane): void {
    walk.record(displacedIn(fields, lane.from));
    lane.settled -= weightOf(lane.record);
    lane.record = this.#markOf(walk.found);
    lane.settled += weightOf(lane.record);
  }

  #put(lane: Lane, marks: (Mark | undefined)[], place: number, list: Found): void {
    const mark = this.#markOf(list);
    lane.settled += weightOf(mark) - weightOf(marks[place]);
    marks[place] = mark;
  }

  #shorten(lane: Lane, marks: (Mark | undefined)[], length: number): void {
    for (let place = length; place < marks.length; place++) lane.settled -= weightOf(marks[place]);
    marks.length = length;
  }

  #markOf(list: Found): Mark | undefined {
    if (list.length === 0) return undefined;
    return { list, isOpen: this.#isOpen(list), promises: list.filter(({ rule }) => !isNote(rule)).length };
  }
}

/** A list of findings, and what it is to every version that has it. */
type Mark = { readonly list: Found; readonly isOpen: boolean; readonly promises: number };

const weightOf = (mark: Mark | undefined): number => (mark === undefined || mark.isOpen ? 0 : mark.promises);

const NOTHING: Found = [];

/** What is known of one direction. */
type Lane = {
  /** By the place of the reader's field, and where the writer has it. */
  readonly read: (Mark | undefined)[];
  readonly from: (number | undefined)[];
  /** By the place of the writer's, of those that the reader doesn't have. */
  readonly dropped: (Mark | undefined)[];
  record: Mark | undefined;
  /** The promises of all of them that aren't open. */
  settled: number;
};

const laneOf = (): Lane => ({ read: [], from: [], dropped: [], record: undefined, settled: 0 });

/** What is to be asked of an older version: its places, and the ids that it or the version before has there. */
type Changed = {
  readonly places: readonly number[];
  readonly ids: ReadonlySet<FieldId>;
  /** Where an older version has one of those ids. */
  readonly placeOf: (id: FieldId) => number | undefined;
};

function everywhere({ fields }: Schema, newer: Schema): Changed {
  const names = namesOf(fields);
  return {
    places: fields.map((_, place) => place),
    ids: new Set([...fields, ...newer.fields].map(({ id }) => id)),
    placeOf: id => names.placeOf(id, 0),
  };
}

/** Beyond so many fields it is as good to ask of all. */
const STEP = 8;

const NO_NAMES = new Names([]);

function displacedIn(fields: readonly Field[], from: readonly (number | undefined)[]): Displaced | undefined {
  for (let to = 0; to < fields.length; to++) {
    const place = from[to];
    if (place !== undefined && place !== to) return { field: fields[to]!, from: place, to };
  }
  return undefined;
}

const at = (fields: readonly Field[], place: number | undefined): Field | undefined =>
  place === undefined ? undefined : fields[place];
