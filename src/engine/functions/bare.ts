/**
 * Leaves the engine with what the language itself has, the same every time: nothing of the machine around it, no clock, no
 * chance, no place or language, no code out of text. What is left is frozen, so that a function changes nothing for itself the
 * next time, nor for whoever asks it.
 *
 * It is called once, before anything of a converter is run.
 */
export function bare(): void {
  const names = Reflect.ownKeys(globalThis);
  for (const name of names) {
    if (typeof name === 'string' && LEFT.has(name)) continue;
    if (!Reflect.deleteProperty(globalThis, name)) hide(globalThis, name);
  }
  const hidden = [
    Function,
    Object.getPrototypeOf(function* () {}).constructor,
    Object.getPrototypeOf(async () => {}).constructor,
    Object.getPrototypeOf(async function* () {}).constructor,
  ];
  for (const maker of hidden) withoutCode(maker);
  Reflect.defineProperty(globalThis, 'Function', {
    value: Object.getPrototypeOf(() => {}).constructor,
    writable: false,
    enumerable: false,
    configurable: false,
  });
  for (const [owner, keys] of WITHOUT) for (const key of keys) Reflect.deleteProperty(owner, key);
  for (const key of ['captureStackTrace', 'prepareStackTrace']) Reflect.deleteProperty(Error, key);
  if (Object.hasOwn(Error, 'stackTraceLimit')) Reflect.set(Error, 'stackTraceLimit', TRACED);
  for (const key of Reflect.ownKeys(RegExp))
    if (typeof key === 'string' && !REGEXP.has(key)) Reflect.deleteProperty(RegExp, key);
  for (const owner of OVERRIDDEN()) overridable(owner);
  freezeAll();
}

/** Calls that an error tells of: enough to find the line. */
const TRACED = 8;

const LEFT: ReadonlySet<string> = new Set([
  ...['Object', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'BigInt', 'Math', 'JSON', 'Reflect'],
  ...['Proxy', 'Map', 'Set', 'WeakMap', 'WeakSet', 'RegExp', 'Promise', 'Iterator', 'Function'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'],
  ...['URIError', 'InternalError', 'SuppressedError', 'ArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array'],
  ...['Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'BigInt64Array'],
  ...['BigUint64Array', 'Float16Array', 'Float32Array', 'Float64Array', 'parseInt', 'parseFloat', 'isNaN'],
  ...['isFinite', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'Infinity', 'NaN'],
  ...['undefined', 'globalThis'],
]);

const typedArray = Object.getPrototypeOf(Uint8Array) as { readonly prototype: object };

/** What asks for chance, or for the language and the place of the machine. */
const WITHOUT: readonly (readonly [owner: object, keys: readonly string[]])[] = [
  [Math, ['random']],
  [
    Object.prototype,
    ['toLocaleString', '__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__'],
  ],
  [Array.prototype, ['toLocaleString']],
  [typedArray.prototype, ['toLocaleString']],
  [Number.prototype, ['toLocaleString']],
  [BigInt.prototype, ['toLocaleString']],
  [String.prototype, ['localeCompare', 'toLocaleLowerCase', 'toLocaleUpperCase']],
];

/** What stands on RegExp beside this says what was matched last. */
const REGEXP: ReadonlySet<string> = new Set(['length', 'name', 'prototype', 'escape']);

function hide(owner: object, name: PropertyKey): void {
  Reflect.defineProperty(owner, name, { value: undefined, writable: false });
}

/** Whatever text it is given, it becomes no function. */
function withoutCode(maker: { readonly prototype: object }): void {
  const none = (): never => {
    throw new TypeError('no code is made of text here');
  };
  Reflect.defineProperty(none, 'prototype', { value: maker.prototype, writable: false });
  Reflect.defineProperty(maker.prototype, 'constructor', {
    value: none,
    writable: false,
    enumerable: false,
    configurable: false,
  });
}

/** Whose members are shadowed by those of ordinary objects: `toString` of a class, `name` of an error of one's own. */
const OVERRIDDEN = (): readonly object[] => [
  Object.prototype,
  Function.prototype,
  Array.prototype,
  Promise.prototype,
  ...[Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError].map(
    ({ prototype }) => prototype as object,
  ),
];

/**
 * A property that is frozen can't be assigned to what inherits it either, which ordinary classes do. So those that stand in the
 * prototype become what they are by asking, and an assignment makes one of the heir's own.
 */
function overridable(owner: object): void {
  for (const key of [
    'constructor',
    'toString',
    'valueOf',
    'name',
    'message',
    'toLocaleString',
    'hasOwnProperty',
  ]) {
    const own = Reflect.getOwnPropertyDescriptor(owner, key);
    if (own === undefined || !('value' in own) || own.configurable !== true) continue;
    const { value, enumerable } = own;
    Reflect.defineProperty(owner, key, {
      get: () => value,
      set(this: object, mine: unknown) {
        if (this === owner) throw new TypeError(`${key} is frozen`);
        Reflect.defineProperty(this, key, {
          value: mine,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      },
      enumerable: enumerable === true,
      configurable: false,
    });
  }
}

/** All that can be come to from what is left, and from what the language makes by itself. */
function freezeAll(): void {
  const seen = new Set<object>();
  const waiting: object[] = [
    globalThis,
    Object.getPrototypeOf(function* () {}),
    Object.getPrototypeOf(async () => {}),
    Object.getPrototypeOf(async function* () {}),
    Object.getPrototypeOf([][Symbol.iterator]()),
    Object.getPrototypeOf(''[Symbol.iterator]()),
    Object.getPrototypeOf(new Map()[Symbol.iterator]()),
    Object.getPrototypeOf(new Set()[Symbol.iterator]()),
    Object.getPrototypeOf(''.matchAll(/a/g)),
    typedArray,
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const prototype: unknown = Object.getPrototypeOf(next);
    if (isObject(prototype)) waiting.push(prototype);
    for (const key of Reflect.ownKeys(next)) {
      const { value, get, set } = Reflect.getOwnPropertyDescriptor(next, key)!;
      for (const each of [value, get, set]) if (isObject(each)) waiting.push(each);
    }
  }
  for (const each of seen) Object.freeze(each);
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';
