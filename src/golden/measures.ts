import type { Field } from '../contract/field.ts';
import { isFloat } from '../contract/kind-table.ts';
import type { Schema } from '../contract/schema.ts';
import type { Comparison } from './compare.ts';
import { type ExactNumber, isAtMost } from './exact-number.ts';
import { isCoverageMeasure } from './exercised/coverage-rule.ts';
import type { FieldComparison } from './field-comparison.ts';
import { type SizeKind, sizeKind } from './size-kind.ts';
import type { SliceComparison } from './slice-comparison.ts';
import { crossedIn } from './tokens/token-change.ts';
import { type TokenComparison, tokensOf } from './tokens/token-comparison.ts';

/**
 * Everything a threshold can bind, by the name a change record writes: `rows.missing`, `cells.share:weather`,
 * `slice.share:month`.
 */
export const GOLDEN_MEASURES = {
  'rows.missing': 'samples only the old path has',
  'rows.extra': 'samples only the new path has',
  'rows.skipped': 'samples that a converter passed over on one side, and not on the other',
  'rejects.changed': 'samples refused on one side only, or for another field or reason',
  'split.moves': 'samples that are in another split',
  'states.changed': 'cells of a field that became null, unknown, NaN, infinite or empty, or stopped being so',
  'cells.differ': 'cells of a field that differ',
  'cells.share': 'the same, as a share of the matched samples',
  'number.absolute': 'the greatest change of a number, in the unit of its field',
  'number.relative': 'the greatest change of a number, as a share of the larger magnitude',
  'number.ulps': 'the greatest change of a float, in floats of its width that lie between',
  'values.factor':
    'what nearly all numbers of a field were multiplied by, or divided, though its unit did not say so; 1 where they were not',
  'length.change': 'the greatest change of a length: elements, code points or bytes',
  'tokens.changed': 'samples of whose field the tokens are more or fewer',
  'tokens.length': 'the greatest change of a number of tokens',
  'tokens.median': 'the median of the relative change of a number of tokens, whichever way it goes',
  'tokens.crossed': 'samples whose tokens came to the other side of a limit, of the limit with the most',
  'tokens.truncated': 'samples of the old path whose tokens a converter cut',
  'slice.share': 'the differing share in the worst part of a slice',
  'label.divergence':
    'Jensen–Shannon divergence (log2) of the label, over all accepted samples of either side',
} as const;
export type GoldenMeasure = keyof typeof GOLDEN_MEASURES;

/** Of values themselves, where the others count: of a field whose values are withheld they are judged and not told. */
export const SIZE_MEASURES = [
  'number.absolute',
  'number.relative',
  'number.ulps',
  'length.change',
  'tokens.length',
  'tokens.median',
] as const satisfies readonly GoldenMeasure[];

/** What gives values away where they may not be told. */
export const WITHHELD_MEASURES: readonly GoldenMeasure[] = [...SIZE_MEASURES, 'values.factor'];

/** What a measure is of, where it isn't of the records as a whole. */
const OF: Readonly<Record<GoldenMeasure, 'field' | 'slice' | undefined>> = {
  'rows.missing': undefined,
  'rows.extra': undefined,
  'rows.skipped': undefined,
  'rejects.changed': undefined,
  'split.moves': undefined,
  'states.changed': 'field',
  'cells.differ': 'field',
  'cells.share': 'field',
  'number.absolute': 'field',
  'number.relative': 'field',
  'number.ulps': 'field',
  'values.factor': 'field',
  'length.change': 'field',
  'tokens.changed': 'field',
  'tokens.length': 'field',
  'tokens.median': 'field',
  'tokens.crossed': 'field',
  'tokens.truncated': 'field',
  'slice.share': 'slice',
  'label.divergence': undefined,
};

/** What a field must have for a measure to say anything of it; of every other measure any field does. */
const MEASURED: { readonly [M in GoldenMeasure]?: SizeKind } = {
  'number.absolute': 'number',
  'number.relative': 'number',
  'number.ulps': 'number',
  'values.factor': 'number',
  'length.change': 'length',
};

