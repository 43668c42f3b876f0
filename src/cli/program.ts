import { Command, CommanderError, Option } from 'commander';
import { Fault } from '../base/fault.ts';
import { renderFault } from './render-fault.ts';
import type { World } from './world.ts';

/** What every command knows besides its own words. */
export type Settings = {
  readonly json: boolean;
  readonly root: string | undefined;
  readonly store: string | undefined;
};

/** What a command answers: its exit code, or a refusal to be shown. */
export type Outcome = number | Fault;

/** One command: its words are declared once, its work is one service call and one rendering; `release build` is a name. */
export type CommandRow = {
  /** It has no project and no store: that it was given one is a mistake, and is said. */
  readonly standsAlone?: true;
  readonly declare: (command: Command) => Command;
  readonly act: (ask: Ask) => Promise<Outcome> | Outcome;
};

export type Ask = {
  /** The words of the command, as `release build`. */
  readonly name: string;
  readonly world: World;
  readonly settings: Settings;
  readonly words: readonly (string | undefined)[];
  readonly options: Readonly<Record<string, unknown>>;
  /** Runs another command line in this world, as `demo` does. */
  readonly run: (argv: readonly string[], world: World) => Promise<number>;
};

/**
 * Runs one command line.
 *
 * @returns the exit code: 0 holds, 1 findings, 2 the ask is wrong, 3 someone else moved first, 4 a dependency is
 *   unavailable
 */
export async function runCommand(
  rows: Readonly<Record<string, CommandRow>>,
  argv: readonly string[],
  world: World,
): Promise<number> {
  let outcome: Outcome = 0;
  const json = argv.includes('--json');
  const program = topLevel(world);
  const groups = new Map<string, Command>();
  for (const [words, row] of Object.entries(rows)) {
    const [name, below] = isOneWord(rows, words)
      ? [words, undefined]
      : (words.split(' ') as [string, string | undefined]);
    const command = row
      .declare(new Command(below ?? name))
      .option('--json', 'print one JSON document instead of text');
    configure(command, world);
    command.action(async (...given: unknown[]) => {
      const { json: asJson = false, ...options } = command.opts<{ json?: boolean }>();
      const { root, store } = program.opts<{ root?: string; store?: string }>();
      const unread = row.standsAlone && (root === undefined ? store && '--store' : '--root');
      if (unread) {
        const problem = `${words} has no project, and ${unread} nothing to say to it`;
        outcome = new Fault('USAGE', { problem, command: words });
        return;
      }
      outcome = await row.act({
        name: words,
        world,
        settings: { json: asJson, root, store },
        words: given.slice(0, -2) as (string | undefined)[],
        options,
        run: (words, other) => runCommand(rows, words, other),
      });
    });
    if (below === undefined) program.addCommand(command);
    else groupOf(program, groups, name, world).addCommand(command);
  }
  try {
    await program.parseAsync(joined(rows, argv), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    outcome = new Fault('USAGE', { problem: problemOf(error, rows), command: commandNamed(rows, argv) });
  }
  if (!(outcome instanceof Fault)) return outcome;
  renderFault(outcome, world.output, json);
  return outcome.exit;
}

/**
 * `golden run` stands behind the word of another command, which would take its options for its own: such a pair is one word to the
 * parser of the line.
 */
const isOneWord = (rows: Readonly<Record<string, CommandRow>>, words: string): boolean =>
  words.includes(' ') && Object.hasOwn(rows, words.split(' ', 1)[0]!);

function joined(rows: Readonly<Record<string, CommandRow>>, argv: readonly string[]): string[] {
  let at = 0;
  while (argv[at]?.startsWith('-')) at += argv[at] === '--root' || argv[at] === '--store' ? 2 : 1;
  const pair = `${argv[at]} ${argv[at + 1]}`;
  return Object.hasOwn(rows, pair) && isOneWord(rows, pair)
    ? [...argv.slice(0, at), pair, ...argv.slice(at + 2)]
    : [...argv];
}

const GROUPS: Readonly<Record<string, string>> = {
  key: 'make and show keys that sign approvals',
  consumer: 'say who reads a subject, in the store',
  producer: 'say who writes a subject, in the store',
  release: 'build and verify shard releases',
  token: 'make, list and revoke tokens for those who ask over HTTP',
  vocab: 'show, compare and extend vocabularies',
};

/** `release build` stands below `release`, which does nothing by itself. */
function groupOf(program: Command, groups: Map<string, Command>, name: string, world: World): Command {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const group = configure(new Command(name).description(GROUPS[name] ?? ''), world);
  groups.set(name, group);
  program.addCommand(group);
  return group;
}

function problemOf({ code, message }: CommanderError, rows: Readonly<Record<string, CommandRow>>): string {
  if (code === 'commander.help') return `a command is missing; there are ${Object.keys(rows).join(', ')}`;
  return message.replace(/^error: /, '').replaceAll('\n', ' ');
}

/** The words of the command that was meant, to name its help: the first that are typed. */
function commandNamed(rows: Readonly<Record<string, CommandRow>>, argv: readonly string[]): string {
  const found = argv.flatMap((word, index) => {
    const pair = `${word} ${argv[index + 1]}`;
    if (Object.hasOwn(rows, pair)) return [pair];
    return Object.hasOwn(rows, word) || Object.hasOwn(GROUPS, word) ? [word] : [];
  });
  return found[0] ?? '';
}

function topLevel(world: World): Command {
  const program = new Command('assay')
    .description('A schema compatibility and migration registry for training data.')
    .version(world.version, '--version', 'print the version of this program')
    .addOption(
      new Option('--root <dir>', 'the project, if it is not the folder you stand in or one above it'),
    )
    .addOption(
      new Option(
        '--store <place>',
        'the registry store, a file or a postgres:// address, instead of the one registry.config.ts names',
      ),
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 holds, 1 findings, 2 the ask is wrong, 3 someone else moved first, 4 a dependency is unavailable.',
    );
  return configure(program, world);
}

function configure(command: Command, { output }: World): Command {
  return command
    .exitOverride()
    .showSuggestionAfterError(true)
    .configureOutput({
      writeOut: text => output.write(text),
      // The refusal is rendered once, by the caller, as a fault with its remedy.
      writeErr: () => undefined,
      getOutHelpWidth: () => output.width,
    });
}
