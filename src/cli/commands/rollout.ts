import path from 'node:path';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { RolloutAnswer } from '../../change/rollout/decide-rollout.ts';
import { isTarget, TARGETS, type Target } from '../../change/rollout/stages.ts';
import { readFile } from '../../service/read-file.ts';
import type { Reference } from '../../service/reference.ts';
import { parseReference } from '../../service/reference.ts';
import type { RolloutDocument, RolloutStep } from '../../service/registry.ts';
import type { Recorded } from '../../store/port.ts';
import { openProject, withReadRegistry, withRegistry } from '../open-project.ts';
import { fill, type Look, lookOf } from '../output.ts';
import type { Ask, CommandRow, Outcome } from '../program.ts';
import { askedText } from '../record-files.ts';
import { writeJson, writeShaped } from '../write-json.ts';

export const rolloutCommand: CommandRow = {
  declare: command =>
    command
      .description('show where the rollout of a version stands, or take it one stage further or back')
      .argument('<what>', 'subject@version')
      .argument('[step]', 'advance or roll-back')
      .argument('[stage]', `with advance: ${STAGES_TO.join(', ')}`)
      .option(
        '--reconciliation <file>',
        'what `assay reconcile --json` printed of both halves; with cut-over',
      )
      .option('--expect <n>', 'refused unless the rollout has moved so many times')
      .option('--expect-data <n>', 'refused unless the newest data has moved so many times; with roll-back')
      .addHelpText('after', HELP),
  act: async ask => {
    const [word = '', step, stage] = ask.words;
    const what = parseReference(word);
    if (what instanceof Fault) return what;
    if (what.kind !== 'version')
      return new Fault('REFERENCE_MALFORMED', { found: word.slice(0, 200), form: 'subject@version' });
    const target = targetOf(step, stage);
    if (target instanceof Fault) return target;
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const { subject, version } = what;
    const of = { project, subject, version };
    if (target !== undefined) return withStepped(ask, of, target);
    const unread = ['reconciliation', 'expect', 'expectData'].find(name => ask.options[name] !== undefined);
    if (unread !== undefined) return usage('without a step nothing is asked but where the rollout stands');
    const status = await withReadRegistry(ask, project, registry => registry.rollout(of));
    if (status instanceof Fault) return status;
    const { output } = ask.world;
    if (ask.settings.json) return writeShaped(output, status);
    output.write(`${statusText(what, status, lookOf(output))}\n`);
    return 0;
  },
};

const STAGES_TO: readonly Target[] = TARGETS.filter(target => target !== 'rolled-back');

const HELP = `
A version whose change record says \`observe_days\` is rolled out: readers first, then both versions are written, or the new one is
converted beside the old; then its data becomes the newest, and is observed. A roll-back moves the newest data to what it was
before, forward in its count, and changes no file.

Examples:
  assay rollout training.example@4
  assay rollout training.example@4 advance readers-ready
  assay rollout training.example@4 advance cut-over --reconciliation halves.json
  assay rollout training.example@4 roll-back --expect 5 --json`;

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: 'rollout' });

function targetOf(step: string | undefined, stage: string | undefined): Target | undefined | Fault {
  if (step === undefined) return undefined;
  if (step === 'roll-back')
    return stage === undefined ? 'rolled-back' : usage('roll-back takes no stage: it gives the version up');
  if (step !== 'advance') return usage(`a step is advance or roll-back, not ${askedText(step)}`);
  return stage !== undefined && isTarget(stage) && stage !== 'rolled-back'
    ? stage
    : usage(`advance takes a stage: ${STAGES_TO.join(', ')}`);
}

type RolloutOf = Pick<RolloutStep, 'project' | 'subject' | 'version'>;

