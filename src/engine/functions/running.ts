import type { Digest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { nameText } from '../../contract/field-path.ts';
import type { FunctionAsk, FunctionBundle, FunctionMade, FunctionPlan } from '../../convert/function-plan.ts';
import { isAlike, wireRows } from '../../convert/wire-rows.ts';
import { RunningFunction } from './run.ts';

/** How often what a function makes is made again, to see whether it is the same. */
export type FunctionCheck = 'first' | 'all';

/** The functions of a chain at work, each in a process of its own, until they are ended. */
export class RunningFunctions {
  readonly #bundles: ReadonlyMap<Digest, FunctionBundle>;
  readonly #check: FunctionCheck;
  readonly #running = new Map<FunctionPlan, RunningFunction>();

  constructor(bundles: ReadonlyMap<Digest, FunctionBundle>, check: FunctionCheck) {
    this.#bundles = bundles;
    this.#check = check;
  }

  /**
   * What a function makes of a batch. The first one, or each, is made again in its process, and in a fresh one in another order
   * and in pieces.
   *
   * @faults FUNCTION_NOT_DETERMINISTIC, and those of `RunningFunction`
   */
  async make(ask: FunctionAsk): Promise<FunctionMade | Fault> {
    const { plan } = ask;
    const known = this.#running.get(plan);
    const running = known ?? new RunningFunction(plan, this.#bundleOf(plan));
    this.#running.set(plan, running);
    const made = await running.make(ask.columns, ask.rows);
    if (made instanceof Fault || (known !== undefined && this.#check === 'first')) return made;
    const again = await running.make(ask.columns, ask.rows);
    if (again instanceof Fault) return again;
    return (
      differenceFault(plan, made, again, upward(ask.rows), 'again') ?? (await this.#turned(ask, made)) ?? made
    );
  }

  end(): void {
    for (const running of this.#running.values()) running.end();
    this.#running.clear();
  }

  async #turned(ask: FunctionAsk, made: FunctionMade): Promise<Fault | undefined> {
    const { plan, columns, rows } = ask;
    const fresh = new RunningFunction(plan, this.#bundleOf(plan));
    try {
      for (const piece of pieces(upward(rows).reverse())) {
        const turned = await fresh.make(
          columns.map(column => wireRows(column, piece)),
          piece.length,
        );
        if (turned instanceof Fault) return turned;
        const fault = differenceFault(plan, made, turned, piece, 'in another order and in pieces');
        if (fault !== undefined) return fault;
      }
      return undefined;
    } finally {
      fresh.end();
    }
  }

  /** @throws TypeError: whoever made the plan made the bundle. */
  #bundleOf({ digest, name }: FunctionPlan): FunctionBundle {
    const bundle = this.#bundles.get(digest);
    if (bundle === undefined) throw new TypeError(`function ${name} was not bundled`);
    return bundle;
  }
}

const upward = (rows: number): Int32Array => Int32Array.from({ length: rows }, (_, row) => row);

/** One row alone, and the others in two pieces. */
function pieces(rows: Int32Array): readonly Int32Array[] {
  const half = 1 + Math.floor((rows.length - 1) / 3);
  return [rows.subarray(0, 1), rows.subarray(1, half), rows.subarray(half)].filter(
    ({ length }) => length > 0,
  );
}

/** @param rows  where each row of `other` stands in `made` */
function differenceFault(
  plan: FunctionPlan,
  made: FunctionMade,
  other: FunctionMade,
  rows: Int32Array,
  asked: string,
): Fault | undefined {
  const codes = ({ rejected }: FunctionMade, row: number): number => rejected?.[row] ?? 0;
  for (const [at, row] of rows.entries()) {
    const isRejected = codes(made, row) > 0;
    const differing =
      codes(made, row) === codes(other, at)
        ? plan.makes.find(
            (_, index) => !isRejected && !isAlike(made.columns[index]!, row, other.columns[index]!, at),
          )
        : plan.makes[0];
    if (differing === undefined) continue;
    return new Fault(
      'FUNCTION_NOT_DETERMINISTIC',
      { function: plan.name, field: nameText(differing), asked },
      undefined,
      plan.module,
    ) as unknown as Fault;
  }
  return undefined;
}
