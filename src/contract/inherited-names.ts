/**
 * What every object of JavaScript has already. An ordinary reader there takes a field of such a name for it, or its
 * generated code ends in an error: no record with it is read by anybody but us.
 */
export const INHERITED_NAMES: ReadonlySet<string> = new Set([
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
]);
