import fc from 'fast-check';
import type { Json } from '../../../src/base/canonical-json.ts';

type Attributes = { readonly [key: string]: Json };

const NAMES = ['a', 'b', 'c', 'd'] as const;
const PRIMITIVES = ['null', 'boolean', 'int', 'long', 'float', 'double', 'string', 'bytes'] as const;

/** What a schema is drawn from; it becomes one when every named type has got its one place. */
type Sketch =
  | { readonly kind: 'primitive'; readonly type: (typeof PRIMITIVES)[number]; readonly decimal: boolean }
  | { readonly kind: 'array' | 'map'; readonly below: Sketch }
  | { readonly kind: 'union'; readonly branches: readonly Sketch[] }
  | { readonly kind: 'named'; readonly name: string };

type FieldSketch = {
  readonly name: string;
  readonly type: Sketch;
  readonly hasDefault: boolean;
  readonly alias: string | undefined;
};

type Definition =
  | { readonly kind: 'record'; readonly fields: readonly FieldSketch[] }
  | { readonly kind: 'enum'; readonly symbols: readonly string[]; readonly hasDefault: boolean }
  | { readonly kind: 'fixed'; readonly size: number };

type World = {
  readonly root: Sketch;
  readonly definitions: Readonly<Record<string, Definition>>;
  readonly namespace: string;
};

const TYPE_NAMES = ['N0', 'N1', 'N2'] as const;

const sketch = fc.letrec<{ sketch: Sketch }>(tie => ({
  sketch: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({
      kind: fc.constant('primitive' as const),
      type: fc.constantFrom(...PRIMITIVES),
      decimal: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('named' as const), name: fc.constantFrom(...TYPE_NAMES) }),
    fc.record({ kind: fc.constantFrom('array' as const, 'map' as const), below: tie('sketch') }),
    fc.record({
      kind: fc.constant('union' as const),
      branches: fc.array(tie('sketch'), { minLength: 1, maxLength: 4 }),
    }),
  ),
})).sketch;

const field: fc.Arbitrary<FieldSketch> = fc.record({
  name: fc.constantFrom(...NAMES),
  type: sketch,
  hasDefault: fc.boolean(),
  alias: fc.option(fc.constantFrom(...NAMES), { nil: undefined, freq: 4 }),
});

const definition: fc.Arbitrary<Definition> = fc.oneof(
  fc.record({
    kind: fc.constant('record' as const),
    fields: fc.uniqueArray(field, { selector: ({ name }) => name, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('enum' as const),
    symbols: fc.uniqueArray(fc.constantFrom('X', 'Y', 'Z'), { minLength: 1, maxLength: 3 }),
    hasDefault: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('fixed' as const), size: fc.constantFrom(1, 2) }),
);

const definitions = fc.record({ N0: definition, N1: definition, N2: definition });
const namespace = fc.constantFrom('', 'p', 'q');
const world: fc.Arbitrary<World> = fc.record({ root: sketch, definitions, namespace });

/** Two schemas that mostly share their types: of two drawn apart, hardly any pair resolves. */
export const anyAvroPair: fc.Arbitrary<readonly [writer: Json, reader: Json]> = fc
  .tuple(world, world, fc.constantFrom('root', 'N0', 'N1', 'N2', 'namespace', 'all', 'none'))
  .map(([one, other, changed]) => {
    const reader = changed === 'all' ? other : changedIn(one, other, changed);
    return [schemaOf(one), schemaOf(reader)] as const;
  });

function changedIn(one: World, other: World, part: string): World {
  if (part === 'root' || part === 'namespace') return { ...one, [part]: other[part] };
  if (part === 'none') return one;
  return { ...one, definitions: { ...one.definitions, [part]: other.definitions[part]! } };
}

/** A named type is defined where it is first met. */
function schemaOf({ root, definitions: all, namespace: space }: World): Json {
  const defined = new Set<string>();
  const named = (name: string): Json => {
    const full = space === '' ? name : `${space}.${name}`;
    if (defined.has(name)) return full;
    defined.add(name);
    const found = all[name]!;
    if (found.kind === 'fixed') return { type: 'fixed', name: full, size: found.size };
    if (found.kind === 'enum') {
      const fallback = found.hasDefault ? { default: found.symbols[0]! } : {};
      return { type: 'enum', name: full, symbols: found.symbols, ...fallback };
    }
    return { type: 'record', name: full, fields: found.fields.map(fieldOf) };
  };
  const fieldOf = ({ name, type, hasDefault, alias }: FieldSketch): Json => {
    const written = typeOf(type);
    const fallback = hasDefault ? defaultOf(written) : undefined;
    const attributes: Attributes = alias === undefined || alias === name ? {} : { aliases: [alias] };
    return { name, type: written, ...(fallback === undefined ? {} : { default: fallback }), ...attributes };
  };
  const typeOf = (given: Sketch): Json => {
    switch (given.kind) {
      case 'primitive':
        return given.type === 'bytes' && given.decimal
          ? { type: 'bytes', logicalType: 'decimal', precision: 4, scale: 2 }
          : given.type;
      case 'array':
        return { type: 'array', items: typeOf(given.below) };
      case 'map':
        return { type: 'map', values: typeOf(given.below) };
      case 'named':
        return named(given.name);
      case 'union':
        return unionOf(given.branches);
    }
  };
  const unionOf = (branches: readonly Sketch[]): Json => {
    const seen = new Set<string>();
    const kept = branches.filter(branch => {
      const key =
        branch.kind === 'primitive' ? branch.type : branch.kind === 'named' ? branch.name : branch.kind;
      return branch.kind !== 'union' && !seen.has(key) && seen.add(key) !== undefined;
    });
    return kept.length === 0 ? ['null'] : kept.map(typeOf);
  };
  return typeOf(root);
}

/** A default of the first branch, as every version of the specification takes it; none where it would be long. */
function defaultOf(type: Json): Json | undefined {
  const first = Array.isArray(type) ? (type[0] as Json) : type;
  switch (first) {
    case 'null':
      return null;
    case 'boolean':
      return true;
    case 'int':
    case 'long':
    case 'float':
    case 'double':
      return 7;
    case 'string':
      return 'seven';
    case 'bytes':
      return 'ÿ';
    default:
      return undefined;
  }
}
