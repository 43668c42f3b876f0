import { Fault } from '../../base/fault.ts';
import { createApp } from '../../http/app.ts';
import { LOOPBACK_HOSTS } from '../../http/host-guard.ts';
import { serveApp } from '../../http/serve.ts';
import { registryQueries } from '../../service/registry-queries.ts';
import { openProject, withStore } from '../open-project.ts';
import type { Ask, CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const serveCommand: CommandRow = {
  declare: command =>
    command
      .description('answer HTTP from the store, until it is interrupted')
      .option('--host <host>', 'the address to listen on', '127.0.0.1')
      .option('--port <port>', 'the port to listen on; 0 takes a free one', '8321')
      .option(
        '--allow-host <name...>',
        'names it may be asked under, besides those of the loopback and of --host',
      )
      .addHelpText(
        'after',
        '\nIt changes nothing and knows no users: leave it on the loopback, or behind something that does.\n\nExamples:\n  assay serve\n  assay serve --port 0 --json\n  curl -s http://127.0.0.1:8321/subjects',
      ),
  act: async ask => {
    const port = String(ask.options['port']);
    if (!/^(?:0|[1-9][0-9]{0,4})$/.test(port) || Number(port) > 65_535)
      return new Fault('USAGE', {
        problem: `--port takes a number from 0 to 65535, not ${port.slice(0, 40)}`,
        command: 'serve',
      });
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    return withStore(ask, project, async store => {
      const { output, untilStopped } = ask.world;
      const app = createApp(registryQueries(store), {
        hosts: hostsOf(ask),
        onTrouble: trouble =>
          output.writeError(
            `${trouble instanceof Fault ? `${trouble.code}: ${trouble.message}` : troubleText(trouble)}\n`,
          ),
      });
      const listening = await serveApp(app, String(ask.options['host']), Number(port));
      if (listening instanceof Fault) return listening;
      if (ask.settings.json) writeJson(output, { url: listening.url });
      else output.write(`listening on ${listening.url}\n`);
      await untilStopped();
      await listening.close();
      return 0;
    });
  },
};

function hostsOf({ options }: Ask): readonly string[] {
  const host = String(options['host']);
  const named = (options['allowHost'] as readonly string[] | undefined) ?? [];
  return [...LOOPBACK_HOSTS, host.includes(':') ? `[${host}]` : host, ...named];
}

/** What kind of error it was and where; its message may hold what a request sent. */
const troubleText = (trouble: unknown): string =>
  trouble instanceof Error
    ? `${trouble.name} ${trouble.stack?.split('\n')[1]?.trim() ?? ''}`
    : 'something was thrown';
