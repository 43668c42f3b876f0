import type { Json } from '../../base/canonical-json.ts';
import { LIMITS } from '../../base/limits.ts';
import { isProblem, type Path, type Problem, problemAt } from '../problem.ts';
import { type Attributes, isAttributes, namesAt, propsOf, textAt } from './attributes.ts';
import { DefaultCheck } from './check-default.ts';
import { avroLogical } from './logical.ts';
import { fullName, isFullName, isName, namespaceOf } from './names.ts';
import {
  AVRO_PRIMITIVES,
  type AvroEnum,
  type AvroField,
  type AvroFixed,
  type AvroNamed,
  type AvroPrimitiveKind,
  type AvroType,
  type AvroUnion,
  avroTypeText,
  isNamed,
} from './type.ts';

/**
 * An Avro schema as its specification (1.12) has it, every name resolved. Attributes without a meaning are kept; what
 * the specification forbids is refused, though some of its readers let it pass.
 *
 * The first problem wins, in the order of the document; defaults are checked last, when every name is known.
 *
 * @faults AVRO_SHAPE AVRO_NAME AVRO_NAME_TWICE AVRO_NAME_UNKNOWN AVRO_UNION AVRO_DEFAULT NATIVE_TOO_LARGE
 */
export function parseAvro(value: Json): AvroType | Problem {
  const parser = new Parser();
  const type = parser.type(value, '', []);
  return isProblem(type) ? type : (parser.defaultProblem() ?? type);
}

type Given = { readonly type: AvroType; readonly value: Json; readonly path: Path };

class Parser {
  readonly #named = new Map<string, AvroNamed>();
  readonly #defaults: Given[] = [];
  #types = 0;

  /** @param namespace  the one in force here; empty where there is none */
  type(value: Json, namespace: string, path: Path): AvroType | Problem {
    if (++this.#types > LIMITS.native_types_max)
      return problemAt('NATIVE_TOO_LARGE', path, { what: 'types', limit: LIMITS.native_types_max });
    if (typeof value === 'string') return this.#reference(value, {}, namespace, path);
    if (Array.isArray(value)) return this.#union(value, namespace, path);
    if (!isAttributes(value)) return problemAt('AVRO_SHAPE', path, { expected: 'a schema' });
    const { type: kind } = value;
    const at = [...path, 'type'];
    if (typeof kind !== 'string') return problemAt('AVRO_SHAPE', at, { expected: 'the name of a type' });
    switch (kind) {
      case 'array':
      case 'map':
        return this.#collection(kind, value, namespace, path);
      case 'record':
      case 'error':
      case 'enum':
      case 'fixed':
        return this.#define(kind, value, namespace, path);
      default:
        return this.#reference(kind, value, namespace, at);
    }
  }

  /** The first default that is none of its field's type. */
  defaultProblem(): Problem | undefined {
    const check = new DefaultCheck();
    for (const { type, value, path } of this.#defaults)
      if (!check.fits(type, value)) return problemAt('AVRO_DEFAULT', path, { type: avroTypeText(type) });
    return undefined;
  }

  #reference(name: string, attributes: Attributes, namespace: string, path: Path): AvroType | Problem {
    if (isPrimitive(name)) {
      const kind = name;
      const logical = avroLogical({ kind }, attributes);
      return { kind, logical, props: propsOf('primitive', attributes, logical) };
    }
    if (!isFullName(name)) return problemAt('AVRO_NAME', path, { name: name.slice(0, 200) });
    const full = fullName(name, namespace);
    return this.#named.get(full) ?? problemAt('AVRO_NAME_UNKNOWN', path, { name: full.slice(0, 200) });
  }

  #union(value: readonly Json[], namespace: string, path: Path): AvroUnion | Problem {
    const branches: AvroType[] = [];
    const seen = new Set<string>();
    for (const [index, item] of value.entries()) {
      const at = [...path, index];
      const branch = this.type(item, namespace, at);
      if (isProblem(branch)) return branch;
      if (branch.kind === 'union') return problemAt('AVRO_UNION', at, { problem: 'a union holds a union' });
      const identity = isNamed(branch) ? `:${branch.name}` : branch.kind;
      if (seen.has(identity))
        return problemAt('AVRO_UNION', at, { problem: `a union holds ${avroTypeText(branch)} twice` });
      seen.add(identity);
      branches.push(branch);
    }
    return { kind: 'union', branches };
  }

