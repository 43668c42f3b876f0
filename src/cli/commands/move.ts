import type { Command } from 'commander';
import { Fault } from '../../base/fault.ts';
import type { MoveEvent } from '../../service/move-proposal.ts';
import { type NamedReference, namedChange, namedReference, referenceText } from '../named-change.ts';
import { openProject, withRegistry } from '../open-project.ts';
import type { CommandRow } from '../program.ts';
import { showMoved } from '../show-moved.ts';

const UNSIGNED = 'The journal says that it was done, not who did it.';

const ANY_RECORD = (command: Command): Command =>
  command.option('--change <digest>', 'the change record you read; refused when another stands by now');

export const activateCommand = moveCommand('activate', {
  description: 'let data be written under what was approved',
  declare: ANY_RECORD,
  help: `What becomes active is entered into the ledger file of the subject. ${UNSIGNED}\n\nExamples:\n  assay activate training.example@4\n  assay activate weather.daily/2.1.0 --json`,
});

export const retireCommand = moveCommand('retire', {
  description: 'take no more data under the oldest version that is active; what was written stays readable',
  declare: ANY_RECORD,
  named: 'version',
  help: `Versions are retired from the oldest on, for good. A version stays while a newer one is not active, a producer can write
it, a consumer reads it or an older one, or the newest data is under it: registry.config.ts says who writes and reads.
Nothing is forgotten: ids stay burnt, and records that were accepted under it still bind later versions. ${UNSIGNED}

Examples:
  assay retire training.example@3
  assay retire training.example@3 --change sha256:… --json`,
});

export const withdrawCommand = moveCommand('withdraw', {
  description: 'give up a proposal that waits; its number or name is free again, its ids stay burnt',
  declare: ANY_RECORD,
  help: `What is active is never withdrawn. ${UNSIGNED}\n\nExamples:\n  assay withdraw training.example@4\n  assay withdraw weather.daily/2.1.0 --json`,
});

type Words = {
  readonly description: string;
  /** What it takes, where that is not both. */
  readonly named?: NamedReference['kind'];
  readonly declare: (command: Command) => Command;
  readonly help: string;
};

function moveCommand(event: MoveEvent, { description, declare, named, help }: Words): CommandRow {
  const form = named === undefined ? 'subject@version or subject/revision' : 'subject@version';
  return {
    declare: command =>
      declare(command.description(description).argument('<what>', form)).addHelpText('after', `\n${help}`),
    act: async ask => {
      const what = namedReference(ask);
      if (what instanceof Fault) return what;
      if (named !== undefined && what.kind !== named)
        return new Fault('REFERENCE_MALFORMED', { found: ask.words[0]!, form });
      const change = namedChange(ask);
      if (change instanceof Fault) return change;
      const project = await openProject(ask);
      if (project instanceof Fault) return project;
      const { world } = ask;
      const opId = world.newOpId();
      const moved = await withRegistry(
        ask,
        project,
        registry => registry.move({ project, what, event, change, opId }),
        'empty',
      );
      if (moved instanceof Fault) return moved;
      return showMoved(ask, referenceText(what), moved);
    },
  };
}
