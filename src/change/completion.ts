import type { Digest } from '../base/digest.ts';
import type { Withheld } from '../contract/withheld.ts';
import type { MatrixReport } from '../matrix/report.ts';

/** Whether there is evidence for all that is supported. What it shows is another question. */
export type Completion = {
  readonly state: 'COMPLETE' | 'NOT_COMPLETE';
  readonly rows: readonly CellEvidence[];
  readonly slices: readonly SliceEvidence[];
};

/** A row a cell, and a cell of a reader of another make. */
export type CellEvidence = {
  readonly codec: string;
  readonly writer: number;
  readonly reader: number;
  /** Null where ordinary readers and ours are meant. */
  readonly image: string | null;
  readonly evidence: Digest | null;
  /** Why nobody ran it; null where somebody did. */
  readonly why: string | null;
};

/** A row a supported pair of versions and a slice of the one that reads. */
export type SliceEvidence = {
  readonly writer: number;
  readonly reader: number;
  /** Null is all samples at once: the contract has labels and no slice. */
  readonly slice: string | null;
  /** The revisions whose samples were compared: of the version that writes, and of the one that reads. */
  readonly before: string | null;
  readonly after: string | null;
  /** Samples that were matched, and those of them that differ. */
  readonly samples: number;
  readonly differ: number;
  /** Parts with a matched sample, and parts without one. */
  readonly seen: number;
  readonly unseen: number;
  readonly firstUnseen: readonly (string | null | Withheld)[];
  readonly evidence: Digest | null;
  /** What it is not proved for; null where it is. */
  readonly why: Unproved | null;
};

/**
 * `no-data`: a version has no revision. `apart`: only a converter could make the two comparable. `no-samples`: none was
 * matched. `parts-unseen`: in some part none was. Else the code of the fault for which the data can't be compared.
 */
export type Unproved = 'no-data' | 'apart' | 'no-samples' | 'parts-unseen' | `${Uppercase<string>}`;

export function completionOf({ cells, foreign }: MatrixReport, slices: readonly SliceEvidence[]): Completion {
  const rows = [...cells, ...foreign].map((one): CellEvidence => {
    const { codec, writer, reader } = one.cell;
    return {
      codec,
      writer,
      reader,
      image: 'image' in one ? one.image : null,
      evidence: one.kind === 'ran' ? one.evidence : null,
      why: one.kind === 'ran' ? null : one.why,
    };
  });
  const isComplete = cells.length > 0 && [...rows, ...slices].every(({ why }) => why === null);
  return { state: isComplete ? 'COMPLETE' : 'NOT_COMPLETE', rows, slices };
}
