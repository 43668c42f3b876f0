import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import type { Logical } from '../../contract/field.ts';
import { draftOf } from '../contract-extension.ts';
import { type Draft, type DraftField, isWritten, type Refused, type Written } from '../draft.ts';
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
import { nameLike, vocabularyOf } from '../pinned.ts';
import { SourceObject, type SourceProblem } from '../source-object.ts';
import {
  fieldNameIn,
  isEnumeration,
  type KnownRecords,
  knownRecords,
  type NamedSet,
  namedSet,
  referencesIn,
  type Terms,
  typesOf,
} from './croissant-records.ts';
import { CROISSANT_ROLES, CROISSANT_TYPES } from './croissant-types.ts';

/** Whether a document describes a dataset in Croissant. */
export function looksCroissant(document: Json): document is Written {
  if (!isWritten(document)) return false;
  const conforms = [document['conformsTo'], document['dct:conformsTo']].flat() as readonly (
    | Json
    | undefined
  )[];
  return conforms.some(uri => typeof uri === 'string' && /mlcommons\.org\/croissant\//.test(uri));
}

/**
 * One record set of a dataset as the draft of a contract.
 *
 * @param wanted  its name or id, where there are several beside enumerations
 */
export function draftOfCroissant(document: Written, wanted: string | undefined): Draft | SourceProblem {
  const dataset = new SourceObject(document);
  const gathered = new Gathered();
  for (const key of ['@context', '@type', 'conformsTo', 'dct:conformsTo', 'name']) dataset.json(key);
  const sets = dataset.objects('recordSet').map(namedSet);
  const records = sets.filter(({ set }) => !isEnumeration(set));
  const one =
    wanted === undefined && records.length === 1
      ? records[0]
      : sets.find(({ name, id }) => wanted !== undefined && [name, id].includes(wanted));
  if (one === undefined)
    return (
      dataset.problem ??
      dataset.unchosen(
        'recordSet',
        records.map(({ called }) => called),
      )
    );
  for (const { name, id, called } of records)
    if (name !== one.name || id !== one.id)
      gathered.note('/', `record set ${called}`, 'a contract is of one kind of record');
  const reading = new CroissantReading(gathered, knownRecords(document), one);
  const draft = reading.draft(nameLike(one.called), dataset);
  dataset.rest('/', gathered.notes);
  return dataset.problem ?? draft;
}

/** What a record set has words for, beside the type. */
const SAYS: ReadonlySet<string> = new Set(['doc', 'key']);

class CroissantReading {
  readonly #gathered: Gathered;
  readonly #known: KnownRecords;
  readonly #of: NamedSet;

  constructor(gathered: Gathered, known: KnownRecords, of: NamedSet) {
    this.#gathered = gathered;
    this.#known = known;
    this.#of = of;
  }

  draft(name: string | undefined, dataset: SourceObject): Draft {
    const { set } = this.#of;
    for (const key of ['@type', '@id', 'name']) set.json(key);
    for (const type of typesOf(set))
      this.#gathered.note('/', `dataType ${type.slice(0, 80)}`, 'a contract has no kinds of records');
    const keys = referencesIn(set.json('key'));
    const extension = set.json(EXTENSION);
    const { fields, refused, names } = this.#fields(set, 'field', '', keys);
    const key = keys.flatMap(id => names.get(id) ?? []);
    for (const id of keys)
      if (!names.has(id)) this.#gathered.note('/', `key ${id}`, 'a key of a contract is made of its fields');
    const doc = set.text('description') ?? dataset.text('description');
    set.rest('/', this.#gathered.notes, ['data', 'examples']);
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

  #fields(holder: SourceObject, under: 'field' | 'subField', above: string, keys: readonly string[]) {
    const fields: DraftField[] = [];
    const refused: Refused[] = [];
    const names = new Map<string, string>();
    const taken = new Set<string>();
    for (const field of holder.objects(under)) {
      const [id, called] = [field.text('@id'), field.text('name')];
      const written = fieldNameIn(this.#of, id, called);
      field.json('@type');
      if (written === undefined) {
        field.wrong('a name', 'name');
        continue;
      }
      const path = `${above}/${written}`;
      const name = this.#gathered.name(path, written, taken);
      const isTaken = called !== undefined && called !== written;
      if (isTaken)
        this.#gathered.note(path, `name ${called}`, `its record set stands before it: ${name} is proposed`);
      // Documents name the fields of a key with their ids, whole or without the record set, and with their names.
      for (const word of [id, called, written]) if (word !== undefined) names.set(word, name);
      const draft = this.#field(field, path, {
        name,
        isKey: [id, called, written].some(word => word !== undefined && keys.includes(word)),
        isTop: above === '',
      });
      if (isRefused(draft)) refused.push({ path, name: written, why: draft.refused, at: field.at });
      else
        fields.push({
          ...draft,
          at: field.at,
          proposed: name === written && !isTaken ? draft.proposed : new Set([...draft.proposed, 'name']),
        });
    }
    return { fields, refused, names };
  }

  #field(
    field: SourceObject,
    path: string,
    { name, isKey, isTop }: { readonly name: string; readonly isKey: boolean; readonly isTop: boolean },
  ): DraftField | RefusedType {
    const single = this.#single(field, path, isKey);
    if (isRefused(single)) return single;
    const shaped = this.#shapedAs(field);
    const isMany = [shaped.flag('repeated'), shaped.flag('isArray'), isNestedSet(shaped)].includes(true);
    const typed = isMany ? this.#list(shaped, single, path) : single;
    for (const key of ['repeated', 'isArray', 'arrayShape']) field.json(key);
    const keys = { name, ...typed.keys, nullable: !isKey, doc: field.text('description') };
    const extension = field.json(EXTENSION);
    field.rest(path, this.#gathered.notes, ['examples', 'data']);
    const draft: DraftField = {
      path,
      id: undefined,
      keys: withoutAbsent(keys),
      // Nothing in it says that a value is always there.
      proposed: new Set([...typed.proposed, ...(isKey ? [] : ['nullable'])]),
      parts: typed.parts,
    };
    return isTop ? extended(draft, extension, this.#gathered.notes) : draft;
  }

  /** Of one length in one direction it is a list, of lengths in several a tensor. */
  #list(field: SourceObject, single: TypeDraft, path: string): TypeDraft {
    const written = field.text('arrayShape');
    const shape = shapeIn(written);
    if (written !== undefined && shape === undefined && !isOpenLine(written))
      this.#gathered.note(
        path,
        `arrayShape ${written.slice(0, 80)}`,
        'a list has one length, and a tensor one shape',
      );
    const element: DraftField = {
      path: `${path}/element`,
      id: undefined,
      keys: { ...single.keys, nullable: false },
      proposed: new Set([...single.proposed, 'nullable']),
      parts: single.parts,
    };
    const parts = { element };
    if (shape !== undefined && shape.length > 1)
      return { keys: { physical: 'tensor', logical: 'tensor', shape }, proposed: ['logical'], parts };
    const [length] = shape ?? [];
    const bounds: Written = length === undefined ? { maxLength: UNBOUNDED } : { length };
    return {
      keys: { physical: 'list', logical: 'sequence', ...bounds },
      proposed: ['logical', ...(length === undefined ? ['maxLength'] : [])],
      parts,
    };
  }

  #single(field: SourceObject, path: string, isKey: boolean): TypeDraft | RefusedType {
    if (field.json('subField') !== undefined) {
      const { fields, refused } = this.#fields(field, 'subField', path, []);
      for (const type of typesOf(field))
        if (type !== 'RecordSet')
          this.#gathered.note(path, `dataType ${type.slice(0, 80)}`, 'its fields say what it is');
      const [first] = refused;
      if (first !== undefined) return { refused: `its field ${first.name}: ${first.why}` };
      return { keys: { physical: 'struct', logical: 'structure' }, proposed: ['logical'], parts: { fields } };
    }
    const types = typesOf(this.#shapedAs(field));
    const isDerived = types.length > 0 && field.json('dataType') === undefined;
    if (isDerived)
      this.#gathered.note(
        path,
        propertyText('source', canonicalJson(field.json('source') ?? null)),
        'its type is that of the field its values come from',
      );
    const role = types
      .map(type => (Object.hasOwn(CROISSANT_ROLES, type) ? CROISSANT_ROLES[type] : undefined))
      .find(found => found !== undefined);
    const found = types
      .map(type => (Object.hasOwn(CROISSANT_TYPES, type) ? CROISSANT_TYPES[type] : undefined))
      .find(each => each !== undefined);
    for (const type of types)
      if (type === 'Label')
        this.#gathered.note(
          path,
          'Label',
          'a label needs a vocabulary and the index its loss skips; a category does not',
        );
      else if (!Object.hasOwn(CROISSANT_TYPES, type) && !Object.hasOwn(CROISSANT_ROLES, type))
        this.#gathered.note(path, `dataType ${type.slice(0, 80)}`, 'a contract has no type like it');
    if (types.includes('URL')) this.#gathered.note(path, 'URL', 'a contract stores it as text');
    const terms = this.#termsOf(field, path);
    const type = found ?? (role === undefined && terms === undefined ? undefined : CROISSANT_TYPES['Text']);
    if (type === undefined)
      return { refused: `nothing says what its values are: ${types.join(', ') || 'it has no dataType'}` };
    if (terms !== undefined && type.physical === 'string') return this.#enumerated(terms, role, path);
    const logical =
      role !== undefined && (type.physical === 'string' || role === 'category') ? role : undefined;
    const draft = scalarDraft(
      type.physical,
      type.more,
      logical ?? (isKey && type.physical === 'string' ? 'identifier' : undefined),
    );
    return type.isSaid && !isDerived
      ? draft
      : { ...draft, proposed: [...draft.proposed, 'physical', ...Object.keys(type.more ?? {})] };
  }

  /** The field that says what this one is: itself, or without a type of its own the one its values come from. */
  #shapedAs(field: SourceObject): SourceObject {
    if (field.json('dataType') !== undefined || field.json('subField') !== undefined) return field;
    const source = this.#known.sourceOf(field);
    if (source === undefined) return field;
    return source;
  }

  /** The values of the enumeration that a field refers to. */
  #termsOf(field: SourceObject, path: string): Terms | undefined {
    const references = field.json('references');
    if (references === undefined) return undefined;
    const [id] = referencesIn(isWritten(references) ? (references['field'] ?? references) : references);
    const terms = id === undefined ? undefined : this.#known.valuesOf(id);
    if (terms !== undefined) return terms;
    const what = (id ?? canonicalJson(references)).slice(0, 80);
    this.#gathered.note(path, `references ${what}`, 'a contract knows no other records');
    return undefined;
  }

  #enumerated({ labels, areSplits }: Terms, role: Logical | undefined, path: string): TypeDraft {
    const pinned = this.#gathered.pin(
      vocabularyOf(nameLike(path.split('/').at(-1) ?? '') ?? 'terms', labels),
    );
    const keys = {
      physical: 'string',
      logical: areSplits ? 'split' : (role ?? 'category'),
      vocabulary: pinned.digest,
      unknownPolicy: 'reject',
    };
    return { keys, proposed: ['logical', 'unknownPolicy'], parts: {} };
  }
}

/** `3`, `3,4`, `(3, 4)`; undefined where a size is left open. */
function shapeIn(text: string | undefined): readonly number[] | undefined {
  const sizes = text
    ?.replace(/^\(|\)$/g, '')
    .split(',')
    .map(size => size.trim())
    .filter(size => size !== '');
  return sizes !== undefined && sizes.length > 0 && sizes.every(size => /^[1-9][0-9]{0,8}$/.test(size))
    ? sizes.map(Number)
    : undefined;
}

/** Of one direction, and of any length in it: that is what a list is. */
const isOpenLine = (text: string): boolean => /^\(?\s*-1\s*(?:,\s*)?\)?$/.test(text);

/** Records joined to this one, as many as there are. */
const isNestedSet = (field: SourceObject): boolean => typesOf(field).includes('RecordSet');
