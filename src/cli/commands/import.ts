import { Option } from 'commander';
import { Fault } from '../../base/fault.ts';
import { SENSITIVITIES } from '../../contract/contract-shape.ts';
import type { Governance } from '../../contract/governance.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../../service/exchange-formats.ts';
import { type Imported, importSchema } from '../../service/import-schema.ts';
import { openProject, withReadStore } from '../open-project.ts';
import { type Look, lookOf, visible } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { notesText } from '../render-notes.ts';
import { writeJson } from '../write-json.ts';

export const importCommand: CommandRow = {
  declare: command =>
    command
      .description('make a contract of a schema of another format')
      .argument('<file>', 'the schema, or a file that carries one')
      .addOption(
        new Option('--format <format>', 'what the file is, if it does not say').choices(IMPORT_FORMATS),
      )
      .option('--subject <name>', 'the subject whose next version it becomes; made if it is not there')
      .option('--object <name>', 'which kind of record, where the file describes several')
      .option('--owner <name>', 'who answers for fields that nothing says an owner of')
      .addOption(
        new Option('--sensitivity <level>', 'of fields that nothing says it of').choices(SENSITIVITIES),
      )
      .option(
        '--leave-out <field>',
        'a field not to import; may be given again',
        (name: string, names: readonly string[]) => [...names, name],
        [],
      )
      .option('--dry-run', 'print the contract, and write nothing')
      .addHelpText(
        'after',
        '\nWhat the file does not say is proposed and marked so; what a contract can not say is noted.\n\nExamples:\n  assay import orders.avsc --owner orders --sensitivity internal\n  assay import part-0.parquet --subject orders --dry-run',
      ),
  act: async ask => {
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const { output, folder, newOpId } = ask.world;
    const isDryRun = ask.options['dryRun'] === true;
    const wanted = {
      project,
      folder,
      file: ask.words[0]!,
      format: ask.options['format'] as ImportFormat | undefined,
      subject: ask.options['subject'] as string | undefined,
      object: ask.options['object'] as string | undefined,
      owner: ask.options['owner'] as string | undefined,
      sensitivity: ask.options['sensitivity'] as Governance['sensitivity'] | undefined,
      leaveOut: new Set(ask.options['leaveOut'] as readonly string[]),
      isDryRun,
      opId: newOpId(),
    };
    const imported = await withReadStore(ask, project, store => importSchema(wanted, store));
    if (imported instanceof Fault) return imported;
    if (ask.settings.json) return writeJson(output, documentOf(imported, isDryRun));
    output.write(`${textOf(imported, isDryRun, lookOf(output))}\n`);
    return 0;
  },
};

function documentOf({ format, contract, files, settled, notes }: Imported, isDryRun: boolean) {
  return {
    format,
    subject: contract.subject,
    version: contract.version,
    recordSchema: contract.recordSchema,
    written: !isDryRun,
    files: files.map(({ name, text }) => ({ name, text })),
    fields: settled.fields,
    proposedIds: settled.proposedIds,
    notes: notes.map(({ path, what, why }) => ({ path, what, why })),
  };
}

function textOf(
  { format, contract, files, settled, notes }: Imported,
  isDryRun: boolean,
  look: Look,
): string {
  const { paint } = look;
  const head = `${paint.bold(`${contract.subject}@${contract.version}`)}  from ${format}: ${settled.fields} fields, ${settled.proposedIds} ids proposed`;
  if (isDryRun) {
    const shown = files.flatMap(({ name, text }) => [
      '',
      paint.bold(name),
      ...text.trimEnd().split('\n').map(visible),
    ]);
    return [head, notesText(notes, look), ...shown]
      .filter((line, index) => index > 1 || line !== '')
      .join('\n');
  }
  const lines = [
    head,
    `  recordSchema ${contract.recordSchema}`,
    ...files.map(({ name, mode }) => `  ${mode === 'new' ? 'written' : 'changed'}  ${visible(name)}`),
    notesText(notes, look),
    'next: read what is marked as proposed, then run',
    '  assay check',
  ];
  return lines.filter(line => line !== '').join('\n');
}
