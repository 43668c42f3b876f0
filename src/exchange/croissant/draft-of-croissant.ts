import type { Json } from '../../base/canonical-json.ts';
import { draftOf } from '../contract-extension.ts';
import { type Draft, type DraftField, isWritten, type Refused, type Written } from '../draft.ts';
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
import { CROISSANT_ROLES, CROISSANT_TYPES, unprefixed } from './croissant-types.ts';

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
  const sets = dataset
    .objects('recordSet')
    .map(set => ({ set, name: set.text('name'), id: set.text('@id') }));
  const enumerations = enumerationsIn(sets);
  const records = sets.filter(({ set }) => !isEnumeration(set));
  const one =
    wanted === undefined && records.length === 1
      ? records[0]
      : records.find(({ name, id }) => wanted !== undefined && [name, id].includes(wanted));
  if (one === undefined) {
    const known = records.map(({ name, id }) => name ?? id ?? '').join(', ') || 'none';
    dataset.wrong(`one record set, or one of several that --object names; there are ${known}`, 'recordSet');
    return dataset.problem!;
  }
  for (const { name, id } of records)
    if (name !== one.name || id !== one.id)
      gathered.note('/', `record set ${name ?? id ?? ''}`, 'a contract is of one kind of record');
  const draft = new CroissantReading(gathered, enumerations).draft(
    one.set,
    nameLike(one.name ?? one.id ?? ''),
    dataset,
  );
  dataset.rest('/', gathered.notes);
  return dataset.problem ?? draft;
}

type NamedSet = {
  readonly set: SourceObject;
  readonly name: string | undefined;
  readonly id: string | undefined;
};

const isEnumeration = (set: SourceObject): boolean =>
  [set.json('dataType')].flat().some(type => typeof type === 'string' && unprefixed(type) === 'Enumeration');

/** The values that the rows of an enumeration have in each field, by the id of the field. */
function enumerationsIn(sets: readonly NamedSet[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { set } of sets) {
    if (!isEnumeration(set)) continue;
    const rows = set.list('data').filter(isWritten);
    const ids = new Set(rows.flatMap(row => Object.keys(row)));
    for (const id of ids) {
      const values = rows.map(row => row[id]);
      if (values.every(value => typeof value === 'string') && new Set(values).size === values.length)
        found.set(id, values as readonly string[]);
    }
  }
  return found;
}

/** What a record set has words for, beside the type. */
const SAYS: ReadonlySet<string> = new Set(['doc', 'key']);

class CroissantReading {
  readonly #gathered: Gathered;
  readonly #enumerations: ReadonlyMap<string, readonly string[]>;

  constructor(gathered: Gathered, enumerations: ReadonlyMap<string, readonly string[]>) {
    this.#gathered = gathered;
    this.#enumerations = enumerations;
  }

  draft(set: SourceObject, name: string | undefined, dataset: SourceObject): Draft {
    for (const key of ['@type', '@id', 'name']) set.json(key);
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
      const id = field.text('@id');
      const written = field.text('name') ?? id?.split('/').at(-1);
      field.json('@type');
      if (written === undefined) {
        field.wrong('a name', 'name');
        continue;
      }
      const path = `${above}/${written}`;
      const name = this.#gathered.name(path, written, taken);
      if (id !== undefined) names.set(id, name);
      const draft = this.#field(field, path, {
        name,
        isKey: id !== undefined && keys.includes(id),
        isTop: above === '',
      });
      if (isRefused(draft)) refused.push({ path, name: written, why: draft.refused });
      else
        fields.push(name === written ? draft : { ...draft, proposed: new Set([...draft.proposed, 'name']) });
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
    const typed =
      field.flag('repeated') === true || field.flag('isArray') === true
        ? this.#list(field, single, path)
        : single;
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
    if (written !== undefined && shape === undefined)
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
      field.json('dataType');
      const [first] = refused;
      if (first !== undefined) return { refused: `its field ${first.name}: ${first.why}` };
      return { keys: { physical: 'struct', logical: 'structure' }, proposed: ['logical'], parts: { fields } };
    }
    const types = [field.json('dataType')]
      .flat()
      .filter(type => typeof type === 'string')
      .map(unprefixed);
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
    const labels = this.#labelsOf(field, path);
    const type = found ?? (role === undefined && labels === undefined ? undefined : CROISSANT_TYPES['Text']);
    if (type === undefined)
      return { refused: `nothing says what its values are: ${types.join(', ') || 'it has no dataType'}` };
    if (labels !== undefined && type.physical === 'string') return this.#enumerated(labels, path);
    const logical =
      role !== undefined && (type.physical === 'string' || role === 'category') ? role : undefined;
    const draft = scalarDraft(
      type.physical,
      type.more,
      logical ?? (isKey && type.physical === 'string' ? 'identifier' : undefined),
    );
    return type.isSaid
      ? draft
      : { ...draft, proposed: [...draft.proposed, 'physical', ...Object.keys(type.more ?? {})] };
  }

  /** The values of the enumeration that a field refers to. */
  #labelsOf(field: SourceObject, path: string): readonly string[] | undefined {
    const references = field.json('references');
    const [id] = referencesIn(isWritten(references) ? (references['field'] ?? references) : references);
    if (id === undefined) return undefined;
    const labels = this.#enumerations.get(id);
    if (labels === undefined)
      this.#gathered.note(path, `references ${id.slice(0, 80)}`, 'a contract knows no other records');
    return labels === undefined || labels.length === 0 ? undefined : labels;
  }

  #enumerated(labels: readonly string[], path: string): TypeDraft {
    const pinned = this.#gathered.pin(
      vocabularyOf(nameLike(path.split('/').at(-1) ?? '') ?? 'terms', labels),
    );
    const keys = {
      physical: 'string',
      logical: 'category',
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

/** `{"@id": "a/b"}`, a list of such, or a text. */
function referencesIn(value: Json | undefined): readonly string[] {
  return [value].flat().flatMap(one => {
    if (typeof one === 'string') return [one];
    const id = isWritten(one) ? one['@id'] : undefined;
    return typeof id === 'string' ? [id] : [];
  });
}
