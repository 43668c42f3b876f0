import { canonicalJson } from '../../base/canonical-json.ts';
import { isTitlesKey } from '../../compat/native/value-naming.ts';
import { KIND_TABLE } from '../../contract/kind-table.ts';
import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import { draftOf } from '../contract-extension.ts';
import { type Draft, type DraftField, type Refused, type Written, wordAt } from '../draft.ts';
import { extended } from '../extension.ts';
import {
  Gathered,
  isRefused,
  propertyText,
  type RefusedType,
  scalarDraft,
  type TypeDraft,
  UNBOUNDED,
} from '../field-draft.ts';
import { nameLike } from '../pinned.ts';
import { jsonDefault } from './json-default.ts';
import { enumerated, ONLY_NULL } from './json-enumeration.ts';
import { rangeIn } from './json-range.ts';
import { SCHEMA_EXTENSION } from './json-schema-document.ts';
import { type Shape, shapeOf } from './json-shape.ts';
import { tellConstraints } from './tell-constraints.ts';
import { WRITTEN_PATTERNS } from './written-patterns.ts';

/** The JSON Schema of a record as the draft of a contract. */
export const draftOfJsonSchema = (schema: JsonSchema): Draft => new SchemaReading().draft(schema);

/** What the keywords have words for, beside the type. */
const SAYS: ReadonlySet<string> = new Set(['nullable', 'default', 'doc', 'range']);

class SchemaReading {
  readonly #gathered = new Gathered();
  /** Schemas that are open: one met again inside itself has no end. */
  readonly #open: JsonSchema[] = [];
  /** An export leaves records open for readers of other versions, and means nothing by it. */
  #isExported = false;
  /** Whether the record is the document itself, and no part of it that is referred to. */
  #isWhole = false;

  draft(schema: JsonSchema): Draft {
    const shape = shapeOf(schema);
    const none = {
      name: undefined,
      schema: undefined,
      keys: {},
      says: SAYS,
      fields: [],
      pinned: [],
      notes: [],
    };
    if (isRefused(shape)) return { ...none, refused: [{ path: '/', name: '', why: shape.refused }] };
    if (!isRecord(shape.schema)) {
      const why = 'only an object with properties has fields';
      return { ...none, refused: [{ path: '/', name: '', why }] };
    }
    const { title, description } = shape;
    const { [SCHEMA_EXTENSION]: extension } = shape.others;
    this.#isExported = extension !== undefined;
    this.#isWhole = shape.schema === schema;
    this.#open.push(shape.schema);
    const { fields, refused } = this.#properties(shape.schema, '', true);
    this.#tell(shape, '/');
    for (const { pointer, value } of schema.notes.unused)
      this.#gathered.note(pointer, propertyText('definition', canonicalJson(value)), 'nothing leads to it');
    this.#tellDefault(shape, '/');
    return draftOf(
      {
        name: title === undefined ? undefined : nameLike(title),
        keys: description === undefined ? {} : { doc: description },
        says: SAYS,
        fields,
        refused,
      },
      this.#gathered,
      extension,
    );
  }

