import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { logicalText } from '../../native/avro/logical.ts';
import {
  type AvroEnum,
  type AvroField,
  type AvroFixed,
  type AvroProps,
  type AvroRecord,
  type AvroType,
  type AvroUnion,
  avroTypeText,
  unqualified,
} from '../../native/avro/type.ts';
import { draftOf } from '../contract-extension.ts';
import type { Draft, DraftField, Refused } from '../draft.ts';
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
import { avroDefault } from './avro-default.ts';
import { ADJUSTS, avroTime } from './avro-times.ts';

/** A record schema of Avro as the draft of a contract. */
export function draftOfAvro(type: AvroType): Draft {
  const reading = new AvroReading();
  return reading.draft(type);
}

/** Properties that carry the ids of what they stand on, as Iceberg writes them. */
const ID = { field: 'field-id', element: 'element-id', key: 'key-id', value: 'value-id' } as const;

/** What Avro has words for, beside the type. */
const SAYS: ReadonlySet<string> = new Set(['nullable', 'default', 'aliases', 'doc']);

/** What people write on a field for its type: Avro has readers pass it by, and so does a contract. */
const MISPLACED: Readonly<Record<string, string>> = {
  logicalType: 'it stands on the field, where Avro has readers pass it by: write it on the type',
};

class AvroReading {
  readonly #gathered = new Gathered();
  /** Records that are open: one met again inside itself has no end. */
  readonly #open: AvroRecord[] = [];

  draft(type: AvroType): Draft {
    const none = {
      name: undefined,
      schema: undefined,
      keys: {},
      says: SAYS,
      fields: [],
      pinned: [],
      notes: [],
    };
    if (type.kind !== 'record') {
      const why = `only a record has fields, and this is ${avroTypeText(type)}`;
      return { ...none, refused: [{ path: '/', name: '', why }] };
    }
    this.#open.push(type);
    const fields: DraftField[] = [];
    const refused: Refused[] = [];
    for (const [index, field] of type.fields.entries()) {
      const draft = { ...this.#field(field, `/${field.name}`, true), at: ['fields', index] };
      if ('why' in draft) refused.push(draft);
      else fields.push(draft);
    }
    this.#notesOfRecord(type, '/');
    const { [EXTENSION]: extension } = type.props;
    return draftOf(
      {
        name: nameLike(type.name),
        keys: type.doc === undefined ? {} : { doc: type.doc },
        says: SAYS,
        fields,
        refused,
      },
      this.#gathered,
      extension,
    );
  }

  #field(field: AvroField, path: string, isTop: boolean): DraftField | Refused {
    const { name, aliases, doc, order, props, default: fallback } = field;
    const typed = this.#type(field.type, path, true);
    if (isRefused(typed)) return { path, name, why: typed.refused };
    const initial = fallback === undefined ? undefined : avroDefault(field.type, fallback.value);
    if (fallback !== undefined && initial === undefined)
      return { path, name, why: 'its default has no text in a contract' };
    if (
      fallback !== undefined &&
      typeof fallback.value === 'number' &&
      initial !== fallback.value &&
      typeof initial === 'number'
    )
      this.#gathered.note(
        path,
        `default: ${fallback.value}`,
        `a float holds ${initial}, which is what readers take`,
      );
    if (order !== 'ascending')
      this.#gathered.note(path, `order: ${order}`, 'a contract says nothing of how records are sorted');
    this.#notesOfProps(props, path, [ID.field, EXTENSION, ...Object.keys(MISPLACED)]);
    for (const [key, why] of Object.entries(MISPLACED)) {
      const { [key]: value } = props;
      if (value !== undefined) this.#gathered.note(path, propertyText(key, canonicalJson(value)), why);
    }
    const typeDoc = docOf(field.type);
    if (doc !== undefined && typeDoc !== undefined && typeDoc !== doc) {
      this.#gathered.note(path, 'doc of its type', 'the field has its own');
      this.#gathered.hear(path, 'doc', typeDoc);
    }
    const ownDoc = doc ?? typeDoc;
    const draft: DraftField = {
      path,
      id: idIn(props, ID.field),
      keys: {
        name,
        ...(aliases.length > 0 && { aliases: [...aliases].sort() }),
        ...typed.keys,
        ...(initial !== undefined && { default: { value: initial, means: 'unknown' } }),
        ...(ownDoc !== undefined && { doc: ownDoc }),
      },
      proposed: new Set(typed.proposed),
      parts: typed.parts,
    };
    return isTop ? extended(draft, props[EXTENSION], this.#gathered.notes) : draft;
  }

