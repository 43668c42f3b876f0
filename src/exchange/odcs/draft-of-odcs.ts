import type { Json } from '../../base/canonical-json.ts';
import { SENSITIVITIES } from '../../contract/contract-shape.ts';
import { draftOf } from '../contract-extension.ts';
import type { Draft, DraftField, Refused, Written } from '../draft.ts';
import { withoutAbsent } from '../draft-of-contract.ts';
import { EXTENSION, extended } from '../extension.ts';
import {
  Gathered,
  isRefused,
  type RefusedType,
  scalarDraft,
  type TypeDraft,
  UNBOUNDED,
} from '../field-draft.ts';
import { nameLike, vocabularyOf } from '../pinned.ts';
import { SourceObject, type SourceProblem } from '../source-object.ts';
import { isBounded } from './is-bounded.ts';
import { type KnownType, LOGICAL_TYPES, NUMBER_FORMATS, physicalTypeOf } from './odcs-types.ts';

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
  if (object === undefined) {
    const known = names.join(', ') || 'none';
    contract.wrong(`one object, or one of several that --object names; there are ${known}`, 'schema');
    return contract.problem!;
  }
  for (const name of names)
    if (name !== names[index]) gathered.note('/', `object ${name}`, 'a contract is of one kind of record');
  const owner = ownerOf(contract);
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
    const doc = object.text('description') ?? contract.object('description')?.text('purpose');
    const extension = this.#custom(object, '/');
    object.json('logicalType');
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
      const position = property.whole('primaryKeyPosition') ?? 0;
      if (isKey) key.push([position, name]);
      const typed = this.#field(property, path, { isTop, isKey });
      if (isRefused(typed)) refused.push({ path, name: written, why: typed.refused });
      else
        fields.push({
          ...typed,
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
    const required = property.flag('required') === true;
    if (isKey && !required)
      this.#gathered.note(path, 'required: false', 'what identifies a record is never null');
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
    const valid = this.#validValues(property, path);
    if (logical === 'array' || logical === 'object') {
      if (physical !== undefined)
        this.#gathered.note(path, `physicalType: ${physical}`, 'what stands in it says its own');
      return logical === 'array'
        ? this.#array(property, options, path)
        : this.#object(property, options, path);
    }
    const draft = this.#scalar(logical, physical, options?.text('format'), path);
    if (isRefused(draft)) return draft;
    const range = rangeOf(options, draft);
    options?.rest(path, this.#gathered.notes);
    const ranged = range === undefined ? draft : { ...draft, keys: { ...draft.keys, range } };
    return valid === undefined ? ranged : this.#enumerated(ranged, valid, path);
  }

  #scalar(
    logical: string | undefined,
    physical: string | undefined,
    format: string | undefined,
    path: string,
  ): TypeDraft | RefusedType {
    const isUuid = format === 'uuid' || physical?.toLowerCase() === 'uuid';
    const width =
      format === undefined || !Object.hasOwn(NUMBER_FORMATS, format) ? undefined : NUMBER_FORMATS[format];
    const known: KnownType | undefined =
      width === undefined
        ? physical === undefined
          ? undefined
          : physicalTypeOf(physical)
        : { physical: width };
    if (physical !== undefined)
      this.#gathered.note(
        path,
        `physicalType: ${physical}`,
        'a contract says what a value is, and not how a database calls it',
      );
    if (format !== undefined && width === undefined && !isUuid)
      this.#gathered.note(path, `format: ${format.slice(0, 80)}`, 'a contract has no place for it');
    const usual =
      logical !== undefined && Object.hasOwn(LOGICAL_TYPES, logical) ? LOGICAL_TYPES[logical] : undefined;
    const found = known ?? usual;
    if (found === undefined)
      return { refused: `nothing says what it is: ${logical ?? physical ?? 'it has no type'}` };
    const draft =
      isUuid && found.physical === 'string'
        ? { ...scalarDraft('string', {}, 'identifier'), proposed: [] }
        : scalarDraft(found.physical, found.more);
    if (
      known !== undefined ||
      found.physical === 'string' ||
      found.physical === 'bool' ||
      found.physical === 'date'
    )
      return draft;
    const guessed = ['physical', ...Object.keys(found.more ?? {})];
    return { ...draft, proposed: [...draft.proposed, ...guessed] };
  }

  /** A list of the only values there may be, which the standard keeps among its rules of quality. */
  #validValues(property: SourceObject, path: string): readonly string[] | undefined {
    let found: readonly string[] | undefined;
    for (const rule of property.objects('quality')) {
      const values = rule.object('arguments')?.json('validValues') ?? rule.json('validValues');
      const isList =
        Array.isArray(values) && values.length > 0 && values.every(value => typeof value === 'string');
      if (isList && found === undefined) found = values as readonly string[];
      else
        this.#gathered.note(
          path,
          `quality rule ${rule.text('name') ?? rule.text('metric') ?? rule.text('rule') ?? rule.text('type') ?? ''}`.trim(),
          'thresholds stand in change records',
        );
    }
    return found;
  }

  #enumerated(draft: TypeDraft, labels: readonly string[], path: string): TypeDraft | RefusedType {
    if (draft.keys['physical'] !== 'string') return { refused: 'its valid values are texts, and it is none' };
    const name = nameLike(path.split('/').at(-1) ?? '') ?? 'terms';
    const pinned = this.#gathered.pin(vocabularyOf(name, labels));
    const { range: _, ...keys } = draft.keys;
    return {
      ...draft,
      keys: { ...keys, logical: 'category', vocabulary: pinned.digest, unknownPolicy: 'reject' },
      proposed: ['logical'],
    };
  }

  #array(property: SourceObject, options: SourceObject | undefined, path: string): TypeDraft | RefusedType {
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

  #object(property: SourceObject, options: SourceObject | undefined, path: string): TypeDraft | RefusedType {
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
      else this.#gathered.note(path, `custom property ${name ?? ''}`, 'a contract has no place for it');
    }
    return extension;
  }
}

/** Of numbers and dates, both ends included; others stay among the options, and are told of. */
function rangeOf(options: SourceObject | undefined, { keys }: TypeDraft): Json | undefined {
  if (options === undefined || !isBounded(keys['physical'])) return undefined;
  const [min, max] = [options.json('minimum') ?? null, options.json('maximum') ?? null];
  return min === null && max === null ? undefined : [min, max];
}

/** Whoever has the role of an owner in the team, if there is one. */
function ownerOf(contract: SourceObject): string | undefined {
  const team = contract.json('team');
  const isList = Array.isArray(team);
  const members = isList ? contract.objects('team') : (contract.object('team')?.objects('members') ?? []);
  const owners = members.filter(member => member.text('role')?.toLowerCase() === 'owner');
  return owners.length === 1 ? (owners[0]!.text('username') ?? owners[0]!.text('name')) : undefined;
}
