import type { FieldId } from '../../contract/field.ts';
import type { RejectCode } from '../../contract/reject.ts';
import type { UnfitColumn, UnknownColumn } from '../codec.ts';

/** Leaves the recursion at the first thing that is wrong; the reader turns it into a refusal. */
export class FitStop extends Error {
  readonly code: RejectCode;
  readonly field: FieldId | undefined;
  /** In the record batch, from 0; undefined where no row is meant. */
  readonly row: number | undefined;
  /** Of the file; undefined where it is that of the message. */
  readonly offset: number | undefined;
  readonly column: UnknownColumn | UnfitColumn | undefined;

  constructor(
    code: RejectCode,
    field?: FieldId,
    row?: number,
    offset?: number,
    column?: UnknownColumn | UnfitColumn,
  ) {
    super(code);
    this.code = code;
    this.field = field;
    this.row = row;
    this.offset = offset;
    this.column = column;
  }
}
