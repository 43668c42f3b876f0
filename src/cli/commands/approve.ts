import path from 'node:path';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { APPROVAL_ROLES, isApprovalRole } from '../../change/approval/role.ts';
import { readPrivateKey } from '../../service/approval-key.ts';
import { readGivenFile } from '../../service/given-file.ts';
import { type SignAsk, signApproval, toSign } from '../../service/sign-approval.ts';
import type { Signature } from '../../service/signed-approval.ts';
import { namedChange, namedReference, referenceText } from '../named-change.ts';
import { openProject, withRegistry } from '../open-project.ts';
import type { Ask, CommandRow } from '../program.ts';
import { showMoved } from '../show-moved.ts';
import { writeJson } from '../write-json.ts';

export const approveCommand: CommandRow = {
  declare: command =>
    command
      .description('accept the evidence of a proposal that waits: its change record, by digest')
      .argument('<what>', 'subject@version or subject/revision')
      // An approval is of evidence, so that nobody approves what they have not seen.
      .requiredOption('--change <digest>', 'the change record you read and approve')
      .option('--key <file>', 'the private key that signs, as assay key new writes it')
      .option('--role <role>', `in which role (${APPROVAL_ROLES.join(', ')})`)
      .option('--envelope <file>', 'a DSSE envelope that was signed elsewhere')
      .option('--dry-run', 'print what would be signed, or with --key the envelope, and send nothing')
      .addHelpText(
        'after',
        '\nWhere registry.config.ts lists keys under approvals, only signatures count; docs/approvals.md says how. Where it lists none,\nthe journal says that it was done, not who did it.\n\nExamples:\n  assay approve training.example@4 --change sha256:… --key ada.pem --role data-owner\n  assay approve training.example@4 --change sha256:… --role model-owner --dry-run > statement.json\n  assay approve training.example@4 --change sha256:… --envelope signed.json\n  assay approve weather.daily/2.1.0 --change sha256:… --json',
      ),
  act: async ask => {
    const what = namedReference(ask);
    if (what instanceof Fault) return what;
    const change = namedChange(ask);
    if (change instanceof Fault) return change;
    const { options, world, settings } = ask;
    const wanted = roleOf(ask);
    if (wanted instanceof Fault) return wanted;
    const signs = wanted && { what, change: change!, role: wanted };
    const signature = signatureOf(ask, signs);
    if (signature instanceof Fault) return signature;
    if (options['dryRun'] === true) {
      if (signs === undefined) return usage('--dry-run prints what --role would sign');
      if (signature !== undefined) {
        world.output.write(`${Buffer.from(signature.envelope).toString('utf8')}\n`);
        return 0;
      }
      const { payloadType, payload, preAuthEncoding } = toSign(signs);
      const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
      if (settings.json)
        return writeJson(world.output, {
          payloadType,
          payload: base64(payload),
          preAuthEncoding: base64(preAuthEncoding),
        });
      // The very bytes: a line end more would be another statement.
      world.output.write(Buffer.from(payload).toString('utf8'));
      return 0;
    }
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const opId = world.newOpId();
    const moved = await withRegistry(
      ask,
      project,
      registry => registry.move({ project, what, event: 'approve', change, signature, opId }),
      'empty',
    );
    return moved instanceof Fault ? moved : showMoved(ask, referenceText(what), moved);
  },
};

function roleOf({ options }: Ask): SignAsk['role'] | undefined | Fault {
  const { role, key, envelope, dryRun } = options;
  if (role === undefined)
    return key === undefined ? undefined : usage(`--key signs in a role: name it with --role`);
  if (!isApprovalRole(role)) return usage(`--role is none of ${APPROVAL_ROLES.join(', ')}`);
  if (envelope !== undefined) return usage('an envelope says itself in which role it was signed');
  return key === undefined && dryRun !== true ? usage('--role needs the --key that signs') : role;
}

/** @faults USAGE, and those of the files */
function signatureOf({ options, world }: Ask, signs: SignAsk | undefined): Signature | undefined | Fault {
  const { key, envelope, dryRun } = options;
  if (typeof envelope === 'string') {
    if (key !== undefined) return usage('--key signs, and --envelope is signed already');
    if (dryRun === true) return usage('--dry-run has nothing to print of an envelope that is signed');
    const bytes = readGivenFile(world.folder, envelope, LIMITS.envelope_bytes_max);
    return bytes instanceof Fault ? bytes : { envelope: bytes, document: envelope };
  }
  if (typeof key !== 'string' || signs === undefined) return undefined;
  const privateKey = readPrivateKey(path.resolve(world.folder, key), key);
  if (privateKey instanceof Fault) return privateKey;
  return { envelope: signApproval(signs, privateKey), document: 'what was signed' };
}

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: 'approve' });
