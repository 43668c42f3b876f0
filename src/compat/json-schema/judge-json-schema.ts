import type { Fault } from '../../base/fault.ts';
import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import type { Direction, NativeFinding } from '../finding.ts';
import { Found } from '../native/found.ts';
import { conjunctionOf } from './conjunction.ts';
import { JSON_SCHEMA_RULES, type JsonSchemaRule } from './json-schema-rules.ts';
import { judgeNotes } from './judge-notes.ts';
import { Prover } from './prover.ts';

/**
 * What a reader suffers from whatever a writer's schema accepts. `wire` holds where containment is proven; what is
 * neither proven nor refuted does not hold.
 *
 * @faults NATIVE_TOO_LARGE
 */
export function judgeJsonSchema(
  writer: JsonSchema,
  reader: JsonSchema,
  direction: Direction,
): readonly NativeFinding[] | Fault {
  const found = new Found<JsonSchemaRule>(JSON_SCHEMA_RULES, direction);
  const told = new Set<string>();
  const brokenAt = new Set<string>();
  const holds = new Prover().prove(conjunctionOf([writer]), reader, '$', (rule, path, from, to) => {
    brokenAt.add(path);
    if (OF_THE_WHOLE.has(rule)) brokenAt.add(path.slice(0, path.lastIndexOf('.')));
    const key = `${rule} ${path}`;
    if (told.has(key)) return;
    told.add(key);
    found.add(rule, path, from, to);
  });
  // No failure may stay untold: one without words of its own is told as what it is.
  if (!holds && told.size === 0) found.add('NOT_PROVEN', '$', 'what may be written', 'what it asks for');
  judgeNotes(found, writer, reader, brokenAt);
  const all = found.all();
  if (!Array.isArray(all) || all.length > 0) return all;
  found.add('TEXT_CHANGED', '$', 'one text', 'another');
  return found.all();
}

/** Told of a property, and asserted by the object around it. */
const OF_THE_WHOLE: ReadonlySet<JsonSchemaRule> = new Set(['REQUIRED_ADDED', 'DEPENDENCY_ADDED']);
