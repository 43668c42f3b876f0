import { Fault } from '../../base/fault.ts';
import type { ListedToken } from '../../service/access/tokens.ts';
import { openProject, withReadRegistry } from '../open-project.ts';
import { lookOf, table, visible } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { grantText } from '../token-grants.ts';
import { writeJson } from '../write-json.ts';

export const tokenListCommand: CommandRow = {
  declare: command =>
    command
      .description('show the tokens there are, those that hold first; never what their bearers send')
      .addHelpText('after', '\nExamples:\n  assay token list\n  assay token list --json'),
  act: async ask => {
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const { output } = ask.world;
    const found = await withReadRegistry(ask, project, registry => registry.tokens());
    if (found instanceof Fault) return found;
    if (ask.settings.json) return writeJson(output, { ...found, tokens: found.tokens.map(tokenDocument) });
    if (found.tokens.length === 0) {
      output.write('there is no token\n');
      return 0;
    }
    const rows = found.tokens.map(({ id, name, state, expires, grants }) => [
      id,
      visible(name),
      state,
      expires,
      grants.map(grantText).join('; '),
    ]);
    output.write(
      `${table([['id', 'name', 'state', 'until', 'may act as'], ...rows], '', lookOf(output).width)}\n`,
    );
    return 0;
  },
};

const tokenDocument = ({ id, name, state, expires, grants }: ListedToken) => ({
  id,
  name,
  state,
  expires,
  grants: grants.map(({ role, subjects }) => ({ role, subjects })),
});
