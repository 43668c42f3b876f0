import path from 'node:path';
import { type Digest, isDigest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { parseReference } from '../../service/reference.ts';
import { releaseOfProject } from '../../service/release-of-project.ts';
import { releaseVerify, type VerifyReport } from '../../service/release-verify.ts';
import type { ReadStore } from '../../store/port.ts';
import { openProject, withReadStore } from '../open-project.ts';
import { type Look, lookOf, table } from '../output.ts';
import type { Ask, CommandRow } from '../program.ts';
import { progressOn } from '../progress.ts';
import { faultDocument, faultText } from '../render-fault.ts';
import { writeJson } from '../write-json.ts';

/** Options that count: their default and the most they may be. */
const COUNTS = {
  shards: { fallback: 4, most: 20_000, of: 'shards to write' },
  generate: { fallback: 10_000, most: 5_000_000, of: 'records to generate, where a version is named' },
  seed: { fallback: 1, most: Number.MAX_SAFE_INTEGER, of: 'seed of the generated records' },
  sortSeed: { fallback: 1, most: Number.MAX_SAFE_INTEGER, of: 'seed of the order of records' },
  tombstoneWatermark: { fallback: 0, most: Number.MAX_SAFE_INTEGER, of: 'deletions the snapshot has seen' },
  benchmarkFence: { fallback: 0, most: Number.MAX_SAFE_INTEGER, of: 'benchmarks the snapshot has seen' },
} as const;
type CountName = keyof typeof COUNTS;

export const releaseBuildCommand: CommandRow = {
  declare: command =>
    Object.entries(COUNTS)
      .reduce(
        (built, [name, { fallback, of }]) => built.option(`--${dashed(name)} <n>`, of, String(fallback)),
        command
          .description('write shards and a manifest that binds schema, change records and every shard')
          .argument('<what>', 'subject/revision, or subject@version for generated records')
          .requiredOption('--out <dir>', 'the folder of the release')
          .option('--compression <codec>', 'null or deflate', 'null'),
      )
      .addHelpText(
        'after',
        '\nThe version, and the revision if one is named, must have been proposed to the store.\n\nExamples:\n  assay release build training.example@4 --generate 10000 --shards 4 --out release\n  assay release build weather.daily/1.31.1 --shards 2 --out release',
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
    const compression = ask.options['compression'];
    if (compression !== 'null' && compression !== 'deflate')
      return new Fault('USAGE', {
        problem: `--compression is null or deflate, not ${String(compression)}`,
        command: 'release build',
      });
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
        dir: path.resolve(ask.world.folder, String(ask.options['out'])),
        compression,
        progress,
      });
    const built = await withReadStore(ask, project, build);
    if (built instanceof Fault) return built;
    const { output } = ask.world;
    const { root, manifest } = built;
    if (ask.settings.json) return writeJson(output, { root, dir: built.dir, totals: manifest.totals });
    output.write(
      `${lookOf(output).paint.bold('built')}  ${manifest.totals.records} records in ${manifest.totals.shards} shards\n  root           ${root}\n  recordSchema   ${manifest.recordSchema}\n  changeRecords  ${manifest.changeRecords.join(', ')}\n`,
    );
    return 0;
  },
};

export const releaseVerifyCommand: CommandRow = {
  declare: command =>
    command
      .description('recompute everything a manifest says from the bytes of a release')
      .argument('<dir>', 'the folder of the release')
      .option('--root-digest <digest>', 'the root it must have, told by somebody other than the folder')
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
      progress: progressOn(output, 'shards'),
    });
    if (report instanceof Fault) return report;
    const exit = report.verdict === 'holds' ? 0 : 1;
    if (ask.settings.json) return writeJson(output, reportDocument(report), exit);
    output.write(`${reportText(report, lookOf(output))}\n`);
    return exit;
  },
};

function countsOf(ask: Ask): Readonly<Record<CountName, number>> | Fault {
  const counts: Partial<Record<CountName, number>> = {};
  for (const name of Object.keys(COUNTS) as CountName[]) {
    const text = String(ask.options[name]);
    const { most } = COUNTS[name];
    if (!/^(?:0|[1-9][0-9]{0,15})$/.test(text) || Number(text) > most)
      return new Fault('USAGE', {
        problem: `--${dashed(name)} takes a whole number up to ${most}, not ${text.slice(0, 40)}`,
        command: 'release build',
      });
    counts[name] = Number(text);
  }
  return counts as Record<CountName, number>;
}

const dashed = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

function reportText(report: VerifyReport, look: Look): string {
  const { verdict, root, shards, records, members, undeclared, findings } = report;
  const { paint } = look;
  const head = verdict === 'holds' ? paint.green('holds') : paint.red('refused');
  const lines = [
    `${paint.bold('release')} ${head}  ${records.read} of ${records.declared} records read`,
    `  root ${root ?? 'none'}`,
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
  for (const file of undeclared) lines.push(`  undeclared ${file}: in no manifest, never read`);
  for (const fault of findings) lines.push(faultText(fault, paint.red('finding'), '  ', look));
  return lines.join('\n');
}

const reportDocument = (report: VerifyReport) => ({
  verdict: report.verdict,
  root: report.root ?? null,
  shards: report.shards.map(({ id, holds, code, records }) => ({ id, holds, code: code ?? null, records })),
  records: report.records,
  members: report.members ?? null,
  undeclared: report.undeclared,
  findings: report.findings.map(faultDocument),
});
