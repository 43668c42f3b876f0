import { LIMITS } from '../base/limits.ts';
import type { FieldId } from '../contract/field.ts';
import { evidenceText, isWithheld, WITHHELD, type Withheld } from '../contract/withheld.ts';
import { conditionText } from '../golden/condition.ts';
import type { Confusion } from '../golden/confusion.ts';
import type { Found } from '../golden/explain.ts';
import type { FieldComparison } from '../golden/field-comparison.ts';
import type { KindCount } from '../golden/null-algebra.ts';
import { shareText } from '../golden/share.ts';
import type { ToldComparison, ToldVerdict } from '../golden/tell.ts';
import { failing } from '../golden/verdict.ts';
import {
  amongText,
  CHECK_HEAD,
  checkWords,
  coverageText,
  factorText,
  fieldWords,
  patternText,
  sizeText,
} from './golden-words.ts';
import { distinct, fill, type Look, table, visible } from './output.ts';
import { renamedLines } from './render-renamed.ts';
import { tokenLines } from './token-words.ts';

/** What stayed, what changed, where it is worst, and the condition that says best which samples changed. */
export function goldenText(comparison: ToldComparison, look: Look): string {
  const { rows, fields, slices, distribution } = comparison;
  const lines = [
    `  samples  ${rows.before} before, ${rows.after} after, ${rows.matched} matched, ${rows.missing} missing, ${rows.extra} extra`,
  ];
  lines.push(...rejectLines(comparison), ...skipLines(comparison));
  for (const suspect of comparison.suspects) lines.push(`  ${look.paint.red(factorText(suspect))}`);
  const numeric = fields.filter(
    ({ number, field }) => number !== undefined && !comparison.key.includes(field),
  );
  if (numeric.length > 0) {
    const differ = numeric.reduce((sum, field) => sum + field.differ, 0);
    const names = numeric.map(
      (field, index) =>
        `${index === 0 ? '(' : ''}${fieldWords(field)}${index < numeric.length - 1 ? ',' : ')'}`,
    );
    lines.push(
      fill(`  numbers  ${differ} of ${numeric.length * rows.matched} cells differ `, names, look.width),
    );
  }
  for (const field of fields) if (field.differ > 0) lines.push(...fieldLines(field, rows.matched, look));
  for (const { slice, parts, clean, worst } of slices) {
    if (worst === undefined) continue;
    const share = shareText(worst.differ, worst.rows, 0);
    lines.push(
      `  ${slice.padEnd(8)} worst ${visible(evidenceText(worst.key))}: ${worst.differ} of ${worst.rows} (${share}); ${clean} of ${parts} clean`,
    );
  }
  lines.push(...kindLines(comparison));
  lines.push(
    ...movedLines(comparison, look),
    ...tokenLines(comparison.tokens, look),
    ...renamedLines(comparison.renamedKeys),
  );
  if (distribution?.divergence !== undefined) lines.push(divergenceText(distribution.divergence));
  const hidden = fields.filter(({ field }) => comparison.withheld.includes(field));
  if (hidden.length > 0 && rows.differ > 0) {
    const names = hidden.map((field, index) => `${fieldWords(field)}${index < hidden.length - 1 ? ',' : ''}`);
    lines.push(fill('  withheld values of ', names, look.width));
  }
  return lines.join('\n');
}

/** Which samples are in another split, as far as a line has room. */
function movedLines({ moved }: ToldComparison, { width }: Look): readonly string[] {
  if (moved === undefined) return [];
  const shown = moved.listed.slice(0, MOVED_SHOWN).map(({ sample }) => {
    const told = sample.filter(part => !isWithheld(part)).map(part => visible(evidenceText(part)));
    return told.length === 0 ? evidenceText(WITHHELD) : told.join('/');
  });
  const more = moved.count > shown.length ? ', …' : '';
  const counts = `${moved.count} ${moved.count === 1 ? 'sample is' : 'samples are'} in another split:`;
  return [fill('  moved    ', `${counts} ${shown.join(', ')}${more}`.split(' '), width)];
}

const MOVED_SHOWN = 20;

/** What was refused on either side, by field and reason: a sample that is refused is not gone. */
function rejectLines({ rejects, fields }: ToldComparison): readonly string[] {
  if (rejects === undefined) return [];
  const { before, after, oneSided, otherwise, same } = rejects;
  const named = (id: FieldId): string => {
    const field = fields.find(each => each.field === id);
    return field === undefined ? String(id) : fieldWords(field);
  };
  return [
    `  refused  ${before} before, ${after} after: ${oneSided} on one side, ${otherwise} for another reason, ${same} as before`,
    ...rejects.reasons.map(
      ({ field, code, ...counts }) =>
        `    ${code} in ${named(field)}: ${counts.before} before, ${counts.after} after`,
    ),
  ];
}

