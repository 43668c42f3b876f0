import type { Command } from 'commander';
import type { Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { CONSUMER_KINDS } from '../../change/consumer.ts';
import type { RegisterAnswer } from '../../change/register/decide-register.ts';
import { REASON } from '../../contract/contract-shape.ts';
import { REGISTERED_NAME } from '../../service/config.ts';
import type { Project } from '../../service/project.ts';
import { parseReference } from '../../service/reference.ts';
import type { ConsumersDocument, ProducersDocument, ReadRegistry, Registry } from '../../service/registry.ts';
import type { Recorded } from '../../store/port.ts';
import { openProject, withReadRegistry, withRegistry } from '../open-project.ts';
import { lookOf, table, visible } from '../output.ts';
import type { Ask, CommandRow, Outcome } from '../program.ts';
import { writeJson } from '../write-json.ts';

const WHO = (command: Command): Command =>
  command
    .argument('<subject>', 'the subject')
    .argument('<name>', 'lower-case words, as in registry.config.ts');

const BESIDE =
  'Whoever registry.config.ts names need not be here; where both name somebody, they must say the same.';

export const consumerAddCommand: CommandRow = {
  declare: command =>
    WHO(command.description('register who reads a subject with the store, or change what it reads'))
      .requiredOption('--kind <kind>', CONSUMER_KINDS.join(', '))
      .requiredOption('--reads <versions>', 'from..to, both included, or from.. where it follows the newest')
      .requiredOption('--purpose <text>', 'what for')
      .option('--fields <ids>', 'the ids of the fields it reads, as 1,2; without it, all of its versions')
      .addHelpText(
        'after',
        `\n${BESIDE}\nNobody new may come to read a field that a later version, accepted or waiting, no longer has.\n\nExamples:\n  assay consumer add training.example eval-job --kind other --reads 3..4 --purpose "scores checkpoints"\n  assay consumer add training.example eval-job --kind other --reads 4.. --fields 1,2 --purpose "scores checkpoints" --json`,
      ),
  act: async ask => {
    const who = whoOf(ask, 'consumer add');
    if (who instanceof Fault) return who;
    const { options } = ask;
    const usage = (problem: string) => new Fault('USAGE', { problem, command: 'consumer add' });
    const kind = CONSUMER_KINDS.find(each => each === options['kind']);
    if (kind === undefined) return usage(`--kind is one of ${CONSUMER_KINDS.join(', ')}`);
    const [, from, to] = /^([0-9]{1,7})\.\.([0-9]{1,7})?$/.exec(String(options['reads'])) ?? [];
    if (from === undefined || !isVersion(from) || (to !== undefined && !isVersion(to)))
      return usage('--reads takes an interval of versions, as 3..4, or 3.. where it follows the newest');
    const purpose = REASON.safeParse(options['purpose']);
    if (!purpose.success)
      return usage(`--purpose takes text of at most ${LIMITS.reason_chars_max} characters`);
    const fields =
      options['fields'] === undefined ? undefined : numbersIn(String(options['fields']), FIELD_MOST);
    if (fields === null) return usage('--fields takes ids of fields, each once, as 1,2');
    const consumer = {
      ...who,
      kind,
      reads: { from: Number(from), to: to === undefined ? undefined : Number(to) },
      purpose: purpose.data,
      ...(fields && { fields }),
    };
    return stored(ask, (registry, asked) => registry.register({ ...asked, role: 'consumer', consumer }));
  },
};

export const producerAddCommand: CommandRow = {
  declare: command =>
    WHO(command.description('register who writes a subject with the store, or change what it writes'))
      .requiredOption('--writes <versions>', 'all versions it can write, as 3,4')
      .addHelpText(
        'after',
        `\n${BESIDE}\n\nExamples:\n  assay producer add training.example gateway-2 --writes 3,4\n  assay producer add training.example gateway-2 --writes 4 --json`,
      ),
  act: async ask => {
    const who = whoOf(ask, 'producer add');
    if (who instanceof Fault) return who;
    const writes = numbersIn(String(ask.options['writes']), LIMITS.version_max);
    if (writes === null || writes.length > LIMITS.versions_written_max)
      return new Fault('USAGE', {
        problem: '--writes takes versions, each once, as 3,4',
        command: 'producer add',
      });
    return stored(ask, (registry, asked) =>
      registry.register({ ...asked, role: 'producer', producer: { ...who, writes } }),
    );
  },
};

const listCommand = (role: 'consumer' | 'producer', does: string): CommandRow => ({
  declare: command =>
    command
      .description(`show who ${does} a subject, by registry.config.ts and by the store`)
      .argument('<subject>', 'the subject')
      .addHelpText(
        'after',
        `\nExamples:\n  assay ${role} list training.example\n  assay ${role} list training.example --json`,
      ),
  act: async ask => {
    const subject = subjectOf(ask);
    if (subject instanceof Fault) return subject;
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const listed = await withReadRegistry(ask, project, registry =>
      LISTED[role](registry, { project, subject }),
    );
    if (listed instanceof Fault) return listed;
    const { output } = ask.world;
    if (ask.settings.json) return writeJson(output, listed.document);
    const { rows } = listed;
    const text = rows.length === 0 ? `nobody ${does} ${subject}` : table(rows, '', lookOf(output).width);
    output.write(`${text}\n`);
    return 0;
  },
});

export const consumerListCommand: CommandRow = listCommand('consumer', 'reads');
export const producerListCommand: CommandRow = listCommand('producer', 'writes');

const retireCommand = (role: 'consumer' | 'producer', does: string): CommandRow => ({
  declare: command =>
    WHO(
      command.description(`say that somebody ${does} a subject no more; what it did stays in the journal`),
    ).addHelpText(
      'after',
      `\nExamples:\n  assay ${role} retire training.example eval-job\n  assay ${role} retire training.example eval-job --json`,
    ),
  act: async ask => {
    const who = whoOf(ask, `${role} retire`);
    if (who instanceof Fault) return who;
    return stored(ask, (registry, { opId }) => registry.deregister({ ...who, role, opId }));
  },
});

export const consumerRetireCommand: CommandRow = retireCommand('consumer', 'reads');
export const producerRetireCommand: CommandRow = retireCommand('producer', 'writes');

async function stored(
  ask: Ask,
  use: (
    registry: Registry,
    asked: { readonly project: Project; readonly opId: string },
  ) => Promise<Recorded<RegisterAnswer> | Fault>,
): Promise<Outcome> {
  const project = await openProject(ask);
  if (project instanceof Fault) return project;
  const { world, settings } = ask;
  const opId = world.newOpId();
  const answer = await withRegistry(ask, project, registry => use(registry, { project, opId }), 'empty');
  if (answer instanceof Fault) return answer;
  if (settings.json) return writeJson(world.output, answer);
  const { kind, role, name, seq } = answer;
  const how =
    kind === 'already' ? 'stands so already; nothing was added but this ask' : `is ${kind} as ${role}`;
  world.output.write(`${lookOf(world.output).paint.bold(name)}  ${how}, seq ${seq}\n`);
  return 0;
}

function subjectOf({ words }: Ask): string | Fault {
  const what = parseReference(words[0] ?? '');
  if (what instanceof Fault) return what;
  return what.kind === 'subject'
    ? what.subject
    : new Fault('REFERENCE_MALFORMED', { found: String(words[0]).slice(0, 200), form: 'subject' });
}

function whoOf(ask: Ask, command: string): { readonly subject: string; readonly name: string } | Fault {
  const subject = subjectOf(ask);
  if (subject instanceof Fault) return subject;
  const name = REGISTERED_NAME.safeParse(ask.words[1]);
  const problem = 'a name is lower-case words with dots, dashes or underscores between them';
  return name.success ? { subject, name: name.data } : new Fault('USAGE', { problem, command });
}

const FIELD_MOST = 2_147_483_647;
const isVersion = (text: string): boolean => Number(text) >= 1 && Number(text) <= LIMITS.version_max;

/** Null where it is no list of numbers from 1 on, each once. */
function numbersIn(text: string, most: number): readonly number[] | null {
  if (!/^[0-9]{1,10}(,[0-9]{1,10})*$/.test(text) || text.length > LIMITS.reason_chars_max) return null;
  const numbers = text.split(',').map(Number);
  const isFit = numbers.every(each => each >= 1 && each <= most) && new Set(numbers).size === numbers.length;
  return isFit ? numbers : null;
}

type Listed = { readonly document: Json; readonly rows: readonly (readonly string[])[] };

const LISTED: Readonly<
  Record<
    'consumer' | 'producer',
    (
      registry: ReadRegistry,
      asked: { readonly project: Project; readonly subject: string },
    ) => Promise<Listed | Fault>
  >
> = {
  consumer: async (registry, asked) => {
    const document = await registry.consumers(asked);
    return document instanceof Fault ? document : { document, rows: document.consumers.map(consumerRow) };
  },
  producer: async (registry, asked) => {
    const document = await registry.producers(asked);
    return document instanceof Fault ? document : { document, rows: document.producers.map(producerRow) };
  },
};

const producerRow = ({ name, writes, in: places }: ProducersDocument['producers'][number]) => [
  name,
  `writes ${writes.join(', ')}`,
  places.join(', '),
];

const consumerRow = (consumer: ConsumersDocument['consumers'][number]) => {
  const { name, kind, reads, purpose, fields, in: places } = consumer;
  return [
    name,
    `reads ${reads.from} to ${reads.to ?? 'the newest'}`,
    fields === null ? 'all fields' : `fields ${fields.join(', ')}`,
    kind,
    places.join(', '),
    visible(purpose),
  ];
};
