import { withheldFields } from '../../contract/withheld.ts';
import type { Cell } from '../../matrix/cell.ts';
import type { CellReport, FieldEvidence } from '../../matrix/cell-report.ts';
import type { ForeignCell } from '../../matrix/foreign-cell.ts';
import type { ReportedChange } from './reported.ts';

export const cellName = ({ codec, writer, reader }: Cell): string => `${codec} v${writer} → v${reader}`;

/** Why a cell is no pass, in words without a value; empty where it is one. */
export function cellTroubles(cell: CellReport): readonly string[] {
  if (cell.kind === 'blank') return [`INCOMPLETE: nobody ran it (${cell.why})`];
  return [
    ...cell.unread.map(({ name, field, code }) =>
      field === null
        ? `ordinary readers refuse the record: ${code}`
        : `ordinary readers refuse ${name} (${field}): ${code}`,
    ),
    ...silentFields(cell).map(({ name, field }) => `ordinary readers change ${name} (${field}) in silence`),
    ...(cell.ordinary.guarded === 'refused' ? ['our reader refuses ordinary records'] : []),
    ...cell.broken.map(({ probe, outcome }) => `GUARDED_LANE_BROKEN: ${outcome} at ${probe}`),
    ...cell.disagreements.map(
      ({ kind, field, probe, code }) =>
        `RULE_AND_BYTES_DISAGREE: ${kind}${code === null ? '' : ` ${code}`} of ${field ?? 'the record'} at ${probe}`,
    ),
  ];
}

export const isGreen = (cell: CellReport | ForeignCell): boolean =>
  cell.kind === 'ran' &&
  cell.encoding === 'passes' &&
  cell.meaning === 'passes' &&
  (!('broken' in cell) || (cell.broken.length === 0 && cell.disagreements.length === 0));

/** Fields that changed between the two versions and that ordinary readers hold another value for. */
export const silentFields = (cell: CellReport): readonly FieldEvidence[] =>
  cell.kind === 'blank' ? [] : cell.fields.filter(({ alone, sample }) => alone !== null && sample !== null);

export function foreignTroubles(cell: ForeignCell): readonly string[] {
  if (cell.kind === 'blank') return [`INCOMPLETE: nobody ran it (${cell.why})`];
  const { outcomes, probes } = cell.lane;
  return [
    ...cell.troubles.map(({ kind, probe }) => (probe === null ? kind : `${kind} at ${probe}`)),
    ...(cell.encoding === 'fails' && cell.troubles.length === 0
      ? [`it refuses ordinary records: ${outcomes.refused} of ${probes} probes`]
      : []),
    ...(cell.meaning === 'fails'
      ? cell.samples.map(({ name, field }) => `it changes ${name} (${field}) in silence`)
      : []),
  ];
}

/**
 * Whether the values of a field may stand in a report of two versions: what either of them guards may not, and what nobody
 * speaks of may not either.
 */
export function tellsValues({ contracts }: ReportedChange, { writer, reader }: Cell, field: number): boolean {
  const [written, read] = [contracts.get(writer), contracts.get(reader)];
  if (written === undefined || read === undefined) return false;
  // One that a version doesn't have, it says nothing of.
  const own = [written, read].filter(({ governance }) => governance.has(field));
  return !withheldFields(read.schema, own).includes(field);
}
