import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { SENSITIVITIES } from '../../contract/contract-shape.ts';
import { draftOf } from '../contract-extension.ts';
import type { Draft, DraftField, Refused, Written } from '../draft.ts';
import { withoutAbsent } from '../draft-of-contract.ts';
import { EXTENSION, extended } from '../extension.ts';
import {
  Gathered,
  isRefused,
  propertyText,
  type RefusedType,
  scalarDraft,
  type TypeDraft,
  UNBOUNDED,
} from '../field-draft.ts';
import type { Note } from '../note.ts';
import { nameLike } from '../pinned.ts';
import { SourceObject, type SourceProblem } from '../source-object.ts';
import { rangeOf } from './odcs-range.ts';
import { type Stated, type StatedZone, statedType } from './odcs-types.ts';
import { enumerated, onlyValuesOf, tellRule } from './odcs-values.ts';

/** Whether a document is a contract of the Open Data Contract Standard, version 3. */
export const looksOdcs = (document: Written): boolean =>
  document['kind'] === 'DataContract' &&
  typeof document['apiVersion'] === 'string' &&
  /^v3\./.test(document['apiVersion']);

/**
 * One object of an ODCS contract as the draft of a contract.
 *
 * @param wanted  the name of the object, where there are several
 */
export function draftOfOdcs(document: Written, wanted: string | undefined): Draft | SourceProblem {
  const contract = new SourceObject(document);
  const gathered = new Gathered();
  for (const key of ['kind', 'apiVersion']) contract.json(key);
  const objects = contract.objects('schema');
  const names = objects.map(object => object.text('name') ?? '');
  const index = wanted === undefined && objects.length === 1 ? 0 : names.indexOf(wanted ?? '');
  const object = objects[index];
  if (object === undefined) return contract.problem ?? contract.unchosen('schema', names);
  for (const name of names)
    if (name !== names[index]) gathered.note('/', `object ${name}`, 'a contract is of one kind of record');
  const owner = ownerOf(contract, gathered);
  const reading = new OdcsReading(gathered, owner);
  const draft = reading.draft(object, contract);
  contract.rest('/', gathered.notes);
  return contract.problem ?? draft;
}

/** What the standard has words for, beside the type. */
const SAYS: ReadonlySet<string> = new Set(['nullable', 'doc', 'key', 'sensitivity']);

class OdcsReading {
  readonly #gathered: Gathered;
  readonly #owner: string | undefined;

  constructor(gathered: Gathered, owner: string | undefined) {
    this.#gathered = gathered;
    this.#owner = owner;
  }

  draft(object: SourceObject, contract: SourceObject): Draft {
    const { fields, refused, key } = this.#fields(object, '', true);
    const doc = object.text('description') ?? this.#purpose(contract);
    const extension = this.#custom(object, '/');
    for (const rule of object.objects('quality')) tellRule(rule, '/', this.#gathered);
    if (object.json('logicalType') !== 'object' && object.text('logicalType') !== undefined)
      this.#gathered.note(
        '/',
        propertyText('logicalType', object.text('logicalType') ?? ''),
        'it has properties',
      );
    const name = nameLike(object.text('name') ?? contract.text('name') ?? '');
    object.rest('/', this.#gathered.notes);
    return draftOf(
      {
        name,
        keys: withoutAbsent({ key: key.length === 0 ? undefined : key, doc }),
        says: SAYS,
        fields,
        refused,
      },
      this.#gathered,
      extension,
    );
  }

  /** What the whole contract is for, where the object says nothing of itself. */
  #purpose(contract: SourceObject): string | undefined {
    const about = contract.object('description');
    const purpose = about?.text('purpose');
    about?.rest('/description', this.#gathered.notes);
    return purpose;
  }

  #fields(holder: SourceObject, above: string, isTop: boolean) {
    const fields: DraftField[] = [];
    const refused: Refused[] = [];
    const key: Array<readonly [position: number, name: string]> = [];
    const taken = new Set<string>();
    for (const property of holder.objects('properties')) {
      const written = property.text('name');
      if (written === undefined) {
        property.wrong('a name', 'name');
        continue;
      }
      const path = `${above}/${written}`;
      const name = this.#gathered.name(path, written, taken);
      const isKey = property.flag('primaryKey') === true;
      const position = property.whole('primaryKeyPosition');
      if (isKey) key.push([position ?? 0, name]);
      else if (position !== undefined && position !== NO_POSITION)
        this.#gathered.note(path, `primaryKeyPosition: ${position}`, 'it is not said to be part of a key');
      const typed = this.#field(property, path, { isTop, isKey });
      if (isRefused(typed)) refused.push({ path, name: written, why: typed.refused, at: property.at });
      else
        fields.push({
          ...typed,
          at: property.at,
          keys: { name, ...typed.keys },
          proposed: name === written ? typed.proposed : new Set([...typed.proposed, 'name']),
        });
    }
    return { fields, refused, key: key.sort(([a], [b]) => a - b).map(([, name]) => name) };
  }

