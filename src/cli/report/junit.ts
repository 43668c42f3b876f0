import type { Fault } from '../../base/fault.ts';
import { cellName, cellTroubles, foreignTroubles, isGreen } from './cell-facts.ts';
import { markup } from './markup.ts';
import { breaks, type Reported, type ReportedChange } from './reported.ts';

type Case = {
  readonly name: string;
  readonly problem?: { readonly kind: 'failure' | 'error'; readonly type: string; readonly text: string };
};

/** A suite a change, a case a verdict and a cell. A cell that nobody ran is an error, and never skipped: that would be green. */
export function junitText({ title, changes, faults }: Reported): string {
  const suites = [
    ...changes.map(change => suite(`${change.subject} ${change.what}`, casesOf(change))),
    ...(faults.length === 0 ? [] : [suite('what could not be judged', faults.map(faultCase))]),
  ];
  const all = [...changes.flatMap(casesOf), ...faults.map(faultCase)];
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
  const { cells = [], foreign = [] } = change.matrix ?? {};
  const cases: readonly Case[] = [
    verdict('encoding'),
    verdict('meaning'),
    ...change.problems.map(faultCase),
    ...cells.map(cell => cellCase(cellName(cell.cell), cell.kind, isGreen(cell), cellTroubles(cell))),
    ...foreign.map(cell =>
      cellCase(`${cellName(cell.cell)} by ${cell.image}`, cell.kind, isGreen(cell), foreignTroubles(cell)),
    ),
  ];
  if (change.holds || cases.some(({ problem }) => problem !== undefined)) return cases;
  return [
    ...cases,
    { name: 'holds', problem: { kind: 'failure', type: 'VERDICT', text: 'it does not hold' } },
  ];
}

function cellCase(name: string, kind: 'ran' | 'blank', green: boolean, troubles: readonly string[]): Case {
  if (green) return { name };
  const text = troubles.join('\n') || 'the cell does not hold';
  return {
    name,
    problem:
      kind === 'blank'
        ? { kind: 'error', type: 'INCOMPLETE', text }
        : { kind: 'failure', type: 'CELL', text },
  };
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

function caseText(suiteName: string, { name, problem }: Case): string {
  const head = `    <testcase classname="${markup(suiteName)}" name="${markup(name)}"`;
  if (problem === undefined) return `${head}/>`;
  const { kind, type, text } = problem;
  const [first = ''] = text.split('\n');
  const lines = text.split('\n').map(markup).join('\n');
  return `${head}><${kind} type="${markup(type)}" message="${markup(first)}">${lines}</${kind}></testcase>`;
}

const counts = (cases: readonly Case[]): string => {
  const of = (kind: 'failure' | 'error') => cases.filter(({ problem }) => problem?.kind === kind).length;
  return `tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="0"`;
};
