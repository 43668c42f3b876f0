import { canonicalJson } from '../../base/canonical-json.ts';
import type { Fault } from '../../base/fault.ts';
import { icebergTypeText } from '../../native/iceberg/parse-struct.ts';
import type {
  IcebergDefault,
  IcebergField,
  IcebergMap,
  IcebergSchema,
  IcebergStruct,
  IcebergType,
} from '../../native/iceberg/type.ts';
import { displacedField } from '../displaced-field.ts';
import type { Direction, NativeFinding } from '../finding.ts';
import { docUnits } from '../native/doc-unit.ts';
import { Found, stepped } from '../native/found.ts';
import { brief } from '../wording.ts';
import { defaultMeant } from './default-meant.ts';
import { fieldsById } from './fields-by-id.ts';
import { ICEBERG_RULES, type IcebergRule } from './iceberg-rules.ts';
import { judgePast } from './judge-past.ts';
import { type Around, judgeTypes } from './judge-types.ts';
import { isOneKind } from './promotions.ts';
import { sameType } from './same-type.ts';

/**
 * What a reader that projects by id suffers from files a writer may have written.
 *
 * @faults NATIVE_TOO_LARGE
 */
export function judgeIceberg(
  writer: IcebergSchema,
  reader: IcebergSchema,
  direction: Direction,
): readonly NativeFinding[] | Fault {
  const found = new Found(ICEBERG_RULES, direction);
  new Walk(found, writer, reader).run();
  if (direction === 'backward') judgePast(found, writer, reader);
  return found.all();
}

class Walk {
  readonly #found: Found<IcebergRule>;
  readonly #writer: IcebergSchema;
  readonly #reader: IcebergSchema;
  /** Wherever a field stands, by its id. */
  readonly #written: ReadonlyMap<number, IcebergField>;
  readonly #read: ReadonlyMap<number, IcebergField>;

  constructor(found: Found<IcebergRule>, writer: IcebergSchema, reader: IcebergSchema) {
    this.#found = found;
    this.#writer = writer;
    this.#reader = reader;
    this.#written = fieldsById(writer.root);
    this.#read = fieldsById(reader.root);
  }

  run(): void {
    const [writer, reader] = [this.#writer, this.#reader];
    const stated = writer.table !== undefined && reader.table !== undefined;
    if (stated && reader.formatVersion < writer.formatVersion)
      this.#found.add(
        'FORMAT_VERSION_NEWER',
        '$',
        `version ${writer.formatVersion}`,
        `version ${reader.formatVersion}`,
      );
    const [from, to] = [this.#identifiers(writer), this.#identifiers(reader)];
    if (String(writer.identifierIds) !== String(reader.identifierIds))
      this.#found.add('IDENTIFIERS_CHANGED', '$', from, to);
    this.#struct(writer.root, reader.root, '$');
  }

  #identifiers({ identifierIds }: IcebergSchema): string {
    if (identifierIds.length === 0) return 'none';
    return brief(identifierIds, id => `${(this.#written.get(id) ?? this.#read.get(id))?.name} (${id})`);
  }

  #struct(writer: IcebergStruct, reader: IcebergStruct, above: string): void {
    if (!this.#found.spend(writer.fields.length + reader.fields.length)) return;
    const places = new Map(writer.fields.map(({ id }, place) => [id, place]));
    const dropped = writer.fields.filter(({ id }) => !this.#read.has(id));
    const ids = new Map(writer.fields.map(({ name, id }) => [name, id]));
    for (const field of reader.fields) {
      const path = stepped(above, `.${field.name}`);
      const place = places.get(field.id);
      if (place !== undefined) {
        this.#field(writer.fields[place]!, field, path);
      } else if (this.#written.has(field.id))
        this.#found.add('FIELD_MOVED', path, `${this.#written.get(field.id)!.name} elsewhere`, field.name);
      else this.#missing(field, path);
      const before = ids.get(field.name);
      if (before !== undefined && before !== field.id)
        this.#found.add('NAME_REUSED', path, `id ${before}`, `id ${field.id}`);
    }
    for (const field of dropped)
      this.#found.add(
        'FIELD_DROPPED',
        stepped(above, `.${field.name}`),
        icebergTypeText(field.type),
        'absent',
      );
    const displaced = displacedField(reader.fields.map(({ id }) => places.get(id)));
    if (displaced !== undefined) {
      const { index, from, to } = displaced;
      const path = stepped(above, `.${reader.fields[index]!.name}`);
      this.#found.add('FIELD_REORDERED', path, `place ${from}`, `place ${to}`);
    }
  }

  #field(writer: IcebergField, reader: IcebergField, path: string): void {
    if (writer.name !== reader.name) {
      if (!isOneKind(writer.type, reader.type)) {
        const [from, to] = [writer, reader].map(one => `${one.name}, ${icebergTypeText(one.type)}`);
        this.#found.add('ID_REUSED', path, from!, to!);
        return;
      }
      this.#found.add('FIELD_RENAMED', path, writer.name, reader.name);
    }
    this.#nullability(writer.required, reader.required, path);
    this.#defaults(writer, reader, path);
    if (writer.doc !== reader.doc) {
      this.#found.add('DOC_CHANGED', path, docText(writer.doc), docText(reader.doc));
      const units = docUnits(writer.doc, reader.doc);
      if (units !== undefined) this.#found.add('DOC_UNIT_CHANGED', path, units.from, units.to);
    }
    this.#types(writer.type, reader.type, path, reader.id);
  }

