import type { Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { comparisonDocument } from '../../compat/compare.ts';
import { matrixDocument } from '../../matrix/report.ts';
import { diff } from '../../service/diff.ts';
import { parseReference } from '../../service/reference.ts';
import { openProject } from '../open-project.ts';
import { lookOf } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { BYTES, findingsText, matrixText } from '../render-findings.ts';
import { writeJson } from '../write-json.ts';

const FORM = 'two versions of one subject, as in training.example@3 training.example@4';

export const diffCommand: CommandRow = {
  declare: command =>
    command
      .description('compare two versions of a subject, on definitions and on bytes')
      .argument('<older>', 'subject@version')
      .argument('<newer>', 'subject@version')
      .addHelpText(
        'after',
        '\nExit 1 when the change is anything but identical or fully compatible.\n\nExamples:\n  assay diff training.example@3 training.example@4\n  assay diff training.example@3 training.example@4 --json',
      ),
  act: async ask => {
    const [older, newer] = [parseReference(ask.words[0] ?? ''), parseReference(ask.words[1] ?? '')];
    if (older instanceof Fault) return older;
    if (newer instanceof Fault) return newer;
    if (older.kind !== 'version' || newer.kind !== 'version' || older.subject !== newer.subject)
      return new Fault('REFERENCE_MALFORMED', { found: ask.words.join(' '), form: FORM });
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const { world, settings } = ask;
    const found = await diff(
      project,
      { subject: older.subject, from: older.version, to: newer.version },
      world.plainReaders,
    );
    if (found instanceof Fault) return found;
    const { comparison, matrix } = found;
    const exit = comparison.for.length === 2 && matrix.conditions.length === 0 ? 0 : 1;
    if (settings.json) {
      const { subject, from, to } = found;
      const judged = comparisonDocument(comparison) as { readonly [key: string]: Json };
      const document = { subject, from, to, ...judged, matrix: matrixDocument(matrix) };
      return writeJson(world.output, document, exit);
    }
    const look = lookOf(world.output);
    world.output.write(
      [
        `${look.paint.bold(found.subject)}  version ${found.from} → ${found.to}`,
        findingsText(comparison, look),
        '',
        BYTES,
        matrixText(matrix, look, 'changed fields'),
        '',
      ].join('\n'),
    );
    return exit;
  },
};
