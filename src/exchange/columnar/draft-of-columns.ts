import type { Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { PHYSICAL_KEY } from '../../contract/arrow-field.ts';
import { parseUnit } from '../../contract/parse-unit.ts';
import { classLabels } from '../../native/columnar/class-labels.ts';
import {
  ARROW_SCHEMA_KEY,
  CONTRACT_KEY,
  type Column,
  type ColumnarSchema,
  type ColumnType,
  columnTypeText,
} from '../../native/columnar/column.ts';
import { readInline } from '../../native/read-document.ts';
import { draftOf } from '../contract-extension.ts';
import { type Draft, type DraftField, isWritten, type Refused } from '../draft.ts';
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
import { nameLike, pinnedFrom, vocabularyOf } from '../pinned.ts';
import { knownExtension, type TensorShape } from './known-extension.ts';

/** The distinct texts of each column that is kept as places in a list of them, by the column's name. */
export type Dictionaries = ReadonlyMap<string, readonly string[]>;

const NONE: Dictionaries = new Map();

/** The schema of a Parquet or an Arrow file as the draft of a contract. */
export function draftOfColumns(schema: ColumnarSchema, dictionaries: Dictionaries = NONE): Draft {
  return new ColumnReading(dictionaries, classLabels(schema)).draft(schema);
}

/** What columns have words for, beside the type. */
const SAYS: ReadonlySet<string> = new Set(['nullable']);

class ColumnReading {
  readonly #gathered = new Gathered();
  readonly #dictionaries: Dictionaries;
  readonly #classes: ReadonlyMap<Column, readonly string[]>;

  constructor(dictionaries: Dictionaries, classes: ReadonlyMap<Column, readonly string[]>) {
    this.#dictionaries = dictionaries;
    this.#classes = classes;
  }

  draft({ columns, keys, contract, said: ofFile, arrowProblem }: ColumnarSchema): Draft {
    const said = contract === undefined ? undefined : this.#json('/', contract);
    const { fields: ofFields, ...ofContract } = isWritten(said) ? said : {};
    const fields: DraftField[] = [];
    const refused: Refused[] = [];
    const taken = new Set<string>();
    for (const [index, column] of columns.entries()) {
      const draft = this.#column(column, `/${column.name}`, taken, true);
      if ('why' in draft) refused.push(draft);
      else {
        const ofField = isWritten(ofFields) ? ofFields[String(index)] : undefined;
        fields.push(extended(draft, ofField, this.#gathered.notes));
      }
    }
    for (const key of keys)
      if (key === ARROW_SCHEMA_KEY) this.#arrowSchema(arrowProblem);
      else if (key !== CONTRACT_KEY) this.#fileKey(key, ofFile?.get(key));
    return draftOf(
      {
        says: SAYS,
        fields,
        refused,
      },
      this.#gathered,
      said === undefined ? undefined : ofContract,
    );
  }

  /** A schema for readers of Arrow: of one whose columns were read with it there is nothing left to tell. */
  #arrowSchema(problem: string | undefined): void {
    if (problem === undefined)
      this.#gathered.note('/', `key ${ARROW_SCHEMA_KEY}`, 'what the contract in the file says was read');
    else if (problem !== '')
      this.#gathered.note('/', `key ${ARROW_SCHEMA_KEY}`, `it was not read: ${problem}`);
  }

  #fileKey(key: string, value: string | undefined): void {
    this.#gathered.note(
      '/',
      value === undefined ? `key ${key}` : `key ${propertyText(key, value)}`,
      'a contract has no place for it',
    );
  }

  #column(written: Column, path: string, taken: Set<string>, isTop: boolean): DraftField | Refused {
    const { column, tensor } = knownExtension(written);
    const typed = this.#measured(this.#type(column, path, isTop, tensor), column);
    if (isRefused(typed)) return { path, name: column.name, why: typed.refused };
    const name = this.#gathered.name(path, column.name, taken);
    const draft: DraftField = {
      path,
      id: column.id,
      keys: { name, ...typed.keys, nullable: column.nullable },
      proposed: new Set([...typed.proposed, ...(name === column.name ? [] : ['name'])]),
      parts: typed.parts,
    };
    return extended(draft, this.#properties(column, path, typed), this.#gathered.notes);
  }

  #part(written: Column, path: string): DraftField | RefusedType {
    const { column, tensor } = knownExtension(written);
    const typed = this.#measured(this.#type(column, path, false, tensor), column);
    if (isRefused(typed)) return typed;
    this.#properties(column, path, typed);
    return {
      path,
      id: column.id,
      keys: { ...typed.keys, nullable: column.nullable },
      proposed: new Set(typed.proposed),
      parts: typed.parts,
    };
  }

  /** The extension among them; the rest has no place in a contract. */
  #properties({ properties }: Column, path: string, { keys }: TypeDraft): Json | undefined {
    let extension: Json | undefined;
    for (const [key, value] of properties) {
      if (keys['logical'] === 'quantity' && UNIT_KEYS.includes(key)) continue;
      if (key === EXTENSION) extension = this.#json(path, value);
      else if (key !== PHYSICAL_KEY) this.#gathered.text(path, key, value, 'a contract has no place for it');
    }
    return extension;
  }

  #json(path: string, text: string): Json | undefined {
    const read = readInline(Buffer.from(text));
    if (!(read instanceof Fault)) return read;
    this.#gathered.note(path, EXTENSION, `${read.code}: it was not read`);
    return undefined;
  }

  /** A number beside whose type a unit stands measures something, where the unit is one. */
  #measured(typed: TypeDraft | RefusedType, { properties }: Column): TypeDraft | RefusedType {
    if (isRefused(typed) || typed.keys['logical'] !== 'number') return typed;
    const written = UNIT_KEYS.flatMap(key => properties.get(key) ?? []);
    const unit = written.length === 1 ? parseUnit(written[0]!) : undefined;
    if (unit === undefined || unit instanceof Fault) return typed;
    return { ...typed, keys: { ...typed.keys, logical: 'quantity', unit: unit.code } };
  }

  #type(column: Column, path: string, isTop: boolean, tensor?: TensorShape): TypeDraft | RefusedType {
    const { type } = column;
    if (type.kind === 'list' && tensor !== undefined) return this.#tensor(type, tensor, path);
    switch (type.kind) {
      case 'bool':
        return scalarDraft('bool');
      case 'int':
        return this.#classesOf(column, path) ?? scalarDraft(integerOf(type));
      case 'float':
        return scalarDraft(type.bits === 16 ? 'float16' : type.bits === 32 ? 'float32' : 'float64');
      case 'decimal':
        return type.scale < 0
          ? { refused: `a contract has no type like ${columnTypeText(type)}` }
          : scalarDraft('decimal', { precision: type.precision, scale: type.scale });
      case 'string':
        return (isTop ? this.#dictionary(column, path) : undefined) ?? scalarDraft('string');
      case 'enum':
        this.#gathered.note(path, 'enum', 'its values are not in the schema: give the field a vocabulary');
        return scalarDraft('string', {}, 'category');
      case 'json':
        return this.#as(scalarDraft('string'), type, path);
      case 'bson':
        return this.#as(scalarDraft('bytes'), type, path);
      case 'uuid':
        this.#gathered.note(path, 'uuid', 'a contract stores it as its 16 bytes');
        return { ...scalarDraft('fixed', { size: 16 }, 'identifier'), proposed: [] };
      case 'binary':
        return scalarDraft('bytes');
      case 'fixed':
        if (type.bytes === 0) return { refused: 'a value of no bytes says nothing' };
        return type.bytes === 2 && column.properties.get(PHYSICAL_KEY) === 'bfloat16'
          ? scalarDraft('bfloat16')
          : scalarDraft('fixed', { size: type.bytes });
      case 'date':
        return scalarDraft('date');
      case 'time':
        return scalarDraft('time', { unit: type.unit });
      case 'duration':
        return scalarDraft('duration', { unit: type.unit });
      case 'timestamp':
        return this.#timestamp(type, path);
      case 'list':
        return this.#list(type, path);
      case 'map':
        return this.#map(type, path);
      case 'struct':
        return this.#struct(type, path);
      case 'int96':
        return { refused: 'a moment in twelve bytes, whose frame nobody wrote down' };
      case 'null':
        return { refused: 'it can only be null, and says nothing' };
      case 'variant':
      case 'interval':
      case 'geometry':
      case 'geography':
      case 'union':
        return { refused: `a contract has no type like ${columnTypeText(type)}` };
    }
  }

  #as(draft: TypeDraft, { kind }: ColumnType, path: string): TypeDraft {
    this.#gathered.note(path, kind, 'a contract has no type like it; what it is stored as stands');
    return draft;
  }

  /** Texts kept as places in a list are a vocabulary, as far as this file goes: others may come. */
  #dictionary(column: Column, path: string): TypeDraft | undefined {
    const labels = this.#dictionaries.get(column.name);
    if (labels === undefined) return undefined;
    const pinned = this.#gathered.pin(vocabularyOf(nameLike(column.name) ?? 'terms', labels));
    this.#gathered.note(
      path,
      `dictionary of ${labels.length}`,
      'its values became a vocabulary; a file knows only those it has, so others pass',
    );
    const keys = {
      physical: 'string',
      logical: 'category',
      vocabulary: pinned.digest,
      unknownPolicy: 'pass',
    };
    return { keys, proposed: ['logical', 'vocabulary', 'unknownPolicy'], parts: {} };
  }

  /** Numbers of classes whose names stand beside the schema. */
  #classesOf(column: Column, path: string): TypeDraft | undefined {
    const { type, name } = column;
    const labels = this.#classes.get(column);
    if (labels === undefined || type.kind !== 'int') return undefined;
    const what = `names of ${labels.length} classes`;
    const pinned = vocabularyOf(nameLike(name) ?? 'classes', labels);
    if (pinnedFrom(pinned.document) instanceof Fault) {
      this.#gathered.note(path, propertyText(what, labels.join(', ')), 'they make no list of terms');
      return undefined;
    }
    this.#gathered.pin(pinned);
    this.#gathered.note(
      path,
      what,
      'they became a vocabulary; others pass, since datasets stores -1 where it has no label',
    );
    return {
      keys: {
        physical: integerOf(type),
        logical: 'category',
        vocabulary: pinned.digest,
        unknownPolicy: 'pass',
      },
      proposed: ['logical', 'unknownPolicy'],
      parts: {},
    };
  }

  #timestamp(type: Extract<ColumnType, { kind: 'timestamp' }>, path: string): TypeDraft {
    const { zone, unit } = type;
    if (zone !== undefined && !UTC.has(zone))
      this.#gathered.note(
        path,
        `zone ${zone}`,
        'an instant is the same in every zone; how it is shown is lost',
      );
    return scalarDraft('timestamp', { zone: zone === undefined ? 'local' : 'instant', unit });
  }

  #list({ element, size }: Extract<ColumnType, { kind: 'list' }>, path: string): TypeDraft | RefusedType {
    const part = this.#part(element, `${path}/element`);
    if (isRefused(part)) return part;
    const keys = { physical: 'list', logical: 'sequence' };
    return size === undefined
      ? {
          keys: { ...keys, maxLength: UNBOUNDED },
          proposed: ['logical', 'maxLength'],
          parts: { element: part },
        }
      : { keys: { ...keys, length: size }, proposed: ['logical'], parts: { element: part } };
  }

  #tensor(
    { element }: Extract<ColumnType, { kind: 'list' }>,
    { shape, axes }: TensorShape,
    path: string,
  ): TypeDraft | RefusedType {
    const at = `${path}/element`;
    const part = this.#part({ ...element, nullable: false }, at);
    if (isRefused(part)) return part;
    if (element.nullable) this.#gathered.note(at, 'nullable', 'a tensor of a contract holds no null');
    const keys = {
      physical: 'tensor',
      logical: 'tensor',
      shape,
      ...(axes !== undefined && { convention: axes }),
    };
    return { keys, proposed: ['logical'], parts: { element: part } };
  }

  #map({ key, value }: Extract<ColumnType, { kind: 'map' }>, path: string): TypeDraft | RefusedType {
    const keyPart = this.#part(key, `${path}/key`);
    if (isRefused(keyPart)) return keyPart;
    const valuePart = this.#part(value, `${path}/value`);
    if (isRefused(valuePart)) return valuePart;
    const keys = { physical: 'map', logical: 'mapping', maxEntries: UNBOUNDED };
    return { keys, proposed: ['logical', 'maxEntries'], parts: { key: keyPart, value: valuePart } };
  }

  #struct(
    { fields: columns }: Extract<ColumnType, { kind: 'struct' }>,
    path: string,
  ): TypeDraft | RefusedType {
    const fields: DraftField[] = [];
    const taken = new Set<string>();
    for (const column of columns) {
      const draft = this.#column(column, `${path}/${column.name}`, taken, false);
      if ('why' in draft) return { refused: `its field ${draft.name}: ${draft.why}` };
      fields.push(draft);
    }
    return { keys: { physical: 'struct', logical: 'structure' }, proposed: ['logical'], parts: { fields } };
  }
}

const UNIT_KEYS: readonly string[] = ['unit', 'units'];

const UTC: ReadonlySet<string> = new Set(['UTC', 'Etc/UTC', '+00:00', 'Z']);

const integerOf = ({ bits, signed }: Extract<ColumnType, { kind: 'int' }>) =>
  INTEGERS[`${signed ? 'int' : 'uint'}${bits}`] ?? 'int64';

const INTEGERS: Readonly<
  Record<string, 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64'>
> = {
  int8: 'int8',
  int16: 'int16',
  int32: 'int32',
  int64: 'int64',
  uint8: 'uint8',
  uint16: 'uint16',
  uint32: 'uint32',
  uint64: 'uint64',
};