  #properties({ properties, required, additional }: JsonSchema, above: string, isTop: boolean) {
    const fields: DraftField[] = [];
    const refused: Refused[] = [];
    const taken = new Set<string>();
    for (const [key, schema] of properties) {
      const path = `${above}/${key}`;
      const draft = this.#property(schema, key, path, { isRequired: required.has(key), isTop, taken });
      const at = isTop && this.#isWhole ? ['properties', key] : undefined;
      if ('why' in draft) refused.push({ ...draft, at });
      else fields.push(at === undefined ? draft : { ...draft, at });
    }
    for (const name of required)
      if (!properties.has(name))
        this.#gathered.note(
          above === '' ? '/' : above,
          propertyText('required', name),
          'a record of a contract has the fields it says, and no more',
        );
    if (additional?.accepts !== 'none' && !this.#isExported)
      this.#gathered.note(
        above === '' ? '/' : above,
        additional?.accepts === 'some'
          ? propertyText('other keys', canonicalJson(additional.notes.written))
          : 'other keys',
        'a record of a contract has the fields it says, and no more',
      );
    return { fields, refused };
  }

  #property(
    schema: JsonSchema,
    key: string,
    path: string,
    {
      isRequired,
      isTop,
      taken,
    }: { readonly isRequired: boolean; readonly isTop: boolean; readonly taken: Set<string> },
  ): DraftField | Refused {
    const shape = this.#enter(schema);
    if (isRefused(shape)) return { path, name: key, why: shape.refused };
    const typed = this.#type(shape, path);
    this.#open.pop();
    if (isRefused(typed)) return { path, name: key, why: typed.refused };
    const initial = shape.default === undefined ? undefined : jsonDefault(typed, shape.default.value);
    if (shape.default !== undefined && initial === undefined)
      return { path, name: key, why: 'its default is no value of it' };
    if (typeof initial === 'string' && wordAt(typed.keys, 'physical') === 'timestamp')
      if (initial !== shape.default?.value)
        this.#gathered.note(
          path,
          propertyText('default', canonicalJson(shape.default!.value)),
          `an instant is written in UTC: ${initial}`,
        );
    const name = this.#gathered.name(path, key, taken);
    const isAbsent = !isRequired && initial === undefined;
    if (isAbsent && !this.#isExported)
      this.#gathered.note(
        path,
        'not required',
        'a contract reads what is absent as its default: null, which means unknown, is proposed',
      );
    const fallback = isAbsent ? null : initial;
    if (isRequired && initial !== undefined && !this.#isExported)
      this.#gathered.note(path, 'required, with a default', 'a contract reads what is absent as its default');
    const draft: DraftField = {
      path,
      id: undefined,
      keys: {
        name,
        ...typed.keys,
        ...(isAbsent && { nullable: true }),
        ...(fallback !== undefined && { default: { value: fallback, means: 'unknown' } }),
        ...(shape.description !== undefined && { doc: shape.description }),
      },
      proposed: new Set([
        ...typed.proposed,
        ...(isAbsent ? ['nullable', 'default'] : []),
        ...(name === key ? [] : ['name']),
      ]),
      parts: typed.parts,
    };
    this.#tell(shape, path);
    return isTop ? extended(draft, shape.others[SCHEMA_EXTENSION], this.#gathered.notes) : draft;
  }

  #type(shape: Shape, path: string): TypeDraft | RefusedType {
    const draft = this.#present(shape, path);
    return isRefused(draft) ? draft : { ...draft, keys: { ...draft.keys, nullable: shape.nullable } };
  }

  #present(shape: Shape, path: string): TypeDraft | RefusedType {
    const { schema, types } = shape;
    if (shape.values !== undefined) return enumerated(shape.values, shape, path, this.#gathered);
    const [only, ...more] = types;
    if (only === undefined)
      return {
        refused: shape.nullable ? ONLY_NULL : 'nothing says which type it has',
      };
    if (types.includes('fraction') && types.every(type => type === 'fraction' || type === 'integer'))
      return ranged(scalarDraft(schema.format === 'float' ? 'float32' : 'float64'), schema);
    if (more.length > 0)
      return { refused: `a value of a contract has one type, and this is one of ${types.join(', ')}` };
    switch (only) {
      case 'boolean':
        return scalarDraft('bool');
      case 'integer':
        return integerDraft(schema);
      case 'string':
        return this.#text(shape);
      case 'array':
        return this.#array(shape, path);
      case 'object':
        return this.#object(schema, path);
      case 'null':
      case 'fraction':
        return { refused: ONLY_NULL };
    }
  }

  #text({ schema, content }: Shape): TypeDraft {
    const written = schema.pattern === undefined ? undefined : WRITTEN_PATTERNS.get(schema.pattern.source);
    if (written !== undefined) {
      const { physical, ...keys } = written;
      return scalarDraft(physical as 'date', keys);
    }
    if (content === 'base64') return scalarDraft('bytes');
    switch (schema.format) {
      case 'date':
        return scalarDraft('date');
      case 'date-time': {
        const draft = scalarDraft('timestamp', { zone: 'instant', unit: 'us' });
        return { ...draft, proposed: [...draft.proposed, 'unit'] };
      }
      case 'uuid':
        return { ...scalarDraft('string', {}, 'identifier'), proposed: [] };
      default:
        return scalarDraft('string');
    }
  }

  #array({ schema }: Shape, path: string): TypeDraft | RefusedType {
    if (schema.prefix.length > 0)
      return { refused: 'its places have types of their own, and a list has one for all' };
    if (schema.items === undefined || schema.items.accepts === 'all')
      return { refused: 'nothing says what the array holds' };
    const shape = this.#enter(schema.items);
    if (isRefused(shape)) return { refused: `its items: ${shape.refused}` };
    const at = `${path}/element`;
    const element = this.#type(shape, at);
    this.#open.pop();
    if (isRefused(element)) return { refused: `its items: ${element.refused}` };
    this.#tell(shape, at);
    this.#tellDefault(shape, at);
    const doc = shape.description;
    const part: DraftField = {
      path: at,
      id: undefined,
      keys: { ...element.keys, ...(doc !== undefined && { doc }) },
      proposed: new Set(element.proposed),
      parts: element.parts,
    };
    const [min, max] = [schema.minItems, schema.maxItems];
    const isBound = Number.isFinite(max);
    const most = isBound ? max : UNBOUNDED;
    const bounds: Written =
      min === most ? { length: most } : { ...(min > 0 && { minLength: min }), maxLength: most };
    const keys = {
      physical: 'list',
      logical: 'sequence',
      ...bounds,
      ...(schema.uniqueItems && { order: 'set' }),
    };
    // That each stands there once is said; that their order says nothing is not.
    const proposed = ['logical', ...(isBound ? [] : ['maxLength']), ...(schema.uniqueItems ? ['order'] : [])];
    return { keys, proposed, parts: { element: part } };
  }

  #object(schema: JsonSchema, path: string): TypeDraft | RefusedType {
    if (schema.properties.size > 0) {
      const { fields, refused } = this.#properties(schema, path, false);
      const [first] = refused;
      if (first !== undefined) return { refused: `its property ${first.name}: ${first.why}` };
      return { keys: { physical: 'struct', logical: 'structure' }, proposed: ['logical'], parts: { fields } };
    }
    if (schema.additional === undefined || schema.additional.accepts !== 'some')
      return { refused: 'nothing says what the object holds' };
    const shape = this.#enter(schema.additional);
    if (isRefused(shape)) return { refused: `its values: ${shape.refused}` };
    const at = `${path}/value`;
    const value = this.#type(shape, at);
    this.#open.pop();
    if (isRefused(value)) return { refused: `its values: ${value.refused}` };
    this.#tell(shape, at);
    this.#tellDefault(shape, at);
    const part = {
      path: at,
      id: undefined,
      keys: { ...value.keys, ...(shape.description !== undefined && { doc: shape.description }) },
      proposed: new Set(value.proposed),
      parts: value.parts,
    };
    const key: DraftField = {
      path: `${path}/key`,
      id: undefined,
      keys: { physical: 'string', logical: 'text', nullable: false },
      proposed: new Set(['logical']),
      parts: {},
    };
    const isBound = Number.isFinite(schema.maxProperties);
    const maxEntries = isBound ? schema.maxProperties : UNBOUNDED;
    const keys = { physical: 'map', logical: 'mapping', maxEntries };
    const proposed = isBound ? ['logical'] : ['logical', 'maxEntries'];
    return { keys, proposed, parts: { key, value: part } };
  }

  /** The shape of a schema below, which is open until it was read. */
  #enter(schema: JsonSchema): Shape | RefusedType {
    const shape = shapeOf(schema);
    if (isRefused(shape)) return shape;
    if (this.#open.includes(shape.schema))
      return { refused: 'it holds itself, and records of a contract have an end' };
    this.#open.push(shape.schema);
    return shape;
  }

  #tellDefault({ default: fallback }: Shape, path: string): void {
    if (fallback !== undefined)
      this.#gathered.note(
        path,
        propertyText('default', canonicalJson(fallback.value)),
        'only fields have one in a contract',
      );
  }

  #tell(shape: Shape, path: string): void {
    if (path !== '/' && shape.title !== undefined)
      this.#gathered.text(path, 'title', shape.title, 'a field has a name and a doc, no title');
    for (const text of shape.hidden) this.#gathered.note(path, text, 'a nearer one stands in its place');
    for (const [key, value] of shape.unheard)
      this.#gathered.word(path, key, value, 'its draft looks at nothing beside a reference');
    const isBytes = shape.content === 'base64' && shape.types.includes('string');
    if (shape.content !== undefined && !isBytes)
      this.#gathered.note(path, propertyText('content', shape.content), 'a contract has no place for it');
    tellConstraints(shape, (what, why) => this.#gathered.note(path, what, why));
    for (const [key, value] of Object.entries(shape.others))
      if (key !== SCHEMA_EXTENSION && !(isTitlesKey(key) && this.#gathered.named.has(path)))
        this.#gathered.word(path, key, value);
  }
}

const isRecord = ({ types, properties }: JsonSchema): boolean =>
  properties.size > 0 && (types === undefined || types.has('object'));

function ranged(draft: TypeDraft, schema: JsonSchema): TypeDraft {
  const range = rangeIn(schema, wordAt(draft.keys, 'physical').startsWith('int'));
  return range === undefined ? draft : { ...draft, keys: { ...draft.keys, range } };
}

/** Bounds that are those of a type say no range: they say the type. */
function integerDraft(schema: JsonSchema): TypeDraft {
  const range = rangeIn(schema, true);
  if (range === undefined && schema.format === 'int32') return scalarDraft('int32');
  const [min, max] = range ?? [null, null];
  const narrow = NARROW.find(kind => {
    const [least, most] = KIND_TABLE[kind].bounds!;
    return min !== null && max !== null && least === BigInt(min) && most === BigInt(max);
  });
  if (narrow !== undefined) return scalarDraft(narrow);
  const draft = ranged(scalarDraft(schema.format === 'int32' ? 'int32' : 'int64'), schema);
  return schema.format === undefined ? { ...draft, proposed: [...draft.proposed, 'physical'] } : draft;
}

const NARROW = ['int8', 'int16', 'int32', 'uint8', 'uint16', 'uint32'] as const;
