import avro from 'avsc';
import fc from 'fast-check';
import { expect } from 'vitest';
import { canonicalJson, type Json } from '../../../src/base/canonical-json.ts';
import { anyAvroPair } from './any-avro.ts';
import { anyValue, type Chance, chanceOf } from './any-value.ts';
import { backward, compareAvro } from './compare-avro.ts';

/**
 * avsc compares whole names unless told otherwise; the specification compares their last parts. It keeps what it
 * resolved in the options, so they are made anew each time.
 *
 * It also keeps there what it could not resolve: a record is entered before its fields are looked at, so that one that
 * holds itself comes to an end, and the entry of a pair that then fails stays. Whoever meets that pair again, as behind
 * another branch of a union, takes it for resolved. So whatever an attempt entered is taken out again when it fails.
 */
function resolve(writer: avro.Type, reader: avro.Type): avro.Resolver {
  const registry: Record<string, unknown> = {};
  const original = avro.Type.prototype.createResolver;
  avro.Type.prototype.createResolver = function (this: avro.Type, ...given) {
    const before = new Set(Object.keys(registry));
    try {
      return original.apply(this, given);
    } catch (error) {
      for (const key of Object.keys(registry)) if (!before.has(key)) delete registry[key];
      throw error;
    }
  };
  try {
    return reader.createResolver(writer, { ignoreNamespaces: true, registry } as never);
  } finally {
    avro.Type.prototype.createResolver = original;
  }
}

const typeOf = (schema: Json): avro.Type =>
  avro.Type.forSchema(structuredClone(schema) as avro.Schema, { wrapUnions: true, noAnonymousTypes: true });

/** What avsc resolves a pair with, or why it does not. */
function resolverOf(writer: Json, reader: Json): avro.Resolver | Error {
  try {
    return resolve(typeOf(writer), typeOf(reader));
  } catch (error) {
    return error as Error;
  }
}

/**
 * Where we refuse what avsc resolves, on purpose: it tries every branch of a union until one works, gives one field of
 * the writer to two of the reader, and looks at no logical type.
 */
const STRICTER = ['UNION_BRANCH_AMBIGUOUS', 'ALIAS_AMBIGUOUS', 'DECIMAL_MISMATCH'];

/** Of one schema nothing is resolved, and an alias that names a field beside it does no harm. */
const isOneSchema = (writer: Json, reader: Json): boolean => canonicalJson(writer) === canonicalJson(reader);

/** Resolves wherever wire holds, and refuses wherever it does not. @returns how often each happened */
export function agreesOnSchemas(numRuns: number): { readonly held: number; readonly refused: number } {
  let [held, refused] = [0, 0];
  fc.assert(
    fc.property(anyAvroPair, ([writer, reader]) => {
      if (isOneSchema(writer, reader)) return;
      const { levels, findings } = compareAvro(writer, reader);
      const rules = backward({ findings });
      const resolver = resolverOf(writer, reader);
      if (levels.wire.backward) {
        held++;
        expect(resolver, JSON.stringify([writer, reader])).not.toBeInstanceOf(Error);
      } else if (!rules.some(rule => STRICTER.includes(rule))) {
        refused++;
        expect(resolver, JSON.stringify([writer, reader, rules])).toBeInstanceOf(Error);
      }
    }),
    { numRuns },
  );
  return { held, refused };
}

/** Decodes every value that was written wherever wire holds. @returns how many values that were */
export function agreesOnBytes(numRuns: number): number {
  let decoded = 0;
  fc.assert(
    fc.property(anyAvroPair, fc.noShrink(fc.integer()), ([writer, reader], seed) => {
      const chance = chanceOf(seed);
      if (!compareAvro(writer, reader).levels.wire.backward) return;
      const [from, to] = [typeOf(writer), typeOf(reader)];
      const resolver = isOneSchema(writer, reader) ? undefined : resolve(from, to);
      for (let sample = 0; sample < 5; sample++) {
        const bytes = writtenBy(from, chance);
        if (bytes === undefined) return;
        const read = () => (resolver === undefined ? to.fromBuffer(bytes) : to.fromBuffer(bytes, resolver));
        expect(read, JSON.stringify([writer, reader])).not.toThrow();
        decoded++;
      }
    }),
    { numRuns },
  );
  return decoded;
}

/** A record that holds itself without end has no value. */
function writtenBy(type: avro.Type, chance: Chance): Buffer | undefined {
  const value = anyValue(type, chance);
  return value === undefined ? undefined : type.toBuffer(value);
}

/** Reads what was written as equal values wherever read holds too. @returns how many values that were */
export function agreesOnValues(numRuns: number): number {
  let read = 0;
  fc.assert(
    fc.property(anyAvroPair, fc.noShrink(fc.integer()), ([writer, reader], seed) => {
      const chance = chanceOf(seed);
      const { levels } = compareAvro(writer, reader);
      if (!levels.wire.backward || !levels.read.backward || isOneSchema(writer, reader)) return;
      const [from, to] = [typeOf(writer), typeOf(reader)];
      const resolver = resolve(from, to);
      for (let sample = 0; sample < 5; sample++) {
        const bytes = writtenBy(from, chance);
        if (bytes === undefined) return;
        const [written, found] = [from.fromBuffer(bytes), to.fromBuffer(bytes, resolver)];
        expect(isEqual(written, from, found, to), JSON.stringify([writer, reader])).toBe(true);
        read++;
      }
    }),
    { numRuns },
  );
  return read;
}

/** As much of avsc's types as the comparison looks at. */
type Shape = {
  readonly typeName: string;
  readonly fields: readonly {
    readonly name: string;
    readonly aliases: readonly string[];
    readonly type: Shape;
  }[];
  readonly itemsType: Shape;
  readonly valuesType: Shape;
  readonly types: readonly Shape[];
  readonly branchName: string;
};

const isEqual = (written: unknown, from: unknown, found: unknown, to: unknown): boolean =>
  isSame(written, from as Shape, found, to as Shape);

/** Fields that only one side has are no values that could differ. */
function isSame(written: unknown, from: Shape, found: unknown, to: Shape): boolean {
  if (from.typeName.startsWith('union:')) return isSame(...opened(written, from), found, to);
  if (to.typeName.startsWith('union:')) {
    const [value, branch] = opened(found, to);
    return isSame(written, from, value, branch);
  }
  switch (to.typeName) {
    case 'record': {
      const [before, after] = [written as Record<string, unknown>, found as Record<string, unknown>];
      return to.fields.every(field => {
        const own = from.fields.find(({ name }) => name === field.name || field.aliases.includes(name));
        return own === undefined || isSame(before[own.name], own.type, after[field.name], field.type);
      });
    }
    case 'array': {
      const [before, after] = [written as unknown[], found as unknown[]];
      return (
        before.length === after.length &&
        before.every((item, at) => isSame(item, from.itemsType, after[at], to.itemsType))
      );
    }
    case 'map': {
      const [before, after] = [written as Record<string, unknown>, found as Record<string, unknown>];
      return Object.keys(before).every(key =>
        isSame(before[key], from.valuesType, after[key], to.valuesType),
      );
    }
    case 'bytes':
    case 'fixed':
      return Buffer.from(written as string).equals(found as Buffer);
    default:
      return Object.is(written, found);
  }
}

/** The value in a union's wrapping, and the branch it is of. */
function opened(value: unknown, { types }: Shape): [unknown, Shape] {
  if (value === null) return [null, types.find(({ typeName }) => typeName === 'null')!];
  const [[name, inner]] = Object.entries(value as object) as [[string, unknown]];
  return [inner, types.find(({ branchName }) => branchName === name)!];
}