  #field(
    property: SourceObject,
    path: string,
    { isTop, isKey }: { readonly isTop: boolean; readonly isKey: boolean },
  ): DraftField | RefusedType {
    const typed = this.#type(property, path);
    if (isRefused(typed)) return typed;
    const stated = property.flag('required');
    const required = stated === true;
    if (isKey && !required)
      this.#gathered.note(
        path,
        stated === false ? 'required: false' : 'primaryKey without required',
        'what identifies a record is never null',
      );
    const keys = {
      ...typed.keys,
      nullable: !required && !isKey,
      doc: property.text('description'),
      ...(isTop && { owner: this.#owner, sensitivity: this.#sensitivity(property, path) }),
    };
    const extension = this.#custom(property, path);
    const id = this.#id(property, path);
    property.rest(path, this.#gathered.notes, ['examples']);
    const draft = {
      path,
      id,
      keys: withoutAbsent(keys),
      proposed: new Set(typed.proposed),
      parts: typed.parts,
    };
    return extended(draft, extension, this.#gathered.notes);
  }

  /** A stable id of the standard is any word; one of digits is what a contract has. */
  #id(property: SourceObject, path: string): number | undefined {
    const id = property.text('id');
    if (id === undefined) return undefined;
    if (/^[1-9][0-9]{0,9}$/.test(id)) return Number(id);
    this.#gathered.note(path, `id ${id.slice(0, 80)}`, 'ids of a contract are numbers');
    return undefined;
  }

  #sensitivity(property: SourceObject, path: string): string | undefined {
    const text = property.text('classification');
    const known = SENSITIVITIES.find(level => level === text?.toLowerCase());
    if (text !== undefined && known === undefined)
      this.#gathered.note(
        path,
        `classification: ${text.slice(0, 80)}`,
        `a contract has ${SENSITIVITIES.join(', ')}`,
      );
    return known;
  }

  #type(property: SourceObject, path: string): TypeDraft | RefusedType {
    const logical = property.text('logicalType');
    const physical = property.text('physicalType');
    const options = property.object('logicalTypeOptions');
    const only = onlyValuesOf(property, path, this.#gathered);
    const nested = logical !== undefined && Object.hasOwn(NESTED, logical) ? NESTED[logical] : undefined;
    if (nested !== undefined) {
      if (only !== undefined) return { refused: `its valid values are for a scalar, and it is ${logical}` };
      if (physical !== undefined)
        this.#gathered.note(path, `physicalType: ${physical}`, 'what stands in it says its own');
      return this[nested](property, options, path);
    }
    const stated = statedType(logical, physical, options?.text('format'), options && (() => zoneIn(options)));
    for (const [what, why] of stated.notes) this.#gathered.note(path, what, why);
    const draft = this.#scalar(stated, logical ?? physical);
    if (isRefused(draft)) return draft;
    const range = rangeOf(options, draft, path, this.#gathered);
    options?.rest(path, this.#gathered.notes);
    const ranged = range === undefined ? draft : { ...draft, keys: { ...draft.keys, range } };
    return only === undefined ? ranged : enumerated(ranged, only, path, this.#gathered);
  }

  #scalar({ found, isSaid, isUuid }: Stated, called: string | undefined): TypeDraft | RefusedType {
    if (found === undefined) return { refused: `nothing says what it is: ${called ?? 'it has no type'}` };
    const draft =
      isUuid && found.physical === 'string'
        ? { ...scalarDraft('string', {}, 'identifier'), proposed: [] }
        : scalarDraft(found.physical, found.more);
    if (isSaid) return draft;
    return { ...draft, proposed: [...draft.proposed, 'physical', ...Object.keys(found.more ?? {})] };
  }

  arrayType(
    property: SourceObject,
    options: SourceObject | undefined,
    path: string,
  ): TypeDraft | RefusedType {
    const items = property.object('items');
    const element = items && this.#field(items, `${path}/element`, { isTop: false, isKey: false });
    if (element === undefined) return { refused: 'nothing says what the array holds' };
    if (isRefused(element)) return { refused: `its items: ${element.refused}` };
    const [min, max] = [options?.whole('minItems') ?? 0, options?.whole('maxItems')];
    options?.rest(path, this.#gathered.notes);
    const bounds =
      max === undefined
        ? { minLength: min, maxLength: UNBOUNDED }
        : min === max
          ? { length: max }
          : { minLength: min, maxLength: max };
    const { minLength, ...rest } = bounds as { readonly minLength?: number };
    const keys = {
      physical: 'list',
      logical: 'sequence',
      ...(minLength !== undefined && minLength > 0 && { minLength }),
      ...rest,
    };
    return { keys, proposed: max === undefined ? ['logical', 'maxLength'] : ['logical'], parts: { element } };
  }

  /** From version 3.2 on. */
  mapType(property: SourceObject, options: SourceObject | undefined, path: string): TypeDraft | RefusedType {
    const map = property.object('map');
    const drafts = (['key', 'value'] as const).map(step => {
      const part = map?.object(step);
      if (part === undefined) return { refused: `nothing says what the ${step}s of the map are` };
      const draft = this.#field(part, `${path}/${step}`, { isTop: false, isKey: false });
      if (isRefused(draft)) return { refused: `its ${step}: ${draft.refused}` };
      // Nothing is looked up by a null.
      return step === 'key' ? { ...draft, keys: { ...draft.keys, nullable: false } } : draft;
    });
    const [key, value] = drafts as [DraftField | RefusedType, DraftField | RefusedType];
    if (isRefused(key)) return key;
    if (isRefused(value)) return value;
    map?.rest(path, this.#gathered.notes);
    options?.rest(path, this.#gathered.notes);
    const keys = { physical: 'map', logical: 'mapping', maxEntries: UNBOUNDED };
    return { keys, proposed: ['logical', 'maxEntries'], parts: { key, value } };
  }

  objectType(
    property: SourceObject,
    options: SourceObject | undefined,
    path: string,
  ): TypeDraft | RefusedType {
    const { fields, refused } = this.#fields(property, path, false);
    options?.rest(path, this.#gathered.notes);
    const [first] = refused;
    if (first !== undefined) return { refused: `its property ${first.name}: ${first.why}` };
    return { keys: { physical: 'struct', logical: 'structure' }, proposed: ['logical'], parts: { fields } };
  }

  #custom(holder: SourceObject, path: string): Json | undefined {
    let extension: Json | undefined;
    for (const custom of holder.objects('customProperties')) {
      const [name, value] = [custom.text('property'), custom.json('value')];
      if (name === EXTENSION) extension = value;
      else {
        const what = propertyText(`custom property ${name ?? ''}`.trim(), canonicalJson(value ?? null));
        this.#gathered.note(path, what, 'a contract has no place for it');
        if (name !== undefined && value !== undefined) this.#gathered.hear(path, name, value);
      }
    }
    return extension;
  }
}

/** What the standard has for a field that is in no key. */
const NO_POSITION = -1;

const zoneIn = (options: SourceObject): StatedZone => ({
  timezone: options.flag('timezone'),
  defaultTimezone: options.text('defaultTimezone'),
});

/** What stands for a logical type that has parts. */
const NESTED: Readonly<Record<string, 'arrayType' | 'objectType' | 'mapType'>> = {
  array: 'arrayType',
  object: 'objectType',
  map: 'mapType',
};

/** Whoever has the role of an owner in the team, if there is one. */
function ownerOf(contract: SourceObject, gathered: Gathered): string | undefined {
  const team = contract.json('team');
  if (team === undefined || team === null) return undefined;
  const whole = Array.isArray(team) ? undefined : contract.object('team');
  const members = whole?.objects('members') ?? contract.objects('team');
  const owners = members.filter(member => member.text('role')?.toLowerCase() === 'owner');
  const [only] = owners.length === 1 ? owners : [];
  const owner = only && (only.text('username') ?? only.text('name'));
  const rest: Note[] = [];
  for (const member of members)
    if (member === only && owner !== undefined) member.rest('/team', rest);
    else rest.push({ path: '/team', what: propertyText('member', member.written), why: '' });
  whole?.rest('/team', rest);
  for (const { path, what } of rest)
    gathered.note(path, what, 'a contract has an owner, and says no more of people');
  return owner;
}
