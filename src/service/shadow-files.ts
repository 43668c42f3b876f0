import { Fault } from '../base/fault.ts';
import type { CsvLexical } from '../codec/csv.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import { nearest } from '../contract/nearest.ts';
import type { Schema } from '../contract/schema.ts';
import { typeText } from '../contract/type-text.ts';
import { compareSummaries } from '../shadow/compare.ts';
import { type DataSummary, mergedSummaries } from '../shadow/summary.ts';
import { type ToldShadow, tellShadow } from '../shadow/tell.ts';
import { isShadowMeasure, SHADOW_ALLOWANCES, shadowThresholdNames } from '../shadow/thresholds.ts';
import { shadowVerdict } from '../shadow/verdict.ts';
import { fileSchema } from './file-schema.ts';
import { type InferAsk, inferFault, inferredSchemas } from './infer-shadow.ts';
import { inferredTable } from './inferred-table.ts';
import { asRefused, type TableFormat } from './read-table.ts';
import { type ShadowInput, shadowInputs } from './shadow-inputs.ts';
import { readSummary } from './shadow-statistics.ts';
import { type SurveyedSide, type SurveyTools, surveyFiles } from './survey-files.ts';

/** The files of a side, and documents that were written of others before. */
export type SideNames = { readonly files: readonly string[]; readonly statistics: readonly string[] };

/** Under which versions the records were written; without one it is inferred what they are. */
export type SideContracts = {
  readonly old: Contract;
  readonly new: Contract;
  readonly withheld: readonly FieldId[];
};

export type ShadowFilesAsk = InferAsk & {
  readonly folder: string;
  readonly old: SideNames;
  readonly new: SideNames;
  readonly format: TableFormat | undefined;
  /** Texts of CSV that stand for null; under a contract at most one. */
  readonly nulls: readonly string[];
  readonly contracts: SideContracts | undefined;
  readonly thresholds: Readonly<Record<string, number>>;
  readonly showValues: boolean;
};

export type ShadowedFiles = {
  readonly inputs: { readonly old: readonly ShadowInput[]; readonly new: readonly ShadowInput[] };
  /** As it is after. */
  readonly schema: Schema;
  readonly fields: { readonly before: Schema['fields']; readonly after: Schema['fields'] };
  readonly told: ToldShadow;
};

/**
 * Two data sets, by their statistics.
 *
 * @faults THRESHOLD_UNKNOWN, and those of `shadowInputs`, `surveyFiles`, `readSummary`, `fileSchema`, `inferredTable`, `inferFault`
 */
export async function shadowFiles(ask: ShadowFilesAsk, tools: SurveyTools): Promise<ShadowedFiles | Fault> {
  // What can be told before anything is read is told then.
  const misspelled = thresholdFault(ask.thresholds, ask.contracts?.new.schema);
  if (misspelled !== undefined) return misspelled;
  const old = await sideOf(ask, ask.old, ask.contracts?.old);
  if (old instanceof Fault) return old;
  const later = await sideOf(ask, ask.new, ask.contracts?.new);
  if (later instanceof Fault) return later;
  const schemas = [old.surveyed.schema, later.surveyed.schema];
  const inferred = ask.contracts === undefined ? inferFault(ask, schemas, namesOf(ask)) : undefined;
  if (inferred !== undefined) return inferred;
  const summaries = await summariesOf(ask, [old, later], tools);
  if (summaries instanceof Fault) return summaries;
  const [before, after] = summaries as readonly [DataSummary, DataSummary];
  const unknown = thresholdFault(ask.thresholds, after.schema);
  if (unknown !== undefined) return unknown;
  const comparison = compareSummaries(before, after);
  const kept = new Set(after.schema.fields.map(({ name }) => name));
  const gone = before.schema.fields.map(({ name }) => name).filter(name => !kept.has(name));
  const verdict = shadowVerdict(comparison, ask.thresholds, ask.contracts === undefined ? gone : []);
  const withheld =
    ask.contracts?.withheld ?? (ask.showValues ? [] : unnamed(ask, after.schema, before.schema));
  return {
    inputs: { old: old.surveyed.inputs, new: later.surveyed.inputs },
    schema: after.schema,
    fields: { before: before.schema.fields, after: after.schema.fields },
    told: tellShadow(after.schema, comparison, verdict, withheld),
  };
}

/** Values are told of the label and of what somebody named, as nobody said who may read the rest. */
const unnamed = ({ slices = [] }: InferAsk, ...schemas: readonly Schema[]): readonly FieldId[] => [
  ...new Set(
    schemas.flatMap(({ fields, label }) =>
      fields.filter(({ id, name }) => id !== label && !slices.includes(name)).map(({ id }) => id),
    ),
  ),
];

type Side = { readonly surveyed: SurveyedSide; readonly before: readonly DataSummary[] };

