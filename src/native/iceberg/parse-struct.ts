import type { Json } from '../../base/canonical-json.ts';
import { LIMITS } from '../../base/limits.ts';
import { isProblem, type Path, type Problem, problemAt } from '../problem.ts';
import { fitsField } from './check-default.ts';
import { primitiveOf, primitiveText, versionOf } from './primitive.ts';
import { flagAt, idAt, type JsonObject, objectAt, strangerIn } from './shape.ts';
import type { IcebergDefault, IcebergField, IcebergStruct, IcebergType } from './type.ts';

const FIELD_KEYS = ['id', 'name', 'required', 'type', 'doc', 'initial-default', 'write-default'];

/** One schema's struct and everything in it; its ids are one space, wherever they stand. */
export class StructParser {
  readonly #stated: number | undefined;
  readonly #ids = new Set<number>();
  #types = 0;
  /** The least version of the format that has all that was met; what a lone schema is taken for. */
  formatVersion = 2;

  constructor(stated: number | undefined) {
    this.#stated = stated;
  }

  struct(value: JsonObject, path: Path): IcebergStruct | Problem {
    const written = value['fields'];
    if (!Array.isArray(written))
      return problemAt('ICEBERG_SHAPE', [...path, 'fields'], { expected: 'a list of fields' });
    const fields: IcebergField[] = [];
    const names = new Set<string>();
    for (const [index, item] of (written as readonly Json[]).entries()) {
      const at = [...path, 'fields', index];
      const field = this.#field(item, at);
      if (isProblem(field)) return field;
      if (names.has(field.name))
        return problemAt('ICEBERG_NAME', [...at, 'name'], {
          name: shown(field.name),
          problem: 'stands twice',
        });
      names.add(field.name);
      fields.push(field);
    }
    return { kind: 'struct', fields };
  }

  #field(value: Json, path: Path): IcebergField | Problem {
    const field = objectAt(value, path, 'a field');
    if (isProblem(field)) return field;
    const stranger = strangerIn(field, FIELD_KEYS, path);
    if (stranger !== undefined) return stranger;
    const { name, doc, required: asWritten = false } = field;
    const id = this.#id(field['id'], [...path, 'id']);
    if (isProblem(id)) return id;
    if (typeof name !== 'string' || name === '')
      return problemAt('ICEBERG_NAME', [...path, 'name'], { name: shown(name), problem: 'is no name' });
    const required = flagAt(asWritten, [...path, 'required']);
    if (isProblem(required)) return required;
    if (doc !== undefined && typeof doc !== 'string')
      return problemAt('ICEBERG_SHAPE', [...path, 'doc'], { expected: 'a text' });
    const type = this.#type(field['type'], [...path, 'type']);
    if (isProblem(type)) return type;
    if (type.kind === 'unknown' && required)
      return problemAt('ICEBERG_SHAPE', [...path, 'required'], { expected: 'false, as of every unknown' });
    const initialDefault = this.#default('initial-default', field, { required, type }, path);
    if (isProblem(initialDefault)) return initialDefault;
    const writeDefault = this.#default('write-default', field, { required, type }, path);
    if (isProblem(writeDefault)) return writeDefault;
    return { id, name, required, type, doc, initialDefault, writeDefault };
  }

  #default(
    key: string,
    field: JsonObject,
    of: Pick<IcebergField, 'required' | 'type'>,
    path: Path,
  ): IcebergDefault | Problem {
    const value = field[key];
    if (value === undefined) return undefined;
    const at = [...path, key];
    if (value !== null) {
      const early = this.#needs(3, key, at);
      if (early !== undefined) return early;
    }
    if (fitsField(of, value)) return { value };
    const type = `${of.required ? 'required' : 'optional'} ${icebergTypeText(of.type)}`;
    return problemAt('ICEBERG_DEFAULT', at, { type });
  }

  #type(value: Json | undefined, path: Path): IcebergType | Problem {
    if (++this.#types > LIMITS.native_types_max)
      return problemAt('NATIVE_TOO_LARGE', path, { what: 'types', limit: LIMITS.native_types_max });
    if (typeof value === 'string') {
      const type = primitiveOf(value);
      if (type === undefined) return problemAt('ICEBERG_TYPE', path, { type: shown(value) });
      return this.#needs(versionOf(type), primitiveText(type), path) ?? type;
    }
    const nested = objectAt(value ?? null, path, 'a type');
    if (isProblem(nested)) return nested;
    switch (nested['type']) {
      case 'struct':
        return strangerIn(nested, ['type', 'fields'], path) ?? this.struct(nested, path);
      case 'list':
        return this.#list(nested, path);
      case 'map':
        return this.#map(nested, path);
      default:
        return problemAt('ICEBERG_TYPE', [...path, 'type'], { type: shown(nested['type']) });
    }
  }

  #list(value: JsonObject, path: Path): IcebergType | Problem {
    const stranger = strangerIn(value, ['type', 'element-id', 'element-required', 'element'], path);
    if (stranger !== undefined) return stranger;
    const elementId = this.#id(value['element-id'], [...path, 'element-id']);
    if (isProblem(elementId)) return elementId;
    const elementRequired = flagAt(value['element-required'], [...path, 'element-required']);
    if (isProblem(elementRequired)) return elementRequired;
    const element = this.#type(value['element'], [...path, 'element']);
    return isProblem(element) ? element : { kind: 'list', elementId, elementRequired, element };
  }

  #map(value: JsonObject, path: Path): IcebergType | Problem {
    const known = ['type', 'key-id', 'key', 'value-id', 'value-required', 'value'];
    const stranger = strangerIn(value, known, path);
    if (stranger !== undefined) return stranger;
    const keyId = this.#id(value['key-id'], [...path, 'key-id']);
    if (isProblem(keyId)) return keyId;
    const key = this.#type(value['key'], [...path, 'key']);
    if (isProblem(key)) return key;
    const valueId = this.#id(value['value-id'], [...path, 'value-id']);
    if (isProblem(valueId)) return valueId;
    const valueRequired = flagAt(value['value-required'], [...path, 'value-required']);
    if (isProblem(valueRequired)) return valueRequired;
    const below = this.#type(value['value'], [...path, 'value']);
    return isProblem(below) ? below : { kind: 'map', keyId, key, valueId, valueRequired, value: below };
  }

  #id(value: Json | undefined, path: Path): number | Problem {
    const id = idAt(value, path);
    if (isProblem(id)) return id;
    if (this.#ids.has(id)) return problemAt('ICEBERG_ID', path, { id, problem: 'stands twice' });
    this.#ids.add(id);
    return id;
  }

  #needs(version: number, what: string, path: Path): Problem | undefined {
    if (this.#stated !== undefined && version > this.#stated)
      return problemAt('ICEBERG_VERSION', path, { what, needs: version, has: this.#stated });
    this.formatVersion = Math.max(this.formatVersion, version);
    return undefined;
  }
}

/** A type in a few words, never with what it holds. */
export const icebergTypeText = (type: IcebergType): string =>
  type.kind === 'struct' || type.kind === 'list' || type.kind === 'map' ? type.kind : primitiveText(type);

const shown = (value: Json | undefined): string =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : 'what is no text';
