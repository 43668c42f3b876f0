import type { Value } from '../contract/value.ts';
import type { CountedColumn, Measured, ShadowAsk } from '../shadow/ask.ts';
import { type Form, NOT_FINITE } from '../shadow/form.ts';
import { ORDERED_DIGITS, orderedText, type Place } from '../shadow/place.ts';

/** The SQL that answers an ask of one side. Column i of a side is `v<i>`, its length `l<i>`, and the place of a row `rn`. */
export function sqlOf(
  side: number,
  columns: readonly CountedColumn[],
  ask: ShadowAsk,
  literal: Literal,
): string {
  const from = `FROM data${side}`;
  switch (ask.kind) {
    case 'scan':
      return `SELECT count(*), ${columns.map((column, at) => scanned(column, at, literal)).join(', ')} ${from}`;
    case 'counts': {
      const value = counted(columns[ask.of]!, ask.of);
      const where =
        ask.level === 0
          ? `${value} IS NOT NULL`
          : `${value} IS NOT NULL AND ${hash(value)} < ${ends(ask.level)}`;
      return grouped(columns[ask.of]!, value, ask.isKept, from, where);
    }
    case 'exactly': {
      const value = counted(columns[ask.of]!, ask.of);
      const keys = ask.keys.map(key => BigInt(`0x${key}`));
      const { form } = columns[ask.of]!;
      const values = ask.values.map(each => literal(form, each, ask.of));
      const isOne = [
        ...(keys.length > 0 ? [`${hash(value)} IN (SELECT unnest([${keys.join(', ')}]::UBIGINT[]))`] : []),
        ...(values.length > 0
          ? [`${value} IN (SELECT unnest([${values.join(', ')}]::${TYPES[form]}[]))`]
          : []),
      ];
      return grouped(
        columns[ask.of]!,
        value,
        true,
        from,
        isOne.length === 0 ? 'false' : `(${isOne.join(' OR ')})`,
      );
    }
    case 'lengths':
      return `SELECT l${ask.of}, count(*) ${from} WHERE l${ask.of} IS NOT NULL GROUP BY 1`;
    case 'sample': {
      const kept = ask.of.flatMap(at => [`v${at}`, ...(columns[at]!.hasLengths ? [`l${at}`] : [])]);
      const where =
        ask.share >= 1 ? '' : `WHERE hash(rn, 7) < ${BigInt(Math.floor(ask.share * 2 ** 53)) << 11n}`;
      return `CREATE OR REPLACE TEMP TABLE sample${side} AS SELECT ${kept.join(', ')} ${from} ${where}`;
    }
    case 'sampled': {
      const value = measured(columns[ask.of.column]!, ask.of, literal);
      return `SELECT list(x ORDER BY x) FROM (SELECT ${value} AS x FROM sample${side}) WHERE x IS NOT NULL`;
    }
    case 'frequent': {
      const value = counted(columns[ask.of]!, ask.of);
      return `SELECT ${key(value)}, count(*) FROM sample${side} WHERE ${value} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${ask.most}`;
    }
    case 'cuts':
      return `SELECT ${ask.of
        .map(
          each =>
            `map_values(histogram(${measured(columns[each.column]!, each, literal)}, ${cutsIn(columns[each.column]!, each)}))`,
        )
        .join(', ')} ${from}`;
    case 'slice': {
      const of =
        ask.day === undefined ? told(columns[ask.of]!.form, `v${ask.of}`) : dayOf(`v${ask.of}`, ask.day);
      const label = ask.label === undefined ? 'NULL' : told(columns[ask.label]!.form, `v${ask.label}`);
      return `SELECT ${of}, ${label}, count(*) ${from} GROUP BY 1, 2 LIMIT ${ask.most}`;
    }
  }
}

/** A value in SQL, as its column has it. @param at  the column, to know its scale */
export type Literal = (form: Form, value: Value, at: number) => string;

/** What a column of each form is in a table. */
export const TYPES: Readonly<Record<Form, string>> = {
  whole: 'BIGINT',
  natural: 'UBIGINT',
  real: 'DOUBLE',
  truth: 'BOOLEAN',
  digits: 'VARCHAR',
  text: 'VARCHAR',
  bytes: 'BLOB',
  wholes: 'BIGINT[]',
  json: 'VARCHAR',
};

export const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
/** With an exponent: without one it would be read as a decimal, and rounded twice. */
export const real = (value: number): string => {
  const text = String(value + 0);
  return text.includes('e') ? text : `${text}e0`;
};

/** What is counted of a column: not what is not finite, and 0 for -0. */
const counted = ({ form }: CountedColumn, at: number): string => {
  if (form === 'real') return `CASE WHEN isfinite(v${at}) THEN v${at} + 0.0 END`;
  return form === 'json' ? `CASE WHEN NOT ${isEndless(at)} THEN v${at} END` : `v${at}`;
};

const isEndless = (at: number): string => `starts_with(v${at}, ${text(NOT_FINITE)})`;