async function sideOf(
  ask: ShadowFilesAsk,
  names: SideNames,
  contract: Contract | undefined,
): Promise<Side | Fault> {
  const inputs = await shadowInputs(ask.folder, names.files, ask.format);
  if (inputs instanceof Fault) return inputs;
  const before: DataSummary[] = [];
  if (contract === undefined) {
    const surveyed = inferredSide(inputs, new Set(ask.nulls));
    return surveyed instanceof Fault ? surveyed : { surveyed, before };
  }
  for (const name of names.statistics) {
    const summary = readSummary(ask.folder, name, contract);
    if (summary instanceof Fault) return summary;
    before.push(summary);
  }
  return { surveyed: contractSide(inputs, contract, ask.nulls), before };
}

/** A side whose records a version describes. */
export function contractSide(
  inputs: readonly ShadowInput[],
  { schema }: Contract,
  nulls: readonly string[],
): SurveyedSide {
  const [only] = nulls;
  const lexical: CsvLexical =
    only === undefined
      ? new Map()
      : new Map(schema.fields.filter(({ nullable }) => nullable).map(({ id }) => [id, { null: only }]));
  return { schema, inputs, lexical, held: undefined };
}

/** All of one schema, as the files themselves or all their cells say it. */
function inferredSide(inputs: readonly ShadowInput[], nulls: ReadonlySet<string>): SurveyedSide | Fault {
  const isWritten = ({ format }: ShadowInput): boolean => format === 'csv' || format === 'json';
  const first = inputs[0]!;
  if (inputs.every(isWritten)) {
    const table = inferredTable(inputs, nulls);
    if (table instanceof Fault) return asRefused(first.path, table);
    return { schema: table.schema, inputs, lexical: new Map(), held: table.batches };
  }
  let schema: Schema | undefined;
  for (const input of inputs) {
    const { path, format } = input;
    if (format === 'csv' || format === 'json')
      return apart(input, first, 'its format', format, 'one that says what it holds');
    const own = fileSchema(format, input);
    if (own instanceof Fault) return asRefused(path, own);
    const differs = schema && differenceOf(own, schema);
    if (differs !== undefined) return apart(input, first, ...differs);
    schema ??= own;
  }
  return { schema: schema!, inputs, lexical: new Map(), held: undefined };
}

const apart = (
  input: ShadowInput,
  first: ShadowInput,
  column: string,
  found: string,
  expected: string,
): Fault =>
  new Fault('SHADOW_SCHEMAS_APART', { file: input.path, first: first.path, column, found, expected });

function differenceOf(
  own: Schema,
  first: Schema,
): readonly [column: string, found: string, expected: string] | undefined {
  for (const name of new Set([...own.fields, ...first.fields].map(field => field.name))) {
    const [found, expected] = [own, first].map(({ fields }) => {
      const field = fields.find(each => each.name === name);
      return field === undefined
        ? 'absent'
        : `${typeText(field.type)}${field.unit === undefined ? '' : ` in ${field.unit.code}`}`;
    });
    if (found !== expected) return [name, found!, expected!];
  }
  return undefined;
}

/** Sides of files are surveyed together; one that is partly known from before is put together afterwards. */
async function summariesOf(
  ask: ShadowFilesAsk,
  sides: readonly Side[],
  tools: SurveyTools,
): Promise<readonly DataSummary[] | Fault> {
  const withFiles = sides.filter(({ surveyed }) => surveyed.inputs.length > 0);
  const schemas = withFiles.map(({ surveyed }) => surveyed.schema);
  const refine =
    ask.contracts === undefined
      ? (scans: Parameters<typeof inferredSchemas>[2]) => inferredSchemas(ask, schemas, scans)
      : undefined;
  const surveyed =
    withFiles.length === 0
      ? []
      : await surveyFiles(
          withFiles.map(side => side.surveyed),
          tools,
          refine,
        );
  if (surveyed instanceof Fault) return surveyed;
  return sides.map(side => {
    const own = surveyed[withFiles.indexOf(side)];
    const parts = [...side.before, ...(own === undefined ? [] : [own])];
    return mergedSummaries(parts as [DataSummary, ...DataSummary[]]);
  });
}

const namesOf = ({ old, new: later }: Pick<ShadowFilesAsk, 'old' | 'new'>) => ({
  old: old.files.join(' '),
  new: later.files.join(' '),
});

/** @param schema  undefined where it is not known yet @faults THRESHOLD_UNKNOWN */
export function thresholdFault(
  thresholds: Readonly<Record<string, number>>,
  schema: Schema | undefined,
): Fault | undefined {
  const measures = Object.keys(SHADOW_ALLOWANCES);
  for (const measure of Object.keys(thresholds)) {
    const [kind = ''] = measure.split(':', 1);
    const isMeasure = isShadowMeasure(kind);
    if (isMeasure && schema === undefined) continue;
    const known = isMeasure ? shadowThresholdNames(kind, schema!) : measures;
    if (known.includes(measure)) continue;
    return new Fault('THRESHOLD_UNKNOWN', {
      measure,
      nearest: nearest(measure, known),
      known: known.join(', '),
    });
  }
  return undefined;
}
