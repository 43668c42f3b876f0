import { Fault } from '../../base/fault.ts';
import { classOf, directionsThatHold, levelsThatHold, type Weighing } from '../class-of.ts';
import type { Comparison } from '../compare.ts';
import type { Access, Direction, NativeFinding } from '../finding.ts';
import type { RuleRow } from './rule-row.ts';

/** A comparison of two schemas of one format. */
export type NativeComparison = Comparison<NativeFinding>;

/** What a reader suffers from what a writer wrote, in one format. @faults NATIVE_TOO_LARGE */
export type Judge<Schema> = (
  writer: Schema,
  reader: Schema,
  direction: Direction,
) => readonly NativeFinding[] | Fault;

/**
 * Both ways: backward, the newer reads what the older wrote.
 *
 * @param binds  how readers of the format find fields
 * @faults NATIVE_TOO_LARGE
 */
export function compareNative<Schema>(
  judge: Judge<Schema>,
  rules: Readonly<Record<string, RuleRow>>,
  older: Schema,
  newer: Schema,
  binds: Access = 'name',
): NativeComparison | Fault {
  const backward = judge(older, newer, 'backward');
  if (backward instanceof Fault) return backward;
  const forward = judge(newer, older, 'forward');
  if (forward instanceof Fault) return forward;
  const findings = [...backward, ...forward];
  const weighing: Weighing = { binds, effectOf: id => rules[id]!.effect };
  return {
    class: classOf(findings, weighing),
    for: directionsThatHold(findings, weighing),
    levels: levelsThatHold(findings, weighing),
    findings,
  };
}
