import path from 'node:path';
import { Fault } from '../../base/fault.ts';
import { restoreBackup } from '../../service/backup/restore-backup.ts';
import { openProject, withStore } from '../open-project.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const restoreCommand: CommandRow = {
  declare: command =>
    command
      .description('take a backup into a store that holds nothing yet')
      .argument('<file>', 'what `assay backup` wrote')
      .addHelpText(
        'after',
        '\nThe store may be of another make than the one that was backed up. Nothing is written before the whole file was held\nagainst its digests, and the store is then held against its own.\n\nExamples:\n  assay restore registry-2026-12-01.jsonl --store .assay/restored.sqlite',
      ),
  act: async ask => {
    const { world, settings } = ask;
    const name = ask.words[0]!;
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const place = path.resolve(world.folder, name);
    const done = await withStore(ask, project, store => restoreBackup(store, place, name));
    if (done instanceof Fault) return done;
    const scopes = done.scopes.map(({ scope, seq }) => ({ scope, seq }));
    if (settings.json) return writeJson(world.output, { objects: done.objects, scopes });
    const rows = scopes.map(({ scope, seq }) => `  ${scope}, seq ${seq}\n`).join('');
    world.output.write(`restored ${done.objects} objects and ${scopes.length} scopes\n${rows}`);
    return 0;
  },
};