const isMeasured = (measure: GoldenMeasure, field: Field): boolean => {
  if (measure.startsWith('tokens.')) return tokensOf(field) !== undefined;
  const size = MEASURED[measure];
  if (size !== undefined && sizeKind(field) !== size) return false;
  return measure !== 'number.ulps' || isFloat(field.type.kind);
};

/**
 * The names a threshold may have under a schema, as a change record writes them; none for a measure that is not known, or
 * that has nothing to measure in any record.
 *
 * @param measure  what stands before the colon
 */
export function thresholdNames(measure: string, { fields, slices, label }: Schema): readonly string[] {
  if (!isGoldenMeasure(measure)) return [];
  const of = OF[measure];
  if (of === undefined) return measure === 'label.divergence' && label === undefined ? [] : [measure];
  const named = of === 'field' ? fields.filter(field => isMeasured(measure, field)) : slices;
  return named.map(({ name }) => `${measure}:${name}`);
}

const isGoldenMeasure = (name: string): name is GoldenMeasure => Object.hasOwn(GOLDEN_MEASURES, name);

/** Whether a measure is of the records as a whole, so that its name needs no field or slice behind a colon. */
export const isOfAll = (name: string): boolean => isGoldenMeasure(name) && OF[name] === undefined;

/** What is counted one by one: half a sample can't be missing, so a fraction is a share under the wrong name. */
const COUNTS: readonly GoldenMeasure[] = [
  'rows.missing',
  'rows.extra',
  'rows.skipped',
  'rejects.changed',
  'split.moves',
  'states.changed',
  'cells.differ',
  'number.ulps',
  'length.change',
  'tokens.changed',
  'tokens.length',
  'tokens.crossed',
  'tokens.truncated',
];

/** @param name  as a change record writes it, `cells.differ:weather` */
export const isCount = (name: string): boolean => {
  const [measure = ''] = name.split(':', 1);
  return isCoverageMeasure(measure) || COUNTS.some(count => count === measure);
};

/** What a measure can't exceed: a threshold above it would allow everything, as 5 does where 5 % was meant. */
const CEILINGS: ReadonlyMap<string, number> = new Map<GoldenMeasure, number>([
  ['cells.share', 1],
  ['slice.share', 1],
  ['label.divergence', 1],
  ['number.relative', 2],
]);

/** @param name  as a change record writes it, `cells.share:weather` */
export const ceilingOf = (name: string): number | undefined => CEILINGS.get(name.split(':', 1)[0]!);

export type Measurement = {
  readonly measure: GoldenMeasure;
  /** The field or slice it is of. */
  readonly of: string | undefined;
  /** Undefined where nothing could be measured, which is not zero. */
  readonly observed: ExactNumber | undefined;
};

/**
 * One thing that may have changed. A difference is allowed when at least one of its measures has a threshold and every
 * threshold given on them holds; the first measure is the one to name when none was given.
 */
export type Question = {
  readonly differs: boolean;
  readonly measurements: readonly Measurement[];
  /**
   * Whether some difference is of no size: a text became another one of the same length, a sentinel another one. Then what bounds
   * sizes allows too little, and one of the other measures must have a threshold.
   */
  readonly sizeless?: boolean;
};

export const isSize = ({ measure }: Pick<Measurement, 'measure'>): boolean =>
  SIZE_MEASURES.some(size => size === measure);

export const measureName = ({ measure, of }: Pick<Measurement, 'measure' | 'of'>): string =>
  of === undefined ? measure : `${measure}:${of}`;

/** A close mean hides a part, so the parts are a question of their own; so is the distribution, which hides swaps. */
export function questionsOf(comparison: Comparison): Question[] {
  const { rows, rejects, skips, slices, distribution, tokens } = comparison;
  return [
    question([set('rows.missing', rows.missing)]),
    question([set('rows.extra', rows.extra)]),
    question([set('rows.skipped', skips?.changed ?? 0)]),
    question([set('rejects.changed', rejects?.changed ?? 0)]),
    // Of no matched sample no cell can be asked about; that nothing matched fails by itself.
    ...(rows.matched === 0 ? [] : comparison.fields.flatMap(field => fieldQuestions(field, comparison))),
    ...(rows.matched === 0 || tokens === undefined ? [] : tokenQuestions(tokens)),
    ...(rows.matched === 0 ? [] : slices.map(sliceQuestion)),
    ...(distribution === undefined ? [] : [question([set('label.divergence', distribution.divergence)])]),
  ];
}

