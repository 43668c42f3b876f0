import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compare } from '../../src/compat/compare.ts';
import type { Field, Scalar } from '../../src/contract/field.ts';
import { makeField, makeSchema, unit } from '../contract/make-field.ts';

type Row = { readonly system: string; readonly from: string; readonly to: string; readonly verdict: string };

const ROWS = JSON.parse(readFileSync(new URL('promotions.json', import.meta.url), 'utf8')) as readonly Row[];
const PAGE = readFileSync('docs/rules.md', 'utf8');

const decimal = (precision: number, scale: number): Partial<Field> => ({
  type: { kind: 'decimal', precision, scale },
});
const local: Partial<Field> = { type: { kind: 'timestamp', zone: 'local' } };
type Made = readonly [kind: Scalar, given?: Partial<Field>];

const ICEBERG: Readonly<Record<string, Made>> = {
  int: ['int32'],
  long: ['int64'],
  float: ['float32'],
  double: ['float64'],
  string: ['string'],
  binary: ['bytes'],
  date: ['date'],
  timestamp: ['timestamp', local],
  'timestamp|timestamp_ns': ['timestamp', local],
  timestamptz: ['timestamp'],
  'decimal(P,S)': ['decimal', decimal(9, 2)],
  'decimal(P2,S)': ['decimal', decimal(12, 2)],
  'decimal(P2,S2)': ['decimal', decimal(12, 3)],
};
const WIDTHS: Readonly<Record<string, Made>> = {
  byte: ['int8'],
  short: ['int16'],
  tinyint: ['int8'],
  smallint: ['int16'],
  bigint: ['int64'],
};
const DECIMALS: Readonly<Record<string, Made>> = {
  decimal: ['decimal', decimal(9, 2)],
  'decimal(p,s)': ['decimal', decimal(9, 2)],
  'decimal(p2,s)': ['decimal', decimal(12, 2)],
  'decimal(p2,s2)': ['decimal', decimal(12, 3)],
  'decimal(p+k1,s+k2)': ['decimal', decimal(12, 4)],
  'decimal(10+k1,k2)': ['decimal', decimal(12, 2)],
  'decimal(20+k1,k2)': ['decimal', decimal(22, 2)],
};
/** The types of each system as a contract has them. */
const SYSTEMS: ReadonlyArray<readonly [system: string, types: Readonly<Record<string, Made>>]> = [
  [
    'avro-1.12',
    {
      ...ICEBERG,
      boolean: ['bool'],
      bytes: ['bytes'],
      fixed: ['fixed'],
      ...DECIMALS,
      'decimal(p,s) bytes|fixed': ['decimal'],
    },
  ],
  ['iceberg', ICEBERG],
  ['pyiceberg', ICEBERG],
  [
    'delta',
    { ...ICEBERG, ...WIDTHS, timestamp_ntz: ['timestamp', local], 'byte|short|int': ['int32'], ...DECIMALS },
  ],
  [
    'confluent-logical-flink',
    {
      ...ICEBERG,
      ...WIDTHS,
      ...DECIMALS,
      timestamp_ltz: ['timestamp'],
      time: ['time'],
      'int kinds': ['int32'],
    },
  ],
];

const typesOf = ({ system }: Row) => SYSTEMS.find(([name]) => system.startsWith(name))?.[1];
const isOurs = (row: Row): boolean => {
  const types = typesOf(row);
  return types?.[row.from] !== undefined && types[row.to] !== undefined;
};

/** Whether that system takes it, whatever is lost. */
const accepts = ({ verdict }: Row): boolean => verdict !== 'no';

/** Whether a reader by id holds every value of the one in the other; all else about the two fields is one. */
function holds(row: Row): boolean {
  const types = typesOf(row)!;
  const [older, newer] = [types[row.from]!, types[row.to]!].map(([kind, given]) =>
    makeSchema([{ ...makeField(kind, given), logical: 'number', unit: unit('ms') }]),
  );
  return compare(older!, newer!).for.includes('backward');
}

/** What other systems do about the same pair, and how the page explains that we do not. */
const listed = PAGE.split('| system | from | to | theirs | ours | because |\n')[1]!
  .split('\n\n')[0]!
  .split('\n')
  .slice(1)
  .map(row => row.slice(2, -2).split(' | '));

describe('promotions of other systems', () => {
  const ours = ROWS.filter(isOurs);
  const differing = ours.filter(row => holds(row) !== accepts(row));

  it('are mostly pairs that a contract can have; the rest are of types that only those systems have', () => {
    expect(ours.length).toBeGreaterThan(70);
    const strange = new Set(ROWS.filter(row => !isOurs(row)).map(({ from, to }) => `${from} ${to}`));
    for (const pair of strange) expect(pair).toMatch(STRANGE);
  });

  it.each(ours.filter(row => !differing.includes(row)))('$system: $from → $to is $verdict here too', row =>
    expect(holds(row)).toBe(accepts(row)),
  );

  it('differ from ours where the page says so, and nowhere else', () => {
    const cell = (text: string): string => `\`${text.replaceAll('|', '/')}\``;
    const found = differing.map(row => [
      row.system,
      cell(row.from),
      cell(row.to),
      row.verdict,
      holds(row) ? 'yes' : 'no',
    ]);
    expect(listed.map(cells => cells.slice(0, 5))).toEqual(found);
    for (const cells of listed) expect(cells[5]).toMatch(/\w+ \w+/);
  });
});

/** Symbols as a type, lengths of text, groups of a wire format, and the type of what is not known. */
const STRANGE = /enum|char|varbinary|any|uuid|timestamp\(|u?int(32|64)|[us]?fixed(32|64)|bytes$/;
