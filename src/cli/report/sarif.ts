import path from 'node:path';
import type { Json } from '../../base/canonical-json.ts';
import { FAULTS, type Fault, type Place } from '../../base/fault.ts';
import type { Waiver } from '../../change/record.ts';
import { pathText } from '../../compat/finding.ts';
import type { Cell } from '../../matrix/cell.ts';
import { converterName, converterTroubles } from '../converter-words.ts';
import { visible } from '../output.ts';
import { type CellTrouble, cellName, isGreen, troublesOf } from './cell-facts.ts';
import { cellsText, EDGE_REMEDY, edgesTold, edgeText } from './edges.ts';
import { breaks, type PlacedFinding, placeInCell, type Reported, type ReportedChange } from './reported.ts';
import { dataResults } from './sarif-data.ts';
import type { Result } from './sarif-result.ts';
import { waiverText } from './waiver-text.ts';

/** What a run names when a change doesn't hold and nothing above says why: a viewer must not show it green. */
const NOT_HELD = 'CHANGE_DOES_NOT_HOLD';

/**
 * SARIF 2.1.0, one run. Findings point at the contract file and line, from the top of the repository.
 *
 * @param below  the folders from there to the project
 */
export function sarifDocument(
  { changes, comparisons, faults }: Reported,
  version: string,
  below: readonly string[] = [],
): Json {
  const results = [
    ...changes.flatMap(resultsOf),
    ...comparisons.flatMap(comparison => comparison.results),
    ...faults.map(fault => faultResult(fault)),
  ];
  const rules = [...new Map(results.map(({ rule, help }) => [rule, help]))];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'assay',
            semanticVersion: version,
            rules: rules.map(([id, help]) => ({ id, help: { text: help } })),
          },
        },
        originalUriBaseIds: { [TOP]: { description: { text: TOP_IS } } },
        columnKind: 'unicodeCodePoints',
        results: results.map(({ rule, level, text, place }) => ({
          ruleId: rule,
          ruleIndex: rules.findIndex(([id]) => id === rule),
          level,
          message: { text: visible(text) },
          locations: [locationOf(place ?? PROJECT, below)],
        })),
      },
    ],
  };
}

/** Code scanning takes no result without a place, and what is of no file is of the project. */
const PROJECT: Place = { file: 'registry.config.ts', line: 1, column: 1 };

const TOP = '%SRCROOT%';
const TOP_IS = 'the top of the git work tree that the project lies in, or the project where it lies in none';

function locationOf({ file, line, column }: Place, below: readonly string[]): Json {
  // A file elsewhere is named in full, and lies below nothing.
  const names = file.startsWith('/') ? file.split('/') : path.posix.join(...below, file).split('/');
  const uri = names.map(encodeURIComponent).join('/');
  return {
    physicalLocation: {
      artifactLocation: file.startsWith('/') ? { uri } : { uri, uriBaseId: TOP },
      region: { startLine: line, startColumn: column },
    },
  };
}

function resultsOf(change: ReportedChange): readonly Result[] {
  const results = [
    ...change.findings.map(found => findingResult(change, found)),
    ...change.problems.map(fault => faultResult(fault, change.place)),
    ...(change.waivers ?? []).map(waiverResult),
    ...dataResults(change),
    ...matrixResults(change),
  ];
  if (change.holds || results.some(({ level }) => level === 'error')) return results;
  const text = `${change.subject} ${change.what}: encoding ${change.encoding}, meaning ${change.meaning}`;
  const help = 'see what assay prints of it';
  return [...results, { rule: NOT_HELD, level: 'error', text, place: change.place, help }];
}

/** A finding of a change that holds is known, and lawful; it is there to be read. */
function findingResult({ holds }: ReportedChange, { finding, place }: PlacedFinding): Result {
  const { rule, path, direction, from, to, remedy } = finding;
  const level = !breaks(finding) ? 'note' : holds ? 'warning' : 'error';
  return { rule, level, place, help: remedy, text: `${direction}, ${pathText(path)}: ${from} → ${to}` };
}

const faultResult = (fault: Fault, place?: Place): Result => ({
  rule: fault.code,
  level: 'error',
  text: fault.message,
  place: fault.at ?? (fault.file === undefined ? place : { file: fault.file, line: 1, column: 1 }),
  help: FAULTS[fault.code] === undefined ? '' : fault.remedy,
});

/** What is waived is no error while it is, and is never hidden. */
const waiverResult = ({ waives, ...waiver }: Waiver): Result => ({
  rule: 'WAIVED',
  level: 'warning',
  text: `${waives}: ${waiverText(waiver)}`,
  place: undefined,
  help: 'docs/approvals.md says what a waiver is',
});

function matrixResults({ matrix, contracts, place }: ReportedChange): readonly Result[] {
  if (matrix === undefined) return [];
  const placed = (cell: Cell, field: number | undefined): Place | undefined =>
    placeInCell(contracts, cell, field) ?? place;
  const cells = [...matrix.cells, ...matrix.foreign].flatMap((cell): readonly Result[] =>
    isGreen(cell)
      ? []
      : troublesOf(cell)
          // What is refused is among the problems, with its own remedy.
          .filter(({ kind }) => kind !== 'READER_REFUSES')
          .map(({ kind, field, text }) => ({
            rule: kind,
            level: 'error',
            text: `${cellName(cell.cell)}${'image' in cell ? ` by ${cell.image}` : ''}: ${text}`,
            place: placed(cell.cell, field),
            help: HELP[kind],
          })),
  );
  const edges = edgesTold(matrix).map((told): Result => {
    const isSilent = told.edge.ends === 'silent-change';
    return {
      rule: isSilent ? 'LAWFUL_VALUE_CHANGED' : 'LAWFUL_VALUE_REFUSED',
      level: isSilent ? 'warning' : 'note',
      text: `${edgeText(told.whose, told.edge)}, in ${cellsText(told.cells)}`,
      place: placed(told.cells.at(-1)!, told.field),
      help: EDGE_REMEDY,
    };
  });
  const converters = (matrix.converters ?? []).flatMap((cell): readonly Result[] =>
    converterTroubles(cell).map(text => ({
      rule: 'CONVERTER_FAILS',
      level: 'error',
      text: `${converterName(cell)}: ${text}`,
      place: { file: cell.file, line: 1, column: 1 },
      help: 'convert to what the new version holds; `assay convert --explain` prints what the converter does',
    })),
  );
  return [...cells, ...edges, ...converters];
}

const NO_EVIDENCE = 'a cell without evidence, or with evidence against the rules, is no pass';

const HELP: Readonly<Record<CellTrouble['kind'], string>> = {
  INCOMPLETE: NO_EVIDENCE,
  READER_REFUSES: NO_EVIDENCE,
  SILENT_CHANGE: 'give what means something else a new field, or convert what is written',
  GUARDED_REFUSES: 'no read plan carries what is written to this reader: give it a converter, or a new field',
  GUARDED_LANE_BROKEN: NO_EVIDENCE,
  RULE_AND_BYTES_DISAGREE: NO_EVIDENCE,
  FOREIGN_READER_FAILS: 'docs/foreign-readers.md has what a reader of another make ends as',
};
