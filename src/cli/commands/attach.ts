import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { readGivenFile } from '../../service/given-file.ts';
import { namedChange, namedReference, referenceText } from '../named-change.ts';
import { openProject, withRegistry } from '../open-project.ts';
import { lookOf } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const attachCommand: CommandRow = {
  declare: command =>
    command
      .description('add reports to the evidence of a proposal that waits; what was approved of it is void')
      .argument('<what>', 'subject@version or subject/revision')
      .option('--shadow <files...>', 'what assay shadow --json printed')
      .option('--golden <files...>', 'what assay golden run --json printed: what the sets show and exercise')
      .option('--change <digest>', 'the change record you read; refused when another stands by now')
      .addHelpText(
        'after',
        '\nEach report has to be of the schemas, thresholds and converter of the change. The change record names it, and has another\ndigest from then on.\n\nExamples:\n  assay golden run training.example@4 --json > golden.json\n  assay attach training.example@4 --golden golden.json --shadow shadow.json',
      ),
  act: async ask => {
    const what = namedReference(ask);
    if (what instanceof Fault) return what;
    const change = namedChange(ask);
    if (change instanceof Fault) return change;
    const { world, options, settings } = ask;
    const files: { name: string; bytes: Uint8Array }[] = [];
    for (const kind of ['golden', 'shadow'])
      for (const name of (options[kind] as readonly string[] | undefined) ?? []) {
        const bytes = readGivenFile(world.folder, name, LIMITS.object_bytes_max);
        if (bytes instanceof Fault) return bytes;
        files.push({ name, bytes });
      }
    if (files.length === 0)
      return new Fault('USAGE', { problem: 'name a report with --shadow or --golden', command: 'attach' });
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const opId = world.newOpId();
    const answer = await withRegistry(
      ask,
      project,
      registry => registry.attach({ what, change, opId, files }),
      'empty',
    );
    if (answer instanceof Fault) return answer;
    if (settings.json) return writeJson(world.output, answer);
    const { bold } = lookOf(world.output).paint;
    const voided =
      answer.voided === 0 ? [] : [`  voids    ${answer.voided} approvals: they were of the record before`];
    world.output.write(
      `${[
        `${bold(referenceText(what))}  has more evidence, and is ${answer.state}, seq ${answer.seq}`,
        `  change   ${answer.change}`,
        `  replaces ${answer.replaced}`,
        ...voided,
      ].join('\n')}\n`,
    );
    return 0;
  },
};