async function withStepped(ask: Ask, of: RolloutOf, target: Target): Promise<Outcome> {
  const { options, world, settings } = ask;
  const expected = countOf(options['expect'], '--expect');
  if (expected instanceof Fault) return expected;
  const expectedData = countOf(options['expectData'], '--expect-data');
  if (expectedData instanceof Fault) return expectedData;
  if (expectedData !== undefined && target !== 'rolled-back')
    return usage('--expect-data is of a roll-back, which alone moves the newest data');
  const named = options['reconciliation'];
  if (named !== undefined && target !== 'cut-over')
    return usage('--reconciliation is of the cut-over, which rests on it');
  const reconciliation = typeof named === 'string' ? reconciliationOf(world.folder, named) : undefined;
  if (reconciliation instanceof Fault) return reconciliation;
  const opId = world.newOpId();
  const stepped = await withRegistry(
    ask,
    of.project,
    registry => registry.stepRollout({ ...of, target, expected, expectedData, reconciliation, opId }),
    'empty',
  );
  if (stepped instanceof Fault) return stepped;
  if (settings.json) return writeJson(world.output, stepped);
  world.output.write(`${steppedText(of, stepped, lookOf(world.output))}\n`);
  return 0;
}

function countOf(text: unknown, option: string): number | undefined | Fault {
  if (text === undefined) return undefined;
  return /^[0-9]{1,9}$/.test(String(text))
    ? Number(text)
    : usage(`${option} takes a whole number, not ${askedText(String(text))}`);
}

function reconciliationOf(folder: string, name: string) {
  const file = path.resolve(folder, name);
  const bytes = readFile(path.dirname(file), path.basename(file), LIMITS.object_bytes_max);
  return bytes instanceof Fault ? bytes : { document: name, bytes };
}

const dayText = (at_ms: number): string => new Date(at_ms).toISOString();

function steppedText(
  { subject }: RolloutOf,
  { version, kind, from, stage, generation, seq, until_ms, back, quarantined }: Recorded<RolloutAnswer>,
  { paint, width }: Look,
): string {
  const how =
    kind === 'moved'
      ? `${from} → ${paint.bold(stage)}, moved ${generation} times, seq ${seq}`
      : `is ${stage} already; nothing was added but this ask, seq ${seq}`;
  return [
    fill(`${paint.bold(`${subject}@${version}`)}  `, how.split(' '), width),
    ...(until_ms === undefined ? [] : [`  observed until ${dayText(until_ms)}`]),
    ...(back === undefined ? [] : [`  newest data ${back.data ?? 'none'}, moved ${back.generation} times`]),
    ...quarantineLines(subject, quarantined ?? []),
  ].join('\n');
}

const quarantineLines = (subject: string, names: readonly string[]): readonly string[] =>
  names.map(name => `  QUARANTINED ${subject}/${name}`);

function statusText(
  { subject, version }: Extract<Reference, { kind: 'version' }>,
  status: RolloutDocument,
  { paint, width }: Look,
): string {
  const { stage, generation, observe_days, entry, next } = status;
  const head = `${paint.bold(`${subject}@${version}`)}  `;
  if (observe_days === null)
    return fill(
      head,
      'its change record declares no rollout, and nothing holds its data back'.split(' '),
      width,
    );
  return [
    `${head}${paint.bold(stage)}, moved ${generation} times, observed ${observe_days} days after the cut-over`,
    `  newest data ${status.data.revision ?? 'none'}, moved ${status.data.generation} times`,
    ...(entry?.reconciliation === undefined ? [] : [`  reconciliation ${entry.reconciliation}`]),
    ...(entry?.until_ms === undefined ? [] : [`  observed until ${dayText(entry.until_ms)}`]),
    ...(entry?.steps ?? []).map(step => `  ${dayText(step.at_ms)} ${step.stage}`),
    ...quarantineLines(subject, status.quarantined),
    ...next.flatMap(({ target, conditions }) => [
      `  ${target === 'rolled-back' ? 'roll-back' : `advance ${target}`}`,
      ...conditions.map(({ condition, lacks }) =>
        fill(
          `    ${lacks === null ? 'met  ' : 'unmet'} `,
          `${condition}${lacks === null ? '' : `: ${lacks}`}`.split(' '),
          width,
        ),
      ),
    ]),
  ].join('\n');
}
