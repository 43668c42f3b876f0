import type { Fault } from '../base/fault.ts';
import { stepText } from '../change/record.ts';
import { failing } from '../golden/verdict.ts';
import type { CheckReport, SubjectCheck } from '../service/check.ts';
import type { RecordState } from '../service/judge-record.ts';
import type { RevisionReading } from '../service/read-revision.ts';
import { filledText, recordsOf } from './golden-words.ts';
import { fill, type Look, visible } from './output.ts';
import { outsideLines, suspectLines } from './render-doubts.ts';
import { faultText } from './render-fault.ts';
import { BYTES, findingsText, matrixText } from './render-findings.ts';
import { goldenText, verdictText } from './render-golden.ts';
import { liveLines } from './render-live.ts';
import { unreadLines, verdictsText, versionWhy } from './render-verdict.ts';
import { heatText } from './report/heat-text.ts';
import { waiverText } from './report/waiver-text.ts';
import { tokenLines } from './token-words.ts';

/** Each proposal of each subject: its verdicts, what breaks them, and what the bytes and the data show. */
export function checkText({ subjects, faults, holds }: CheckReport, look: Look): string {
  const judged = subjects.flatMap(({ governance, versions, revisions }) => [
    ...governance,
    ...versions,
    ...revisions,
  ]);
  const failed = judged.filter(one => !one.holds).length;
  const blocks = subjects.map(subject => subjectText(subject, look));
  if (judged.length > 0)
    blocks.push(
      holds
        ? `${look.paint.green('holds')}  all ${judged.length} proposed`
        : `${look.paint.red('fails')}  ${[
            ...(failed > 0 || faults.length === 0 ? [`${failed} of ${judged.length} proposed`] : []),
            ...(faults.length > 0 ? [`${faults.length} ${faults.length === 1 ? 'error' : 'errors'}`] : []),
          ].join(', ')}`,
    );
  return blocks.join('\n\n');
}

function subjectText(check: SubjectCheck, look: Look): string {
  const { subject, governance, versions, revisions, accepted, unjudged } = check;
  const blocks = [
    ...governance.map(judged => governanceText(subject, judged, look)),
    ...versions.map(judged => versionText(subject, judged, look)),
    ...revisions.map(judged => revisionText(subject, judged, look)),
    ...(check.mayHaveLostLedger
      ? [fill(`${look.paint.bold(subject)}  `, NO_LEDGER.split(' '), look.width)]
      : []),
  ];
  if (blocks.length > 0) return blocks.join('\n\n');
  if (unjudged > 0)
    return `${look.paint.bold(subject)}  ${look.paint.red('not judged')} for ${unjudged === 1 ? 'an error' : `${unjudged} errors`}`;
  const counts = `${accepted.versions} accepted versions and ${accepted.revisions} accepted revisions`;
  return `${look.paint.bold(subject)}  nothing proposed; ${counts} are as they were`;
}

const NO_LEDGER =
  'has no ledger.yaml: nothing of it was accepted yet, or what says so is lost; `--against git:REF` tells which';

function governanceText(subject: string, judged: SubjectCheck['governance'][number], look: Look): string {
  const { step, governed, affected } = judged;
  const reaches = affected.length === 0 ? 'reaches no consumer' : `reaches ${affected.join(', ')}`;
  const why = { encoding: 'the schema stays', meaning: 'what stands beside the schema' };
  return [
    `${look.paint.bold(subject)}  governance of version ${step.to}`,
    verdictsText(judged, why, look),
    fill('  ', reaches.split(' '), look.width),
    ...recordLines(judged.record, look),
    '',
    judged.isUnbound
      ? '  accepted before its members were kept: a proposal of the version binds them'
      : governed.findings.length === 0
        ? '  documentation alone is other'
        : findingsText(governed, look),
    ...(judged.tokens === undefined
      ? []
      : ['', `  of revision ${visible(judged.tokens.revision)}`, ...tokenLines(judged.tokens.tokens, look)]),
  ].join('\n');
}

function versionText(subject: string, judged: SubjectCheck['versions'][number], look: Look): string {
  const { step, comparison, live, matrix, promised, affected } = judged;
  const reaches = affected.length === 0 ? 'reaches no consumer' : `reaches ${affected.join(', ')}`;
  return [
    `${look.paint.bold(subject)}  version ${stepText(step)}`,
    verdictsText(
      judged,
      versionWhy(
        judged,
        step.from === undefined ? comparison.findings : live.flatMap(({ findings }) => findings),
        matrix,
      ),
      look,
    ),
    ...unreadLines(judged.unread, look),
    fill('  promised ', `${promised.join(', ')}; ${reaches}`.split(' '), look.width),
    ...(judged.lowers === undefined
      ? []
      : [
          fill(
            '  promise  ',
            `lowered from ${judged.lowers.from} to ${judged.lowers.to}, which somebody has to approve`.split(
              ' ',
            ),
            look.width,
          ),
        ]),
    ...recordLines(judged.record, look),
    ...(judged.refused === undefined
      ? []
      : [faultText(judged.refused, look.paint.red('refused'), '  ', look)]),
    ...waitsLines(judged.waits, look),
    '',
    findingsText(comparison, look),
    ...liveLines(judged, look),
    '',
    BYTES,
    // Of two versions the lines below say all that a map would.
    ...(new Set(matrix.cells.map(({ cell }) => cell.writer)).size > 2 ? [heatText(matrix, look)] : []),
    matrixText(matrix, look, 'changed fields'),
  ].join('\n');
}

