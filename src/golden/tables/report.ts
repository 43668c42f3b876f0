import type { Json } from '../../base/canonical-json.ts';
import type { Digest } from '../../base/digest.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Withheld } from '../../contract/withheld.ts';
import { conditionText } from '../condition.ts';
import type { Confusion } from '../confusion.ts';
import type { FieldComparison } from '../field-comparison.ts';
import type { Sides } from '../key.ts';
import type { NumberError } from '../number-error.ts';
import type { Pattern } from '../patterns/pattern.ts';
import { patternText } from '../patterns/pattern-text.ts';
import { plotDocument } from '../plots/report.ts';
import { explanationDocument, numberDocument, sliceDocument } from '../report.ts';
import type { TokenComparison } from '../tokens/token-comparison.ts';
import type { ToldColumn, ToldTables } from './tell-tables.ts';
import { typeName, typeNames } from './typed-column.ts';

export type NamedFiles = Readonly<
  Record<
    'old' | 'new',
    { readonly file: string; readonly format: string; readonly digest: Digest | undefined }
  >
>;

/** Two files as `assay compare --json` prints them. What was not measured is null. */
export function tablesDocument(files: NamedFiles, told: ToldTables): Json {
  const { comparison, columns, key, added, removed, renamed } = told;
  const { rows, fields, slices, withheld } = comparison;
  const plots = new Map(told.plots().map(plot => [plot.name, plotDocument(plot, CALLED)]));
  return {
    format: 'assay.file-comparison/1',
    files: { old: fileDocument(files.old), new: fileDocument(files.new) },
    inferred: true,
    key: { columns: key.columns, how: key.how },
    zone: told.zone ?? null,
    rows: {
      old: rows.before,
      new: rows.after,
      matched: rows.matched,
      missing: rows.missing,
      extra: rows.extra,
      // Whoever has any is refused.
      duplicate_keys: 0,
      differing: rows.differ,
    },
    missing_rows: comparison.missingRows,
    extra_rows: comparison.extraRows,
    columns: Object.fromEntries(
      columns.map((column, at) => [
        column.name,
        { ...columnDocument(column, fields[at]!), plot: plots.get(column.name) ?? null },
      ]),
    ),
    added: added.map(({ name, type }) => ({ name, type: typeName(type) })),
    removed: removed.map(({ name, type }) => ({ name, type: typeName(type) })),
    renamed: renamed.map(({ from, to, agree, of }) => ({ from, to, agree, of })),
    renamed_keys: told.renamedKeys,
    ...(comparison.tokens !== undefined && { tokens: tableTokensDocument(comparison.tokens) }),
    labels: labelsDocument(told),
    label_rates: told.labelRates,
    explanation: explainedDocument(told),
    slices: slices.map(slice =>
      sliceDocument({ ...slice, touched: slice.touched.slice(0, LIMITS.compared_parts_listed_max) }),
    ),
    doubts: told.doubts.map(doubt => ({ ...doubt })),
    withheld: fields.filter(({ field }) => withheld.includes(field)).map(({ name }) => name),
    verdict: told.differs ? 'differs' : 'same',
  };
}

/** By column, with what stands on the older and on the newer side. */
function tableTokensDocument({ tokenizers, limits, fields }: TokenComparison<Withheld>): Json {
  const sides = <T>({ before, after }: Sides<T>) => ({ old: before, new: after });
  return {
    encodings: sides({
      before: tokenizers.before.encoding ?? null,
      after: tokenizers.after.encoding ?? null,
    }),
    definitions: sides({
      before: tokenizers.before.digest ?? null,
      after: tokenizers.after.digest ?? null,
    }),
    limits,
    columns: Object.fromEntries(
      fields.map(({ name, of: _, total, relative, limits: each, ...counts }) => [
        name,
        {
          ...counts,
          total: sides(total),
          relative: relative ?? null,
          limits: each.map(({ beyond, ...crossed }) => ({ ...crossed, beyond: sides(beyond) })),
        },
      ]),
    ),
  };
}

const fileDocument = ({ file, format, digest }: NamedFiles['old']): Json => ({
  file,
  format,
  digest: digest ?? null,
});

const CALLED = { before: 'old', after: 'new', leftOut: 'left_out' } as const;

const columnDocument = (
  column: ToldColumn,
  field: FieldComparison<Withheld>,
): { readonly [key: string]: Json } => ({
  differing: field.differ,
  to_null: column.toNull,
  from_null: column.fromNull,
  pattern: column.pattern === undefined ? null : patternDocument(column.pattern),
  types: typeNames(column.types),
  type_changed: column.isTypeChanged,
  absent: column.absent,
  transitions: field.transitions,
  number: field.number === undefined || field.number.differ === 0 ? null : errorDocument(field.number),
  length: field.length ?? null,
  first_rows: field.firstRows,
});

/** Without the rule: the pattern of the column says more of it. */
function errorDocument(number: NumberError<Withheld>): Json {
  const { pattern: _, ulps: __, ...counts } = numberDocument(number) as { readonly [key: string]: Json };
  return counts;
}

function patternDocument(pattern: Pattern<Withheld>): Json {
  const { rule, cells, everywhere } = pattern;
  const { kind, ...facts } = rule;
  return {
    kind,
    text: patternText(pattern),
    cells,
    everywhere,
    ...Object.fromEntries(
      Object.entries(facts).map(([name, fact]): [string, Json] => [
        name,
        typeof fact === 'number' && !Number.isFinite(fact) ? 0 : ((fact as Json | undefined) ?? null),
      ]),
    ),
  };
}

function labelsDocument({ comparison, label }: ToldTables): Json {
  const field = comparison.fields.find(each => each.field === comparison.label);
  if (label === undefined || field === undefined) return null;
  const { confusion } = field;
  return {
    column: label.column,
    how: label.how,
    changed: field.differ,
    confusion: confusion?.pairs.map(({ from, to, count }) => ({ from, to, count })) ?? [],
    others: confusion?.others ?? 0,
    remap: confusion === undefined ? null : remapDocument(confusion),
    divergence: comparison.distribution?.divergence ?? null,
  };
}

/** A rule that takes each label to one: what a converter would do. */
function remapDocument({ pattern, whollyMoved }: Confusion<Withheld>): Json {
  if (!isRemap(pattern.kind)) return null;
  return {
    kind: pattern.kind,
    terms: whollyMoved.map(({ from, to, count }) => ({ from, to, rows: count })),
  };
}

export const isRemap = (kind: Confusion['pattern']['kind']): boolean =>
  kind === 'permutation' || kind === 'renaming' || kind === 'offset' || kind === 'merge';

/** The column whose differences are explained: the label, or the one that differs most. */
export function explainedField({ comparison }: ToldTables): FieldComparison<Withheld> | undefined {
  const explained = comparison.fields.filter(
    ({ explanation, differ }) => explanation !== undefined && differ > 0,
  );
  return (
    explained.find(({ field }) => field === comparison.label) ??
    explained.reduce<FieldComparison<Withheld> | undefined>(
      (most, field) => (most === undefined || field.differ > most.differ ? field : most),
      undefined,
    )
  );
}

function explainedDocument(told: ToldTables): Json {
  const field = explainedField(told);
  if (field?.explanation === undefined) return null;
  const { best } = field.explanation;
  return {
    column: field.name,
    text: best === undefined ? null : conditionText(best.condition),
    ...(explanationDocument(field.explanation) as { readonly [key: string]: Json }),
  };
}
