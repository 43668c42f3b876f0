import { describe, expect, it } from 'vitest';
import { classify } from '../../src/compat/classify.ts';
import { PROMOTES } from '../../src/compat/promotion.ts';
import type { Scalar } from '../../src/contract/field.ts';
import { isFloat } from '../../src/contract/kind-table.ts';
import { announcedBy } from '../../src/matrix/announced.ts';
import { PLAIN_CODECS } from '../../src/matrix/plain-lane.ts';
import { runCell } from './run.ts';
import { field, side } from './schemas.ts';

const of = (version: number, kind: Scalar) => side(version, field(1, 'value', kind));

const promoted = Object.entries(PROMOTES).flatMap(([from, types]) =>
  Object.entries(types).map(([to, access]) => ({ from: from as Scalar, to: to as Scalar, access })),
);
const toFloats = promoted.filter(({ to }) => isFloat(to));
const byName = toFloats.filter(({ access }) => access.includes('name'));

describe('a number read as a wider one', () => {
  it.each(promoted.filter(({ from, to }) => isFloat(from) && isFloat(to)))(
    'is the same number to ordinary readers of JSON, $from as $to, because its text has every bit of it',
    async ({ from, to }) => {
      const cell = await runCell(of(1, from), of(2, to), 'json');
      expect([cell.encoding, cell.meaning, cell.disagreements]).toEqual(['passes', 'passes', []]);
      expect(cell.fields.flatMap(({ sample }) => (sample?.truth === 'written' ? [sample] : []))).toEqual([]);
    },
  );

  it.each(byName.filter(({ from }) => from === 'int32' || from === 'float32'))(
    'is the same number to every ordinary reader by name, $from as $to',
    async ({ from, to }) => {
      for (const codec of PLAIN_CODECS) {
        const cell = await runCell(of(1, from), of(2, to), codec);
        const changed = cell.fields.flatMap(({ sample }) => (sample?.truth === 'written' ? [sample] : []));
        expect({ codec, changed, disagreements: cell.disagreements }).toEqual({
          codec,
          changed: [],
          disagreements: [],
        });
      }
    },
  );

  it('is not announced by what holds by position alone, because neither lane reads by it', () => {
    const [writer, reader] = [of(1, 'float32').schema, of(2, 'float64').schema];
    const findings = classify(writer, reader);
    expect(findings.map(({ rule, access }) => [rule, access])).toEqual([
      ['FIELD_TYPE_PROMOTES', ['position']],
    ]);
    expect(announcedBy(findings).fields).toEqual(new Set());
  });
});
