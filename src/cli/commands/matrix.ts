import path from 'node:path';
import { Option } from 'commander';
import { Fault } from '../../base/fault.ts';
import { completionOf } from '../../change/completion.ts';
import { type CodecName, PLAIN_CODECS } from '../../matrix/plain-lane.ts';
import { matrixDocument } from '../../matrix/report.ts';
import { matrix, type ProjectMatrix } from '../../service/matrix.ts';
import type { ReadInterval } from '../../service/read-intervals.ts';
import { type Replayed, replaySamples } from '../../service/replay-samples.ts';
import { failingSamples, writeSamples } from '../../service/save-samples.ts';
import { unreadFaults } from '../../service/unread-faults.ts';
import { bothHold, verdictsOf } from '../../service/verdicts.ts';
import { noCache, openProject, withCells } from '../open-project.ts';
import { type Look, lookOf, table, visible } from '../output.ts';
import type { Ask, CommandRow } from '../program.ts';
import { cellsDocument, cellsLines } from '../render-cells.ts';
import { completionLines } from '../render-completion.ts';
import { matrixText } from '../render-findings.ts';
import { unreadLines, verdictsText } from '../render-verdict.ts';
import { heatText } from '../report/heat-text.ts';
import { answer, reportAsked, reportOptions } from '../report/report-options.ts';
import { reportedMatrix } from '../report/reported-matrix.ts';
import { writeJson } from '../write-json.ts';

export const matrixCommand: CommandRow = {
  declare: command =>
    reportOptions(noCache(command))
      .addOption(
        new Option('--codec <codec...>', 'only these, instead of those of registry.config.ts').choices(
          PLAIN_CODECS,
        ),
      )
      .option('--save-samples <folder>', 'write the smallest record that shows each failure')
      .option('--samples <folder>', 'ask ordinary readers again what they make of samples saved there')
      .description('show what each supported reader makes of each supported writer, on bytes')
      .argument('<subject>', 'the subject')
      .addHelpText(
        'after',
        '\nWriters and readers are the versions that producers and consumers in registry.config.ts name; where it names\nnone, every version of the subject.\n\nExamples:\n  assay matrix training.example\n  assay matrix training.example --codec arrow parquet\n  assay matrix training.example --json',
      ),
  act: async ask => {
    const asked = reportAsked(ask, 'matrix');
    if (asked instanceof Fault) return asked;
    const project = await openProject(ask);
    if (project instanceof Fault) return answer(ask, asked, project);
    const { world, settings, words, options } = ask;
    const done = await withCells(ask, project, async kept => {
      const found = await matrix(project, words[0]!, {
        plain: world.plainReaders,
        tried: { conversions: world.conversions, functions: 'run' },
        kept,
        foreign: world.foreignReaders,
        now_ms: world.now_ms(),
        codecs: codecsAsked(options['codec']),
      });
      if (found instanceof Fault) return found;
      const samples = await savedSamples(ask, words[0]!, found);
      if (samples instanceof Fault) return samples;
      const replayed = await replayedSamples(ask, words[0]!, found);
      return replayed instanceof Fault ? replayed : { ...found, kept, samples, replayed };
    });
    if (done instanceof Fault) return answer(ask, asked, done);
    const { report, slices, intervals, kept, samples, replayed } = done;
    const completion = completionOf(report, slices);
    const holds = intervals.every(({ gaps }) => gaps.length === 0) && bothHold(verdictsOf([], report));
    // A sample that nobody could look at is no pass.
    const isMended = (replayed ?? []).every(({ state }) => state === 'mended');
    const exit = holds && isMended ? 0 : 1;
    const print = (): number => {
      if (settings.json)
        return writeJson(
          world.output,
          {
            ...matrixDocument(report),
            completion,
            intervals,
            ...cellsDocument(kept?.use),
            ...(samples && { samples }),
            ...(replayed && { replayed }),
          },
          holds ? 0 : 1,
        );
      const look = lookOf(world.output);
      const why = {
        encoding: 'whether ordinary readers decode ordinary records',
        meaning: 'whether every reader holds what was meant, or refuses',
      };
      world.output.write(
        `${[
          look.paint.bold(words[0]!),
          verdictsText(report, why, look),
          ...unreadLines(unreadFaults(report), look),
          heatText(report, look),
          matrixText(report, look, 'all'),
          ...intervalLines(intervals, look),
          ...completionLines(completion, look),
          ...cellsLines(kept?.use),
          ...(replayed ?? []).map(({ file, state }) => `  sample ${visible(file)}: ${REPLAYED[state]}`),
          ...(samples === undefined ? [] : [`samples  ${samples.length} written`]),
        ].join('\n')}\n`,
      );
      return exit;
    };
    return answer(ask, asked, { reported: reportedMatrix(words[0]!, done, holds), print, exit });
  },
};

/** Once each, in the order in which reports have them; undefined where none is named. */
function codecsAsked(named: unknown): readonly CodecName[] | undefined {
  return Array.isArray(named) ? PLAIN_CODECS.filter(codec => named.includes(codec)) : undefined;
}

const REPLAYED: Readonly<Record<Replayed['state'], string>> = {
  shows: 'still shows what it was saved for',
  mended: 'shows it no longer',
  unreadable: 'its bytes are no record of that version any more',
  'no-version': 'one of its versions is not there',
};

/** Undefined where nobody asked. */
async function replayedSamples(
  { world, options }: Ask,
  subject: string,
  { contracts }: ProjectMatrix,
): Promise<readonly Replayed[] | undefined | Fault> {
  const folder = options['samples'];
  if (typeof folder !== 'string') return undefined;
  return replaySamples(world.plainReaders, subject, path.resolve(world.folder, folder), contracts);
}

/** The names of the files that were written, where that was asked for. */
async function savedSamples(
  { world, options }: Ask,
  subject: string,
  { report, contracts }: ProjectMatrix,
): Promise<readonly string[] | undefined | Fault> {
  const folder = options['saveSamples'];
  if (typeof folder !== 'string') return undefined;
  const samples = await failingSamples(world.plainReaders, subject, report, contracts);
  if (samples instanceof Fault) return samples;
  return writeSamples(path.resolve(world.folder, folder), samples, world.newOpId());
}

function intervalLines(intervals: readonly ReadInterval[], look: Look): readonly string[] {
  const rows = intervals.map(({ consumer, kind, purpose, from, to, gaps }) => [
    consumer,
    kind,
    `${from} to ${to}`,
    gaps.length === 0
      ? 'reads all of them'
      : look.paint.red(`FAIL: as v${to} it does not read ${gaps.join(', ')}`),
    visible(purpose),
  ]);
  return rows.length === 0
    ? []
    : [table([['consumer', 'kind', 'interval', '', 'purpose'], ...rows], '  ', look.width)];
}
