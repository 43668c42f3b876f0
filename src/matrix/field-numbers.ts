import { unchanged } from '../compat/unchanged.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';

/** Numbers fields so that two have one number when nothing in them differs, whichever versions they stand in. */
export class FieldNumbers {
  readonly #known = new Map<FieldId, readonly (readonly [field: Field, number: number])[]>();
  readonly #numbers = new WeakMap<Field, number>();
  #next = 0;

  of({ fields }: Schema): string {
    return fields.map(field => this.#numberOf(field)).join();
  }

  #numberOf(field: Field): number {
    const seen = this.#numbers.get(field);
    if (seen !== undefined) return seen;
    const known = this.#known.get(field.id) ?? [];
    let number = known.find(([other]) => unchanged(other, field))?.[1];
    if (number === undefined) {
      number = this.#next++;
      this.#known.set(field.id, [...known, [field, number]]);
    }
    this.#numbers.set(field, number);
    return number;
  }
}
