import type { Place } from '../../base/fault.ts';
import type { Contract } from '../../contract/contract.ts';
import type { FieldId } from '../../contract/field.ts';
import { conditionText } from '../../golden/condition.ts';
import { suspectText } from '../../golden/doubts/unit-suspects.ts';
import { shareText } from '../../golden/share.ts';
import { type ToldComparison, tellCounts } from '../../golden/tell.ts';
import type { RevisionReading } from '../../service/read-revision.ts';
import { checkText, coverageText, fieldWords, filledText, recordsOf } from '../golden-words.ts';
import { toldChecks } from './data-tables.ts';
import { placeOf, type ReportedChange, type ReportedData } from './reported.ts';
import type { Result } from './sarif-result.ts';

/** What data show: records at the line of their file, and fields at the line of the contract. No value is told. */
export function dataResults({ data, holds }: ReportedChange): readonly Result[] {
  if (data === undefined) return [];
  const { readings, contract } = data;
  const [after, before] = readings;
  return [
    ...suspectResults(after, contract),
    ...rejectResults(after, holds ? 'note' : 'error', contract),
    // What was accepted once was known by then.
    ...(before === undefined ? [] : rejectResults(before, 'note', contract)),
    ...readings.flatMap(reading => (reading === undefined ? [] : filledResults(reading, contract))),
    ...comparisonResults(data),
  ];
}

const rejectResults = (
  { file, rejects }: RevisionReading,
  level: Result['level'],
  contract: Contract,
): readonly Result[] =>
  rejects.map(({ code, path, field, count, lines: [line] }) => ({
    rule: code,
    level,
    text: `${recordsOf(count, file)}: ${code} in ${path}`,
    place: line === undefined ? placeOf(field, contract) : { file, line, column: 1 },
    help: 'mend these records, or the contract that they break',
  }));

const suspectResults = ({ suspects }: RevisionReading, contract: Contract): readonly Result[] =>
  suspects.map(suspect => ({
    rule: 'UNIT_SUSPECT',
    level: 'error',
    text: `${fieldWords(suspect)}: ${suspectText(contract.schema, suspect)}`,
    place: placeOf(suspect.field, contract),
    help: 'mend the data or the unit, or say in the manifest that nothing witnesses it',
  }));

const filledResults = ({ file, filled }: RevisionReading, contract: Contract): readonly Result[] =>
  filled.map(one => ({
    rule: 'FILLED_BY_DEFAULT',
    level: 'note',
    text: filledText(file, one),
    place: placeOf(one.field, contract),
    help: 'nothing tells what was filled from what was written: write the field, or let it be null',
  }));

function comparisonResults(data: ReportedData): readonly Result[] {
  const { comparison, contract, hasRecord, recordPlaces } = data;
  if (comparison === undefined) return [];
  const shown = tellCounts(contract.schema, comparison);
  const failed = toldChecks(data, false).filter(({ answer }) => answer !== 'within');
  const named = new Set(failed.map(({ measure }) => ofMeasure(measure).field));
  return [
    ...failed.map(check => {
      const said = [checkText(check, hasRecord), ...factsOf(shown, check.measure)];
      // A threshold that somebody wrote is looked for where it stands.
      const place =
        recordPlaces.get(`thresholds.${check.measure}`) ?? placeOfMeasure(check.measure, shown, contract);
      return differs('error', said, place);
    }),
    ...shown.fields
      .filter(({ name, differ }) => differ > 0 && !named.has(name))
      .map(({ field, name }) =>
        differs('note', factsOf(shown, `cells.differ:${name}`), placeOf(field, contract)),
      ),
  ];
}

const differs = (level: Result['level'], said: readonly string[], place: Place | undefined): Result => ({
  rule: 'GOLDEN_DIFFERS',
  level,
  text: said.join('; '),
  place,
  help: 'mend the data, or give the change record a threshold: docs/golden-format.md has the measures',
});

/** Of the field or the slice that a measure is of: how much of it differs, where most, and what says which. */
function factsOf({ fields, slices, rows }: ToldComparison, measure: string): readonly string[] {
  const { field, slice } = ofMeasure(measure);
  const its = fields.find(({ name, differ }) => name === field && differ > 0);
  const worst = slices.find(one => one.slice === slice)?.worst;
  const best = its?.explanation?.best;
  return [
    ...(its === undefined
      ? []
      : [
          `${fieldWords(its)}: ${its.differ} of ${rows.matched} samples differ (${shareText(its.differ, rows.matched)})`,
        ]),
    ...(its?.number?.pattern === undefined ? [] : [`all its numbers are ${its.number.pattern.kind} by one`]),
    ...(its === undefined || best === undefined
      ? []
      : [`explained best by ${conditionText(best.condition)}: ${coverageText(best, its.differ)}`]),
    ...(worst === undefined
      ? []
      : [
          `in its worst part ${worst.differ} of ${worst.rows} differ (${shareText(worst.differ, worst.rows, 0)})`,
        ]),
  ];
}

/** The names in `cells.share:weather` and `slice.share:month`, and neither in `rows.missing`. */
function ofMeasure(measure: string): { readonly field?: string; readonly slice?: string } {
  const [kind, of] = measure.split(':');
  if (of === undefined) return {};
  return kind === 'slice.share' ? { slice: of } : { field: of };
}

/** Where the field is written that a measure is of, itself or through a slice; else where the contract begins. */
function placeOfMeasure(
  measure: string,
  { fields, label, split }: ToldComparison,
  contract: Contract,
): Place | undefined {
  const { field, slice } = ofMeasure(measure);
  const roles: Readonly<Record<string, FieldId | undefined>> = {
    'label.divergence': label,
    'split.moves': split,
  };
  const id =
    fields.find(({ name }) => name === field)?.field ??
    contract.schema.slices.find(({ name }) => name === slice)?.field ??
    roles[measure];
  return placeOf(id, contract);
}
