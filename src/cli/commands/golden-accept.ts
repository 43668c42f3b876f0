import { Fault } from '../../base/fault.ts';
import { type Accepted, goldenAccept } from '../../service/golden-accept.ts';
import { openProject } from '../open-project.ts';
import { type Look, lookOf, visible } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';
import { versionAsked } from './golden-run.ts';

export const goldenAcceptCommand: CommandRow = {
  declare: command =>
    command
      .description('write what a version makes of its golden sets as what is expected of it from then on')
      .argument('<subject>', 'subject, or subject@version; the newest version, if none is named')
      .option('--set <revision>', 'one golden set; all of older versions, if none is named')
      .option('--replace', 'accept a result in place of one that was accepted and differs')
      .addHelpText(
        'after',
        '\nIt is refused where anything differs that the change record does not allow, and where the samples show too little.\n\nExamples:\n  assay golden accept training.example@4\n  assay golden accept training.example@4 --set samples --replace',
      ),
  act: async ask => {
    const what = versionAsked(ask, 'accept');
    if (what instanceof Fault) return what;
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const { output, newOpId, now_ms } = ask.world;
    const accepted = await goldenAccept(project, {
      ...what,
      revision: ask.options['set'] as string | undefined,
      replace: ask.options['replace'] === true,
      now_ms: now_ms(),
      opId: newOpId(),
    });
    if (accepted instanceof Fault) return accepted;
    const { run, sets } = accepted;
    if (ask.settings.json)
      return writeJson(output, {
        subject: run.subject,
        version: run.to.version,
        sets: sets.map(({ before, ...set }) => ({ ...set, before: before ?? null })),
      });
    output.write(`${acceptedText(accepted, lookOf(output))}\n`);
    return 0;
  },
};

const acceptedText = ({ run, sets }: Accepted, { paint }: Look): string =>
  [
    `${paint.bold('accepted')} ${run.subject}@${run.to.version}`,
    ...sets.flatMap(({ revision, state, file, sha256, before }) => [
      `  ${state.padEnd(8)} ${visible(revision)}  ${visible(file)}  ${sha256}`,
      ...(before === undefined ? [] : [`           in place of ${before}`]),
    ]),
  ].join('\n');
