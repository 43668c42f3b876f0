import { type Digest, isDigest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { type Collected, collect, type Found } from '../../service/collect/collect.ts';
import { collectAsked } from '../../service/collect/collect-asked.ts';
import { elsewhereFault, openKept, openProject, withReadStore, withStore } from '../open-project.ts';
import type { Ask, CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

const DAY_MS = 86_400_000;

export const gcCommand: CommandRow = {
  declare: command =>
    command
      .description('remove the objects and blobs that nothing refers to')
      .argument('[digests...]', 'these alone; each is refused where anything needs it')
      .option('--dry-run', 'say what would be removed, and remove nothing')
      .option(
        '--older-than <days>',
        'leave what was put in the last days: somebody may be about to refer to it',
        String(LIMITS.collect_days),
      )
      .addHelpText(
        'after',
        '\nOthers may go on writing. What a reference or an answer of the journal names stays, and what that names.\n\nExamples:\n  assay gc --dry-run\n  assay gc --older-than 30',
      ),
  act: async ask => {
    const digests: Digest[] = [];
    for (const word of ask.words.flat()) {
      if (word === undefined) continue;
      if (!isDigest(word))
        return usage(`${word.slice(0, LIMITS.echoed_chars_max)} is no digest: sha256: and 64 hex digits`);
      digests.push(word);
    }
    const days = String(ask.options['olderThan']);
    if (!/^[1-9][0-9]{0,3}$/.test(days) || Number(days) > LIMITS.collect_days_max)
      return usage(`--older-than takes days, 1 to ${LIMITS.collect_days_max}, not ${days.slice(0, 40)}`);
    return act(ask, [...new Set(digests)], Number(days));
  },
};

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: 'gc' });

async function act(ask: Ask, digests: readonly Digest[], days: number): Promise<number | Fault> {
  const { world, settings } = ask;
  const project = await openProject(ask);
  if (project instanceof Fault) return project;
  const elsewhere = elsewhereFault(ask);
  if (elsewhere !== undefined) return elsewhere;
  const there = await withReadStore(ask, project, async () => true, 'refuse');
  if (there instanceof Fault) return there;
  // Blobs belong to the store that registry.config.ts names, and to no other that somebody types.
  const kept = settings.store === undefined ? await openKept(ask, project) : undefined;
  if (kept instanceof Fault) return kept;
  const isDry = ask.options['dryRun'] === true;
  const found = await withStore(
    ask,
    project,
    async (store): Promise<Collected | { readonly asked: Found } | Fault> => {
      const common = { store, kept, older_ms: days * DAY_MS, isDry };
      if (digests.length === 0) return collect(common);
      const asked = await collectAsked({ ...common, digests, now_ms: world.now_ms() });
      return asked instanceof Fault ? asked : { asked };
    },
  );
  if (found instanceof Fault) return found;
  if (settings.json) return writeJson(world.output, { dryRun: isDry, olderThanDays: days, ...found });
  const rows = 'asked' in found ? [found.asked] : [found.objects, found.blobs, found.data];
  const names = 'asked' in found ? ['asked for'] : ['objects', 'blobs', 'golden data'];
  const lines = rows.map((row, at) => `  ${names[at]!.padEnd(12)}${foundText(row, isDry, days)}`);
  if ('leftovers' in found && found.leftovers > 0)
    lines.push(`  leftovers   ${found.leftovers} of writers that were killed removed`);
  world.output.write(`${[isDry ? 'nothing was removed' : 'collected', ...lines].join('\n')}\n`);
  return 0;
}

function foundText({ kept, young, removed, bytes }: Found, isDry: boolean, days: number): string {
  const gone = `${removed} ${isDry ? 'would be removed' : 'removed'} (${bytes} bytes)`;
  return [
    ...(kept > 0 ? [`${kept} referred to`] : []),
    ...(young > 0 ? [`${young} by nothing, and less than ${days} days old`] : []),
    gone,
  ].join(', ');
}
