import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { canonicalJson } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { readJson } from '../base/strict-json.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import type { DataSummary } from '../shadow/summary.ts';
import { summaryDocument, summaryFromDocument } from '../shadow/summary-document.ts';
import { reasonOf } from './read-file.ts';
import { writeNewFile } from './write-new-file.ts';

/** Statistics that were written of a part of a side. @faults FILE_UNREADABLE SHADOW_STATISTICS */
export function readSummary(folder: string, name: string, contract: Contract): DataSummary | Fault {
  const place = path.resolve(folder, name);
  const refused = (problem: string): Fault => new Fault('SHADOW_STATISTICS', { file: name, problem });
  let bytes: Uint8Array;
  try {
    const most = LIMITS.shadow_statistics_bytes_max;
    if (statSync(place).size > most) return refused(`it has more than ${most} bytes`);
    bytes = readFileSync(place);
  } catch (error) {
    return new Fault('FILE_UNREADABLE', { path: name, reason: reasonOf(error) });
  }
  const read = readJson<number>(bytes, {
    depth_max: LIMITS.document_depth_max,
    number: literal => {
      const value = Number(literal);
      return Number.isFinite(value) ? value : { problem: 'number-range' };
    },
  });
  if (read.kind !== 'read') return refused(`it is no JSON at byte ${read.offset}`);
  const summary = summaryFromDocument(read.value, contract.schema, contract.recordSchema);
  return typeof summary === 'string' ? refused(summary) : summary;
}

/** @faults those of `writeNewFile` */
export const writeSummary = (
  folder: string,
  name: string,
  summary: DataSummary,
  { recordSchema }: Contract,
  withheld: readonly FieldId[],
): Fault | undefined =>
  writeNewFile(
    path.resolve(folder, name),
    name,
    `${canonicalJson(summaryDocument(summary, recordSchema, withheld))}\n`,
  );
