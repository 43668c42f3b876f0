/** As much of avsc's types as a value is made from. */
type Shape = {
  readonly typeName: string;
  readonly fields: readonly { readonly name: string; readonly type: Shape }[];
  readonly itemsType: Shape;
  readonly valuesType: Shape;
  readonly types: readonly Shape[];
  readonly branchName: string;
  readonly symbols: readonly string[];
  readonly size: number;
};

/** Numbers below a bound, one after the other, and the same for the same seed: those of avsc are never the same. */
export type Chance = (below: number) => number;

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return below => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const DEPTH_MAX = 12;

/** avsc takes no long beyond these two ends. */
const LONGS = [0, 1, -1, 2 ** 24 + 1, -(2 ** 31) - 1, 2 ** 53 - 2, -(2 ** 53) + 2];
const INTS = [0, 1, -1, 2 ** 24 + 1, 2 ** 31 - 1, -(2 ** 31)];
const DOUBLES = [0, -0, 1, 0.1, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE, Number.MIN_VALUE];
const TEXTS = ['', 'a', 'é', '\ufffd', '𝄞', '\0', '__proto__', 'constructor'];
const BYTES = ['', '61', 'ff', 'c3a9', 'c328', 'edb080', 'efbfbd', '00'];

/** A value as avsc takes it, at the edges of its type; undefined where a record holds itself without end. */
export function anyValue(type: unknown, chance: Chance): unknown {
  try {
    return made(type as Shape, chance, 0);
  } catch (error) {
    if (error === ENDLESS) return undefined;
    throw error;
  }
}

const ENDLESS = new RangeError('no value of this type ends');

function made(type: Shape, chance: Chance, depth: number): unknown {
  if (depth > DEPTH_MAX) throw ENDLESS;
  const some = depth > DEPTH_MAX / 2 ? 0 : chance(3);
  const pick = <T>(values: readonly T[]): T => values[chance(values.length)]!;
  if (type.typeName.startsWith('union:')) {
    const branch = pick(type.types);
    if (branch.typeName === 'null') return null;
    return { [branch.branchName]: made(branch, chance, depth + 1) };
  }
  switch (type.typeName) {
    case 'null':
      return null;
    case 'boolean':
      return chance(2) === 1;
    case 'int':
      return pick(INTS);
    case 'long':
      return pick(LONGS);
    case 'float':
      return Math.fround(pick(DOUBLES));
    case 'double':
      return pick(DOUBLES);
    case 'string':
      return pick(TEXTS);
    case 'bytes':
      return Buffer.from(pick(BYTES), 'hex');
    case 'fixed':
      return Buffer.alloc(type.size, chance(256));
    case 'enum':
      return pick(type.symbols);
    case 'array':
      return Array.from({ length: some }, () => made(type.itemsType, chance, depth + 1));
    case 'map':
      return Object.fromEntries(
        TEXTS.slice(1, 1 + some).map(key => [key, made(type.valuesType, chance, depth + 1)]),
      );
    case 'record':
      return Object.fromEntries(type.fields.map(field => [field.name, made(field.type, chance, depth + 1)]));
    default:
      throw new TypeError(`a type of the name ${type.typeName}`);
  }
}