const skipLines = ({ skips }: ToldComparison): readonly string[] =>
  skips === undefined
    ? []
    : [
        `  passed over by a converter  ${skips.before} before, ${skips.after} after, ${skips.changed} of them on one side`,
      ];

/** What stood where a value may, at each path where that changed. */
function kindLines({ nulls }: ToldComparison): readonly string[] {
  const changed = nulls.filter(({ transitions }) => transitions.length > 0);
  if (changed.length === 0) return [];
  const shown = changed.slice(0, LIMITS.evidence_rows_max);
  const rows = shown.map(({ path, before, after, transitions }) => [
    path,
    kindsText(before),
    kindsText(after),
    transitions.map(({ from, to, count }) => `${count} ${from} → ${to}`).join(', '),
  ]);
  const more = changed.length - shown.length;
  return [
    '  kinds of cells',
    table([['path', 'before', 'after', 'changed'], ...rows], '    '),
    ...(more === 0 ? [] : [`    and at ${more} other paths`]),
  ];
}

const kindsText = (counts: readonly KindCount[]): string =>
  counts.map(({ kind, count }) => `${count} ${kind}`).join(', ');

/** The threshold most monitors are set to; shown because a change of meaning stays under it. */
const USUAL_THRESHOLD = 0.1;

/** In three digits, or in as many more as it takes to stand on its own side of the threshold. */
function besideUsual(divergence: number): string {
  const isUnder = (value: number): boolean => value < USUAL_THRESHOLD;
  const short = divergence.toFixed(3);
  return isUnder(Number(short)) === isUnder(divergence) ? short : String(divergence);
}

const divergenceText = (divergence: number): string =>
  `  labels   Jensen–Shannon divergence (log2) ${besideUsual(divergence)}, ${divergence < USUAL_THRESHOLD ? 'under' : 'over'} the usual threshold of ${USUAL_THRESHOLD}`;

function fieldLines(field: FieldComparison<Withheld>, matched: number, { paint, width }: Look): string[] {
  const lines = [
    `  ${paint.bold(fieldWords(field))}  ${paint.red(`${field.differ} of ${matched} differ`)} (${shareText(field.differ, matched)})`,
  ];
  if (field.number !== undefined)
    lines.push(
      `    greatest change ${sizeText(field.number.absolute)}, relative ${sizeText(field.number.relative)}`,
    );
  const pattern = patternText(field);
  if (pattern !== undefined) lines.push(`    all its numbers follow one rule: ${pattern}`);
  for (const { from, to, count } of field.transitions)
    if (from !== to) lines.push(`    ${count} ${count === 1 ? 'cell' : 'cells'} from ${from} to ${to}`);
  if (field.confusion !== undefined) lines.push(confusionText(field.confusion));
  const { explanation } = field;
  if (explanation?.kind === 'unexplained') lines.push('    no condition of one or two terms explains which');
  const among = explanation && amongText(explanation);
  if (among !== undefined) lines.push(fill('    ', among.split(' '), width));
  const { best, oneTerm } = explanation ?? {};
  const explained = (head: string, found: Found<Withheld>): string =>
    fill(
      `    ${head} `,
      [
        paint.bold(`${visible(conditionText(found.condition))}:`),
        ...coverageText(found, field.differ).split(' '),
      ],
      width,
    );
  if (best !== undefined) lines.push(explained('explained best by', best));
  if (oneTerm !== undefined && oneTerm !== best) lines.push(explained('by one term:', oneTerm));
  return lines;
}

function confusionText({ pairs, others, pattern }: Confusion<Withheld>): string {
  const rows = pairs.map(({ from, to, count }) => [
    String(count),
    distinct(evidenceText(from), evidenceText(to)).join(' → '),
  ]);
  const rest = others === 0 ? '' : `\n    and ${others} others`;
  const rule =
    pattern.kind === 'none' || pattern.kind === 'mixed'
      ? ''
      : `\n    the labels follow one rule: ${pattern.kind}`;
  return `${table(rows, '    ')}${rest}${rule}`;
}

/** Each measure that is not allowed, with what would have allowed it. */
export function verdictText(verdict: ToldVerdict, hasRecord: boolean): string {
  const rows = failing(verdict).map(check => checkWords(check, hasRecord));
  return rows.length === 0 ? '' : table([CHECK_HEAD, ...rows], '    ');
}
