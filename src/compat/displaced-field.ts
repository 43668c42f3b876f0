/** Of the fields that both have, the first that stands elsewhere among them, and its places among them. */
export type DisplacedField = { readonly index: number; readonly from: number; readonly to: number };

/**
 * A field that came or went moves none of the others, so places are counted among those that both have.
 *
 * @param places  where the writer has each field of the reader, in the reader's order
 */
export function displacedField(places: readonly (number | undefined)[]): DisplacedField | undefined {
  const shared = places.flatMap((place, index) => (place === undefined ? [] : [{ place, index }]));
  const before = shared.map(({ place }) => place).sort((one, other) => one - other);
  const to = shared.findIndex(({ place }, at) => place !== before[at]);
  const moved = shared[to];
  return moved && { index: moved.index, from: before.indexOf(moved.place), to };
}
