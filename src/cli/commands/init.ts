import path from 'node:path';
import { Fault } from '../../base/fault.ts';
import { initProject } from '../../service/init-project.ts';
import { paintOf } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const initCommand: CommandRow = {
  declare: command =>
    command
      .description('write a small project that works: one subject, its vocabulary, two data revisions')
      .argument('<dir>', 'an empty or new folder')
      .addHelpText('after', '\nExamples:\n  assay init my-registry\n  cd my-registry && assay check'),
  act: ({ world, settings, words }) => {
    const dir = path.resolve(world.folder, words[0]!);
    const files = initProject(dir);
    if (files instanceof Fault) return files;
    if (settings.json) return writeJson(world.output, { dir, files });
    const next = ['assay check', 'assay propose reviews.rating@1', 'assay show reviews.rating'];
    world.output.write(
      [
        `${paintOf(world.output).bold(dir)}`,
        ...files.map(file => `  ${file}`),
        'next:',
        `  cd ${words[0]}`,
        ...next.map(line => `  ${line}`),
        '',
      ].join('\n'),
    );
    return 0;
  },
};
