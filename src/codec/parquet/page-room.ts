import { ByteSink } from '../byte-sink.ts';

/**
 * Where a page is put together, one for all columns and row groups of a file: to make it anew each time left more to be collected than
 * they have bytes. What is in it lasts until the next page.
 */
export class PageRoom {
  readonly sink = new ByteSink();
  readonly levels = new ByteSink();
  #words = new Int32Array(0);
  #places = new Int32Array(0);

  words(length: number): Int32Array {
    if (this.#words.length < length) this.#words = new Int32Array(length);
    return this.#words;
  }

  places(length: number): Int32Array {
    if (this.#places.length < length) this.#places = new Int32Array(length);
    return this.#places;
  }
}
