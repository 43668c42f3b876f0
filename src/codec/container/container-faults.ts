import { Fault } from '../../base/fault.ts';
import { fieldText } from '../../contract/field-path.ts';
import type { Schema } from '../../contract/schema.ts';
import type { Refusal } from '../codec.ts';

export const blockFault = (problem: string, block: number, offset: number): Fault =>
  new Fault('CONTAINER_BLOCK', { problem, block, offset });

/** The offset is that within the records of the block, unpacked. */
export const recordFault = (
  schema: Schema,
  { code, row, field, offset }: Refusal,
  block: number,
): Fault<'CONTAINER_RECORD'> =>
  new Fault('CONTAINER_RECORD', {
    code,
    row,
    field: field === undefined ? '' : fieldText(schema, field),
    block,
    offset: offset ?? 0,
  });
