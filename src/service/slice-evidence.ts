import { documentDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { SliceEvidence, Unproved } from '../change/completion.ts';
import type { Contract } from '../contract/contract.ts';
import type { Schema } from '../contract/schema.ts';
import { withheldFields } from '../contract/withheld.ts';
import { compare } from '../golden/compare.ts';
import { joinByKey } from '../golden/key.ts';
import { splitOf } from '../golden/read-set.ts';
import { goldenDocument } from '../golden/report.ts';
import { type GoldenSet, setDigest } from '../golden/set.ts';
import { type SliceCoverage, sliceCoverage } from '../golden/slice-coverage.ts';
import { type ToldComparison, tellComparison } from '../golden/tell.ts';
import type { Cell } from '../matrix/cell.ts';
import { keyOf, readAs } from './judge-revision.ts';
import type { LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';

/**
 * For each pair of versions that the cells are about, and each slice of the one that reads, what golden samples show: those
 * last written under the one, as the other reads them, against the other's own. Of one version these are its last two
 * revisions; where it has one alone, that is held against itself, which proves at least that it can be read and told apart.
 */
export function sliceEvidence(
  project: Project,
  loaded: LoadedSubject,
  cells: readonly Pick<Cell, 'writer' | 'reader'>[],
): readonly SliceEvidence[] {
  const pairs = new Map(cells.map(({ writer, reader }) => [`${writer} ${reader}`, { writer, reader }]));
  return [...pairs.values()].flatMap(({ writer, reader }) => {
    const contract = loaded.contracts.get(reader);
    // A cell without a contract is blank itself, and nobody knows its slices.
    const slices = contract === undefined ? [] : slicesOf(contract.schema);
    if (contract === undefined || slices.length === 0) return [];
    const found = comparedAs(project, loaded, setsOf(loaded, writer, reader), contract);
    return slices.map(slice => ({ writer, reader, slice, ...rowOf(found, slice) }));
  });
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

type Compared = Sets & {
  readonly found:
    | {
        readonly comparison: ToldComparison;
        readonly coverage: readonly SliceCoverage[];
        readonly of: Contract;
      }
    | Unproved;
};

function comparedAs(project: Project, loaded: LoadedSubject, sets: Sets, reader: Contract): Compared {
  const { before: from, after: to } = sets;
  if (from === undefined || to === undefined) return { ...sets, found: 'no-data' };
  const [before, after] = [readAs(project, loaded, from, reader), readAs(project, loaded, to, reader)];
  if (before instanceof Fault) return { ...sets, found: codeOf(before) };
  if (after instanceof Fault) return { ...sets, found: codeOf(after) };
  if (before === 'apart' || after === 'apart') return { ...sets, found: 'apart' };
  const { schema } = reader;
  const writer = loaded.contracts.get(from.version)!;
  const batches = [before.reading.batch, after.reading.batch] as const;
  const refused = { before: before.refused, after: after.refused };
  const key = keyOf(loaded, reader);
  // What explains a difference is for people, and `assay golden` searches it.
  const comparison = compare(schema, ...batches, {
    key,
    split: splitOf(to, schema),
    refused,
    explain: false,
  });
  if (comparison instanceof Error) return { ...sets, found: codeOf(comparison) };
  const join = joinByKey(schema, key ?? schema.key, ...batches, refused);
  if (join instanceof Error) return { ...sets, found: codeOf(join) };
  const withheld = withheldFields(schema, [writer, reader]);
  const coverage = sliceCoverage(schema, writer.schema, batches[0], join, withheld);
  return {
    ...sets,
    found: { comparison: tellComparison(schema, comparison, withheld), coverage, of: reader },
  };
}

const codeOf = ({ code }: Fault): Unproved => code as Uppercase<string>;

function rowOf(
  { before, after, found }: Compared,
  slice: string | null,
): Omit<SliceEvidence, 'writer' | 'reader' | 'slice'> {
  const names = { before: before?.revision ?? null, after: after?.revision ?? null };
  if (typeof found === 'string')
    return { ...names, samples: 0, differ: 0, ...ALL_AT_ONCE, evidence: null, why: found };
  const { comparison, coverage, of } = found;
  const samples = comparison.rows.matched;
  const parts = coverage.find(one => one.slice === slice) ?? { ...ALL_AT_ONCE, seen: Math.min(samples, 1) };
  const touched = comparison.slices.find(one => one.slice === slice)?.touched;
  const label = comparison.fields.find(({ field }) => field === comparison.label);
  const told = {
    samples,
    differ: touched?.reduce((sum, { differ }) => sum + differ, 0) ?? label?.differ ?? comparison.rows.differ,
    seen: parts.seen,
    unseen: parts.unseen,
    firstUnseen: parts.firstUnseen,
  };
  const evidence = documentDigest({
    format: 'assay.slice-evidence/1',
    reader: of.recordSchema,
    before: setDigest(before!),
    after: setDigest(after!),
    slice,
    ...told,
    comparison: goldenDocument(comparison),
  });
  const why = samples === 0 ? 'no-samples' : told.unseen > 0 ? 'parts-unseen' : null;
  return { ...names, ...told, evidence, why };
}

const ALL_AT_ONCE = { seen: 0, unseen: 0, firstUnseen: [] } as const;
