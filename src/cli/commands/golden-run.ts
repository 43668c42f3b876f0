import { Fault } from '../../base/fault.ts';
import { goldenRun } from '../../service/golden-run.ts';
import { parseReference } from '../../service/reference.ts';
import { goldenRunDocument } from '../golden-run-document.ts';
import { openProject } from '../open-project.ts';
import { lookOf } from '../output.ts';
import type { Ask, CommandRow } from '../program.ts';
import { goldenRunText } from '../render-golden-run.ts';
import { answer, filesAsked, reportFiles } from '../report/report-options.ts';
import { reportedRun } from '../report/reported-run.ts';
import { writeJson } from '../write-json.ts';

export const goldenRunCommand: CommandRow = {
  declare: command =>
    reportFiles(command)
      .description(
        'ask every golden set of a subject what a version makes of it, by the old path and the new',
      )
      .argument('<subject>', 'subject, or subject@version; the newest version, if none is named')
      .addHelpText(
        'after',
        '\nThe old path is that of the version before; the new one goes through the converter that the change names, or is read.\nIt is asked only where the structure of the change holds.\n\nExamples:\n  assay golden run training.example@4\n  assay golden run weather.daily --json',
      ),
  act: async ask => {
    const what = versionAsked(ask, 'run');
    if (what instanceof Fault) return what;
    const asked = filesAsked(ask, 'golden run');
    if (asked instanceof Fault) return asked;
    const project = await openProject(ask);
    if (project instanceof Fault) return answer(ask, asked, project);
    const run = await goldenRun(project, what);
    if (run instanceof Fault) return answer(ask, asked, run);
    const { output } = ask.world;
    const exit = run.holds ? 0 : 1;
    const print = (): number => {
      if (ask.settings.json) return writeJson(output, goldenRunDocument(run), exit);
      output.write(`${goldenRunText(run, lookOf(output))}\n`);
      return exit;
    };
    return answer(ask, asked, { reported: reportedRun(run), print, exit });
  },
};

/** @faults REFERENCE_MALFORMED */
export function versionAsked(
  { words }: Pick<Ask, 'words'>,
  command: string,
): { readonly subject: string; readonly version: number | undefined } | Fault {
  const what = parseReference(words[0] ?? '');
  if (what instanceof Fault) return what;
  if (what.kind === 'revision')
    return new Fault('REFERENCE_MALFORMED', {
      found: words[0] ?? '',
      form: `subject or subject@version, as in assay golden ${command} training.example@4`,
    });
  return { subject: what.subject, version: what.kind === 'version' ? what.version : undefined };
}
