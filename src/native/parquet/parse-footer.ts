import { Fault } from '../../base/fault.ts';
import { CONTRACT_KEY, type ColumnarSchema } from '../columnar/column.ts';
import { type Element, readElements } from './element.ts';
import { columnsOf } from './parse-tree.ts';
import { ThriftReader, ThriftStop } from './thrift.ts';

/**
 * The schema in the footer of a Parquet file. What stands there of row groups is passed over. An Arrow schema that
 * writers leave beside it is a text and no more: readers of other kinds don't see it, and it may say something else.
 *
 * @param bytes  the footer alone, without its length and the last four bytes of the file
 * @faults PARQUET_UNREADABLE
 */
export function parseFooter(file: string, bytes: Uint8Array): ColumnarSchema | Fault {
  const reader = new ThriftReader(bytes);
  let elements: readonly Element[] | undefined;
  const keys: string[] = [];
  const said = new Map<string, string>();
  try {
    reader.struct({
      2: type => {
        elements = readElements(reader, type);
      },
      5: type =>
        reader.structs(type, () =>
          reader.struct({
            1: of => {
              keys.push(reader.text(of));
            },
            2: of => {
              const value = reader.text(of);
              const key = keys.at(-1);
              if (key !== undefined) said.set(key, value);
            },
          }),
        ),
    });
    if (elements === undefined) throw new ThriftStop('it has no schema');
    const contract = said.get(CONTRACT_KEY);
    return {
      columns: columnsOf(elements),
      keys: keys.sort(),
      said,
      ...(contract !== undefined && { contract }),
    };
  } catch (stop) {
    if (stop instanceof ThriftStop) return new Fault('PARQUET_UNREADABLE', { file, problem: stop.message });
    throw stop;
  }
}
