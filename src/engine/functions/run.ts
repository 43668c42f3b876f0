import { isUtf8 } from 'node:buffer';
import { SourceMap } from 'node:module';
import { z } from 'zod';
import { Fault, type Place } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { nameText } from '../../contract/field-path.ts';
import { layoutOf } from '../../convert/function-layout.ts';
import type { FunctionBundle, FunctionMade, FunctionPlan } from '../../convert/function-plan.ts';
import { buffersOf, columnsIn, isTrouble, type WireColumn } from '../../convert/function-wire.ts';
import { textTrouble } from '../../convert/made-columns.ts';
import { type Ended, FunctionChild, hasEnded } from './child.ts';
import { ERRORS } from './harness.ts';
import { UNFITS, type Unfit } from './made.ts';

/**
 * A function at work: started when it is first asked, and ended for good by the first thing that is wrong with it.
 */
export class RunningFunction {
  readonly #plan: FunctionPlan;
  readonly #bundle: FunctionBundle;
  #child: FunctionChild | undefined;
  #fault: Fault | undefined;

  constructor(plan: FunctionPlan, bundle: FunctionBundle) {
    if (plan.digest !== bundle.digest) throw new TypeError('a function is run by its digest');
    this.#plan = plan;
    this.#bundle = bundle;
  }

  /**
   * What it makes of the columns that it takes.
   *
   * @faults FUNCTION_LATE FUNCTION_MEMORY FUNCTION_ENDED FUNCTION_UNAVAILABLE FUNCTION_THREW FUNCTION_NONE FUNCTION_COLUMN_UNFIT
   *   FUNCTION_REJECT_UNKNOWN FUNCTION_ANSWER_BROKEN
   */
  async make(columns: readonly WireColumn[], rows: number): Promise<FunctionMade | Fault> {
    if (this.#fault !== undefined) return this.#fault;
    const made = await this.#make(columns, rows);
    if (!(made instanceof Fault)) return made;
    this.#fault = made;
    this.end();
    return made;
  }

  end(): void {
    this.#child?.end();
    this.#child = undefined;
  }

  async #make(columns: readonly WireColumn[], rows: number): Promise<FunctionMade | Fault> {
    if (this.#child === undefined) {
      const fault = await this.#start();
      if (fault !== undefined) return fault;
    }
    const head = new Uint8Array(Uint32Array.of(rows).buffer);
    const answer = await this.#child!.answer([head, ...buffersOf(columns)]);
    if (hasEnded(answer)) return this.#endFault(answer);
    const [said, reasons, ...buffers] = answer;
    const fault = this.#saidFault(said, 'made');
    return fault ?? this.#madeOf(reasons, buffers, rows);
  }

