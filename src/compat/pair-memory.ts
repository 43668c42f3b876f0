import type { Field } from '../contract/field.ts';
import type { Finding } from './finding.ts';

type Found = readonly Finding[];

/**
 * What was found of pairs of fields, for as long as one judgement of many versions lasts. A thousand versions of a record
 * repeat their fields as the same objects: whoever compares each with the last meets the same pairs again and again.
 *
 * It is asked only where the pair decides by itself: not for the label, and not where a name leads to another field.
 */
export class PairMemory {
  readonly backward = new DirectedMemory();
  readonly forward = new DirectedMemory();
}

/** Of one direction. `undefined` is what the writer lacks of the reader's, and the reader of the writer's. */
export class DirectedMemory {
  readonly #pairs = new Map<Field | undefined, Map<Field | undefined, Found>>();

  ofPair(writer: Field | undefined, reader: Field | undefined): Found | undefined {
    return this.#pairs.get(reader)?.get(writer);
  }

  keepPair(writer: Field | undefined, reader: Field | undefined, found: Found): void {
    const known = this.#pairs.get(reader);
    if (known === undefined) this.#pairs.set(reader, new Map([[writer, found]]));
    else known.set(writer, found);
  }
}
