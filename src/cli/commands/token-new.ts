import path from 'node:path';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { LINE, SUBJECT } from '../../contract/contract-shape.ts';
import { isWhole } from '../../service/access/grant-shape.ts';
import type { Grant } from '../../service/access/principal.ts';
import { isRole, ROLES } from '../../service/access/roles.ts';
import type { Issued } from '../../service/access/tokens.ts';
import { isDay } from '../../service/day.ts';
import { SecretFile } from '../../service/secret-file.ts';
import { openProject, withRegistry } from '../open-project.ts';
import { type Look, lookOf, visible } from '../output.ts';
import type { Ask, CommandRow } from '../program.ts';
import { grantText } from '../token-grants.ts';
import { writeJson } from '../write-json.ts';

export const tokenNewCommand: CommandRow = {
  declare: command =>
    command
      .description('make a token for somebody who asks over HTTP, and print it once')
      .requiredOption('--name <name>', 'whose it is, or what for: a person, a job')
      .requiredOption('--role <role...>', `what the bearer is: ${ROLES.join(', ')}`)
      .option('--subject <subject...>', 'the subjects it is for; without it, all there are and will be')
      .requiredOption('--expires <day>', 'the last day on which it holds, in UTC')
      .option('--out <file>', 'a new file to write it to, which nobody else may read, instead of printing it')
      .addHelpText(
        'after',
        '\nOnly a digest of it is kept: what is printed here nobody can print again.\n\nExamples:\n  assay token new --name ci --role producer --subject training.example --expires 2026-12-31\n  assay token new --name ada --role data-owner --expires 2026-12-31 --out ada.token',
      ),
  act: async ask => {
    const { world, settings, options } = ask;
    const name = LINE.safeParse(options['name']);
    if (!name.success)
      return usage(`--name takes one line of at most ${LIMITS.subject_chars_max} characters`);
    const grants = grantsIn(ask);
    if (grants instanceof Fault) return grants;
    const expires = String(options['expires']);
    if (!isDay(expires)) return usage(`--expires takes a day, as in 2026-03-31, not ${expires.slice(0, 40)}`);
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const out = options['out'] as string | undefined;
    const file = out === undefined ? undefined : SecretFile.take(path.resolve(world.folder, out), out);
    if (file instanceof Fault) return file;
    const issued = await withRegistry(ask, project, registry =>
      registry.newToken({ name: name.data, grants, expires, opId: world.newOpId() }),
    );
    if (issued instanceof Fault) {
      file?.discard();
      return issued;
    }
    const unkept = file?.keep(`${issued.text}\n`);
    if (unkept !== undefined) return unkept;
    if (settings.json) {
      const { token: id, kind: _, ...answer } = issued.answer;
      return writeJson(world.output, {
        ...answer,
        id,
        ...(out === undefined ? { token: issued.text } : { file: out }),
      });
    }
    world.output.write(`${issuedText(issued, grants, out, lookOf(world.output))}\n`);
    return 0;
  },
};

/** @faults USAGE ROLE_SUBJECTS */
function grantsIn({ options }: Pick<Ask, 'options'>): readonly Grant[] | Fault {
  const roles = [...new Set(options['role'] as readonly string[])];
  const named = options['subject'] as readonly string[] | undefined;
  const unknown = roles.find(role => !isRole(role));
  if (unknown !== undefined) return usage(`--role takes ${ROLES.join(', ')}, not ${unknown.slice(0, 40)}`);
  const misnamed = named?.find(subject => !SUBJECT.safeParse(subject).success);
  if (misnamed !== undefined)
    return usage(`--subject takes the name of a subject, not ${misnamed.slice(0, 40)}`);
  const most = LIMITS.grant_subjects_max;
  if (named !== undefined && named.length > most) return usage(`--subject takes at most ${most} subjects`);
  const subjects = named === undefined ? 'all' : [...new Set(named)];
  const grants = roles.filter(isRole).map(role => ({ role, subjects }) as const);
  const split = grants.find(grant => !isWhole(grant));
  return split === undefined ? grants : new Fault('ROLE_SUBJECTS', { role: split.role });
}

function issuedText(
  { answer, text }: Issued,
  grants: readonly Grant[],
  out: string | undefined,
  { paint }: Look,
): string {
  return [
    `${paint.bold(visible(answer.name))}  token ${answer.token}, until ${answer.expires}`,
    ...grants.map(grant => `  ${grantText(grant)}`),
    ...(out === undefined
      ? ['it is shown this once; whoever has it is taken for its bearer:', text]
      : [`  written to ${visible(out)}; whoever has it is taken for its bearer`]),
  ].join('\n');
}

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: 'token new' });