function revisionText(subject: string, judged: SubjectCheck['revisions'][number], look: Look): string {
  const { step, after, before, comparison, golden, contract } = judged;
  return [
    `${look.paint.bold(subject)}  revision ${visible(stepText(step))} under version ${step.version}`,
    verdictsText(judged, revisionWhy(judged), look),
    ...betweenLines(subject, judged, look),
    ...recordLines(judged.record, look),
    ...waitsLines(judged.waits, look),
    ...suspectLines(after, contract.schema, look),
    ...rejectLines(after, look),
    ...outsideLines(after, look),
    ...(typeof before === 'string' ? [] : rejectLines(before, look)),
    ...filledLines(after, look),
    ...(typeof before === 'string' ? [] : filledLines(before, look)),
    ...(before === 'none' ? [] : ['']),
    comparison && goldenText(comparison, look),
    golden && verdictText(golden, judged.hasRecord),
  ]
    .filter(line => line !== undefined)
    .join('\n')
    .trimEnd();
}

/** The class it has of its versions, and where that is shown in full. */
const betweenLines = (
  subject: string,
  { between, class: found }: SubjectCheck['revisions'][number],
  look: Look,
): readonly string[] =>
  between === undefined
    ? []
    : [
        fill(
          '  class    ',
          `${found}, as ${between.map(version => `version ${version}`).join(' and ')} differ: assay diff ${between.map(version => `${subject}@${version}`).join(' ')}`.split(
            ' ',
          ),
          look.width,
        ),
      ];

/** Each reason, with the file and the first places in it: enough to go and look, never what stands there. */
const rejectLines = ({ file, rejects }: RevisionReading, look: Look): readonly string[] =>
  rejects.map(({ path, code, count, rows, lines }) => {
    const [what, places] = lines.length > 0 ? ['line', lines] : ['record', rows.map(row => row + 1)];
    const all = places.map((place, index) => `${place}${index < places.length - 1 ? ',' : ''}`);
    const more = count > places.length ? ['…'] : [];
    const head = `  ${look.paint.red(code)} in `;
    const named = `${path}: ${recordsOf(count, visible(file))}, ${what}${places.length === 1 ? '' : 's'}`;
    return fill(head, [...named.split(' '), ...all, ...more], look.width);
  });

/** What no record says, and every reader will take for data: nothing in the batch tells it from what was written. */
const filledLines = ({ file, filled }: RevisionReading, look: Look): readonly string[] =>
  filled.map(one => fill('  filled   ', filledText(visible(file), one).split(' '), look.width));

function revisionWhy({
  after,
  before,
  recordSchemaBefore,
  contract,
  golden,
}: SubjectCheck['revisions'][number]) {
  const read = after.batch.numRows + after.rejected;
  const changes = golden === undefined ? 0 : failing(golden).length;
  const digest = `${contract.recordSchema.slice(0, 19)}…`;
  const schema =
    recordSchemaBefore === undefined
      ? `schema digest ${digest}`
      : recordSchemaBefore === contract.recordSchema
        ? `schema digest unchanged (${digest})`
        : `schema digest ${recordSchemaBefore.slice(0, 19)}… → ${digest}`;
  const rejected = `${after.rejected} ${after.rejected === 1 ? 'record breaks' : 'records break'} the contract`;
  const meanings = {
    none: after.rejected > 0 ? `${rejected}, so nobody can say what was meant` : 'nothing came before it',
    apart: 'the accepted data has another schema, and only a converter makes the two comparable',
    compared:
      changes === 0
        ? 'nothing differs that was not allowed'
        : `${changes} ${changes === 1 ? 'measure differs' : 'measures differ'} beyond what is allowed`,
  };
  return {
    encoding: `${after.batch.numRows} of ${read} records keep the contract; ${schema}`,
    meaning:
      after.suspects.length === 0
        ? meanings[typeof before === 'string' ? before : 'compared']
        : `the values gainsay the unit of ${after.suspects.length === 1 ? 'one field' : `${after.suspects.length} fields`}`,
  };
}

function recordLines(record: RecordState, look: Look): readonly string[] {
  if (record.kind === 'none') return [];
  const waived = (record.waivers ?? []).map(({ waives, ...waiver }) =>
    fill('  waived   ', visible(`${waives}: ${waiverText(waiver)}`).split(' '), look.width),
  );
  if (record.faults.length === 0) return ['  change record is in order', ...waived];
  return [...record.faults.map(fault => faultText(fault, look.paint.red('record'), '  ', look)), ...waived];
}

const waitsLines = (waits: Fault | undefined, look: Look): readonly string[] =>
  waits === undefined ? [] : [faultText(waits, look.paint.red('waits'), '  ', look)];