/**
 * Under one tokenizer tokens are more or fewer because the text is another one, which its cells were asked about. To
 * stand on another side of a limit is a question of its own: the sample is cut now, or no longer.
 */
function tokenQuestions({ isSame, fields, truncated }: TokenComparison): Question[] {
  return fields.flatMap(field => {
    const { name: of, compared, longer, shorter, most, relative } = field;
    const changed = longer + shorter;
    const isMeasured = compared > 0;
    const lengths: Measurement[] = [
      { measure: 'tokens.changed', of, observed: isMeasured ? changed : undefined },
      { measure: 'tokens.length', of, observed: isMeasured ? most : undefined },
      { measure: 'tokens.median', of, observed: relative && Math.abs(relative.median) },
    ];
    const crossed = crossedIn(field);
    return [
      { differs: field.of === 'text' && !isSame && changed > 0, measurements: lengths },
      {
        differs: crossed !== undefined && crossed > 0,
        measurements: [{ measure: 'tokens.crossed', of, observed: isMeasured ? crossed : undefined }],
      },
      // That a converter cuts was written down and approved; how many it may cut is bounded where somebody bounds it.
      {
        differs: false,
        measurements: [
          {
            measure: 'tokens.truncated',
            of,
            observed: truncated.find(({ name }) => name === of)?.before ?? 0,
          },
        ],
      },
    ];
  });
}

function sliceQuestion({ slice, worst }: SliceComparison): Question {
  const share = worst === undefined ? 0 : worst.differ / worst.rows;
  return question([{ measure: 'slice.share', of: slice, observed: share }]);
}

const set = (measure: GoldenMeasure, observed: number | undefined): Measurement => ({
  measure,
  of: undefined,
  observed,
});

/** What could not be measured is a difference until somebody shows that it is none. */
const question = (measurements: readonly Measurement[]): Question => ({
  differs: measurements.some(({ observed }) => observed === undefined || !isAtMost(observed, 0)),
  measurements,
});

function fieldQuestions(field: FieldComparison, { rows, split, suspects }: Comparison): Question[] {
  const { name: of, differ, statesChanged } = field;
  if (field.field === split) return [question([{ measure: 'split.moves', of: undefined, observed: differ }])];
  const cells: Measurement[] = [
    { measure: 'cells.differ', of, observed: differ },
    { measure: 'cells.share', of, observed: differ / rows.matched },
  ];
  return [
    question([{ measure: 'states.changed', of, observed: statesChanged }]),
    {
      // A cell that changed its state was asked about already.
      differs: differ > statesChanged,
      measurements: [...cells, ...sizes(field)],
      sizeless: field.sizeless > 0,
    },
    ...factorQuestions(field, suspects),
  ];
}

/** A factor that a threshold on each number would let pass is a question of its own. */
function factorQuestions(
  { field, name: of, number }: FieldComparison,
  suspects: Comparison['suspects'],
): Question[] {
  if (number === undefined) return [];
  const factor = suspects.find(suspect => suspect.field === field)?.factor;
  const observed = factor === undefined ? 1 : Math.max(factor, 1 / factor);
  return [
    {
      differs: factor !== undefined,
      measurements: [
        { measure: 'values.factor', of, observed: number.compared === 0 ? undefined : observed },
      ],
    },
  ];
}

function sizes({ name: of, number, length }: FieldComparison): Measurement[] {
  if (length !== undefined) {
    return [{ measure: 'length.change', of, observed: length.compared === 0 ? undefined : length.most }];
  }
  if (number === undefined) return [];
  const measured = number.compared > 0;
  return [
    { measure: 'number.absolute', of, observed: measured ? number.absolute : undefined },
    { measure: 'number.relative', of, observed: measured ? number.relative : undefined },
    ...(number.ulps === undefined
      ? []
      : [{ measure: 'number.ulps' as const, of, observed: measured ? number.ulps : undefined }]),
  ];
}
