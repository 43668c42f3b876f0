import { realpathSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '../../base/fault.ts';
import type { Adopted } from '../../service/adopt.ts';
import { parseReference } from '../../service/reference.ts';
import { openBase } from '../open-base.ts';
import { openProject, withRegistry } from '../open-project.ts';
import { fill, type Look, lookOf } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const adoptCommand: CommandRow = {
  declare: command =>
    command
      .description('take into the store what the committed ledger of a subject has as accepted')
      .argument('<subject>', 'the subject')
      .option(
        '--from <where>',
        'where the ledger is committed: git:REF, or the folder of another project',
        'git:HEAD',
      )
      .addHelpText(
        'after',
        '\nA store that was made anew, or has not seen what another store accepted, is brought up to the ledger. Nothing is\njudged or asked again. What only the working tree has is not adopted, and what the store knows itself is not replaced.\n\nExamples:\n  assay adopt training.example\n  assay adopt training.example --from git:origin/main --json',
      ),
  act: async ask => {
    const what = parseReference(ask.words[0] ?? '');
    if (what instanceof Fault) return what;
    if (what.kind !== 'subject')
      return new Fault('REFERENCE_MALFORMED', { found: ask.words[0]!, form: 'a subject' });
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const { world, settings } = ask;
    const from = String(ask.options['from']);
    const base = await openBase(ask, project, from);
    if (base instanceof Fault) return base;
    if (base === 'registry') return new Fault('AGAINST_MALFORMED', { found: 'registry' });
    if (!from.startsWith('git:') && isSameFolder(path.resolve(world.folder, from), project.root)) {
      const problem = '--from names this project itself, in whose ledger anybody may have written anything';
      return new Fault('USAGE', { problem, command: 'adopt' });
    }
    const { subject } = what;
    const done = await withRegistry(ask, project, registry =>
      registry.adopt({ project, subject, base, opId: world.newOpId() }),
    );
    if (done instanceof Fault) return done;
    if (settings.json) return writeJson(world.output, { ...done, kind: kindOf(done) });
    world.output.write(`${adoptedText(done, lookOf(world.output))}\n`);
    return 0;
  },
};

const isSameFolder = (some: string, other: string): boolean => realpathSync(some) === realpathSync(other);

const kindOf = ({ versions, governed, revisions, retired }: Adopted): 'adopted' | 'already' =>
  versions.length + governed.length + revisions.length + retired.length === 0 ? 'already' : 'adopted';

function adoptedText(done: Adopted, { paint, width }: Look): string {
  const { subject, source, ledger, versions, governed, revisions, retired, left, seq } = done;
  const head = `${paint.bold(subject)}  `;
  const how =
    kindOf(done) === 'already'
      ? `the store has all that ${source} has as accepted`
      : `adopted from ${source}, seq ${seq}`;
  const rows: ReadonlyArray<readonly [label: string, parts: readonly string[]]> = [
    ['versions', spans(versions)],
    ['governance of versions', governed.map(String)],
    ['revisions', revisions],
    ['retired', spans(retired)],
  ];
  return [
    fill(head, how.split(' '), width),
    ...rows
      .filter(([, parts]) => parts.length > 0)
      .map(([label, parts]) => fill(`  ${label} `, listed(parts), width)),
    `  ledger   ${ledger}`,
    ...(left.length === 0
      ? []
      : [
          fill(
            '  left     ',
            [...listed(left), ...`in the working tree's ledger, and not in ${source}`.split(' ')],
            width,
          ),
        ]),
  ].join('\n');
}

const listed = (parts: readonly string[]): readonly string[] =>
  parts.map((part, at) => `${part}${at < parts.length - 1 ? ',' : ''}`);

/** Ascending numbers, `1 to 4` where they follow each other. */
function spans(numbers: readonly number[]): readonly string[] {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`));
}
