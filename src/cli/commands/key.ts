import path from 'node:path';
import { Fault } from '../../base/fault.ts';
import { newKey, readPublicKey } from '../../service/approval-key.ts';
import type { Ask, CommandRow, Outcome } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const keyNewCommand: CommandRow = {
  standsAlone: true,
  declare: command =>
    command
      .description('write a private key to sign approvals with, and print its public part')
      .argument('<file>', 'where it is written; only its owner can read it')
      .addHelpText(
        'after',
        '\nThe public part goes into registry.config.ts, under approvals.keys; the file stays with whoever signs.\n\nExamples:\n  assay key new ~/ada.pem\n  assay key new ada.pem --json',
      ),
  act: ask => act(ask, newKey),
};

export const keyShowCommand: CommandRow = {
  standsAlone: true,
  declare: command =>
    command
      .description('print the public part of a key, as registry.config.ts has it')
      .argument('<file>', 'a private or public key of Ed25519 in PEM')
      .addHelpText('after', '\nExamples:\n  assay key show ada.pem'),
  act: ask => act(ask, readPublicKey),
};

function act({ words, world, settings }: Ask, use: (place: string, name: string) => string | Fault): Outcome {
  const file = words[0] ?? '';
  const publicKey = use(path.resolve(world.folder, file), file);
  if (publicKey instanceof Fault) return publicKey;
  if (settings.json) return writeJson(world.output, { file, publicKey });
  world.output.write(`${publicKey}\n`);
  return 0;
}
