import { fieldText } from '../contract/field-path.ts';
import { evidenceText } from '../contract/withheld.ts';
import { suspectText, type UnitSuspect } from '../golden/doubts/unit-suspects.ts';
import type { ExpectedRun } from '../service/expected-run.ts';
import type { GoldenRun, VersionCoverage } from '../service/golden-run.ts';
import type { NoWay, RecordWay } from '../service/record-way.ts';
import type { SetOutcome, SetRun } from '../service/run-set.ts';
import { fieldWords } from './golden-words.ts';
import { fill, type Look, table, visible } from './output.ts';
import { goldenText, verdictText } from './render-golden.ts';

export function goldenRunText(run: GoldenRun, look: Look): string {
  const { paint } = look;
  const to = `${run.subject}@${run.to.version}`;
  const step = run.from === undefined ? to : `${run.subject}@${run.from.version} → @${run.to.version}`;
  return [
    `${paint.bold('golden run')} ${step}${run.class === undefined ? '' : `  ${run.class}`}`,
    ...run.sets.flatMap(set => setLines(run, set, look)),
    ...run.later.map(name => `  ${visible(name)} is data of a later version, and was not asked`),
    ...run.coverage.flatMap(one => coverageLines(one, look)),
    run.holds ? paint.green('holds') : paint.red('fails'),
  ].join('\n');
}

function setLines(run: GoldenRun, { set, outcome, holds }: SetRun, look: Look): readonly string[] {
  const { paint } = look;
  const answer = holds ? paint.green('holds') : paint.red('fails');
  return [
    `${paint.bold(visible(set.revision))}  ${set.use === 'samples' ? 'samples' : 'data'} of @${set.version}  ${answer}`,
    ...outcomeLines(run, outcome, look),
  ];
}

function outcomeLines(run: GoldenRun, outcome: SetOutcome, look: Look): readonly string[] {
  switch (outcome.kind) {
    case 'broken':
      return [
        `  ${outcome.found} of its records break their contract, and it declares ${outcome.declared}: nothing was asked of it`,
        ...outcome.rejects.map(
          ({ code, path, count, lines }) =>
            `    ${code} in ${visible(path)}: ${count}${lines.length === 0 ? '' : `, lines ${lines.join(', ')}`}`,
        ),
      ];
    case 'unreachable':
      return noWayLines(run, outcome.noWay);
    case 'own':
      return [
        '  data of the version itself, which no path changes',
        ...suspectLines(run, outcome.suspects, look),
        ...expectedLines(outcome.expected, look),
      ];
    case 'compared': {
      const { path, made, gone, comparison, verdict } = outcome;
      const names = (ids: readonly number[], fields: GoldenRun['to']['schema']['fields']): string =>
        ids.map(id => fieldText({ fields }, id)).join(', ');
      return [
        ...wayLines(outcome.way),
        `  path     ${path.read} read, ${path.converted} came through, ${path.rejected} rejected, ${path.skipped} passed over`,
        ...(made.length === 0 ? [] : [`  new      ${names(made, run.to.schema.fields)}`]),
        ...(gone.length === 0 ? [] : [`  gone     ${names(gone, run.from?.schema.fields ?? [])}`]),
        goldenText(comparison, look),
        ...[verdictText(verdict, run.change !== undefined)].filter(text => text !== ''),
        ...(outcome.isRepeatable
          ? []
          : [
              `  ${look.paint.red('the converter gave something else when it was run again, or on the records in another order')}`,
            ]),
        ...suspectLines(run, outcome.suspects, look),
        ...expectedLines(outcome.expected, look),
      ];
    }
  }
}

const suspectLines = ({ to }: GoldenRun, suspects: readonly UnitSuspect[], look: Look): readonly string[] =>
  suspects.map(
    suspect =>
      `  ${look.paint.red(`UNIT_SUSPECT in ${visible(fieldWords(suspect))}: ${visible(suspectText(to.schema, suspect))}`)}`,
  );

const wayLines = (way: RecordWay): readonly string[] =>
  way.map(step =>
    step.kind === 'read'
      ? `  @${step.from.version} → @${step.to.version}  read as it is`
      : `  @${step.from.version} → @${step.to.version}  ${step.plan.converter}${step.isRecorded ? '' : ', which no change record names'}`,
  );

function noWayLines({ loaded }: GoldenRun, { from, to, refusals, unusable }: NoWay): readonly string[] {
  const fields = [...loaded.contracts.values()].flatMap(({ schema }) => schema.fields);
  return [
    `  no way leads from @${from} to @${to}: only a converter makes the records of the one those of the other`,
    ...refusals.map(
      ({ code, field }) => `    ${code}${field === undefined ? '' : ` in ${fieldText({ fields }, field)}`}`,
    ),
    ...unusable.map(digest => `    the converter ${digest} can not be used`),
  ];
}

function expectedLines(expected: ExpectedRun, look: Look): readonly string[] {
  if (expected.kind === 'none') return [];
  const { file } = expected.result;
  if (expected.kind === 'stale')
    return [`  ${look.paint.red(`${file} was accepted of other samples; accept the result again`)}`];
  if (expected.holds) return [`  expected ${file}: the same`];
  return [
    `  ${look.paint.red(`expected ${file}: not the same`)}`,
    goldenText(expected.comparison, look),
    ...[verdictText(expected.verdict, false)].filter(text => text !== ''),
  ];
}

function coverageLines({ contract, sets, coverage, checks }: VersionCoverage, look: Look): readonly string[] {
  const kinds = coverage.fields
    .filter(({ kinds: its }) => its.some(({ kind }) => kind !== 'value' && kind !== 'none'))
    .map(({ path, kinds: its }) => [path, its.map(({ kind, count }) => `${count} ${kind}`).join(', ')]);
  const failing = checks.filter(({ holds }) => !holds);
  return [
    `${look.paint.bold('coverage')} of @${contract.version} by ${sets.map(visible).join(', ')}: ${coverage.samples} samples that keep their contract, ${coverage.rejects.reduce((sum, { count }) => sum + count, 0)} that break it`,
    ...(kinds.length === 0 ? [] : [table(kinds, '  ')]),
    ...checks.map(({ measure, missing, allowed, named, holds }) =>
      fill(
        `  ${measure} `,
        `${missing} missing, ${allowed} may be (${holds ? 'within' : 'too thin'})${named.length === 0 ? '' : ':'} ${named.map(evidenceText).join(', ')}`
          .trim()
          .split(' ')
          .map(visible),
        look.width,
      ),
    ),
    `  ${failing.length === 0 ? look.paint.green('thick enough') : look.paint.red('too thin')}`,
  ];
}
