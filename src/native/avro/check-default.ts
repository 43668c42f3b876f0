import type { Json } from '../../base/canonical-json.ts';
import type { AvroEnum, AvroRecord, AvroType } from './type.ts';

/** Whether JSON values are defaults of types; a question is answered once, as unions ask the same again and again. */
export class DefaultCheck {
  readonly #symbols = new Map<AvroEnum, ReadonlySet<string>>();
  readonly #known = new Map<AvroType, WeakMap<object, boolean>>();

  /** Of a union, whether it fits any branch: up to 1.11 the specification asked for the first. */
  fits(type: AvroType, value: Json): boolean {
    if (typeof value !== 'object' || value === null) return this.#judge(type, value);
    const known = this.#known.get(type) ?? new WeakMap<object, boolean>();
    this.#known.set(type, known);
    const answer = known.get(value) ?? this.#judge(type, value);
    known.set(value, answer);
    return answer;
  }

  #judge(type: AvroType, value: Json): boolean {
    switch (type.kind) {
      case 'null':
        return value === null;
      case 'boolean':
        return typeof value === 'boolean';
      case 'int':
        return isInteger(value, 31n);
      case 'long':
        return isInteger(value, 63n);
      case 'float':
      case 'double':
        return typeof value === 'number' || typeof value === 'bigint';
      case 'string':
        return typeof value === 'string';
      case 'bytes':
        return isBytes(value);
      case 'fixed':
        return isBytes(value) && value.length === type.size;
      case 'enum':
        return typeof value === 'string' && this.#symbolsOf(type).has(value);
      case 'array':
        return Array.isArray(value) && value.every(item => this.fits(type.items, item));
      case 'map':
        return isObject(value) && Object.values(value).every(item => this.fits(type.values, item));
      case 'union':
        return type.branches.some(branch => this.fits(branch, value));
      case 'record':
        return isObject(value) && this.#record(type, value);
    }
  }

  #symbolsOf(type: AvroEnum): ReadonlySet<string> {
    const symbols = this.#symbols.get(type) ?? new Set(type.symbols);
    this.#symbols.set(type, symbols);
    return symbols;
  }

  /** A field that is left out has its own default, which is checked where it stands. */
  #record({ fields }: AvroRecord, value: { readonly [key: string]: Json }): boolean {
    return fields.every(({ name, type, default: own }) =>
      Object.hasOwn(value, name) ? this.fits(type, value[name]!) : own !== undefined,
    );
  }
}

function isInteger(value: Json, bits: bigint): boolean {
  if (typeof value === 'number' && !Number.isInteger(value)) return false;
  if (typeof value !== 'number' && typeof value !== 'bigint') return false;
  const whole = BigInt(value);
  return whole >= -(1n << bits) && whole < 1n << bits;
}

/** One character a byte, U+0000 to U+00FF. */
const isBytes = (value: Json): value is string =>
  typeof value === 'string' && [...value].every(char => char.codePointAt(0)! <= 0xff);

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
