import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Json } from '../../base/canonical-json.ts';
import { uponSignal } from '../../engine/upon-signal.ts';
import { fill, lookOf } from '../output.ts';
import type { Ask, CommandRow } from '../program.ts';
import type { World } from '../world.ts';
import { writeJson } from '../write-json.ts';

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
    means: 'The second does: it is kept as proposed, and waits for somebody to approve what changed.',
  },
];

export const demoCommand: CommandRow = {
  standsAlone: true,
  declare: command =>
    command
      .description('run check, diff, propose and log on the real data of this repository')
      .addHelpText('after', '\nExamples:\n  assay demo'),
  act: async ({ world, settings, run }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'assay-demo-'));
    const settled = uponSignal(() => rmSync(folder, { recursive: true, force: true }));
    const store = path.join(folder, 'registry.sqlite');
    try {
      const codes: number[] = [];
      const documents: Json[] = [];
      for (const scene of SCENES) {
        const argv = ['--store', store, ...scene.argv];
        if (settings.json) {
          const { code, document } = await playAsJson(argv, world, run);
          documents.push({ ...scene, exit: code, document });
          codes.push(code);
        } else codes.push(await play(scene, argv, world, run));
      }
      if (settings.json) writeJson(world.output, { scenes: documents });
      const surprises = SCENES.filter(({ exit }, index) => codes[index] !== exit);
      for (const { argv, exit } of surprises)
        world.output.writeError(`assay ${argv.join(' ')}: the exit code was not ${exit}\n`);
      return surprises.length === 0 ? 0 : 1;
    } finally {
      rmSync(folder, { recursive: true, force: true });
      settled();
    }
  },
};

/** As it was typed, what it said, and what that means. */
async function play(
  { argv: typed, means }: Scene,
  argv: readonly string[],
  world: World,
  run: Ask['run'],
): Promise<number> {
  const { output } = world;
  const { paint, width } = lookOf(output);
  output.write(`${paint.bold(`$ assay ${typed.join(' ')}`)}\n`);
  const code = await run(argv, { ...world, folder: world.home });
  output.write(`${paint.dim(`exit ${code}`)}\n${fill(`${paint.cyan('→')} `, means.split(' '), width)}\n\n`);
  return code;
}

async function playAsJson(
  argv: readonly string[],
  world: World,
  run: Ask['run'],
): Promise<{ readonly code: number; readonly document: Json }> {
  const said: string[] = [];
  const output = { ...world.output, write: (text: string) => void said.push(text) };
  const code = await run([...argv, '--json'], { ...world, output, folder: world.home });
  return { code, document: JSON.parse(said.join('')) as Json };
}
