/** What was made for an object under a key, as long as there is the object. */
export type Kept<T> = WeakMap<object, Map<string, T>>;

export function keptOf<T>(kept: Kept<T>, of: object, key: string, make: () => T): T {
  const known = kept.get(of) ?? new Map<string, T>();
  kept.set(of, known);
  if (!known.has(key)) known.set(key, make());
  return known.get(key)!;
}