/** Salted: without a second number 0 has the hash 0, and would be in every sample. */
const hash = (value: string): string => `hash(${value}, 1)`;
const key = (value: string): string => `lower(lpad(to_hex(${hash(value)}), 16, '0'))`;

/** Below it lie one in 2^level hashes. */
const ends = (level: number): bigint => 1n << BigInt(64 - level);

function grouped(
  { form }: CountedColumn,
  value: string,
  isKept: boolean,
  from: string,
  where: string,
): string {
  // Grouped by the value: to group by its hash would take the hash of every row.
  const shown = isKept ? told(form, 'x') : 'NULL';
  return `SELECT ${key('x')}, ${shown}, n FROM (SELECT ${value} AS x, count(*) AS n ${from} WHERE ${where} GROUP BY 1)`;
}

/** Texts that nobody would read are counted, and not told. */
const told = (form: Form, value: string): string =>
  form === 'text' || form === 'json' ? `CASE WHEN length(${value}) <= 1000 THEN ${value} END` : value;

/** A number in its order, without sentinels, or a length: as a double only where that is exact. */
function measured(column: CountedColumn, { column: at, of }: Measured, literal: Literal): string {
  if (of === 'length') return `CAST(l${at} AS DOUBLE)`;
  const value = withoutSentinels(column, at, literal);
  switch (column.places) {
    case 'double':
      return `CAST(${value} AS DOUBLE) + 0.0`;
    case 'whole':
      return value;
    case 'huge':
      return `CAST(replace(${value}, '.', '') AS HUGEINT)`;
    case 'ordered': {
      const digits = `lpad(replace(ltrim(${value}, '-'), '.', ''), ${ORDERED_DIGITS}, '0')`;
      return `CASE WHEN starts_with(${value}, '-') THEN '0' || translate(${digits}, '0123456789', '9876543210') ELSE '1' || ${digits} END`;
    }
  }
}

function cutsIn(
  { places, form }: CountedColumn,
  { of, cuts }: Measured & { readonly cuts: readonly Place[] },
): string {
  if (of === 'length' || places === 'double') return `[${cuts.map(cut => real(Number(cut))).join(', ')}]`;
  if (places === 'ordered') return `[${cuts.map(cut => text(orderedText(BigInt(cut)))).join(', ')}]`;
  return `[${cuts.join(', ')}]::${places === 'huge' ? 'HUGEINT' : TYPES[form]}[]`;
}

function withoutSentinels(column: CountedColumn, at: number, literal: Literal): string {
  const value = counted(column, at);
  const { sentinels, form } = column;
  if (sentinels.length === 0) return value;
  return `CASE WHEN ${value} NOT IN (${sentinels.map(each => literal(form, each, at)).join(', ')}) THEN ${value} END`;
}

function scanned(column: CountedColumn, at: number, literal: Literal): string {
  const { form, hasNumbers, hasLengths, nullable, sentinels, length, hasNullElements } = column;
  const value = counted(column, at);
  const unfit = [
    ...(nullable ? [] : [`v${at} IS NULL`]),
    ...(form === 'wholes' && length !== undefined
      ? [
          `l${at} < ${length.min}`,
          `l${at} > ${length.max}`,
          ...(hasNullElements ? [] : [`list_count(v${at}) <> l${at}`]),
        ]
      : []),
  ];
  const number = measured(column, { column: at, of: 'value' }, literal);
  return [
    `count(v${at})`,
    NOT_FINITE_ROWS[form]?.(at) ?? '0',
    sentinels.length === 0
      ? '0'
      : `count(*) FILTER (WHERE ${value} IN (${sentinels.map(each => literal(form, each, at)).join(', ')}))`,
    unfit.length === 0 ? '0' : `count(*) FILTER (WHERE ${unfit.join(' OR ')})`,
    `approx_count_distinct(${value})`,
    hasLengths ? `approx_count_distinct(l${at})` : '0',
    hasNumbers ? `min(${number})` : 'NULL',
    hasNumbers ? `max(${number})` : 'NULL',
    hasLengths ? `CAST(min(l${at}) AS DOUBLE)` : 'NULL',
    hasLengths ? `CAST(max(l${at}) AS DOUBLE)` : 'NULL',
  ].join(', ');
}
export const SCANNED_COLUMNS = 10;

const NOT_FINITE_ROWS: Readonly<Partial<Record<Form, (at: number) => string>>> = {
  real: at => `count(*) FILTER (WHERE NOT isfinite(v${at}))`,
  json: at => `count(*) FILTER (WHERE ${isEndless(at)})`,
};

/** The first moment of the day a moment lies in; at the end of what there is the moment itself. */
const dayOf = (value: string, day: bigint): string =>
  `CASE WHEN ${value} > ${-(2n ** 63n) + day} THEN ${value} - ((${value} % ${day}) + ${day}) % ${day} ELSE ${value} END`;
