import path from 'node:path';
import { Fault } from '../../base/fault.ts';
import { FIRST_STEPS, initProject } from '../../service/init-project.ts';
import { lookOf } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const initCommand: CommandRow = {
  standsAlone: true,
  declare: command =>
    command
      .description('write a small project that works: one subject, its vocabulary and its first data')
      .argument('<dir>', 'an empty or new folder')
      .addHelpText('after', '\nExamples:\n  assay init my-registry\n  cd my-registry && assay check'),
  act: ({ world, settings, words }) => {
    const dir = path.resolve(world.folder, words[0]!);
    const files = initProject(dir);
    if (files instanceof Fault) return files;
    const next = FIRST_STEPS.map(words => `${world.invocation} ${words}`);
    if (settings.json) return writeJson(world.output, { dir, files, next });
    world.output.write(
      [
        lookOf(world.output).paint.bold(dir),
        ...files.map(file => `  ${file}`),
        'next:',
        `  cd ${shellWord(words[0]!)}`,
        ...next.map(line => `  ${line}`),
        '',
      ].join('\n'),
    );
    return 0;
  },
};

const shellWord = (word: string): string =>
  /^[\w./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