  #nullability(writer: boolean, reader: boolean, path: string): void {
    if (writer === reader) return;
    const [from, to] = [writer ? 'required' : 'optional', reader ? 'required' : 'optional'];
    this.#found.add(reader ? 'OPTIONAL_TO_REQUIRED' : 'REQUIRED_TO_OPTIONAL', path, from, to);
  }

  #defaults(writer: IcebergField, reader: IcebergField, path: string): void {
    this.#default(
      'INITIAL_DEFAULT_CHANGED',
      [writer.type, writer.initialDefault],
      [reader.type, reader.initialDefault],
      path,
    );
    this.#default(
      'WRITE_DEFAULT_CHANGED',
      [writer.type, writer.writeDefault],
      [reader.type, reader.writeDefault],
      path,
    );
  }

  /** Two spellings of one value are no change. */
  #default(rule: IcebergRule, before: Typed, after: Typed, path: string): void {
    const [from, to] = [defaultText(before[1]), defaultText(after[1])];
    if (from === to || canonicalJson(meant(before)) === canonicalJson(meant(after))) return;
    this.#found.add(rule, path, shown(from), shown(to));
  }

  #types(writer: IcebergType, reader: IcebergType, path: string, id: number): void {
    if (writer.kind === 'struct' && reader.kind === 'struct') this.#struct(writer, reader, path);
    else if (writer.kind === 'list' && reader.kind === 'list') {
      const below = stepped(path, '[]');
      if (!this.#sameId(writer.elementId, reader.elementId, below)) return;
      this.#nullability(writer.elementRequired, reader.elementRequired, below);
      this.#types(writer.element, reader.element, below, reader.elementId);
    } else if (writer.kind === 'map' && reader.kind === 'map') this.#map(writer, reader, path);
    else judgeTypes(this.#found, writer, reader, path, this.#around(id));
  }

  #map(writer: IcebergMap, reader: IcebergMap, path: string): void {
    const [key, value] = [stepped(path, '{key}'), stepped(path, '{}')];
    if (this.#sameId(writer.keyId, reader.keyId, key) && !sameType(writer.key, reader.key))
      this.#found.add('MAP_KEY_CHANGED', key, icebergTypeText(writer.key), icebergTypeText(reader.key));
    if (!this.#sameId(writer.valueId, reader.valueId, value)) return;
    this.#nullability(writer.valueRequired, reader.valueRequired, value);
    this.#types(writer.value, reader.value, value, reader.valueId);
  }

  #sameId(writer: number, reader: number, path: string): boolean {
    if (writer !== reader) this.#found.add('NESTED_ID_CHANGED', path, `id ${writer}`, `id ${reader}`);
    return writer === reader;
  }

  /** What the files lack. A null says that nothing is known; any other default says something that nobody wrote. */
  #missing(field: IcebergField, path: string): void {
    const type = icebergTypeText(field.type);
    if (field.required && field.initialDefault === undefined) {
      this.#found.add('REQUIRED_FIELD_MISSING', path, 'absent', `required ${type}, no initial-default`);
      return;
    }
    const value = shown(defaultText(field.initialDefault));
    this.#found.add('FIELD_FILLED', path, 'absent', value);
    if (value !== 'null') this.#found.add('DEFAULT_CONFUSES_UNKNOWN', path, 'absent', value);
  }

  /** The table is one: both schemas are of the version that either needs, and the partitions are those of both. */
  #around(id: number): Around {
    const [writer, reader] = [this.#writer, this.#reader];
    const transforms = [writer, reader].flatMap(({ table }) => table?.transforms.get(id) ?? []);
    return {
      formatVersion: Math.max(writer.formatVersion, reader.formatVersion),
      transforms: [...new Set(transforms)],
    };
  }
}

const SHOWN_CHARS = 120;

const shown = (text: string): string => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text);

const docText = (doc: string | undefined): string => (doc === undefined ? 'none' : shown(doc));

/** None is null: no row has a value that nobody gave. */
type Typed = readonly [IcebergType, IcebergDefault];

const meant = ([type, given]: Typed) => defaultMeant(type, given?.value ?? null);

const defaultText = (given: IcebergDefault): string => canonicalJson(given?.value ?? null);
