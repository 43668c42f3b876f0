import type { Digest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { outsideDocument, suspectDocument } from '../../golden/doubts/report.ts';
import { plotsDocument } from '../../golden/plots/report.ts';
import { goldenDocument, verdictDocument } from '../../golden/report.ts';
import { golden } from '../../service/golden.ts';
import type { RevisionJudgement } from '../../service/judge-revision.ts';
import { parseReference } from '../../service/reference.ts';
import { revisionPlots } from '../../service/revision-plots.ts';
import { openProject } from '../open-project.ts';
import { lookOf } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { outsideLines, suspectLines } from '../render-doubts.ts';
import { goldenText, verdictText } from '../render-golden.ts';
import { answer, reportAsked, reportOptions } from '../report/report-options.ts';
import { reportedGolden } from '../report/reported-golden.ts';
import { writeJson } from '../write-json.ts';

const FORM = 'two revisions of one subject, as in weather.daily/1.31.1 weather.daily/2.1.0';

export const goldenCommand: CommandRow = {
  declare: command =>
    reportOptions(command)
      .description('compare two data revisions of a subject, sample by sample')
      .argument('<before>', 'subject/revision')
      .argument('<after>', 'subject/revision')
      .addHelpText(
        'after',
        '\nWithout a threshold in a change record nothing may differ.\n\nExamples:\n  assay golden weather.daily/1.31.1 weather.daily/2.1.0\n  assay golden weather.daily/1.31.1 weather.daily/2.1.0 --json\n  assay golden weather.daily/1.31.1 weather.daily/2.1.0 --html report.html --show-values',
      ),
  act: async ask => {
    const asked = reportAsked(ask, 'golden');
    if (asked instanceof Fault) return asked;
    const [before, after] = [parseReference(ask.words[0] ?? ''), parseReference(ask.words[1] ?? '')];
    if (before instanceof Fault) return before;
    if (after instanceof Fault) return after;
    if (before.kind !== 'revision' || after.kind !== 'revision')
      return new Fault('REFERENCE_MALFORMED', { found: ask.words.join(' '), form: FORM });
    if (before.subject !== after.subject)
      return new Fault('SUBJECTS_APART', { older: before.subject, newer: after.subject });
    const project = await openProject(ask);
    if (project instanceof Fault) return answer(ask, asked, project);
    const judged = await golden(project, {
      subject: before.subject,
      before: before.revision,
      after: after.revision,
    });
    if (judged instanceof Fault) return answer(ask, asked, judged);
    const { comparison, golden: verdict, meaning } = judged;
    const exit = meaning === 'passes' ? 0 : 1;
    const { output } = ask.world;
    const print = (): number => {
      if (ask.settings.json)
        return writeJson(
          output,
          {
            comparison: goldenDocument(comparison!),
            plots: plotsDocument(plotsOf(judged)),
            verdict: verdictDocument(verdict!),
            suspects: judged.after.suspects.map(suspectDocument),
            outside: judged.after.outside.map(outsideDocument),
            through: throughOf(judged),
          },
          exit,
        );
      const look = lookOf(output);
      const lines = [
        ...throughOf(judged).map(digest => `  the records before went through the converter ${digest}`),
        goldenText(comparison!, look),
        ...suspectLines(judged.after, judged.contract.schema, look),
        ...outsideLines(judged.after, look),
        verdictText(verdict!, judged.hasRecord),
      ].filter(text => text !== '');
      output.write(
        `${lines.join('\n')}\nmeaning ${meaning === 'passes' ? look.paint.green('passes') : look.paint.red('fails')}\n`,
      );
      return exit;
    };
    return answer(ask, asked, { reported: reportedGolden(judged), print, exit });
  },
};

const throughOf = ({ before }: RevisionJudgement): readonly Digest[] =>
  typeof before === 'string' ? [] : before.through;

const plotsOf = ({ contract, comparison, before, after }: RevisionJudgement) =>
  revisionPlots(contract, comparison, typeof before === 'string' ? undefined : before, after);
