import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { compareIceberg } from './compare-iceberg.ts';

/** A field as a test holds it: a leaf, or a struct of more. */
type Node = { readonly id: number; name: string; required: boolean; type: string | Node[] };

type Table = { fields: Node[]; last: number };

const GROWS: Readonly<Record<string, string>> = {
  int: 'long',
  float: 'double',
  'decimal(4, 2)': 'decimal(8, 2)',
};
const LEAVES = ['int', 'long', 'float', 'double', 'string', 'decimal(4, 2)', 'date', 'binary'];

/** What the specification lets anybody do to a table, at any struct in it. */
const OPERATIONS: Readonly<Record<string, (table: Table, here: Node[], pick: number) => void>> = {
  add: (table, here, pick) => {
    const id = ++table.last;
    here.splice(pick % (here.length + 1), 0, {
      id,
      name: `n${id}`,
      required: false,
      type: LEAVES[pick % LEAVES.length]!,
    });
  },
  addStruct: (table, here) => {
    const [id, inner] = [++table.last, ++table.last];
    here.push({
      id,
      name: `n${id}`,
      required: false,
      type: [{ id: inner, name: 'x', required: false, type: 'int' }],
    });
  },
  rename: (_, here, pick) => {
    const node = here[pick % here.length];
    if (node !== undefined) node.name = `r${node.id}_${pick}`;
  },
  reorder: (_, here, pick) => {
    const [node] = here.splice(pick % Math.max(1, here.length), 1);
    if (node !== undefined) here.unshift(node);
  },
  promote: (_, here) => {
    for (const node of here) if (typeof node.type === 'string') node.type = GROWS[node.type] ?? node.type;
  },
  loosen: (_, here, pick) => {
    const node = here[pick % Math.max(1, here.length)];
    if (node !== undefined) node.required = false;
  },
  drop: (_, here, pick) => void here.splice(pick % Math.max(1, here.length), 1),
};

const structs = (fields: Node[]): Node[][] => [
  fields,
  ...fields.flatMap(({ type }) => (typeof type === 'string' ? [] : structs(type))),
];

const document = (fields: readonly Node[]): Json => ({
  type: 'struct',
  fields: fields.map(({ type, ...rest }) => ({
    ...rest,
    type: typeof type === 'string' ? type : document(type),
  })),
});

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...Object.keys(OPERATIONS)),
    struct: fc.nat(20),
    pick: fc.nat(1_000),
  }),
  { minLength: 1, maxLength: 12 },
);

type Step = { readonly kind: string; readonly struct: number; readonly pick: number };

function evolved(fields: readonly Node[], done: readonly Step[]): Node[] {
  const table: Table = { fields: structuredClone([...fields]), last: 100 };
  for (const { kind, struct, pick } of done) {
    const all = structs(table.fields);
    OPERATIONS[kind]!(table, all[struct % all.length]!, pick);
  }
  return table.fields;
}

const START: readonly Node[] = [
  { id: 1, name: 'id', required: true, type: 'int' },
  { id: 2, name: 'score', required: false, type: 'float' },
  {
    id: 3,
    name: 'where',
    required: false,
    type: [
      { id: 4, name: 'lat', required: true, type: 'double' },
      { id: 5, name: 'price', required: false, type: 'decimal(4, 2)' },
    ],
  },
];

describe('a table that evolves as its specification lets it', () => {
  it('never breaks what was written before, by id', () => {
    fc.assert(
      fc.property(steps, done => {
        const { levels } = compareIceberg(document(START), document(evolved(START, done)));
        expect(levels).toMatchObject({
          wire: { backward: true },
          read: { backward: true },
          train: { backward: true },
        });
      }),
      { numRuns: 300 },
    );
  });

  it('and itself are identical, wherever it has come to', () => {
    fc.assert(
      fc.property(steps, done => {
        const there = document(evolved(START, done));
        expect(compareIceberg(there, structuredClone(there))).toMatchObject({
          class: 'identical',
          findings: [],
        });
      }),
      { numRuns: 50 },
    );
  });

  it('is judged the same from the other end, with the directions changed over', () => {
    fc.assert(
      fc.property(steps, steps, (one, other) => {
        const [left, right] = [document(evolved(START, one)), document(evolved(START, other))];
        const told = (from: Json, to: Json, direction: string) =>
          compareIceberg(from, to)
            .findings.filter(found => found.direction === direction)
            .map(({ direction: _, ...found }) => found);
        expect(told(left, right, 'backward')).toEqual(told(right, left, 'forward'));
      }),
      { numRuns: 50 },
    );
  });

  it('breaks when a step is one the specification does not let anybody take', () => {
    const narrowed = structuredClone([...START]);
    narrowed[1]!.type = 'int';
    const moved = structuredClone([...START]);
    moved.push((moved[2]!.type as Node[]).pop()!);
    for (const fields of [narrowed, moved])
      expect(compareIceberg(document(START), document(fields)).levels.wire.backward).toBe(false);
  });
});
