import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { classify } from '../compat/classify.ts';
import type { RecordValues } from '../contract/value.ts';
import type { PlainReaders } from '../engine/port.ts';
import { announcedBy } from '../matrix/announced.ts';
import type { Cell, Side } from '../matrix/cell.ts';
import type { Probe } from '../matrix/probe.ts';
import { type Failure, probeWith, recordWeight, showsFailure, smallerValues } from '../matrix/shrink.ts';
import { type Asked, askPart, askProbe, plainTrial, type Trial } from '../matrix/trial.ts';

export type ShrinkAsk = {
  readonly cell: Cell;
  readonly writer: Side;
  readonly reader: Side;
  readonly seed: number;
  /** What it is called in the report of the cell. */
  readonly probe: string;
  readonly failure: Failure;
};

/** The smallest record that still shows the failure, and what the ordinary reader made of it. */
export type Shrunk = { readonly values: RecordValues; readonly trial: Trial };

/**
 * Makes the probe anew from its seed, and every field of it smaller as long as the failure is seen. Each try is put to the
 * ordinary reader itself.
 *
 * @returns undefined where the probe is no record that a writer could have meant, or does not show the failure again
 * @faults PLAIN_READER_UNAVAILABLE
 */
export async function shrinkProbe(plain: PlainReaders, ask: ShrinkAsk): Promise<Shrunk | undefined | Fault> {
  const { cell, writer, reader, seed, failure } = ask;
  const direction = reader.version >= writer.version ? 'backward' : 'forward';
  const asked = askPart(
    {
      codec: cell.codec,
      writer: writer.schema,
      reader: reader.schema,
      about: new Set(failure.field === null ? [] : [failure.field]),
      announced: announcedBy(classify(writer.schema, reader.schema, direction)),
      isProjection: false,
    },
    seed,
    0,
    plain.parquet,
  );
  const probe = asked.asks.find(one => one.probe.id === ask.probe)?.probe;
  if (probe === undefined || !isRecord(probe)) return undefined;
  const shrinking = new Shrinking(plain, asked, probe, failure);
  return shrinking.run(probe.truth.kind === 'record' ? probe.truth.values : []);
}

/** A record that was spoiled has no smaller one: its bytes are the point. */
const isRecord = ({ truth, published }: Probe): boolean =>
  truth.kind === 'record' &&
  truth.spoiled === undefined &&
  truth.unwritten === undefined &&
  published === undefined;

class Shrinking {
  readonly #plain: PlainReaders;
  readonly #asked: Asked;
  readonly #probe: Probe;
  readonly #failure: Failure;

  constructor(plain: PlainReaders, asked: Asked, probe: Probe, failure: Failure) {
    this.#plain = plain;
    this.#asked = asked;
    this.#probe = probe;
    this.#failure = failure;
  }

  async run(values: RecordValues): Promise<Shrunk | undefined | Fault> {
    const { fields } = this.#asked.part.writer;
    const first = await this.#firstThatShows([values]);
    if (first === undefined || first instanceof Fault) return first;
    let best = first;
    // All at once where that shows it, as it mostly does; then field by field.
    const least = fields.map((field, at) =>
      field.id === this.#failure.field ? values[at]! : (smallerValues(field, values[at]!)[0] ?? values[at]!),
    );
    const all = await this.#firstThatShows([least]);
    if (all instanceof Fault) return all;
    if (all !== undefined) best = all;
    for (let [round, before] = [0, Infinity]; round < ROUNDS && recordWeight(best.values) < before; round++) {
      before = recordWeight(best.values);
      for (const at of this.#placesToTry(fields.length)) {
        const { values: from } = best;
        const tries = smallerValues(fields[at]!, from[at]!).map(value => from.with(at, value));
        const found = await this.#firstThatShows(tries);
        if (found instanceof Fault) return found;
        best = found ?? best;
      }
    }
    return best;
  }

  /** Of a very wide record, what is to be seen is the field; the others were made small together. */
  #placesToTry(length: number): readonly number[] {
    const { fields } = this.#asked.part.writer;
    const own = fields.findIndex(({ id }) => id === this.#failure.field);
    if (length > LIMITS.matrix_whole_fields_max) return own < 0 ? [] : [own];
    return Array.from({ length }, (_, at) => at);
  }

  async #firstThatShows(tries: readonly RecordValues[]): Promise<Shrunk | undefined | Fault> {
    const { reader, writer } = this.#asked.part;
    const field = reader.fields.find(({ id }) => id === this.#failure.field);
    const made = tries.flatMap((values, at) => {
      const probe = probeWith(this.#asked, this.#probe, values);
      // Without a field of its own the record is read as a whole.
      return probe === undefined ? [] : [{ values, ask: askProbe(this.#asked, probe, field, `try ${at}`) }];
    });
    if (made.length === 0 || writer.fields.length === 0) return undefined;
    const answers = await this.#plain.read(made.map(({ ask }) => ask.task));
    if (answers instanceof Fault) return answers;
    for (const [at, { values, ask }] of made.entries()) {
      const answer = answers[at];
      if (answer === undefined) continue;
      const trial = plainTrial(this.#asked, ask, answer);
      if (showsFailure(this.#failure, trial)) return { values, trial };
    }
    return undefined;
  }
}

const ROUNDS = 8;
