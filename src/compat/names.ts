import type { Field, FieldId } from '../contract/field.ts';

/** The fields a writer has in one record. What most pairs never need (maps by id and name) is built when first asked for. */
export class Names {
  readonly #fields: readonly Field[];
  #byId: ReadonlyMap<FieldId, number> | undefined;
  #byName: ReadonlyMap<string, Field> | undefined;
  #asked = 0;
  #sought = 0;
  #owners: ReadonlyMap<string, FieldId | undefined> | undefined;

  constructor(fields: readonly Field[]) {
    this.#fields = fields;
  }

  /** Most versions keep their fields where they were: the map is for those that don't, and pays only after some questions. */
  placeOf(id: FieldId, guess: number): number | undefined {
    if (this.#fields[guess]?.id === id) return guess;
    if (this.#byId === undefined && this.#sought++ < SCANS) {
      const place = this.#fields.findIndex(field => field.id === id);
      return place < 0 ? undefined : place;
    }
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

  /**
   * Whether one of these looks for a writer's field by its name or an alias, and has another id. Where none does, `was`
   * has no answer for any of them.
   */
  seeks(field: Field): boolean {
    this.#owners ??= ownersOf(this.#fields);
    return this.#owners.has(field.name) && this.#owners.get(field.name) !== field.id;
  }

  /** The other field that a reader's alias claims beside its own name: some readers by name refuse the two, some take one. */
  claimed({ id, aliases }: Field): Field | undefined {
    for (const alias of aliases) {
      const found = this.#named(alias);
      if (found !== undefined && found.id !== id) return found;
    }
    return undefined;
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

const SCANS = 24;

/** Whose name or alias a name is; `undefined` where it is that of several. */
function ownersOf(fields: readonly Field[]): ReadonlyMap<string, FieldId | undefined> {
  const owners = new Map<string, FieldId | undefined>();
  for (const { id, name, aliases } of fields)
    for (const each of [name, ...aliases])
      owners.set(each, owners.has(each) && owners.get(each) !== id ? undefined : id);
  return owners;
}

const INDEXES = new WeakMap<readonly Field[], Names>();

/** One index for all the pairs that a record is part of. It follows from the fields alone, and goes when they do. */
export function namesOf(fields: readonly Field[]): Names {
  const known = INDEXES.get(fields);
  if (known !== undefined) return known;
  const names = new Names(fields);
  INDEXES.set(fields, names);
  return names;
}
