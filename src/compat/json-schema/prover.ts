import type { Json } from '../../base/canonical-json.ts';
import { LIMITS } from '../../base/limits.ts';
import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import { brief } from '../wording.ts';
import { type Conjunction, extended } from './conjunction.ts';
import { evaluate } from './evaluate.ts';
import { isEmpty } from './is-empty.ts';
import type { JsonSchemaRule } from './json-schema-rules.ts';
import { possibleTypes } from './possible.ts';
import { proveCombinations } from './prove-combinations.ts';
import { proveValues } from './prove-values.ts';
import { SameSchemas } from './same-schema.ts';
import { valueText } from './value-text.ts';

/** Where a proof ends, and why; undefined where nobody is told, because another way may still lead there. */
export type Report = ((rule: JsonSchemaRule, path: string, from: string, to: string) => void) | undefined;

/**
 * Proves that whatever is known of a value, a schema accepts it. Sound and not complete: `true` is a proof, by
 * induction on the depth of the value, and `false` is all else.
 *
 * A goal met again inside itself is taken for granted: between the two something was looked at that lies deeper, as no
 * schema asks for itself about one value.
 */
export class Prover {
  readonly same = new SameSchemas();
  readonly #known = new Map<string, boolean>();
  readonly #told = new Set<string>();
  readonly #open = new Map<string, number>();
  readonly #values = new Map<string, readonly Json[] | undefined>();
  readonly #empty = new Map<string, boolean>();
  /** How far up the outermost goal lies that was taken for granted since. */
  #grantedAt = Infinity;
  #steps = 0;
  #isSpent = false;

  /** Counts work before it is done; false once there was too much of it. */
  readonly spend = (steps = 1): boolean => {
    this.#steps += steps;
    return this.#steps <= LIMITS.native_proof_steps_max;
  };

  prove(known: Conjunction, goal: JsonSchema, path: string, report: Report): boolean {
    if (goal.accepts === 'all' || known.schemas.some(schema => this.same.is(schema, goal))) return true;
    if (this.isEmpty(known)) return true;
    if (!this.spend(1 + known.schemas.length) || this.#open.size >= LIMITS.native_proof_depth_max)
      return this.givenUp(path, report);
    const key = `${known.key}>${goal.id}`;
    const open = this.#open.get(key);
    if (open !== undefined) {
      this.#grantedAt = Math.min(this.#grantedAt, open);
      return true;
    }
    const answer = this.#known.get(key);
    if (answer === true || (answer === false && (report === undefined || this.#told.has(key)))) return answer;
    return this.#remembered(key, report, () => this.#attempt(known, goal, path, report));
  }

  /** Said once: from then on hardly anything is proven. */
  givenUp(path: string, report: Report): false {
    if (!this.#isSpent) report?.('NOT_PROVEN', path, 'what may be written', 'a proof that takes too long');
    this.#isSpent ||= report !== undefined;
    return false;
  }

  /** A proof that leans on a goal still open is not kept: that goal may fail yet. */
  #remembered(key: string, report: Report, attempt: () => boolean): boolean {
    const depth = this.#open.size;
    const outer = this.#grantedAt;
    this.#grantedAt = Infinity;
    this.#open.set(key, depth);
    const answer = attempt();
    this.#open.delete(key);
    if (!answer || this.#grantedAt >= depth) {
      this.#known.set(key, answer);
      this.#grantedAt = Infinity;
    }
    if (!answer && report !== undefined) this.#told.add(key);
    this.#grantedAt = Math.min(outer, this.#grantedAt);
    return answer;
  }

  #attempt(known: Conjunction, goal: JsonSchema, path: string, report: Report): boolean {
    const values = this.valuesOf(known);
    if (values !== undefined) {
      const answers = values.map(value => evaluate(value, goal, this.spend));
      const refused = values.filter((_, at) => answers[at] === false);
      if (refused.length > 0) {
        const rule = goal.values === undefined ? 'VALUES_REFUSED' : 'ENUM_NARROWED';
        report?.(rule, path, brief(values, valueText), `not ${brief(refused, valueText)}`);
        return false;
      }
      if (!answers.includes(undefined)) return true;
    }
    const [split] = known.open;
    if (split === undefined) return this.#direct(known, goal, path, report);
    if (this.#direct(known, goal, path, undefined)) return true;
    return this.every(split.cases, report, one =>
      this.prove(extended(known, one, split), goal, path, report),
    );
  }

  #direct(known: Conjunction, goal: JsonSchema, path: string, report: Report): boolean {
    if (goal.accepts === 'none') {
      report?.('CLOSED', path, 'what may be written', 'nothing');
      return false;
    }
    return this.every([proveValues, proveCombinations], report, part =>
      part(this, known, goal, path, report),
    );
  }

  /** All of them; where somebody is told, also those after the first that fails. */
  every<T>(items: Iterable<T>, report: Report, holds: (item: T) => boolean): boolean {
    let all = true;
    for (const item of items) {
      if (!holds(item)) all = false;
      if (!all && report === undefined) return false;
    }
    return all;
  }

  /** Every value it may be, where they can be counted out. */
  valuesOf(known: Conjunction): readonly Json[] | undefined {
    if (!this.#values.has(known.key)) this.#values.set(known.key, this.#count(known));
    return this.#values.get(known.key);
  }

  #count(known: Conjunction): readonly Json[] | undefined {
    const lists = known.schemas.flatMap(({ values }) => (values === undefined ? [] : [values.list]));
    const isSmall = [...possibleTypes(known)].every(type => type === 'null' || type === 'boolean');
    if (lists.length === 0 && !isSmall) return undefined;
    const shortest = lists.reduce<readonly Json[]>(
      (found, list) => (list.length < found.length ? list : found),
      lists[0] ?? [null, true, false],
    );
    return shortest.filter(
      value =>
        known.schemas.every(schema => evaluate(value, schema, this.spend) !== false) &&
        known.without.every(schema => evaluate(value, schema, this.spend) !== true),
    );
  }

  /** Whether there is no such value at all; `false` where that is not proven. */
  isEmpty(known: Conjunction): boolean {
    const answer = this.#empty.get(known.key);
    if (answer !== undefined) return answer;
    // One that is asked for again inside itself is not proven empty.
    this.#empty.set(known.key, false);
    const found = this.spend(1 + known.schemas.length) && isEmpty(this, known);
    this.#empty.set(known.key, found);
    return found;
  }
}
