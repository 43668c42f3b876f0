import { Fault, type Place } from '../base/fault.ts';
import type { FieldId } from '../contract/field.ts';
import type { Cell } from '../matrix/cell.ts';
import type { MatrixReport } from '../matrix/report.ts';

/**
 * Each field for which an ordinary reader does not read what is ordinarily written, with the way out.
 *
 * @param placeOf  where a field of a cell is written, where that is to be told
 */
export const unreadFaults = (
  { cells }: MatrixReport,
  placeOf: (field: FieldId | null, cell: Cell) => Place | undefined = () => undefined,
): readonly Fault<'READER_REFUSES'>[] =>
  cells.flatMap(cell =>
    cell.kind === 'blank'
      ? []
      : cell.unread.map(({ lane, field, name, probe, code }) => {
          const { codec, writer, reader } = cell.cell;
          const what = field === null ? 'the record' : `${name} (${field})`;
          const facts = { codec, lane, writer, reader, field: what, probe, code };
          return new Fault('READER_REFUSES', facts, placeOf(field, cell.cell));
        }),
  );
