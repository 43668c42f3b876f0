/**
 * The order in which the keys of a field are read best: what it is called, what it is, what it means, what stands where
 * nothing does, who answers for it, and last whatever it holds, which may be long.
 */
export const FIELD_KEYS: readonly string[] = [
  'id',
  'name',
  'aliases',
  'physical',
  'precision',
  'scale',
  'size',
  'zone',
  'order',
  'length',
  'minLength',
  'maxLength',
  'maxEntries',
  'shape',
  'logical',
  'unit',
  'convention',
  'nullable',
  'nullMeans',
  'sentinels',
  'nan',
  'infinity',
  'emptyMeans',
  'default',
  'writeDefault',
  'range',
  'vocabulary',
  'unknownPolicy',
  'ignoreValue',
  'normalizer',
  'owner',
  'sensitivity',
  'doc',
  'element',
  'key',
  'value',
  'fields',
];

/** What a contract begins with. */
export const CONTRACT_KEYS: readonly string[] = ['$schema', 'schema'];

/** The same keys, those that have a place in the order first. */
export const inKeyOrder = (keys: readonly string[], order: readonly string[]): readonly string[] => {
  const placeOf = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return [...keys].sort((a, b) => placeOf(a) - placeOf(b));
};
