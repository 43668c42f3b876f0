import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Codec } from '../../src/codec/codec.ts';
import { rowsOf } from '../../src/contract/batch.ts';
import type { Field, Scalar } from '../../src/contract/field.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import type { Unit } from '../../src/contract/unit.ts';
import type { Value } from '../../src/contract/value.ts';
import { makeField, makeMap, makeSchema, makeStruct } from '../contract/make-field.ts';

/** A file of one column, the field it is read as, and what stands in it. */
export type ReadFile = readonly [file: string, field: Field, values: readonly Value[]];

export type RefusedFile = readonly [
  file: string,
  why: string,
  field: Field,
  code: string,
  at: number | undefined,
  row: number,
  block?: number,
];

/** Files that pyarrow wrote, by one codec: each read exactly, or refused as it says, and none left out. */
export class PyarrowFiles {
  readonly #folder: string;
  readonly #extension: string;
  readonly #codec: Codec;

  constructor(folder: string, extension: string, codec: Codec) {
    this.#folder = folder;
    this.#extension = extension;
    this.#codec = codec;
  }

  bytesOf(file: string): Buffer {
    return readFileSync(path.join(this.#folder, `${file}${this.#extension}`));
  }

  /** @param others  files that a test beside these reads */
  test(read: readonly ReadFile[], refused: readonly RefusedFile[], others: readonly string[] = []): void {
    it.each(read)('%s holds what was written', (file, field, values) => {
      const schema = makeSchema([field]);
      const result = this.#codec.decode(schema, this.bytesOf(file));
      if (result.kind === 'refused') throw new Error(`${result.code} at ${result.offset}`);
      expect(rowsOf(schema, result.batch).map(([only]) => only)).toEqual(values);
    });

    for (const [file, why, field, code, at, row, block] of refused)
      it(`${file} is refused where ${why}`, () => {
        const result = this.#codec.decode(makeSchema([field]), this.bytesOf(file));
        const place = { field: at, row, ...(block !== undefined && { block }) };
        expect(result).toMatchObject({ kind: 'refused', code, ...place });
      });

    it('are all read or refused here', () => {
      const named = new Set([...[...read, ...refused].map(([file]) => file), ...others]);
      const found = readdirSync(this.#folder).filter(name => name.endsWith(this.#extension));
      expect(found.filter(name => !named.has(name.slice(0, -this.#extension.length)))).toEqual([]);
    });
  }
}

export const unit = (code: string): Unit => parseUnit(code) as Unit;
export const scalar = (kind: Scalar, given: Partial<Field> = {}): Field =>
  makeField(kind, { id: 1, nullable: true, ...given });
export const inner = (kind: Scalar, given: Partial<Field> = {}): Field =>
  makeField(kind, { id: 2, name: 'element', ...given });
export const value = { id: 1, name: 'value', nullable: true };
export const timestamp = (code: string, zone: 'instant' | 'local'): Field =>
  scalar('timestamp', { type: { kind: 'timestamp', zone }, unit: unit(code) });
export const decimal = (precision: number, scale: number): Field =>
  scalar('decimal', { type: { kind: 'decimal', precision, scale } });

export const text = scalar('string');
export const TEXTS: readonly Value[] = ['a', null, '', 'longer than twelve bytes, é', 'a'];

/** Both formats have them, and the same records in them. */
export const NESTED: readonly ReadFile[] = [
  [
    'map',
    makeMap(
      inner('string', { name: 'key' }),
      inner('int32', { id: 3, name: 'value', nullable: true }),
      4,
      value,
    ),
    [
      [
        ['a', 1],
        ['b', null],
      ],
      null,
      [],
    ],
  ],
  [
    'struct',
    makeStruct([inner('string', { name: 'b' }), inner('int32', { id: 3, name: 'a', nullable: true })], value),
    [['x', 1], null, ['y', null]],
  ],
];
