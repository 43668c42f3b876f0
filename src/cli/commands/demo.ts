import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { paintOf } from '../output.ts';
import type { CommandRow } from '../program.ts';
import type { World } from '../world.ts';

/** A command line as one would type it, the exit code it has as of today, and what its output means. */
type Scene = { readonly argv: readonly string[]; readonly exit: number; readonly means: string };

const SCENES: readonly Scene[] = [
  {
    argv: ['check', 'weather.daily'],
    exit: 1,
    means:
      'The schema digest did not change, so every schema registry stays silent; yet one label in four is another one, nearly always on a wet day.',
  },
  {
    argv: ['diff', 'training.example@3', 'training.example@4'],
    exit: 1,
    means:
      'An ordinary reader takes seconds for milliseconds without a word; the guarded reader refuses, and says which conversion is missing.',
  },
  {
    argv: ['propose', 'training.example@3'],
    exit: 0,
    means: 'A subject may begin at any version; from now on every field id it uses is taken for life.',
  },
  {
    argv: ['propose', 'training.example@4'],
    exit: 0,
    means: 'The change is kept with its evidence, by digest, and waits: a changed meaning needs a converter.',
  },
  {
    argv: ['propose', 'training.example@4'],
    exit: 0,
    means: 'Asking again stores nothing new, so a retry after a lost answer is harmless.',
  },
  { argv: ['log', 'training.example'], exit: 0, means: 'Every decision, in the order it was taken.' },
  {
    argv: ['propose', 'weather.daily@1'],
    exit: 0,
    means: 'Data is offered under a version, so the version comes first.',
  },
  {
    argv: ['propose', 'weather.daily/1.31.1'],
    exit: 0,
    means: 'The first revision has nothing before it that it could contradict.',
  },
  {
    argv: ['propose', 'weather.daily/2.1.0'],
    exit: 0,
    means:
      'The second does: it is kept as proposed, and no trainer is handed it before somebody approved what changed.',
  },
];

export const demoCommand: CommandRow = {
  declare: command =>
    command
      .description('run check, diff, propose and log on the real data of this repository')
      .addHelpText('after', '\nExamples:\n  assay demo'),
  act: async ({ world, run }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'assay-demo-'));
    const stage: World = { ...world, folder: world.home };
    const paint = paintOf(world.output);
    try {
      const wrong: string[] = [];
      for (const { argv, exit, means } of SCENES) {
        world.output.write(`${paint.bold(`$ assay ${argv.join(' ')}`)}\n`);
        const code = await run(['--store', path.join(folder, 'registry.sqlite'), ...argv], stage);
        world.output.write(`${paint.dim(`exit ${code}`)}\n${paint.cyan('→')} ${means}\n\n`);
        if (code !== exit) wrong.push(`assay ${argv.join(' ')}: exit ${code}, not ${exit}`);
      }
      for (const line of wrong) world.output.writeError(`${line}\n`);
      return wrong.length === 0 ? 0 : 1;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
