import avro from 'avsc';
import fc from 'fast-check';
import { expect } from 'vitest';
import { canonicalJson, type Json } from '../../../src/base/canonical-json.ts';
import { anyAvroPair } from './any-avro.ts';
import { backward, compareAvro } from './compare-avro.ts';

/**
 * avsc compares whole names unless told otherwise; the specification compares their last parts. It keeps what it
 * resolved in the options, so they are made anew each time.
 */
const resolve = (writer: avro.Type, reader: avro.Type): avro.Resolver =>
  reader.createResolver(writer, { ignoreNamespaces: true } as never);

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
    fc.property(anyAvroPair, ([writer, reader]) => {
      if (!compareAvro(writer, reader).levels.wire.backward) return;
      const [from, to] = [typeOf(writer), typeOf(reader)];
      const resolver = isOneSchema(writer, reader) ? undefined : resolve(from, to);
      for (let sample = 0; sample < 5; sample++) {
        const bytes = writtenBy(from);
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
function writtenBy(type: avro.Type): Buffer | undefined {
  try {
    return type.toBuffer(type.random());
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
