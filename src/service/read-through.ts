import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import { fieldText } from '../contract/field-path.ts';
import { isReject, isSkipped } from '../golden/refused.ts';
import type { GoldenSet } from '../golden/set.ts';
import { bundlesOf } from './bundle-functions.ts';
import { guardedOn } from './guarded-on-way.ts';
import type { LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import {
  countFilled,
  countRejects,
  doubtsOf,
  type FilledCount,
  type Located,
  type OpenedSet,
  openSet,
  readOpened,
} from './read-revision.ts';
import { convertersOn, isNoWay, type RecordWay, recordWay } from './record-way.ts';
import type { TriedBy } from './run-converters.ts';
import { type Taken, takeWay } from './take-way.ts';
import { unknownCells } from './unknown-cells.ts';
import { unwrittenCells } from './unwritten-cells.ts';

/** A set after the way to another version. */
export type Arrived = Located & {
  /** Fields of that version that were made of what its own version guards. */
  readonly guarded: readonly FieldId[];
};

export type Through = {
  /** The converter that the change at hand names. */
  readonly preferred: Digest | undefined;
  readonly functions: TriedBy['functions'];
};

/**
 * The records of a set as those of a version: by converters where change records name them, else as the version reads them.
 *
 * @returns `apart` where neither leads there
 * @faults FUNCTIONS_NOT_RUN, and those of `openSet`, `bundlesOf` and `takeWay`
 */
export async function readThrough(
  project: Project,
  loaded: LoadedSubject,
  set: GoldenSet,
  reader: Contract,
  { preferred, functions }: Through,
): Promise<Arrived | 'apart' | Fault> {
  const opened = openSet(project, loaded, set);
  if (opened instanceof Fault) return opened;
  const way = recordWay(loaded, opened.writer, reader, preferred);
  if (isNoWay(way)) return 'apart';
  if (way.length === 1 && way[0]!.kind === 'read') {
    const located = readOpened(opened, reader);
    return located === 'apart' ? located : { ...located, guarded: [] };
  }
  const plans = way.flatMap(step => (step.kind === 'convert' ? [step.plan] : []));
  const withFunctions = functions === 'never' ? plans.find(plan => plan.functions.length > 0) : undefined;
  if (withFunctions !== undefined)
    return new Fault('FUNCTIONS_NOT_RUN', { converter: withFunctions.converter });
  const bundles = await bundlesOf(project, loaded, plans);
  if (bundles instanceof Fault) return bundles;
  const taken = await takeWay(way, asWritten(opened), bundles);
  return taken instanceof Fault ? taken : arrived(opened, way, taken);
}

/** What a file holds, before anything was asked of it. */
export const asWritten = ({ writer: { schema }, read }: OpenedSet) => ({
  batch: read.batch,
  unwritten: unwrittenCells(NOTHING, schema, read, new Set()),
  unknown: unknownCells(NOTHING, { writer: schema, reader: schema }, read, new Set()),
});

const NOTHING = { fields: [], dropped: [], schema: [] } as const;

/** The same as `readOpened` says, of what went a longer way. */
export function arrived(opened: OpenedSet, way: RecordWay, taken: Taken): Arrived {
  const { set, writer, file, read, lineOf } = opened;
  const { batch, leftOut, unknown, unwritten } = taken;
  const known = {
    fields: [...way].reverse().flatMap(({ from, to }) => [...to.schema.fields, ...from.schema.fields]),
  };
  const filled = [...taken.filled].map(
    ([field, said]): FilledCount => ({ field, path: fieldText(known, field), ...said }),
  );
  return {
    reading: {
      set,
      ...doubtsOf(opened, way.at(-1)!.to),
      file,
      batch,
      rejects: countRejects(known, leftOut.rejects, lineOf),
      rejected: leftOut.rejects.filter(isReject).length,
      skipped: leftOut.rejects.filter(isSkipped).length,
      through: convertersOn(way),
      filled: [...countFilled(writer.schema, read.absentFilled), ...filled]
        .filter(({ count }) => count > 0)
        .sort((a, b) => a.field - b.field),
      unknown,
      truncated: new Map([...taken.truncated].map(([id, rows]) => [id, rows.length])),
    },
    refused: leftOut,
    unwritten,
    lineOf,
    guarded: guardedOn(way),
  };
}
