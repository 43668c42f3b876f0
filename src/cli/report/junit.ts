import type { Fault } from '../../base/fault.ts';
import { suspectText } from '../../golden/doubts/unit-suspects.ts';
import type { CellReport } from '../../matrix/cell-report.ts';
import type { ConverterCell } from '../../matrix/converter-cell.ts';
import type { ForeignCell } from '../../matrix/foreign-cell.ts';
import { converterName, converterSummary, converterTroubles } from '../converter-words.ts';
import { checkText, fieldWords, recordsOf } from '../golden-words.ts';
import { cellName, isGreen, troubleTexts } from './cell-facts.ts';
import { tablesText } from './data-table.ts';
import { tablesOf, toldChecks } from './data-tables.ts';
import { cellEdges } from './edges.ts';
import type { Case } from './junit-case.ts';
import { markup } from './markup.ts';
import { breaks, type Reported, type ReportedChange, type ReportedData } from './reported.ts';

/** A suite a change, a case a verdict and a cell. A cell that nobody ran is an error, and never skipped: that would be green. */
export function junitText({ title, changes, comparisons, faults }: Reported): string {
  const suites = [
    ...changes.map(change => suite(`${change.subject} ${change.what}`, casesOf(change))),
    ...comparisons.map(({ name, cases }) => suite(name, cases)),
    ...(faults.length === 0 ? [] : [suite('what could not be judged', faults.map(faultCase))]),
  ];
  const all = [
    ...changes.flatMap(casesOf),
    ...comparisons.flatMap(({ cases }) => cases),
    ...faults.map(faultCase),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${markup(title)}" ${counts(all)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function casesOf(change: ReportedChange): readonly Case[] {
  const broken = change.findings.filter(({ finding }) => breaks(finding));
  const told = broken.map(({ finding }) => `${finding.rule}: ${finding.remedy}`).join('\n');
  const verdict = (name: 'encoding' | 'meaning'): Case =>
    change[name] === 'passes'
      ? { name }
      : { name, problem: { kind: 'failure', type: 'VERDICT', text: told || `${name} fails` } };
  const { data } = change;
  const { cells = [], foreign = [], converters = [] } = change.matrix ?? {};
  const meaning = verdict('meaning');
  const tables = tablesOf(change, false);
  const cases: readonly Case[] = [
    verdict('encoding'),
    tables.length === 0 ? meaning : { ...meaning, note: tablesText(tables) },
    ...(data === undefined ? [] : dataCases(data)),
    ...change.problems.map(faultCase),
    ...cells.map(cell => cellCase(cellName(cell.cell), cell, troubleTexts(cell))),
    ...foreign.map(cell => cellCase(`${cellName(cell.cell)} by ${cell.image}`, cell, troubleTexts(cell))),
    ...converters.map(converterCase),
  ];
  if (change.holds || cases.some(({ problem }) => problem !== undefined)) return cases;
  return [
    ...cases,
    { name: 'holds', problem: { kind: 'failure', type: 'VERDICT', text: 'it does not hold' } },
  ];
}

/** What was refused, and each measure of the comparison, allowed or not. */
function dataCases(data: ReportedData): readonly Case[] {
  const [after] = data.readings;
  const rejects = after.rejects.map(({ code, path, count }): Case => {
    const text = `${recordsOf(count, after.file)}: ${code} in ${path}`;
    return { name: `${code} in ${path}`, problem: { kind: 'failure', type: code, text } };
  });
  const checks = toldChecks(data, false).map((check): Case => {
    const name = `golden ${check.measure}`;
    if (check.answer === 'within') return { name };
    const text = checkText(check, data.hasRecord);
    return { name, problem: { kind: 'failure', type: 'GOLDEN_DIFFERS', text } };
  });
  const suspects = after.suspects.map((suspect): Case => {
    const text = `${fieldWords(suspect)}: ${suspectText(data.contract.schema, suspect)}`;
    return {
      name: `UNIT_SUSPECT in ${fieldWords(suspect)}`,
      problem: { kind: 'failure', type: 'UNIT_SUSPECT', text },
    };
  });
  return [...suspects, ...rejects, ...checks];
}

function cellCase(name: string, cell: CellReport | ForeignCell, troubles: readonly string[]): Case {
  const edges = cellEdges(cell);
  const told: Case = edges.length === 0 ? { name } : { name, note: edges.join('\n') };
  if (isGreen(cell)) return told;
  const text = troubles.join('\n') || 'the cell does not hold';
  return {
    ...told,
    problem:
      cell.kind === 'blank'
        ? { kind: 'error', type: 'INCOMPLETE', text }
        : { kind: 'failure', type: 'CELL', text },
  };
}

function converterCase(cell: ConverterCell): Case {
  const told: Case = { name: converterName(cell), note: converterSummary(cell) };
  if (cell.verdict === 'passes') return told;
  const text = converterTroubles(cell).join('\n');
  return { ...told, problem: { kind: 'failure', type: 'CONVERTER_FAILS', text } };
}

const faultCase = (fault: Fault): Case => ({
  name: `${fault.code}${fault.at === undefined ? '' : ` ${fault.at.file}:${fault.at.line}`}`,
  problem: { kind: 'failure', type: fault.code, text: `${fault.message}\n${fault.remedy}` },
});

const suite = (name: string, cases: readonly Case[]): string =>
  [
    `  <testsuite name="${markup(name)}" ${counts(cases)}>`,
    ...cases.map(one => caseText(name, one)),
    '  </testsuite>',
  ].join('\n');

function caseText(suiteName: string, { name, problem, note }: Case): string {
  const head = `    <testcase classname="${markup(suiteName)}" name="${markup(name)}"`;
  const inner = `${problem === undefined ? '' : problemText(problem)}${note === undefined ? '' : `<system-out>${linesText(note)}</system-out>`}`;
  return inner === '' ? `${head}/>` : `${head}>${inner}</testcase>`;
}

function problemText({ kind, type, text }: NonNullable<Case['problem']>): string {
  const [first = ''] = text.split('\n');
  return `<${kind} type="${markup(type)}" message="${markup(first)}">${linesText(text)}</${kind}>`;
}

const linesText = (text: string): string => text.split('\n').map(markup).join('\n');

const counts = (cases: readonly Case[]): string => {
  const of = (kind: 'failure' | 'error') => cases.filter(({ problem }) => problem?.kind === kind).length;
  return `tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="0"`;
};
