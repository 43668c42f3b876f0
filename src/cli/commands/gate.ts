import { Fault } from '../../base/fault.ts';
import type { GateDocument } from '../../service/registry.ts';
import { namedReference, referenceText } from '../named-change.ts';
import { openProject, withReadRegistry } from '../open-project.ts';
import { fill, type Look, lookOf, visible } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { approvalLines } from '../render-approvals.ts';
import { answer, filesAsked, reportFiles } from '../report/report-options.ts';
import { reportedGate } from '../report/reported-gate.ts';
import { waiverText } from '../report/waiver-text.ts';
import { writeShaped } from '../write-json.ts';

export const gateCommand: CommandRow = {
  declare: command =>
    reportFiles(command)
      .description('show every condition that must hold before a proposal becomes active, met or not')
      .argument('<what>', 'subject@version or subject/revision')
      .addHelpText(
        'after',
        '\nExit 0 says that it is open, 1 that it is closed. docs/approvals.md says what each condition asks.\n\nExamples:\n  assay gate training.example@4\n  assay gate training.example@4 --json',
      ),
  act: async ask => {
    const what = namedReference(ask);
    if (what instanceof Fault) return what;
    const asked = filesAsked(ask, 'gate');
    if (asked instanceof Fault) return asked;
    const project = await openProject(ask);
    if (project instanceof Fault) return answer(ask, asked, project);
    const report = await withReadRegistry(ask, project, registry => registry.gate({ project, what }));
    if (report instanceof Fault) return answer(ask, asked, report);
    const { output } = ask.world;
    const name = referenceText(what);
    const exit = report.isOpen ? 0 : 1;
    const print = (): number => {
      if (ask.settings.json) return writeShaped(output, report, exit);
      output.write(`${gateText(name, report, lookOf(output))}\n`);
      return exit;
    };
    return answer(ask, asked, { reported: reportedGate(report, name), print, exit });
  },
};

const SIGNS = { met: 'met', unmet: 'UNMET', waived: 'waived', 'not-asked': 'not asked' } as const;

function gateText(name: string, report: GateDocument, { paint, width }: Look): string {
  const { isOpen, change, state, conditions, approvals } = report;
  const colour = { met: paint.green, unmet: paint.red, waived: paint.yellow, 'not-asked': paint.dim };
  return [
    `${paint.bold(name)}  gate ${isOpen ? paint.green('open') : paint.red('closed')}, ${state}`,
    `  change   ${change}`,
    ...conditions.flatMap(({ condition, state: its, findings, evidence }) => [
      `  ${condition.padEnd(11)}${colour[its](SIGNS[its])}`,
      ...findings.map(({ text, waiver }) =>
        fill(
          '             ',
          visible(waiver === null ? text : `${text} (${waiverText(waiver)})`).split(' '),
          width,
        ),
      ),
      ...evidence.map(digest => `             ${digest}`),
    ]),
    ...(approvals.signed ? approvalLines(approvals, { paint, width }) : []),
  ].join('\n');
}
