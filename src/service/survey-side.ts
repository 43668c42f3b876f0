import { Fault } from '../base/fault.ts';
import type { Contract } from '../contract/contract.ts';
import { type DataSummary, mergedSummaries } from '../shadow/summary.ts';
import type { TableFormat } from './read-table.ts';
import { contractSide, type SideNames } from './shadow-files.ts';
import { shadowInputs } from './shadow-inputs.ts';
import { readSummary } from './shadow-statistics.ts';
import { type SurveyTools, surveyFiles } from './survey-files.ts';

/** The statistics of one data set, to be kept and put together with others. @faults as those of `shadowFiles` */
export async function surveySide(
  ask: {
    readonly folder: string;
    readonly names: SideNames;
    readonly format: TableFormat | undefined;
    readonly nulls: readonly string[];
    readonly contract: Contract;
  },
  tools: SurveyTools,
): Promise<DataSummary | Fault> {
  const parts: DataSummary[] = [];
  for (const name of ask.names.statistics) {
    const summary = readSummary(ask.folder, name, ask.contract);
    if (summary instanceof Fault) return summary;
    parts.push(summary);
  }
  const inputs = await shadowInputs(ask.folder, ask.names.files, ask.format);
  if (inputs instanceof Fault) return inputs;
  if (inputs.length > 0) {
    const surveyed = await surveyFiles([contractSide(inputs, ask.contract, ask.nulls)], tools);
    if (surveyed instanceof Fault) return surveyed;
    parts.push(...surveyed);
  }
  return mergedSummaries(parts as [DataSummary, ...DataSummary[]]);
}
