import { LIMITS } from '../base/limits.ts';
import type { PlainMember, PlainValue } from '../matrix/plain-lane.ts';

export class AnswerTooLarge extends Error {}

/** The members of what a reader returned; a value that is no record is one member without a name. */
export function plainMembers(value: unknown): readonly PlainMember[] {
  const seen = plainValue(value, { left: LIMITS.plain_answer_nodes_max });
  return seen.kind === 'record' ? seen.members : [['', seen]];
}

/** @param budget  of how many values, before it is too large */
export function plainValue(value: unknown, budget: { left: number }): PlainValue {
  if (budget.left-- === 0) throw new AnswerTooLarge();
  switch (typeof value) {
    case 'undefined':
      return { kind: 'absent' };
    case 'boolean':
      return { kind: 'boolean', value };
    case 'number':
      return { kind: 'number', text: Object.is(value, -0) ? '-0' : String(value) };
    case 'bigint':
      return { kind: 'bigint', text: String(value) };
    case 'string':
      return { kind: 'string', value };
    case 'object':
      return value === null ? { kind: 'null' } : composite(value, budget);
    default:
      throw new TypeError(`a reader returned a ${typeof value}`);
  }
}

function composite(value: object, budget: { left: number }): PlainValue {
  // A decimal of Arrow is words of its bytes.
  if (ArrayBuffer.isView(value)) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return { kind: 'bytes', base64: bytes.toString('base64') };
  }
  if (Array.isArray(value)) return { kind: 'list', items: value.map(item => plainValue(item, budget)) };
  const members = Object.entries(value).map(([name, item]) => [name, plainValue(item, budget)] as const);
  return { kind: 'record', members };
}
