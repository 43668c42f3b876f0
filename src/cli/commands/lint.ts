import type { Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import type { LintFix } from '../../contract/lint/lint-rule.ts';
import { type LintedFile, type LintReport, lint } from '../../service/lint.ts';
import { publishedBytes } from '../../service/published-file.ts';
import { openProject, withReadStore } from '../open-project.ts';
import { lookOf } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { faultDocument, renderFault } from '../render-fault.ts';
import { countsOf, lintText } from '../render-lint.ts';
import { writeJson } from '../write-json.ts';

export const lintCommand: CommandRow = {
  declare: command =>
    command
      .description('say what a careful reviewer would of contracts that parse, and mend what can be')
      .argument('[what...]', 'subjects, or files of contracts; every subject when left out')
      .option('--fix', 'write what keeps the digest into versions that are not accepted')
      .option('--unsafe', 'with --fix: write what changes the digest too')
      .option('--schema <name>', 'print the JSON Schema of a document for editors, such as contract')
      .addHelpText(
        'after',
        '\nExit 1 where a warning is left, 2 where a file can not be read. What was accepted is never written, and is told\nof only where its file is named.\n\nExamples:\n  assay lint\n  assay lint training.example --fix\n  assay lint schemas/training.example/v3.yaml\n  assay lint --schema contract > contract.schema.json',
      ),
  act: async ask => {
    const { world, settings, options } = ask;
    const words = ((ask.words[0] ?? []) as unknown as readonly string[]).map(String);
    const wrong = (problem: string): Fault => new Fault('USAGE', { problem, command: 'lint' });
    if (options['unsafe'] && !options['fix'])
      return wrong('--unsafe says what --fix may do, and --fix is missing');
    const schema = options['schema'];
    if (typeof schema === 'string') {
      if (words.length > 0 || options['fix']) return wrong('--schema prints a schema, and looks at no file');
      const bytes = publishedBytes(schema);
      if (bytes instanceof Fault) return bytes;
      const text = Buffer.from(bytes).toString('utf8');
      // A file for people to read is laid out; a document of this program's own is one line.
      if (settings.json) return writeJson(world.output, JSON.parse(text));
      world.output.write(text);
      return 0;
    }
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const fix: LintFix = options['fix'] ? (options['unsafe'] ? 'digest' : 'safe') : 'none';
    const report = await withReadStore(ask, project, store =>
      lint({ project, folder: world.folder, words, fix, store, opId: world.newOpId() }),
    );
    if (report instanceof Fault) return report;
    const { warnings } = countsOf(report);
    const exit = Math.max(warnings > 0 ? 1 : 0, ...report.faults.map(fault => fault.exit));
    if (settings.json) return writeJson(world.output, lintDocument(report), exit);
    world.output.write(`${lintText(report, lookOf(world.output))}\n`);
    for (const fault of report.faults) renderFault(fault, world.output, false);
    return exit;
  },
};

function lintDocument(report: LintReport): Json {
  const { notes, warnings, settled } = countsOf(report);
  return {
    notes,
    warnings,
    settled,
    faults: report.faults.map(faultDocument),
    files: report.files.map(fileDocument),
  };
}

const fileDocument = ({ path, subject, version, accepted, remarks, fixed }: LintedFile): Json => ({
  file: path,
  subject,
  version,
  accepted,
  fixed: fixed === undefined ? null : { ...fixed },
  remarks: remarks.map(({ rule, place, facts, says, fix }) => ({
    rule: rule.id,
    level: rule.level,
    line: place.line,
    column: place.column,
    says,
    facts,
    remedy: rule.remedy,
    fix: accepted ? 'none' : fix,
  })),
});
