import path from 'node:path';
import { Fault } from '../../base/fault.ts';
import { readBackup } from '../../service/backup/read-backup.ts';
import { writeBackup } from '../../service/backup/write-backup.ts';
import { elsewhereFault, openProject, withReadStore } from '../open-project.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const backupCommand: CommandRow = {
  declare: command =>
    command
      .description('write all that the store holds into one file')
      .argument('<file>', 'the file; it must not be there yet')
      .option('--verify', 'read a backup instead, and hold all of it against its digests')
      .addHelpText(
        'after',
        '\nOthers may go on writing to the store: each scope is taken as it was at one moment.\n\nExamples:\n  assay backup registry-2026-12-01.jsonl\n  assay backup --verify registry-2026-12-01.jsonl',
      ),
  act: async ask => {
    const { world, settings } = ask;
    const name = ask.words[0]!;
    const place = path.resolve(world.folder, name);
    if (ask.options['verify'] === true) {
      const held = await readBackup(place, name, async () => undefined);
      if (held instanceof Fault) return held;
      const { objects, scopes } = held;
      if (settings.json) return writeJson(world.output, { objects, scopes: scopes.length });
      world.output.write(`${name} is whole: ${objects} objects, ${scopes.length} scopes\n`);
      return 0;
    }
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const elsewhere = elsewhereFault(ask);
    if (elsewhere !== undefined) return elsewhere;
    const done = await withReadStore(
      ask,
      project,
      store => writeBackup({ store, place, name, part: world.newOpId() }),
      'refuse',
    );
    if (done instanceof Fault) return done;
    if (settings.json) return writeJson(world.output, done);
    const { objects, scopes, entries, bytes } = done;
    world.output.write(
      `${name}: ${objects} objects, ${scopes} scopes, ${entries} decisions, ${bytes} bytes\n`,
    );
    return 0;
  },
};