  #collection(kind: 'array' | 'map', value: Attributes, namespace: string, path: Path): AvroType | Problem {
    const part = kind === 'array' ? 'items' : 'values';
    const at = [...path, part];
    if (value[part] === undefined) return problemAt('AVRO_SHAPE', at, { expected: 'a schema' });
    const below = this.type(value[part], namespace, at);
    if (isProblem(below)) return below;
    const logical = avroLogical({ kind }, value);
    const props = propsOf(kind, value, logical);
    return kind === 'array'
      ? { kind, logical, props, items: below }
      : { kind, logical, props, values: below };
  }

  #define(
    kind: 'record' | 'error' | 'enum' | 'fixed',
    value: Attributes,
    outer: string,
    path: Path,
  ): AvroNamed | Problem {
    const name = nameOf(value, outer, path);
    if (isProblem(name)) return name;
    if (this.#named.has(name)) return problemAt('AVRO_NAME_TWICE', [...path, 'name'], { name });
    const namespace = namespaceOf(name);
    const aliases = namesAt(value, 'aliases', isFullName, path);
    if (isProblem(aliases)) return aliases;
    const doc = textAt(value, 'doc', path);
    if (isProblem(doc)) return doc;
    const head = { name, aliases: aliases.map(alias => fullName(alias, namespace)), doc };
    const add = <T extends AvroNamed>(type: T): T => {
      this.#named.set(name, type);
      return type;
    };
    if (kind === 'enum') return enumOf(value, head, path, add);
    if (kind === 'fixed') return fixedOf(value, head, path, add);
    const fields: AvroField[] = [];
    const logical = avroLogical({ kind: 'record' }, value);
    const props = propsOf('record', value, logical);
    const record = add({ ...head, kind: 'record', isError: kind === 'error', logical, props, fields });
    return this.#fields(value, fields, namespace, path) ?? record;
  }

  #fields(value: Attributes, fields: AvroField[], namespace: string, path: Path): Problem | undefined {
    const written = value['fields'];
    const names = new Set<string>();
    if (!Array.isArray(written))
      return problemAt('AVRO_SHAPE', [...path, 'fields'], { expected: 'a list of fields' });
    for (const [index, item] of (written as readonly Json[]).entries()) {
      const at = [...path, 'fields', index];
      const field = this.#field(item, namespace, at);
      if (isProblem(field)) return field;
      if (names.has(field.name)) return problemAt('AVRO_NAME_TWICE', [...at, 'name'], { name: field.name });
      names.add(field.name);
      fields.push(field);
    }
    return undefined;
  }

  #field(value: Json, namespace: string, path: Path): AvroField | Problem {
    if (!isAttributes(value)) return problemAt('AVRO_SHAPE', path, { expected: 'a field' });
    const { name, order = 'ascending', default: fallback } = value;
    if (typeof name !== 'string' || !isName(name))
      return problemAt('AVRO_NAME', [...path, 'name'], { name: shown(name) });
    const aliases = namesAt(value, 'aliases', isName, path);
    if (isProblem(aliases)) return aliases;
    const doc = textAt(value, 'doc', path);
    if (isProblem(doc)) return doc;
    if (order !== 'ascending' && order !== 'descending' && order !== 'ignore')
      return problemAt('AVRO_SHAPE', [...path, 'order'], { expected: 'ascending, descending or ignore' });
    const at = [...path, 'type'];
    if (value['type'] === undefined) return problemAt('AVRO_SHAPE', at, { expected: 'a schema' });
    const type = this.type(value['type'], namespace, at);
    if (isProblem(type)) return type;
    if (fallback !== undefined) this.#defaults.push({ type, value: fallback, path: [...path, 'default'] });
    return {
      name,
      aliases,
      doc,
      order,
      default: fallback === undefined ? undefined : { value: fallback },
      type,
      props: propsOf('field', value, undefined),
    };
  }
}

const isPrimitive = (name: string): name is AvroPrimitiveKind =>
  (AVRO_PRIMITIVES as readonly string[]).includes(name);

const shown = (value: Json | undefined): string =>
  typeof value === 'string' ? value.slice(0, 200) : 'what is no text';

function nameOf(value: Attributes, outer: string, path: Path): string | Problem {
  const { name, namespace = outer } = value;
  if (typeof name !== 'string' || !isFullName(name))
    return problemAt('AVRO_NAME', [...path, 'name'], { name: shown(name) });
  if (typeof namespace !== 'string' || (namespace !== '' && !isFullName(namespace)))
    return problemAt('AVRO_NAME', [...path, 'namespace'], { name: shown(namespace) });
  const full = fullName(name, namespace);
  return isPrimitive(full) ? problemAt('AVRO_NAME_TWICE', [...path, 'name'], { name: full }) : full;
}

type Head = Pick<AvroNamed, 'name' | 'aliases' | 'doc'>;
type Add = <T extends AvroNamed>(type: T) => T;

function enumOf(value: Attributes, head: Head, path: Path, add: Add): AvroEnum | Problem {
  if (!Array.isArray(value['symbols']))
    return problemAt('AVRO_SHAPE', [...path, 'symbols'], { expected: 'a list of names' });
  const symbols = namesAt(value, 'symbols', isName, path);
  if (isProblem(symbols)) return symbols;
  const twice = symbols.findIndex((symbol, index) => symbols.indexOf(symbol) < index);
  if (twice >= 0) return problemAt('AVRO_NAME_TWICE', [...path, 'symbols', twice], { name: symbols[twice]! });
  const { default: fallback } = value;
  if (fallback !== undefined && (typeof fallback !== 'string' || !symbols.includes(fallback)))
    return problemAt('AVRO_DEFAULT', [...path, 'default'], { type: `enum ${head.name}` });
  const logical = avroLogical({ kind: 'enum' }, value);
  const props = propsOf('enum', value, logical);
  return add({ ...head, kind: 'enum', symbols, default: fallback, logical, props });
}

function fixedOf(value: Attributes, head: Head, path: Path, add: Add): AvroFixed | Problem {
  const { size } = value;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0)
    return problemAt('AVRO_SHAPE', [...path, 'size'], { expected: 'a number of bytes' });
  const logical = avroLogical({ kind: 'fixed' }, value, size);
  return add({ ...head, kind: 'fixed', size, logical, props: propsOf('fixed', value, logical) });
}
