import path from 'node:path';
import { Option } from 'commander';
import { Fault } from '../../base/fault.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../service/exchange-formats.ts';
import { exportSchema } from '../../service/export-schema.ts';
import { parseReference } from '../../service/reference.ts';
import { writeNewFile } from '../../service/write-new-file.ts';
import { openProject } from '../open-project.ts';
import { errorLookOf, lookOf } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { notesText } from '../render-notes.ts';
import { writeJson } from '../write-json.ts';

export const exportCommand: CommandRow = {
  declare: command =>
    command
      .description('write a version of a subject as a schema of another format')
      .argument('<what>', 'subject@version')
      .addOption(new Option('--as <format>', 'the format').choices(EXPORT_FORMATS).makeOptionMandatory())
      .option('--out <file>', 'a new file to write it to, instead of standard output')
      .addHelpText(
        'after',
        '\nWhat the format has no words for goes into its own properties under "assay", or is noted.\n\nExamples:\n  assay export training.example@4 --as avro\n  assay export training.example@4 --as avro --out example.avsc',
      ),
  act: async ask => {
    const what = parseReference(ask.words[0]!);
    if (what instanceof Fault) return what;
    if (what.kind !== 'version')
      return new Fault('REFERENCE_MALFORMED', {
        found: ask.words[0]!.slice(0, 200),
        form: 'subject@version',
      });
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const format = ask.options['as'] as ExportFormat;
    const exported = await exportSchema(project, what, format);
    if (exported instanceof Fault) return exported;
    const { output, folder } = ask.world;
    const { content, notes } = exported;
    const out = ask.options['out'] as string | undefined;
    if (out === undefined && typeof content !== 'string' && !ask.settings.json)
      return new Fault('USAGE', {
        problem: `${format} is no text: name a file for it with --out`,
        command: 'export',
      });
    const unwritten = out === undefined ? undefined : writeNewFile(path.resolve(folder, out), out, content);
    if (unwritten instanceof Fault) return unwritten;
    if (ask.settings.json) {
      const body =
        typeof content === 'string' ? { text: content } : { base64: Buffer.from(content).toString('base64') };
      const told = notes.map(({ path: at, what: lost, why }) => ({ path: at, what: lost, why }));
      return writeJson(output, { format, ...body, notes: told, out: out ?? null });
    }
    if (out !== undefined) {
      const text = notesText(notes, lookOf(output));
      output.write(`written  ${out}\n${text === '' ? '' : `${text}\n`}`);
      return 0;
    }
    output.write(content as string);
    const text = notesText(notes, errorLookOf(output));
    if (text !== '') output.writeError(`${text}\n`);
    return 0;
  },
};
