import type { Data } from 'apache-arrow';
import { LIMITS } from '../../base/limits.ts';
import type { Field, FieldId } from '../../contract/field.ts';
import { Body } from './body.ts';
import type { Fit } from './column-data.ts';
import { FitStop } from './fit-stop.ts';
import type { BatchHead } from './ipc-message.ts';
import { joined } from './joined.ts';
import { wholeLane } from './lane.ts';

type Part = { readonly head: BatchHead; readonly bytes: Uint8Array; readonly offset: number };

/** Lists of values that columns point into, by id, as the last messages left them. */
export class Dictionaries {
  readonly #known: ReadonlySet<number>;
  readonly #extent: 'stream' | 'file';
  readonly #parts = new Map<number, readonly Part[]>();
  #held_bytes = 0;

  /**
   * @param known  the ids that columns name
   * @param extent  in a stream the values of an id may be replaced; in a file batches may stand before them, so they may not
   */
  constructor(known: ReadonlySet<number>, extent: 'stream' | 'file') {
    this.#known = known;
    this.#extent = extent;
  }

  /** Each has values. */
  get isWhole(): boolean {
    return this.#parts.size === this.#known.size;
  }

  put(id: number, isDelta: boolean, part: Part): void {
    if (!this.#known.has(id)) throw new FitStop('MALFORMED');
    const before = this.#parts.get(id) ?? [];
    if (isDelta && before.length === 0) throw new FitStop('MALFORMED');
    if (!isDelta && before.length > 0 && this.#extent === 'file') throw new FitStop('MALFORMED');
    if (!isDelta) this.#held_bytes -= bytesOf(before);
    this.#held_bytes += part.bytes.length;
    if (this.#held_bytes > LIMITS.codec_bytes_max) throw new FitStop('ROW_GROUP_TOO_LARGE');
    this.#parts.set(id, isDelta ? [...before, part] : [part]);
  }

  /** The values of a dictionary as a column of the field, fitted once for each state of it. */
  reader(id: number, field: Field, toField: Fit): (asker: FieldId) => Data {
    let of: readonly Part[] | undefined;
    let made: Data | undefined;
    return asker => {
      const parts = this.#parts.get(id);
      if (parts === undefined) throw new FitStop('MALFORMED', asker);
      if (made === undefined || of !== parts) {
        made = joined(
          field,
          parts.map(part => fitted(part, toField)),
        );
        of = parts;
      }
      return made;
    };
  }
}

function fitted({ head, bytes, offset }: Part, toField: Fit): Data {
  const body = new Body(head, bytes, offset);
  try {
    const data = toField(body, wholeLane(head.length));
    body.end();
    return data;
  } catch (stop) {
    // A place in a dictionary is none in a record batch.
    if (stop instanceof FitStop)
      throw new FitStop(stop.code, stop.field, undefined, stop.offset, stop.column);
    throw stop;
  }
}

const bytesOf = (parts: readonly Part[]): number => parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
