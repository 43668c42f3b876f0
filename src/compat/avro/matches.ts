import {
  type AvroNamed,
  type AvroType,
  type AvroUnion,
  isNamed,
  unqualified,
} from '../../native/avro/type.ts';
import { promotion } from './promotions.ts';

/**
 * Whether two types match before anything inside a record is looked at: what a reader goes by when it picks a branch
 * of its union. Names are compared without their namespaces, as the specification has it.
 */
export function matches(writer: AvroType, reader: AvroType): boolean {
  if (writer.kind === 'union' || reader.kind === 'union') return true;
  if (writer.kind !== reader.kind) return promotion(writer.kind, reader.kind) !== undefined;
  if (writer.kind === 'array' && reader.kind === 'array') return matches(writer.items, reader.items);
  if (writer.kind === 'map' && reader.kind === 'map') return matches(writer.values, reader.values);
  if (writer.kind === 'fixed' && reader.kind === 'fixed' && writer.size !== reader.size) return false;
  return isNamed(writer) && isNamed(reader) ? nameMatch(writer, reader) !== 'none' : true;
}

/** How a reader's name covers a writer's. An alias stands for one whole name; it is looked at last. */
export function nameMatch(writer: AvroNamed, reader: AvroNamed): 'same' | 'namespace' | 'alias' | 'none' {
  if (writer.name === reader.name) return 'same';
  if (reader.aliases.includes(writer.name)) return 'alias';
  return unqualified(writer.name) === unqualified(reader.name) ? 'namespace' : 'none';
}

/**
 * The branches a reader may pick for what was written: the first that matches, by the specification, and the one of
 * the very same type, which readers in use prefer. They are one branch, in most unions.
 */
export function branchesFor(writer: AvroType, { branches }: AvroUnion): readonly AvroType[] {
  const first = branches.find(branch => matches(writer, branch));
  const exact = branches.find(branch => isSameType(writer, branch) && matches(writer, branch));
  return [...new Set([first, exact])].filter(branch => branch !== undefined);
}

const isSameType = (writer: AvroType, branch: AvroType): boolean =>
  writer.kind === branch.kind && (!isNamed(writer) || (isNamed(branch) && writer.name === branch.name));
