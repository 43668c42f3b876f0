/** The first few by their place, in whatever order they come. */
export class FirstRows<T extends { readonly row: number }> {
  readonly #most: number;
  #kept: T[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(one: T): void {
    this.#kept.push(one);
    if (this.#kept.length >= 2 * this.#most + ROOM) this.#kept = this.inOrder();
  }

  inOrder(): T[] {
    return this.#kept.toSorted((a, b) => a.row - b.row).slice(0, this.#most);
  }
}

/** Beyond what is kept, so that few are sorted at a time and rarely. */
const ROOM = 64;
