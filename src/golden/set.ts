import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest } from '../base/digest.ts';
import { Fault, type Place } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { DATE_FORMS, type DateForm } from '../codec/lexical.ts';
import { DIGEST, eachOnce, REVISION, SUBJECT, whole } from '../contract/contract-shape.ts';
import { schemaKey } from '../contract/published-schema.ts';
import { parseWith, readYaml } from '../contract/read-yaml.ts';
import { type Path, placeOf, placeOfKey, type YamlDocument } from '../contract/yaml-document.ts';
import type { Witnesses } from './doubts/unit-suspects.ts';

/** A golden set, or a data revision: records under one version, in one file, and how that file spells them. */
export type GoldenSet = {
  readonly revision: string;
  readonly subject: string;
  readonly version: number;
  readonly data: {
    /** Beside the manifest. */
    readonly file: string;
    readonly format: DataFormat;
    readonly sha256: Digest;
    readonly rows: number;
  };
  /** By field name: the form of its dates, where it isn't ISO 8601. */
  readonly lexical: Readonly<Record<string, DateForm>>;
  /** By field name: the text that stands for null. Without one, no text does. */
  readonly nulls: Readonly<Record<string, string>>;
  /** The name of the field that says which split a sample belongs to. */
  readonly split: string | undefined;
  /** By field name: the field that shows whether its unit is right. */
  readonly witness: Witnesses;
  /** Lengths in tokens at which samples are cut, besides those of the contract. */
  readonly tokenLimits: readonly number[];
  readonly source: string;
  /** Fixed samples, which are asked of each change and never trained on, or data that is offered. */
  readonly use: SetUse;
  /** How many of its records break their contract on purpose. */
  readonly rejects: number;
  /** Names of slices or fields that its samples were drawn by. */
  readonly strata: readonly string[];
  /** What its records were copied from, in their order. */
  readonly provenance: readonly Provenance[];
  /** What its records become under later versions, as it was accepted. */
  readonly expected: readonly ExpectedResult[];
  /** Where its manifest says so: `revision`, `data.file`, and so on, and `lexical.<field>`, `nulls.<field>`, `witness.<field>`, `expected.<version>`. */
  readonly places: ReadonlyMap<string, Place>;
};

export const SET_USES = ['revision', 'samples'] as const;
export type SetUse = (typeof SET_USES)[number];

/** Records that were copied together. */
export type Provenance = {
  readonly source: string;
  /** Of the file they came from. */
  readonly sha256: Digest;
  readonly rows: number;
};

/** The file that has what records become, and what it was accepted of and under. */
export type ExpectedResult = {
  readonly version: number;
  /** Beside the manifest. */
  readonly file: string;
  readonly sha256: Digest;
  /** Of the data that it is the result of. */
  readonly data: Digest;
  /** Of what a person declared of the change that allows it. */
  readonly change: Digest;
};

export const DATA_FORMATS = ['csv', 'json', 'avro'] as const;
export type DataFormat = (typeof DATA_FORMATS)[number];

const Name = z.string().min(1).max(LIMITS.name_chars_max);
const FileName = z
  .string()
  .max(255)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'the name of a file beside this one');

const Source = z.string().max(LIMITS.source_chars_max).regex(/\S/, 'text that is not blank');

export const SET_FILE = z.strictObject({
  $schema: schemaKey('golden-set'),
  revision: REVISION,
  subject: SUBJECT,
  version: whole(1, LIMITS.version_max),
  data: z.strictObject({
    file: FileName,
    format: z.enum(DATA_FORMATS),
    sha256: DIGEST,
    rows: whole(1),
  }),
  lexical: z.record(Name, z.enum(DATE_FORMS)).optional(),
  nulls: z.record(Name, z.string().max(LIMITS.name_chars_max)).optional(),
  split: Name.optional(),
  witness: z.record(Name, z.union([Name, z.literal(false)])).optional(),
  tokenLimits: eachOnce(
    z.array(whole(1, LIMITS.tensor_elements_max)).min(1).max(LIMITS.token_limits_max),
  ).optional(),
  source: Source,
  use: z.enum(SET_USES).optional(),
  rejects: whole(1).optional(),
  strata: eachOnce(z.array(Name).max(LIMITS.strata_max)).optional(),
  provenance: z
    .array(z.strictObject({ source: Source, sha256: DIGEST, rows: whole(1) }))
    .min(1)
    .max(LIMITS.provenance_max)
    .optional(),
  expected: z
    .array(
      z.strictObject({
        version: whole(1, LIMITS.version_max),
        file: FileName,
        sha256: DIGEST,
        data: DIGEST,
        change: DIGEST,
      }),
    )
    .max(LIMITS.expected_max)
    .optional(),
});