  /** @param isNamed  whether a doc of the type has a field to stand on */
  #type(type: AvroType, path: string, isNamed: boolean): TypeDraft | RefusedType {
    if (type.kind === 'union') return this.#union(type.branches, path, isNamed);
    const draft = this.#present(type, path, isNamed);
    return isRefused(draft) ? draft : { ...draft, keys: { ...draft.keys, nullable: false } };
  }

  #union(branches: readonly AvroType[], path: string, isNamed: boolean): TypeDraft | RefusedType {
    const present = branches.filter(isPresent);
    const [only] = present;
    if (only === undefined || present.length > 1) {
      const names = branches.map(avroTypeText).join(', ');
      return { refused: `a value of a contract has one type, and this is one of ${names || 'none'}` };
    }
    const draft = this.#present(only, path, isNamed);
    if (isRefused(draft)) return draft;
    return { ...draft, keys: { ...draft.keys, nullable: present.length < branches.length } };
  }

  #present(type: Exclude<AvroType, AvroUnion>, path: string, isNamed: boolean): TypeDraft | RefusedType {
    this.#notesOfProps(type.props, path, [...Object.values(ID), ADJUSTS, EXTENSION]);
    switch (type.kind) {
      case 'null':
        return { refused: 'it can only be null, and says nothing' };
      case 'boolean':
        return this.#unlogical(scalarDraft('bool'), type, path);
      case 'int':
      case 'long': {
        const time = avroTime(type);
        if (time !== undefined) {
          const { physical, ...more } = time;
          return scalarDraft(physical, more);
        }
        return this.#unlogical(scalarDraft(type.kind === 'int' ? 'int32' : 'int64'), type, path);
      }
      case 'float':
        return this.#unlogical(scalarDraft('float32'), type, path);
      case 'double':
        return this.#unlogical(scalarDraft('float64'), type, path);
      case 'string':
        return isLogical(type, 'uuid')
          ? { ...scalarDraft('string', {}, 'identifier'), proposed: [] }
          : this.#unlogical(scalarDraft('string'), type, path);
      case 'bytes':
        if (type.logical?.kind !== 'decimal') return this.#unlogical(scalarDraft('bytes'), type, path);
        return decimalDraft(type.logical);
      case 'fixed':
        if (type.doc !== undefined && !isNamed)
          this.#gathered.text(path, 'doc', type.doc, 'no field has it for its own');
        return this.#fixed(type, path);
      case 'enum':
        return this.#enum(type, path);
      case 'array':
        return this.#array(type, path);
      case 'map':
        return this.#map(type, path);
      case 'record':
        return this.#record(type, path, isNamed);
    }
  }

  #fixed(type: AvroFixed, path: string): TypeDraft | RefusedType {
    this.#noteOfName(type.name, path);
    if (type.aliases.length > 0)
      this.#gathered.note(path, `aliases ${type.aliases.join(', ')}`, 'a contract has no names for types');
    if (type.logical?.kind === 'decimal') {
      this.#gathered.note(
        path,
        `fixed(${type.size})`,
        'a decimal of a contract is stored as bytes of no fixed length',
      );
      return decimalDraft(type.logical);
    }
    if (type.size === 0) return { refused: 'a value of no bytes says nothing' };
    if (isLogical(type, 'uuid'))
      return { ...scalarDraft('fixed', { size: type.size }, 'identifier'), proposed: [] };
    return this.#unlogical(scalarDraft('fixed', { size: type.size }), type, path);
  }

  #enum(type: AvroEnum, path: string): TypeDraft | RefusedType {
    if (type.symbols.length === 0) return { refused: 'an enum without a symbol has no value' };
    const pinned = this.#gathered.pin(vocabularyOf(nameLike(type.name) ?? 'terms', type.symbols, type.doc));
    if (type.aliases.length > 0)
      this.#gathered.note(path, `aliases ${type.aliases.join(', ')}`, 'a vocabulary has one name');
    this.#gathered.note(
      path,
      `enum ${type.name}`,
      'its symbols became a vocabulary; a contract stores terms as text',
    );
    const policy: Json = type.default === undefined ? 'reject' : { map: type.default };
    const keys = {
      physical: 'string',
      logical: 'category',
      vocabulary: pinned.digest,
      unknownPolicy: policy,
    };
    return this.#unlogical({ keys, proposed: ['logical'], parts: {} }, type, path);
  }

  #array(type: Extract<AvroType, { kind: 'array' }>, path: string): TypeDraft | RefusedType {
    const at = `${path}/element`;
    const element = this.#type(type.items, at, false);
    if (isRefused(element)) return element;
    const part = {
      path: at,
      id: idIn(type.props, ID.element),
      keys: element.keys,
      proposed: new Set(element.proposed),
      parts: element.parts,
    };
    const keys = { physical: 'list', logical: 'sequence', maxLength: UNBOUNDED };
    return this.#unlogical(
      { keys, proposed: ['logical', 'maxLength'], parts: { element: part } },
      type,
      path,
    );
  }

  #map(type: Extract<AvroType, { kind: 'map' }>, path: string): TypeDraft | RefusedType {
    const at = `${path}/value`;
    const value = this.#type(type.values, at, false);
    if (isRefused(value)) return value;
    const part = {
      path: at,
      id: idIn(type.props, ID.value),
      keys: value.keys,
      proposed: new Set(value.proposed),
      parts: value.parts,
    };
    const key: DraftField = {
      path: `${path}/key`,
      id: idIn(type.props, ID.key),
      keys: { physical: 'string', logical: 'text', nullable: false },
      proposed: new Set(['logical']),
      parts: {},
    };
    const keys = { physical: 'map', logical: 'mapping', maxEntries: UNBOUNDED };
    return this.#unlogical(
      { keys, proposed: ['logical', 'maxEntries'], parts: { key, value: part } },
      type,
      path,
    );
  }

  #record(type: AvroRecord, path: string, isNamed: boolean): TypeDraft | RefusedType {
    if (this.#open.includes(type))
      return { refused: `${unqualified(type.name)} holds itself, and records of a contract have an end` };
    this.#open.push(type);
    const fields: DraftField[] = [];
    for (const field of type.fields) {
      const draft = this.#field(field, `${path}/${field.name}`, false);
      if ('why' in draft) {
        this.#open.pop();
        return { refused: `its field ${draft.name}: ${draft.why}` };
      }
      fields.push(draft);
    }
    this.#open.pop();
    this.#noteOfName(type.name, path);
    this.#notesOfRecord(type, path);
    if (type.doc !== undefined && !isNamed)
      this.#gathered.text(path, 'doc', type.doc, 'its list or map has its own');
    const keys = { physical: 'struct', logical: 'structure' };
    return this.#unlogical({ keys, proposed: ['logical'], parts: { fields } }, type, path);
  }

  /** A name that an export makes of an id says nothing. */
  #noteOfName(name: string, path: string): void {
    if (!/^r[1-9][0-9]*$/.test(unqualified(name)))
      this.#gathered.note(path, `type name ${name}`, 'a contract has no names for types');
  }

  #notesOfRecord(type: AvroRecord, path: string): void {
    if (type.isError) this.#gathered.note(path, 'error', 'a contract knows records, and no errors');
    if (type.aliases.length > 0)
      this.#gathered.note(path, `aliases ${type.aliases.join(', ')}`, 'a contract has no names for types');
    if (path === '/') {
      this.#notesOfProps(type.props, path, [EXTENSION]);
      this.#unlogical({ keys: {}, proposed: [], parts: {} }, type, path);
    }
  }

  /** A logical type that a contract has no word for is told of; the type below it stands, as for every reader. */
  #unlogical(draft: TypeDraft, { logical }: Pick<AvroFixed, 'logical'>, path: string): TypeDraft {
    if (logical !== undefined) {
      this.#gathered.note(
        path,
        `logicalType ${logicalText(logical)}`,
        'a contract has no type like it; what it is stored as stands',
      );
      this.#gathered.hear(path, 'logicalType', logicalText(logical));
    }
    return draft;
  }

  #notesOfProps(props: AvroProps, path: string, known: readonly string[]): void {
    for (const [key, value] of Object.entries(props))
      if (!known.includes(key)) this.#gathered.word(path, key, value);
  }
}

const decimalDraft = ({
  precision,
  scale,
}: {
  readonly precision: number;
  readonly scale: number;
}): TypeDraft => scalarDraft('decimal', { precision, scale });

const isPresent = (branch: AvroType): branch is Exclude<AvroType, AvroUnion> =>
  branch.kind !== 'null' && branch.kind !== 'union';

const isLogical = ({ logical }: Pick<AvroFixed, 'logical'>, name: string): boolean =>
  logical?.kind === 'other' && logical.name === name;

const idIn = (props: AvroProps, key: string): number | bigint | undefined => {
  const id = props[key];
  return typeof id === 'number' || typeof id === 'bigint' ? id : undefined;
};

/** What is said of a record stands on the field that holds it, where the field has nothing to say. */
function docOf(type: AvroType): string | undefined {
  if (type.kind === 'union') {
    const [only, another] = type.branches.filter(({ kind }) => kind !== 'null');
    return only === undefined || another !== undefined ? undefined : docOf(only);
  }
  return type.kind === 'record' || type.kind === 'fixed' ? type.doc : undefined;
}