  async #start(): Promise<Fault | undefined> {
    const { isolation, limit_ms, memory_mib, exported, takes, makes, rejects } = this.#plan;
    const { harness, text } = this.#bundle;
    const child = new FunctionChild(isolation, limit_ms, memory_mib);
    this.#child = child;
    const order = {
      exported,
      takes: takes.map(layoutOf),
      makes: makes.map(layoutOf),
      rejects,
      made_bytes_max: LIMITS.function_made_bytes_max,
    };
    const started = await child.start({ order, limit_ms, memory_mib, harness, bundle: text });
    return hasEnded(started) ? this.#endFault(started) : this.#saidFault(started[0], 'ready');
  }

  #madeOf(
    reasons: Uint8Array | undefined,
    buffers: readonly Uint8Array[],
    rows: number,
  ): FunctionMade | Fault {
    const { makes, rejects } = this.#plan;
    const columns = columnsIn(makes.map(layoutOf), rows, buffers);
    if (reasons === undefined || isTrouble(columns)) return this.#broken();
    if (reasons.length !== 0 && reasons.length !== 2 * rows) return this.#broken();
    const rejected =
      reasons.length === 0 ? undefined : new Uint16Array(reasons.buffer, reasons.byteOffset, rows);
    if (rejected?.some(each => each > rejects.length) === true) return this.#broken();
    if (columns.some(column => textTrouble(column) !== undefined)) return this.#broken();
    return { columns, rejected };
  }

  /** What it said where it did not say what was expected. */
  #saidFault(bytes: Uint8Array | undefined, expected: 'ready' | 'made'): Fault | undefined {
    const said = saidIn(bytes);
    if (said === undefined) return this.#broken();
    const { name, makes } = this.#plan;
    switch (said.kind) {
      case 'ready':
      case 'made':
        return said.kind === expected ? undefined : this.#broken();
      case 'no-function':
        return this.#fault_('FUNCTION_NONE', { function: name, export: this.#plan.exported });
      case 'threw': {
        const place = said.line === null ? undefined : this.#placeOf(said.line, said.column ?? 1);
        return this.#fault_('FUNCTION_THREW', { function: name, error: said.error }, place);
      }
      case 'unfit': {
        const field = makes[said.column];
        if (field === undefined) return this.#broken();
        const facts = {
          function: name,
          field: nameText(field),
          because: UNFIT_TEXTS[said.unfit](said.found),
        };
        return this.#fault_('FUNCTION_COLUMN_UNFIT', facts);
      }
      case 'reject':
        return this.#fault_('FUNCTION_REJECT_UNKNOWN', {
          function: name,
          because: said.what === 'row' ? 'the batch has no such row' : 'the converter lists no such code',
          known: this.#plan.rejects.join(', '),
        });
      default:
        return this.#endFault(said);
    }
  }

  #endFault(ended: Ended): Fault {
    const { name, limit_ms, memory_mib: limit_mib } = this.#plan;
    switch (ended.kind) {
      case 'late':
        return this.#fault_('FUNCTION_LATE', { function: name, limit_ms });
      case 'memory':
        return this.#fault_('FUNCTION_MEMORY', { function: name, limit_mib });
      case 'left':
        return this.#fault_('FUNCTION_ENDED', { function: name, how: ended.how });
      case 'nonsense':
        return this.#broken();
      case 'unavailable':
        return this.#fault_('FUNCTION_UNAVAILABLE', { how: ended.how });
    }
  }

  #broken(): Fault {
    return this.#fault_('FUNCTION_ANSWER_BROKEN', { function: this.#plan.name });
  }

  #fault_<C extends Fault['code']>(code: C, facts: Fault<C>['facts'], at?: Place): Fault {
    return new Fault(code, facts, at, this.#plan.module) as unknown as Fault;
  }

  /** Where in the files that the bundle was made of something stands. */
  #placeOf(line: number, column: number): Place | undefined {
    const { map } = this.#bundle;
    if (map === '') return undefined;
    const found = new SourceMap(JSON.parse(map)).findEntry(line - 1, column - 1);
    return 'originalSource' in found
      ? { file: found.originalSource, line: found.originalLine + 1, column: found.originalColumn + 1 }
      : undefined;
  }
}

const UNFIT_TEXTS: Readonly<Record<Unfit, (found: number | null) => string>> = {
  missing: () => 'it was not given',
  shape: () => 'it is no column of that form',
  type: () => 'its values are of another type',
  rows: found => `it has ${found ?? 'another number of'} rows, and the batch another number`,
  null: () => 'it holds a null, and the field none',
  validity: () => 'its validity is no Uint8Array of 0 and 1',
  offsets: () => 'its offsets are no ascending Int32Array from 0',
  size: () => 'a value has another size than the type',
  text: () => 'a text holds half a letter',
  beyond: () => `it gave more than ${LIMITS.function_made_bytes_max} bytes`,
  promise: () => 'it gave a promise, and nothing waits for one',
};

const WHOLE = z
  .int()
  .min(0)
  .max(2 ** 31);

const SAID = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('made') }),
  z.strictObject({ kind: z.literal('no-function') }),
  z.strictObject({ kind: z.literal('late') }),
  z.strictObject({ kind: z.literal('memory') }),
  z.strictObject({
    kind: z.literal('threw'),
    error: z.enum(ERRORS),
    line: WHOLE.nullable(),
    column: WHOLE.nullable(),
  }),
  z.strictObject({
    kind: z.literal('unfit'),
    column: WHOLE,
    unfit: z.enum(UNFITS),
    found: z.int().min(-1).nullable(),
  }),
  z.strictObject({ kind: z.literal('reject'), what: z.enum(['code', 'row']) }),
]);

function saidIn(bytes: Uint8Array | undefined): z.output<typeof SAID> | undefined {
  if (bytes === undefined || bytes.length > LIMITS.function_said_bytes_max || !isUtf8(bytes))
    return undefined;
  try {
    return SAID.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
