import type { Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { comparisonDocument } from '../../compat/compare.ts';
import { outsideDocument, suspectDocument } from '../../golden/doubts/report.ts';
import { goldenDocument, verdictDocument } from '../../golden/report.ts';
import { tokensDocument } from '../../golden/tokens/report.ts';
import { matrixDocument } from '../../matrix/report.ts';
import { type CheckReport, check } from '../../service/check.ts';
import type { RecordState } from '../../service/judge-record.ts';
import { againstDocument } from '../../service/live-reports.ts';
import { openBase } from '../open-base.ts';
import { noCache, openProject, withCells, withReadStore } from '../open-project.ts';
import { lookOf } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { cellsDocument, cellsLines } from '../render-cells.ts';
import { checkText } from '../render-check.ts';
import { faultDocument, renderFault } from '../render-fault.ts';
import { answer, reportAsked, reportOptions } from '../report/report-options.ts';
import { reportedCheck } from '../report/reported-check.ts';
import { writeJson } from '../write-json.ts';

export const checkCommand: CommandRow = {
  declare: command =>
    reportOptions(noCache(command))
      .description('judge what the working tree proposes against what was accepted')
      .argument('[subject]', 'one subject; all of them when left out')
      .option(
        '--against <where>',
        'what was accepted elsewhere: registry, git:REF, or the folder of another project',
      )
      .addHelpText(
        'after',
        '\nEach contract and each data revision that no ledger has is judged. It changes nothing. A file that is refused\nends the judgement of its subject with exit 2 alone.\n\nExamples:\n  assay check\n  assay check weather.daily\n  assay check --against git:main\n  assay check --against registry --json',
      ),
  act: async ask => {
    const asked = reportAsked(ask, 'check');
    if (asked instanceof Fault) return asked;
    const project = await openProject(ask);
    if (project instanceof Fault) return answer(ask, asked, project);
    const { world, settings, words } = ask;
    const written = ask.options['against'];
    const against = written === undefined ? undefined : await openBase(ask, project, String(written));
    if (against instanceof Fault) return answer(ask, asked, against);
    const done = await withCells(ask, project, kept =>
      withReadStore(
        ask,
        project,
        async store => {
          const found = await check({
            project,
            subject: words[0],
            store,
            against,
            plain: world.plainReaders,
            tried: { conversions: world.conversions, functions: 'run' },
            foreign: world.foreignReaders,
            kept,
            now_ms: world.now_ms(),
          });
          return found instanceof Fault ? found : { report: found, kept };
        },
        against === 'registry' ? 'refuse' : 'empty',
      ),
    );
    if (done instanceof Fault) return answer(ask, asked, done);
    const { report, kept } = done;
    // What can't be judged weighs more than what was found.
    const exit = Math.max(report.holds ? 0 : 1, ...report.faults.map(fault => fault.exit));
    const print = (): number => {
      if (settings.json)
        return writeJson(world.output, { ...checkDocument(report), ...cellsDocument(kept?.use) }, exit);
      const text = [checkText(report, lookOf(world.output)), ...cellsLines(kept?.use)].join('\n');
      if (text !== '') world.output.write(`${text}\n`);
      for (const fault of report.faults) renderFault(fault, world.output, false);
      return exit;
    };
    return answer(ask, asked, { reported: reportedCheck(report), print, exit });
  },
};

const checkDocument = ({ holds, faults, subjects }: CheckReport): { readonly [key: string]: Json } => ({
  holds,
  faults: faults.map(faultDocument),
  subjects: subjects.map(
    ({ subject, accepted, governance, versions, revisions, holds: subjectHolds, ...more }) => ({
      subject,
      accepted,
      mayHaveLostLedger: more.mayHaveLostLedger,
      holds: subjectHolds,
      governance: governance.map(judged => ({
        version: judged.step.to,
        holds: judged.holds,
        unbound: judged.isUnbound,
        encoding: judged.encoding,
        meaning: judged.meaning,
        affected: judged.affected,
        record: recordDocument(judged.record),
        comparison: comparisonDocument(judged.governed),
        ...(judged.tokens !== undefined && {
          tokens: { revision: judged.tokens.revision, ...tokensDocument(judged.tokens.tokens) },
        }),
      })),
      versions: versions.map(judged => ({
        from: judged.step.from ?? null,
        to: judged.step.to,
        holds: judged.holds,
        encoding: judged.encoding,
        unread: judged.unread.map(faultDocument),
        meaning: judged.meaning,
        promised: judged.promised,
        lowers: judged.lowers ?? null,
        affected: judged.affected,
        waits: faultOrNull(judged.waits),
        refused: faultOrNull(judged.refused),
        record: recordDocument(judged.record),
        class: judged.class,
        comparison: comparisonDocument(judged.comparison),
        against: judged.live.map(againstDocument),
        matrix: matrixDocument(judged.matrix),
      })),
      revisions: revisions.map(judged => ({
        version: judged.step.version,
        from: judged.step.from ?? null,
        to: judged.step.to,
        class: judged.class,
        holds: judged.holds,
        encoding: judged.encoding,
        meaning: judged.meaning,
        recordSchema: judged.contract.recordSchema,
        records: judged.after.batch.numRows,
        rejects: judged.after.rejects,
        filled: judged.after.filled,
        suspects: judged.after.suspects.map(suspectDocument),
        outside: judged.after.outside.map(outsideDocument),
        through: typeof judged.before === 'string' ? [] : judged.before.through,
        filledBefore: typeof judged.before === 'string' ? [] : judged.before.filled,
        affected: judged.affected,
        waits: faultOrNull(judged.waits),
        record: recordDocument(judged.record),
        comparison: judged.comparison === undefined ? null : goldenDocument(judged.comparison),
        verdict: judged.golden === undefined ? null : verdictDocument(judged.golden),
      })),
    }),
  ),
});

const recordDocument = (record: RecordState): Json =>
  record.kind === 'none'
    ? { kind: 'none' }
    : {
        kind: record.kind,
        faults: record.faults.map(faultDocument),
        ...(record.waivers && { waivers: record.waivers.map(one => ({ ...one })) }),
      };

const faultOrNull = (fault: Fault | undefined): Json => (fault === undefined ? null : faultDocument(fault));