/**
 * `golden/<subject>/<revision>.yaml`; its form stands in docs/golden-format.md.
 *
 * @faults SET_REJECTS_OFFERED PROVENANCE_ROWS SET_FILE_TWICE, and those of `readYaml` and `parseWith`
 */
export function parseSet(file: string, bytes: Uint8Array): GoldenSet | Fault {
  const document = readYaml(file, bytes);
  if (document instanceof Fault) return document;
  const read = parseWith(SET_FILE, document);
  if (read instanceof Fault) return read;
  const { $schema: _, lexical = {}, nulls = {}, split, witness = {}, tokenLimits = [], ...rest } = read;
  const { use = 'revision', rejects = 0, strata = [], provenance = [], expected = [] } = rest;
  const places = placesIn(document, { lexical, nulls, witness }, expected);
  const set = {
    ...rest,
    lexical,
    nulls,
    split,
    witness,
    tokenLimits,
    use,
    rejects,
    strata,
    provenance,
    expected,
  };
  return ownFault(set, places) ?? { ...set, places };
}

/** What a manifest can't mean, whatever its contract is. */
function ownFault(
  { revision, use, rejects, provenance, expected, data }: Omit<GoldenSet, 'places'>,
  places: ReadonlyMap<string, Place>,
): Fault | undefined {
  if (use === 'revision' && rejects > 0)
    return new Fault('SET_REJECTS_OFFERED', { revision, rejects }, places.get('rejects'));
  const copied = provenance.reduce((sum, { rows }) => sum + rows, 0);
  if (provenance.length > 0 && copied !== data.rows)
    return new Fault('PROVENANCE_ROWS', { rows: data.rows, copied }, places.get('provenance'));
  for (const [at, { version, file }] of expected.entries()) {
    const isTaken =
      file === data.file || expected.slice(0, at).some(one => one.version === version || one.file === file);
    if (isTaken) return new Fault('SET_FILE_TWICE', { version, file }, places.get(`expected.${version}`));
  }
  return undefined;
}

function placesIn(
  document: YamlDocument,
  byField: Readonly<Record<'lexical' | 'nulls' | 'witness', object>>,
  expected: readonly ExpectedResult[],
): ReadonlyMap<string, Place> {
  const keys = Object.entries(byField).flatMap(([key, fields]) =>
    Object.keys(fields).map((field): Path => [key, field]),
  );
  return new Map([
    ...PLACED.map((path): [string, Place] => [path.join('.'), placeOf(document, path)]),
    ...keys.map(path => [path.join('.'), placeOfKey(document, path)] as const),
    ...expected.map(
      ({ version }, at) => [`expected.${version}`, placeOf(document, ['expected', at])] as const,
    ),
  ]);
}

const PLACED: readonly Path[] = [
  ['revision'],
  ['subject'],
  ['version'],
  ['split'],
  ['tokenLimits'],
  ['rejects'],
  ['strata'],
  ['provenance'],
  ['data', 'file'],
  ['data', 'format'],
  ['data', 'sha256'],
  ['data', 'rows'],
];

/** What the set is, apart from what it is called, where its file lies and where it came from. */
export const setDocument = ({
  subject,
  version,
  data,
  lexical,
  nulls,
  split,
  witness,
  rejects,
}: GoldenSet): Json => ({
  format: 'assay.golden-set/1',
  subject,
  version,
  data: { format: data.format, sha256: data.sha256, rows: data.rows },
  lexical,
  nulls,
  split: split ?? null,
  ...(Object.keys(witness).length > 0 && { witness }),
  ...(rejects > 0 && { rejects }),
});

export const setDigest = (set: GoldenSet): Digest => documentDigest(setDocument(set));
