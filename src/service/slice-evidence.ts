import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest, isDigest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { SliceEvidence, Unproved } from '../change/completion.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { WITHHELD, withheldFields } from '../contract/withheld.ts';
import { compare } from '../golden/compare.ts';
import { joinByKey } from '../golden/key.ts';
import { splitOf } from '../golden/read-set.ts';
import { goldenDocument } from '../golden/report.ts';
import { type GoldenSet, setDigest } from '../golden/set.ts';
import { type SliceCoverage, sliceCoverage } from '../golden/slice-coverage.ts';
import { type ToldComparison, tellComparison } from '../golden/tell.ts';
import type { Cell } from '../matrix/cell.ts';
import type { KeptCells } from './kept-cells.ts';
import type { LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { dataOf, keyOf, readAs } from './read-revision.ts';

/**
 * For each pair of versions that the cells are about, and each slice of the one that reads, what golden samples show: those
 * last written under the one, as the other reads them, against the other's own. Of one version these are its last two
 * revisions; where it has one alone, that is held against itself, which proves at least that it can be read and told apart.
 */
export async function sliceEvidence(
  project: Project,
  loaded: LoadedSubject,
  cells: readonly Pick<Cell, 'writer' | 'reader'>[],
  kept?: KeptCells,
): Promise<readonly SliceEvidence[]> {
  const pairs = new Map(cells.map(({ writer, reader }) => [`${writer} ${reader}`, { writer, reader }]));
  const all: SliceEvidence[] = [];
  const declared = new Map<GoldenSet, boolean>();
  const isDeclared = (set: GoldenSet): boolean => {
    const its = declared.get(set) ?? isAsDeclared(project, set);
    declared.set(set, its);
    return its;
  };
  /** What was kept of them, as long as the files hold what their manifests say; else what they show now. */
  const foundOf = async ({ before, after }: Sets, reader: Contract): Promise<readonly Found[]> => {
    if (before === undefined || after === undefined) return unproved(reader, 'no-data');
    const pair: Pair = { before, after, reader, writer: loaded.contracts.get(before.version)! };
    const show = (): readonly Found[] => shownBy(project, loaded, pair);
    if (kept === undefined || ![before, after].every(isDeclared)) return show();
    return kept.recall<readonly Found[]>(keyOfPair(loaded, pair), readFound, show);
  };
  for (const { writer, reader } of pairs.values()) {
    const contract = loaded.contracts.get(reader);
    // A cell without a contract is blank itself, and nobody knows its slices.
    if (contract === undefined || slicesOf(contract.schema).length === 0) continue;
    const { before, after } = setsOf(loaded, writer, reader);
    const names = { before: before?.revision ?? null, after: after?.revision ?? null };
    const found = await foundOf({ before, after }, contract);
    all.push(...found.map(row => ({ writer, reader, ...names, ...row })));
  }
  return all;
}

/** The names of its slices; where there are none, and labels are to be compared, all samples are one. */
function slicesOf({ slices, label, fields }: Schema): readonly (string | null)[] {
  if (slices.length > 0) return slices.map(({ name }) => name);
  return label !== undefined || fields.some(({ logical }) => logical === 'label') ? [null] : [];
}

type Sets = { readonly before: GoldenSet | undefined; readonly after: GoldenSet | undefined };

function setsOf({ sets, ledger }: LoadedSubject, writer: number, reader: number): Sets {
  const names = ledger.revisions.map(({ name }) => name);
  const accepted = names.flatMap(name => sets.get(name) ?? []);
  const all = [...accepted, ...[...sets.values()].filter(({ revision }) => !names.includes(revision))];
  const under = (version: number): readonly GoldenSet[] => all.filter(set => set.version === version);
  const after = under(reader).at(-1);
  const before = under(writer).at(writer === reader ? -2 : -1);
  return { before: writer === reader ? (before ?? after) : before, after };
}

/** A slice, apart from what versions and revisions are called. */
type Found = Omit<SliceEvidence, 'writer' | 'reader' | 'before' | 'after'>;

type Pair = {
  readonly before: GoldenSet;
  readonly after: GoldenSet;
  readonly writer: Contract;
  readonly reader: Contract;
};

function isAsDeclared(project: Project, set: GoldenSet): boolean {
  const data = dataOf(project, set);
  return !(data instanceof Fault) && sha256(data.bytes) === set.data.sha256;
}

const FORMAT = 'assay.slice-evidence/1';

const withheldIn = ({ writer, reader }: Pair): readonly FieldId[] =>
  withheldFields(reader.schema, [writer, reader]);

/** All that decides what is found. */
const keyOfPair = (loaded: LoadedSubject, pair: Pair): Digest =>
  documentDigest({
    format: FORMAT,
    writer: pair.writer.recordSchema,
    reader: pair.reader.recordSchema,
    before: setDigest(pair.before),
    after: setDigest(pair.after),
    key: keyOf(loaded, pair.reader) ?? null,
    withheld: withheldIn(pair),
  });

function shownBy(project: Project, loaded: LoadedSubject, pair: Pair): readonly Found[] {
  const { before: from, after: to, writer, reader } = pair;
  const { schema } = reader;
  const [before, after] = [readAs(project, loaded, from, reader), readAs(project, loaded, to, reader)];
  if (before instanceof Fault) return unproved(reader, codeOf(before));
  if (after instanceof Fault) return unproved(reader, codeOf(after));
  if (before === 'apart' || after === 'apart') return unproved(reader, 'apart');
  const batches = [before.reading.batch, after.reading.batch] as const;
  const refused = { before: before.refused, after: after.refused };
  const key = keyOf(loaded, reader);
  // What explains a difference is for people, and `assay golden` searches it.
  const options = { key, split: splitOf(to, schema), refused, explain: false };
  const comparison = compare(schema, ...batches, options);
  if (comparison instanceof Error) return unproved(reader, codeOf(comparison));
  const join = joinByKey(schema, key ?? schema.key, ...batches, refused);
  if (join instanceof Error) return unproved(reader, codeOf(join));
  const withheld = withheldIn(pair);
  const told = tellComparison(schema, comparison, withheld);
  const coverage = sliceCoverage(schema, writer.schema, batches[0], join, withheld);
  return slicesOf(schema).map(slice => sliceFound(pair, told, coverage, slice));
}

const unproved = ({ schema }: Contract, why: Unproved): readonly Found[] =>
  slicesOf(schema).map(slice => ({ slice, samples: 0, differ: 0, ...NO_PARTS, evidence: null, why }));

const codeOf = ({ code }: Fault): Unproved => code as Uppercase<string>;

function sliceFound(
  { before, after, writer, reader }: Pair,
  comparison: ToldComparison,
  coverage: readonly SliceCoverage[],
  slice: string | null,
): Found {
  const samples = comparison.rows.matched;
  const parts = coverage.find(one => one.slice === slice) ?? { ...NO_PARTS, seen: Math.min(samples, 1) };
  const touched = comparison.slices.find(one => one.slice === slice)?.touched;
  const label = comparison.fields.find(({ field }) => field === comparison.label);
  const told = {
    slice,
    samples,
    differ: touched?.reduce((sum, { differ }) => sum + differ, 0) ?? label?.differ ?? comparison.rows.differ,
    seen: parts.seen,
    unseen: parts.unseen,
    firstUnseen: parts.firstUnseen,
  };
  const evidence = documentDigest({
    format: FORMAT,
    writer: writer.recordSchema,
    reader: reader.recordSchema,
    before: setDigest(before),
    after: setDigest(after),
    ...told,
    comparison: goldenDocument(comparison),
  });
  const why = samples === 0 ? 'no-samples' : told.unseen > 0 ? 'parts-unseen' : null;
  return { ...told, evidence, why };
}

const NO_PARTS = { seen: 0, unseen: 0, firstUnseen: [] } as const;

const COUNT = z.int().min(0);
const FOUND = z.array(
  z.strictObject({
    slice: z.string().nullable(),
    samples: COUNT,
    differ: COUNT,
    seen: COUNT,
    unseen: COUNT,
    firstUnseen: z.array(
      z.union([
        z.string(),
        z.null(),
        z.strictObject({ withheld: z.literal(true) }).transform(() => WITHHELD),
      ]),
    ),
    evidence: z.custom<Digest>(isDigest).nullable(),
    why: z.custom<Unproved>(why => typeof why === 'string').nullable(),
  }),
);

const readFound = (kept: Json): readonly Found[] | undefined => FOUND.safeParse(kept).data;
