import { Fault } from '../../base/fault.ts';
import { isTokenId } from '../../service/access/token-text.ts';
import { openProject, withRegistry } from '../open-project.ts';
import { lookOf, visible } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const tokenRevokeCommand: CommandRow = {
  declare: command =>
    command
      .description('end a token for good, before its last day')
      .argument('<id>', 'the id of the token, as assay token list and the journal have it')
      .addHelpText(
        'after',
        '\nA server that runs elsewhere on the same store takes it for a second more, at most.\n\nExamples:\n  assay token revoke 0f1e2d3c4b5a6978\n  assay token revoke 0f1e2d3c4b5a6978 --json',
      ),
  act: async ask => {
    const id = ask.words[0] ?? '';
    // Never repeated: somebody may have typed the whole token.
    if (!isTokenId(id))
      return new Fault('USAGE', {
        problem: 'a token is named by its id, 16 digits 0 to 9 and a to f',
        command: 'token revoke',
      });
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const { world, settings } = ask;
    const opId = world.newOpId();
    const answer = await withRegistry(ask, project, registry => registry.revokeToken({ id, opId }), 'empty');
    if (answer instanceof Fault) return answer;
    if (settings.json) return writeJson(world.output, answer);
    const { paint } = lookOf(world.output);
    const how = answer.kind === 'revoked' ? 'is revoked' : 'was revoked already';
    world.output.write(`${paint.bold(visible(answer.name))}  token ${id} ${how}\n`);
    return 0;
  },
};
