import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Direction, NativeFinding } from '../finding.ts';
import type { RuleTable } from './rule-row.ts';

/** What one walk over one pair finds, and how far it may go: both schemas come from anybody. */
export class Found<Id extends Uppercase<string>> {
  readonly #rules: RuleTable<Id>;
  readonly #direction: Direction;
  readonly #findings: NativeFinding[] = [];
  #steps = 0;
  #tooMany: Fault | undefined;

  constructor(rules: RuleTable<Id>, direction: Direction) {
    this.#rules = rules;
    this.#direction = direction;
  }

  /** @param conversion  what turns a written value into one the reader means, where there is one */
  add(id: Id, path: string, from: string, to: string, conversion?: string): void {
    if (this.#findings.length >= LIMITS.native_findings_max) {
      this.#stop('differences', LIMITS.native_findings_max);
      return;
    }
    const { level, access, remedy } = this.#rules[id];
    const finding = { rule: id, level, direction: this.#direction, access, path, from, to, remedy };
    this.#findings.push(conversion === undefined ? finding : { ...finding, conversion });
  }

  /** Counts work before it is done; false once there was too much of it. */
  readonly spend = (steps: number): boolean => {
    this.#steps += steps;
    if (this.#steps > LIMITS.native_steps_max) this.#stop('pairs of types', LIMITS.native_steps_max);
    return this.#tooMany === undefined;
  };

  get count(): number {
    return this.#findings.length;
  }

  /** @faults NATIVE_TOO_LARGE */
  all(): readonly NativeFinding[] | Fault {
    return this.#tooMany ?? this.#findings;
  }

  #stop(what: string, limit: number): void {
    this.#tooMany ??= new Fault('NATIVE_TOO_LARGE', { what, limit }) as unknown as Fault;
  }
}

/** One step further; of a path that grew too long, its end. */
export const stepped = (path: string, step: string): string =>
  path.length + step.length > LIMITS.native_path_chars_max
    ? `…${step.slice(-LIMITS.native_path_chars_max)}`
    : path + step;
