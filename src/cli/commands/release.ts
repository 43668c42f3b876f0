import path from 'node:path';
import { type Digest, isDigest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { stepText } from '../../change/record.ts';
import { parseReference } from '../../service/reference.ts';
import type { ReleaseChange } from '../../service/release-changes.ts';
import { releaseOfProject } from '../../service/release-of-project.ts';
import { releaseVerify, type VerifyReport } from '../../service/release-verify.ts';
import type { ReadStore } from '../../store/port.ts';
import { openProject, withReadStore } from '../open-project.ts';
import { type Look, lookOf, table, visible } from '../output.ts';
import type { Ask, CommandRow } from '../program.ts';
import { progressOn } from '../progress.ts';
import { faultDocument, faultText } from '../render-fault.ts';
import { writeJson } from '../write-json.ts';

const MOST = Number.MAX_SAFE_INTEGER;

/** Options that count: their default, the least and the most they may be. */
const COUNTS = {
  shards: {
    fallback: undefined,
    least: 1,
    most: LIMITS.release_shards_max,
    of: 'shards to write (default: 4, or as many as there are records where they are fewer)',
  },
  generate: {
    fallback: 10_000,
    least: 1,
    most: LIMITS.release_members_max,
    of: 'records to generate, where a version is named',
  },
  seed: { fallback: 1, least: 0, most: MOST, of: 'seed of the records, where a version is named' },
  sortSeed: { fallback: 1, least: 0, most: MOST, of: 'seed of the order of records' },
  tombstoneWatermark: { fallback: 0, least: 0, most: MOST, of: 'deletions the snapshot has seen' },
  benchmarkFence: { fallback: 0, least: 0, most: MOST, of: 'benchmarks the snapshot has seen' },
} as const;
type CountName = keyof typeof COUNTS;

/** Counts that say nothing of a revision, whose records are there already. */
const OF_GENERATED = ['generate', 'seed'] as const;

export const releaseBuildCommand: CommandRow = {
  declare: command =>
    Object.entries(COUNTS)
      .reduce(
        (built, [name, { fallback, of }]) =>
          built.option(`--${dashed(name)} <n>`, fallback === undefined ? of : `${of} (default: ${fallback})`),
        command
          .description('write shards and a manifest that binds schema, change records and every shard')
          .argument('<what>', 'subject/revision, or subject@version for generated records')
          .requiredOption('--out <dir>', 'the folder of the release')
          .option('--compression <codec>', 'null or deflate', 'null')
          .option('--proposed', 'build of what is only proposed too; the release says so of itself')
          .option('--show-values', SHOW_VALUES),
      )
      .addHelpText(
        'after',
        '\nThe version, and the revision if one is named, must be active in the store, or proposed and --proposed be said.\n\nExamples:\n  assay release build training.example@4 --proposed --generate 10000 --shards 4 --out release\n  assay release build weather.daily/1.31.1 --shards 2 --out release',
      ),
  act: async ask => {
    const what = parseReference(ask.words[0] ?? '');
    if (what instanceof Fault) return what;
    if (what.kind === 'subject')
      return new Fault('REFERENCE_MALFORMED', {
        found: what.subject,
        form: 'subject@version or subject/revision',
      });
    const counts = countsOf(ask);
    if (counts instanceof Fault) return counts;
    const idle = OF_GENERATED.find(name => ask.options[name] !== undefined);
    if (what.kind === 'revision' && idle !== undefined)
      return usage(`--${idle} is for a version, whose records are generated; a revision has its own`);
    const compression = ask.options['compression'];
    if (compression !== 'null' && compression !== 'deflate')
      return usage(`--compression is null or deflate, not ${shown(String(compression))}`);
    const out = String(ask.options['out']);
    if (out === '') return usage('--out is the folder of the release, and not empty');
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const progress = progressOn(ask.world.output, 'shards');
    const build = (store: ReadStore) =>
      releaseOfProject({
        ...counts,
        project,
        store,
        what,
        generate: { count: counts.generate, seed: counts.seed },
        dir: path.resolve(ask.world.folder, out),
        compression,
        allowProposed: ask.options['proposed'] === true,
        showValues: ask.options['showValues'] === true,
        progress,
      });
    const built = await withReadStore(ask, project, build);
    if (built instanceof Fault) return built;
    const { output } = ask.world;
    const { root, manifest } = built;
    if (ask.settings.json)
      return writeJson(output, {
        root,
        dir: built.dir,
        totals: manifest.totals,
        proposed: manifest.proposed,
        changes: built.changes.map(changeDocument),
      });
    const look = lookOf(output);
    const { records, shards } = manifest.totals;
    const lines = [
      `${look.paint.bold('built')}  ${records} records in ${shards} shards`,
      ...proposedLines(built.changes, look),
      `  root    ${root}`,
      `  schema  ${manifest.recordSchema}`,
      ...changeLines(built.changes),
    ];
    output.write(`${lines.join('\n')}\n`);
    return 0;
  },
};

export const releaseVerifyCommand: CommandRow = {
  declare: command =>
    command
      .description('recompute everything a manifest says from the bytes of a release')
      .argument('<dir>', 'the folder of the release')
      .option('--root-digest <digest>', 'the root it must have, told by somebody other than the folder')
      .option('--show-values', SHOW_VALUES)
      .addHelpText(
        'after',
        '\nExamples:\n  assay release verify release\n  assay release verify release --root-digest sha256:…',
      ),
  act: async ask => {
    const expected = ask.options['rootDigest'] as string | undefined;
    if (expected !== undefined && !isDigest(expected))
      return new Fault('DIGEST_MALFORMED', { found: expected.slice(0, 100) });
    const { output, folder } = ask.world;
    const report = await releaseVerify({
      dir: path.resolve(folder, ask.words[0]!),
      ...(expected === undefined ? {} : { expectedRoot: expected as Digest }),
      showValues: ask.options['showValues'] === true,
      progress: progressOn(output, 'shards'),
    });
    if (report instanceof Fault) return report;
    const exit = report.verdict === 'holds' ? 0 : 1;
    if (ask.settings.json) return writeJson(output, reportDocument(report), exit);
    output.write(`${reportText(report, lookOf(output))}\n`);
    return exit;
  },
};

type Counts = Readonly<Record<Exclude<CountName, 'shards'>, number>> & {
  readonly shards: number | undefined;
};

function countsOf(ask: Ask): Counts | Fault {
  const counts: Partial<Record<CountName, number>> = {};
  for (const name of Object.keys(COUNTS) as CountName[]) {
    const { fallback, least, most } = COUNTS[name];
    const given = ask.options[name] ?? fallback;
    if (given === undefined) continue;
    const text = String(given);
    const count = /^(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
    if (!(count >= least && count <= most))
      return usage(`--${dashed(name)} takes a whole number from ${least} to ${most}, not ${shown(text)}`);
    counts[name] = count;
  }
  return counts as Counts;
}

const SHOW_VALUES = 'name samples by their ids too, which are values of records';

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: 'release build' });

