/** Places beside each other, each with the texts that tell it from the others, by the key they stand under. */
export type PlaceTexts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A place that has the text now which was another's. */
export type ExchangedText = { readonly place: string; readonly from: string; readonly to: string };

/**
 * Places whose text was that of one other place alone, and is theirs alone now, while that one has another: whoever goes by
 * the text finds the values of the one where those of the other stood. A text that merely moved to a place that had none is
 * no exchange.
 */
export function exchangedTexts(before: PlaceTexts, after: PlaceTexts): readonly ExchangedText[] {
  const [owners, heirs] = [ownersOf(before), ownersOf(after)];
  const found = new Map<string, ExchangedText>();
  for (const [place, texts] of after)
    for (const [key, to] of texts) {
      const from = before.get(place)?.get(key);
      const owner = owners.get(nameOf(key, to));
      if (from === undefined || from === to || found.has(place)) continue;
      if (owner === undefined || owner === SEVERAL || heirs.get(nameOf(key, to)) !== place) continue;
      const now = after.get(owner)?.get(key);
      if (now !== undefined && now !== to) found.set(place, { place, from, to });
    }
  return [...found.values()];
}

const SEVERAL = Symbol('several places');

/** The place that has a text, or that several have. */
function ownersOf(places: PlaceTexts): ReadonlyMap<string, string | typeof SEVERAL> {
  const owners = new Map<string, string | typeof SEVERAL>();
  for (const [place, texts] of places)
    for (const [key, text] of texts)
      owners.set(nameOf(key, text), owners.has(nameOf(key, text)) ? SEVERAL : place);
  return owners;
}

const nameOf = (key: string, text: string): string => `${key} ${text}`;
