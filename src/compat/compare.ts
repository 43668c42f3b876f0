import type { Json } from '../base/canonical-json.ts';
import type { FieldId } from '../contract/field.ts';
import type { Governed } from '../contract/governance.ts';
import type { Schema } from '../contract/schema.ts';
import { type ChangeClass, classOf, directionsThatHold, type Holds, levelsThatHold } from './class-of.ts';
import { classify, classifyFirst } from './classify.ts';
import { type Direction, type Finding, type NativeFinding, pathText } from './finding.ts';
import { type History, judgeHistory } from './history.ts';

/** What a change of schema means, both ways. */
export type Comparison<Found = Finding> = {
  readonly class: ChangeClass;
  readonly for: readonly Direction[];
  readonly levels: Holds;
  /** Backward first, then forward, then what the subject's past has against it. */
  readonly findings: readonly Found[];
};

/**
 * @param history  every id the subject ever used, where it has a past beyond `older`
 * @param restores  retired ids that are said to come back
 * @param beside  what stands beside the two schemas, where that is known of both
 */
export function compare(
  older: Schema,
  newer: Schema,
  history?: History,
  restores?: ReadonlySet<FieldId>,
  beside?: { readonly older: Governed; readonly newer: Governed },
): Comparison {
  const both = [
    ...classify(older, newer, 'backward', beside && { writer: beside.older, reader: beside.newer }),
    ...classify(newer, older, 'forward', beside && { writer: beside.newer, reader: beside.older }),
  ];
  const findings = history === undefined ? both : once([...both, ...judgeHistory(history, newer, restores)]);
  return {
    class: classOf(findings),
    for: directionsThatHold(findings),
    levels: levelsThatHold(findings),
    findings,
  };
}

/**
 * A schema with none before it to differ from: its class and the directions are those of its subject's past alone, and
 * what its own declarations break is found all the same.
 */
export function compareFirst(schema: Schema, history?: History, restores?: ReadonlySet<FieldId>): Comparison {
  const past = compare(schema, schema, history, restores);
  const findings = [...classifyFirst(schema), ...past.findings];
  return { ...past, levels: levelsThatHold(findings), findings };
}

/** The comparison as other programs read it; `docs/rules.md` has the shape. */
export const comparisonDocument = (
  comparison: Comparison<Finding | NativeFinding>,
): { readonly [key: string]: Json } => ({
  class: comparison.class,
  for: comparison.for,
  levels: comparison.levels,
  findings: comparison.findings.map(findingDocument),
});

export const findingDocument = (found: Finding | NativeFinding): { readonly [key: string]: Json } => ({
  rule: found.rule,
  level: found.level,
  direction: found.direction,
  access: found.access,
  path: pathText(found.path),
  from: found.from,
  to: found.to,
  remedy: found.remedy,
  ...(found.conversion === undefined ? {} : { conversion: found.conversion }),
});

/** The past may say again what the last version already said of a field: the first to say it is kept. */
function once(findings: readonly Finding[]): readonly Finding[] {
  const said = new Set<string>();
  return findings.filter(found => {
    const key = `${found.rule} ${found.direction} ${pathText(found.path)}`;
    return said.has(key) ? false : said.add(key);
  });
}
