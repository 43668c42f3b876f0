import type * as arrow from 'apache-arrow';
import type { Field, FieldId } from '../contract/field.ts';
import type { RejectCode } from '../contract/reject.ts';
import type { FunctionMade, FunctionPlan } from './function-plan.ts';
import { madeColumn } from './made-columns.ts';

/** What the functions of a plan made for a batch, until it stands in columns. */
export class MadeByFunctions {
  readonly #rows: Int32Array | undefined;
  readonly #length: number;
  readonly #made = new Map<string, { readonly plan: FunctionPlan; readonly made: FunctionMade }>();
  readonly #columns = new Map<FieldId, arrow.Data>();
  /** Functions whose rejects were reported. */
  readonly #reported = new Set<string>();

  /** @param asked  the rows that functions are asked about, ascending */
  constructor(asked: Int32Array, length: number) {
    this.#rows = asked.length === length ? undefined : asked;
    this.#length = length;
  }

  take(plan: FunctionPlan, made: FunctionMade): void {
    this.#made.set(plan.name, { plan, made });
  }

  /** One of the fields that a function makes; of rows that it was not asked about, what nobody reads. */
  column(name: string, field: Field, report: ReportReason): arrow.Data {
    const known = this.#columns.get(field.id);
    if (known !== undefined) return known;
    const of = this.#made.get(name);
    if (of !== undefined && !this.#reported.has(name)) this.#reject(of, report);
    this.#reported.add(name);
    const wire = of?.made.columns[of.plan.makes.findIndex(({ id }) => id === field.id)];
    const column = madeColumn(field, wire, this.#rows, this.#length, report);
    this.#columns.set(field.id, column);
    return column;
  }

  #reject({ plan, made }: { plan: FunctionPlan; made: FunctionMade }, report: ReportReason): void {
    const { rejected } = made;
    if (rejected === undefined) return;
    for (const [at, code] of rejected.entries())
      if (code > 0) report(this.#rows?.[at] ?? at, 'REJECTED_BY_FUNCTION', plan.rejects[code - 1]!);
  }
}

type ReportReason = (row: number, code: RejectCode, reason?: string) => void;
