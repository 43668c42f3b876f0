import type { Contract } from '../contract/contract.ts';
import type { Withheld } from '../contract/withheld.ts';
import type { FieldPlot } from '../golden/plots/field-plot.ts';
import { plotBatches } from '../golden/plots/plot-fields.ts';
import type { ToldComparison } from '../golden/tell.ts';
import type { RevisionReading } from './read-revision.ts';

type Read = Pick<RevisionReading, 'batch' | 'unknown'>;

/** How the accepted records of two revisions lie, of the fields in which they differ; none where nothing was compared. */
export const revisionPlots = (
  { schema }: Pick<Contract, 'schema'>,
  comparison: ToldComparison | undefined,
  before: Read | undefined,
  after: Read,
): readonly FieldPlot<Withheld>[] =>
  comparison === undefined || before === undefined
    ? []
    : plotBatches(
        schema,
        comparison,
        { before: before.batch, after: after.batch },
        { before: before.unknown, after: after.unknown },
      );
