import { Option } from 'commander';
import { Fault } from '../../base/fault.ts';
import { isLoopback } from '../../service/access/client-address.ts';
import { storePlace } from '../../service/open-store.ts';
import type { ReadStore } from '../../store/port.ts';
import { elsewhereFault, openProject, withReadStore, withStore } from '../open-project.ts';
import type { CommandRow } from '../program.ts';
import { type Changed, LOG_LEVELS, type LogLevel } from '../world.ts';
import { writeJson } from '../write-json.ts';

export const serveCommand: CommandRow = {
  declare: command =>
    command
      .description('answer HTTP from the store, until it is interrupted')
      .option('--host <host>', 'the address to listen on', '127.0.0.1')
      .option('--port <port>', 'the port to listen on; 0 takes a free one', '8321')
      .option('--allow-host <name...>', 'names it may be asked under, besides the loopback and --host')
      .addOption(
        new Option('--log-level <level>', 'what is logged to standard error, one JSON object a line')
          .choices(LOG_LEVELS)
          .default('error'),
      )
      .addHelpText(
        'after',
        '\nWho may ask what is said by auth in registry.config.ts; without it whoever comes may read, and it listens on the loopback alone.\n\nExamples:\n  assay serve\n  assay serve --port 0 --json\n  curl -s http://127.0.0.1:8321/subjects',
      ),
  act: async ask => {
    const port = String(ask.options['port']);
    if (!/^(?:0|[1-9][0-9]{0,4})$/.test(port) || Number(port) > 65_535) {
      const problem = `--port takes a number from 0 to 65535, not ${port.slice(0, 40)}`;
      return new Fault('USAGE', { problem, command: 'serve' });
    }
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const elsewhere = elsewhereFault(ask);
    if (elsewhere !== undefined) return elsewhere;
    const { world, settings, options } = ask;
    const host = String(options['host']);
    // Behind the loopback are those who may log in here; behind any other address, whoever gets there.
    if (project.config.auth === 'none' && !isLoopback(host)) return new Fault('HOST_UNGUARDED', { host });
    const serve = async (store: ReadStore, changed?: Changed): Promise<number | Fault> => {
      const listening = await world.listen({ store, changed }, project, {
        host,
        port: Number(port),
        logLevel: options['logLevel'] as LogLevel,
        allowedHosts: (options['allowHost'] as readonly string[] | undefined) ?? [],
      });
      if (listening instanceof Fault) return listening;
      if (settings.json) writeJson(world.output, { url: listening.url });
      else world.output.write(`listening on ${listening.url}\n`);
      await world.untilStopped();
      await listening.close();
      return 0;
    };
    // An empty store would be served for good, as one that is made later is another file.
    const readable = await withReadStore(
      ask,
      project,
      project.config.auth === 'none' ? serve : nothing,
      'refuse',
    );
    if (project.config.auth === 'none' || readable instanceof Fault) return readable;
    const place = storePlace(project, settings.store, world.folder);
    return withStore(ask, project, store => serve(store, { store, place, project }));
  },
};

const nothing = async (): Promise<number> => 0;
