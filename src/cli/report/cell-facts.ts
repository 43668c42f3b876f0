import type { FieldId } from '../../contract/field.ts';
import { withheldFields } from '../../contract/withheld.ts';
import type { Cell } from '../../matrix/cell.ts';
import type { CellReport } from '../../matrix/cell-report.ts';
import type { ForeignCell } from '../../matrix/foreign-cell.ts';
import { isOrdinaryId } from '../../matrix/ordinary.ts';
import { silentFields } from '../../matrix/silent-fields.ts';
import type { ReportedChange } from './reported.ts';

export const cellName = ({ codec, writer, reader }: Cell): string => `${codec} v${writer} → v${reader}`;

/** Why a cell is no pass: the kind of it, the field it is about where it is about one, and words without a value. */
export type CellTrouble = {
  readonly kind: (typeof TROUBLE_KINDS)[number];
  readonly field: FieldId | undefined;
  readonly text: string;
};
export const TROUBLE_KINDS = [
  'INCOMPLETE',
  'READER_REFUSES',
  'SILENT_CHANGE',
  'GUARDED_REFUSES',
  'GUARDED_LANE_BROKEN',
  'RULE_AND_BYTES_DISAGREE',
  'FOREIGN_READER_FAILS',
] as const;

/** Empty where the cell is a pass. */
export const troublesOf = (cell: CellReport | ForeignCell): readonly CellTrouble[] =>
  'image' in cell ? foreignTroubles(cell) : cellTroubles(cell);

/** The same as words alone. */
export const troubleTexts = (cell: CellReport | ForeignCell): readonly string[] =>
  troublesOf(cell).map(({ text }) => text);

function cellTroubles(cell: CellReport): readonly CellTrouble[] {
  if (cell.kind === 'blank') return [blank(cell.why)];
  const { unread, refusals, broken, disagreements } = cell;
  return [
    ...unread.map(({ name, field, code }) =>
      trouble(
        'READER_REFUSES',
        field,
        `ordinary readers refuse ${field === null ? 'the record' : `${name} (${field})`}: ${code}`,
      ),
    ),
    ...silentFields(cell).map(({ name, field }) =>
      trouble('SILENT_CHANGE', field, `ordinary readers change ${name} (${field}) in silence`),
    ),
    ...refusals
      .filter(({ probe }) => isOrdinaryId(probe))
      .map(({ field, code }) =>
        trouble('GUARDED_REFUSES', field, `our reader refuses ordinary records: ${code} of ${of(field)}`),
      ),
    ...broken.map(({ probe, field, outcome }) =>
      trouble('GUARDED_LANE_BROKEN', field, `GUARDED_LANE_BROKEN: ${outcome} at ${probe}`),
    ),
    ...disagreements.map(({ kind, field, probe, code }) =>
      trouble(
        'RULE_AND_BYTES_DISAGREE',
        field,
        `RULE_AND_BYTES_DISAGREE: ${kind}${code === null ? '' : ` ${code}`} of ${of(field)} at ${probe}`,
      ),
    ),
  ];
}

function foreignTroubles(cell: ForeignCell): readonly CellTrouble[] {
  if (cell.kind === 'blank') return [blank(cell.why)];
  const { outcomes, probes } = cell.lane;
  const fails = (field: FieldId | null, text: string): CellTrouble =>
    trouble('FOREIGN_READER_FAILS', field, text);
  return [
    ...cell.troubles.map(({ kind, probe, field }) =>
      fails(field, probe === null ? kind : `${kind} at ${probe}`),
    ),
    ...(cell.unanswered.count === 0 ? [] : [fails(null, unansweredText(cell.unanswered))]),
    ...(cell.encoding === 'fails' && cell.troubles.length === 0
      ? [fails(null, `it refuses ordinary records: ${outcomes.refused} of ${probes} probes`)]
      : []),
    ...silentFields(cell).map(({ name, field }) =>
      trouble('SILENT_CHANGE', field, `it changes ${name} (${field}) in silence`),
    ),
  ];
}

/** The first by name, and how many more there are. */
export function unansweredText({ first, count }: RanForeign['unanswered']): string {
  const named = first.map(({ probe }) => probe).join(', ');
  const more = count - first.length;
  return `no answer to ${count} probes: ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

type RanForeign = Extract<ForeignCell, { kind: 'ran' }>;

const trouble = (kind: CellTrouble['kind'], field: FieldId | null, text: string): CellTrouble => ({
  kind,
  field: field ?? undefined,
  text,
});

const blank = (why: string): CellTrouble => trouble('INCOMPLETE', null, `INCOMPLETE: nobody ran it (${why})`);

const of = (field: FieldId | null): string => (field === null ? 'the record' : String(field));

export const isGreen = (cell: CellReport | ForeignCell): boolean =>
  cell.kind === 'ran' &&
  cell.encoding === 'passes' &&
  cell.meaning === 'passes' &&
  (!('broken' in cell) || (cell.broken.length === 0 && cell.disagreements.length === 0));

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
