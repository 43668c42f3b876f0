import { Fault } from '../base/fault.ts';
import type { MatrixReport } from '../matrix/report.ts';

/** Each field for which an ordinary reader does not read what is ordinarily written, with the way out. */
export const unreadFaults = ({ cells }: MatrixReport): readonly Fault<'READER_REFUSES'>[] =>
  cells.flatMap(cell =>
    cell.kind === 'blank'
      ? []
      : cell.unread.map(({ lane, field, name, probe, code }) => {
          const { codec, writer, reader } = cell.cell;
          const what = field === null ? 'the record' : `${name} (${field})`;
          return new Fault('READER_REFUSES', { codec, lane, writer, reader, field: what, probe, code });
        }),
  );