const shown = (text: string): string => (text === '' ? 'nothing' : text.slice(0, 40));

const dashed = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

function reportText(report: VerifyReport, look: Look): string {
  const { verdict, root, changes, shards, records, members, undeclared, findings } = report;
  const { paint } = look;
  const head = verdict === 'holds' ? paint.green('holds') : paint.red('refused');
  const lines = [
    `${paint.bold('release')} ${head}  ${records.read} of ${records.declared} records read`,
    ...proposedLines(changes, look),
    `  root    ${root ?? 'none'}`,
    ...changeLines(changes),
  ];
  if (shards.length > 0)
    lines.push(
      table(
        shards.map(shard => [
          shard.id,
          shard.holds ? 'holds' : paint.red(shard.code ?? 'refused'),
          `${shard.records} records`,
        ]),
        '  ',
      ),
    );
  if (members !== undefined)
    lines.push(
      `  members  ${Object.entries(members)
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', ')}`,
    );
  for (const file of undeclared.slice(0, LIMITS.members_listed_max))
    lines.push(`  undeclared ${visible(file)}: nothing names it, never read`);
  const more = undeclared.length - LIMITS.members_listed_max;
  if (more > 0) lines.push(`  undeclared ${more} more`);
  for (const fault of findings) lines.push(faultText(fault, paint.red('finding'), '  ', look));
  return lines.join('\n');
}

/** What a reader of the report must not miss: nobody has accepted what this release stands on. */
const proposedLines = (changes: readonly ReleaseChange[], { paint }: Look): string[] =>
  changes
    .filter(({ proposed }) => proposed)
    .map(
      change =>
        `  ${paint.yellow('proposed only')}: ${targetText(change)}, by the change record ${change.digest}`,
    );

const targetText = ({ subject, step }: ReleaseChange): string =>
  visible(step.kind === 'version' ? `${subject}@${step.to}` : `${subject}/${step.to}`);

const changeLines = (changes: readonly ReleaseChange[]): string[] =>
  changes.map(
    change =>
      `  change  ${change.digest}  ${visible(`${change.subject} ${changeText(change)}`)}, ${change.class}`,
  );

/** A version leads to itself where something else is to stand beside its schema. */
const changeText = ({ step }: ReleaseChange): string =>
  step.from === step.to ? `governance of version ${step.to}` : stepText(step);

const changeDocument = ({ digest, subject, step, class: its, proposed }: ReleaseChange) => ({
  digest,
  subject,
  step: stepText(step),
  class: its,
  proposed,
});

const reportDocument = (report: VerifyReport) => ({
  verdict: report.verdict,
  root: report.root ?? null,
  proposed: report.manifest?.proposed ?? null,
  changes: report.changes.map(changeDocument),
  shards: report.shards.map(({ id, holds, code, records }) => ({ id, holds, code: code ?? null, records })),
  records: report.records,
  members: report.members ?? null,
  undeclared: report.undeclared,
  findings: report.findings.map(faultDocument),
});
