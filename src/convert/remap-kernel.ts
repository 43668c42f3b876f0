import type * as arrow from 'apache-arrow';
import { LIMITS } from '../base/limits.ts';
import { presenceOf } from '../contract/batch.ts';
import { columnBuilder } from '../contract/column-builder.ts';
import type { Value } from '../contract/value.ts';
import type { StepPlan } from './conversion-plan.ts';
import type { Kernel } from './number-kernels.ts';
import { type Act, Refused } from './refused.ts';
import { plainActOf } from './step-acts.ts';

/** Labels are few, and records are many: each spelling is looked up once, wherever its bytes stand. */
export function remapKernel(step: Extract<StepPlan, { kind: 'remap' }>): Kernel | undefined {
  const { source, result, splits } = step;
  if (splits.size > 0 || source.type.kind !== 'string') return undefined;
  const act = plainActOf(step);
  return (data, isOut, report) => {
    const known = new Spellings(data, act);
    const isPresent = presenceOf(data);
    const builder = columnBuilder(result);
    for (let row = 0; row < data.length; row++) {
      if (isOut(row)) builder.appendBlank();
      else if (isPresent?.(row) === false) builder.appendNull();
      else {
        const made = known.at(row);
        if (made instanceof Refused) {
          report(row, made.code);
          builder.appendBlank();
        } else builder.append(made);
      }
    }
    return builder.finish();
  };
}

/** What became of each spelling, by its bytes. */
class Spellings {
  readonly #bytes: Uint8Array;
  readonly #offsets: Int32Array;
  readonly #act: Act;
  readonly #byHash = new Map<number, Known[]>();

  constructor(data: arrow.Data, act: Act) {
    this.#bytes = data.values as Uint8Array;
    this.#offsets = data.valueOffsets as Int32Array;
    this.#act = act;
  }

  at(row: number): Value | Refused {
    const [start, end] = [this.#offsets[row]!, this.#offsets[row + 1]!];
    const bytes = this.#bytes;
    let hash = end - start;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0;
    const same = this.#byHash.get(hash);
    const known = same?.find(({ spelling }) => isAt(bytes, start, end, spelling));
    if (known !== undefined) return known.made;
    const spelling = bytes.slice(start, end);
    const made = this.#act(Buffer.from(spelling).toString('utf8'));
    // What the vocabulary has not may be anything, and as much of it as there are records.
    if (this.#byHash.size < LIMITS.remap_spellings_max)
      this.#byHash.set(hash, [...(same ?? []), { spelling, made }]);
    return made;
  }
}

type Known = { readonly spelling: Uint8Array; readonly made: Value | Refused };

function isAt(bytes: Uint8Array, start: number, end: number, spelling: Uint8Array): boolean {
  if (end - start !== spelling.length) return false;
  for (let at = 0; at < spelling.length; at++) if (bytes[start + at] !== spelling[at]) return false;
  return true;
}
