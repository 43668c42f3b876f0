import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { Fault } from '../../../src/base/fault.ts';
import { FORMATS } from '../../../src/service/native-formats.ts';
import { anyDocument, anySchemaPair } from './any-json-schema.ts';

// One for all schemas: to compile the schema of schemas takes longer than everything else.
const AJV = new Ajv2020({ strict: false, validateFormats: false, logger: false });

/** What ajv makes of a schema; undefined where it finds it none, as one that asks for itself. */
function validatorOf(schema: Json): ValidateFunction | undefined {
  const own = structuredClone(schema) as object;
  try {
    return AJV.compile(own);
  } catch {
    return undefined;
  } finally {
    AJV.removeSchema(own);
  }
}

export type Tally = { proven: number; refuted: number; open: number; tried: number };

/**
 * No document that the writer's schema accepts is refused by the reader's, wherever wire holds.
 *
 * @returns how many pairs were proven, how many of the others a document refutes, and how many are open
 */
export function agreesOnDocuments(numRuns: number, documents: number): Tally {
  const tally: Tally = { proven: 0, refuted: 0, open: 0, tried: 0 };
  // To draw so many for each pair would take most of the time.
  const pool = fc.sample(anyDocument, 20 * documents);
  fc.assert(
    fc.property(anySchemaPair, fc.noShrink(fc.nat(19 * documents)), ([writer, reader], from) => {
      const values = pool.slice(from, from + documents);
      const answer = FORMATS['json-schema'].inline!(writer, reader);
      if (answer instanceof Fault) {
        expect(answer.code).toBe('JSON_SCHEMA_CIRCLE');
        return;
      }
      const [accepts, takes] = [validatorOf(writer), validatorOf(reader)];
      if (accepts === undefined || takes === undefined) return;
      const written = values.filter(value => accepts(value));
      const refused = written.filter(value => !takes(value));
      tally.tried += written.length;
      if (answer.levels.wire.backward) {
        tally.proven++;
        expect(refused, JSON.stringify([writer, reader])).toEqual([]);
      } else if (refused.length > 0) tally.refuted++;
      else tally.open++;
    }),
    { numRuns },
  );
  return tally;
}
