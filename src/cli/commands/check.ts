import type { Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { comparisonDocument } from '../../compat/compare.ts';
import { goldenDocument, verdictDocument } from '../../golden/report.ts';
import { failing } from '../../golden/verdict.ts';
import { matrixDocument } from '../../matrix/report.ts';
import { type CheckReport, check, type RecordState, type SubjectCheck } from '../../service/check.ts';
import { openProject } from '../open-project.ts';
import { type Paint, paintOf } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { faultDocument } from '../render-fault.ts';
import { findingsText, matrixText } from '../render-findings.ts';
import { goldenText, verdictText } from '../render-golden.ts';
import { verdictsText } from '../render-verdict.ts';
import { writeJson } from '../write-json.ts';

export const checkCommand: CommandRow = {
  declare: command =>
    command
      .description('judge what the working tree proposes against what was accepted')
      .argument('[subject]', 'one subject; all of them when left out')
      .addHelpText(
        'after',
        '\nEach contract and each data revision that no ledger has is judged. It changes nothing.\n\nExamples:\n  assay check\n  assay check weather.daily\n  assay check --json',
      ),
  act: async ask => {
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const { world, settings, words } = ask;
    const report = await check({
      project,
      subject: words[0],
      plain: world.plainReaders,
      now_ms: world.now_ms(),
    });
    if (report instanceof Fault) return report;
    const exit = report.holds ? 0 : 1;
    if (settings.json) return writeJson(world.output, checkDocument(report), exit);
    world.output.write(
      `${report.subjects.map(subject => subjectText(subject, paintOf(world.output))).join('\n\n')}\n`,
    );
    return exit;
  },
};

function subjectText(subject: SubjectCheck, paint: Paint): string {
  const { versions, revisions } = subject;
  const blocks = [
    ...versions.map(judged => versionText(subject.subject, judged, paint)),
    ...revisions.map(judged => revisionText(subject.subject, judged, paint)),
  ];
  if (blocks.length > 0) return blocks.join('\n\n');
  const { versions: count, revisions: data } = subject.accepted;
  return `${paint.bold(subject.subject)}  nothing proposed; ${count} accepted versions and ${data} accepted revisions are as they were`;
}

function versionText(subject: string, judged: SubjectCheck['versions'][number], paint: Paint): string {
  const { step, comparison, matrix } = judged;
  const title = `${paint.bold(subject)}  version ${step.from ?? 'none'} → ${step.to}`;
  const why = {
    encoding: 'whether every reader promised to decodes what is written',
    meaning: 'whether what it decodes still means the same',
  };
  return [
    title,
    verdictsText(judged, why, paint),
    recordText(judged.record, paint),
    '',
    findingsText(comparison, paint),
    '',
    matrixText(matrix, paint, 'changed fields'),
  ]
    .filter(line => line !== undefined)
    .join('\n');
}

function revisionText(subject: string, judged: SubjectCheck['revisions'][number], paint: Paint): string {
  const { step, after, before, comparison, golden, contract } = judged;
  const title = `${paint.bold(subject)}  revision ${step.from ?? 'none'} → ${step.to} under version ${step.version}`;
  const read = after.batch.numRows + after.rejected;
  const changes = golden === undefined ? [] : failing(golden);
  const why = {
    encoding: `${after.batch.numRows} of ${read} records keep the contract; schema digest unchanged (${contract.recordSchema.slice(0, 19)}…)`,
    meaning:
      changes.length === 0
        ? 'nothing differs that was not allowed'
        : `${changes.length} measures differ beyond what is allowed`,
  };
  const rejects = after.rejects.map(
    ({ field, code, count }) => `  ${paint.red(code)} in field ${field}: ${count} records`,
  );
  return [
    title,
    verdictsText(judged, why, paint),
    recordText(judged.record, paint),
    ...rejects,
    ...(before === undefined ? [] : ['']),
    comparison && goldenText(comparison, paint),
    golden && verdictText(golden, judged.hasRecord),
  ]
    .filter(line => line !== undefined)
    .join('\n');
}

function recordText(record: RecordState, paint: Paint): string | undefined {
  if (record.kind === 'none') return undefined;
  if (record.faults.length === 0) return '  change record is in order';
  return record.faults
    .map(
      fault =>
        `  ${paint.red(fault.code)} ${fault.at === undefined ? '' : `${fault.at.file}:${fault.at.line}:${fault.at.column}: `}${fault.message}\n    ${paint.cyan('remedy')} ${fault.remedy}`,
    )
    .join('\n');
}

const checkDocument = ({ holds, subjects }: CheckReport): Json => ({
  holds,
  subjects: subjects.map(({ subject, accepted, versions, revisions, holds: subjectHolds }) => ({
    subject,
    accepted,
    holds: subjectHolds,
    versions: versions.map(judged => ({
      from: judged.step.from ?? null,
      to: judged.step.to,
      encoding: judged.encoding,
      meaning: judged.meaning,
      promised: judged.promised,
      affected: judged.affected,
      record: recordDocument(judged.record),
      comparison: comparisonDocument(judged.comparison),
      matrix: matrixDocument(judged.matrix),
    })),
    revisions: revisions.map(judged => ({
      version: judged.step.version,
      from: judged.step.from ?? null,
      to: judged.step.to,
      encoding: judged.encoding,
      meaning: judged.meaning,
      recordSchema: judged.contract.recordSchema,
      records: judged.after.batch.numRows,
      rejects: judged.after.rejects,
      affected: judged.affected,
      record: recordDocument(judged.record),
      comparison: judged.comparison === undefined ? null : goldenDocument(judged.comparison),
      verdict: judged.golden === undefined ? null : verdictDocument(judged.golden),
    })),
  })),
});

const recordDocument = (record: RecordState): Json =>
  record.kind === 'none' ? { kind: 'none' } : { kind: 'written', faults: record.faults.map(faultDocument) };
