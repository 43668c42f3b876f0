import type { Json } from '../../base/canonical-json.ts';
import { FAULTS, type Fault, type Place } from '../../base/fault.ts';
import { pathText } from '../../compat/finding.ts';
import { visible } from '../output.ts';
import { cellName, cellTroubles, foreignTroubles, isGreen, silentFields } from './cell-facts.ts';
import { breaks, type PlacedFinding, placeOf, type Reported, type ReportedChange } from './reported.ts';
import { dataResults } from './sarif-data.ts';
import type { Result } from './sarif-result.ts';

/** What a run names when a change doesn't hold and nothing above says why: a viewer must not show it green. */
const NOT_HELD = 'CHANGE_DOES_NOT_HOLD';

/** SARIF 2.1.0, one run. Findings point at the contract file and line, below the project. */
export function sarifDocument({ changes, faults }: Reported, version: string): Json {
  const results = [...changes.flatMap(resultsOf), ...faults.map(fault => faultResult(fault))];
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
        columnKind: 'unicodeCodePoints',
        results: results.map(({ rule, level, text, place }) => ({
          ruleId: rule,
          ruleIndex: rules.findIndex(([id]) => id === rule),
          level,
          message: { text: visible(text) },
          locations: [locationOf(place ?? PROJECT)],
        })),
      },
    ],
  };
}

/** Code scanning takes no result without a place, and what is of no file is of the project. */
const PROJECT: Place = { file: 'registry.config.ts', line: 1, column: 1 };

const locationOf = ({ file, line, column }: Place): Json => ({
  physicalLocation: {
    artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
    region: { startLine: line, startColumn: column },
  },
});

function resultsOf(change: ReportedChange): readonly Result[] {
  const results = [
    ...change.findings.map(found => findingResult(change, found)),
    ...change.problems.map(fault => faultResult(fault, change.place)),
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
  place: fault.at ?? place,
  help: FAULTS[fault.code] === undefined ? '' : fault.remedy,
});

function matrixResults({ matrix, contracts, place }: ReportedChange): readonly Result[] {
  if (matrix === undefined) return [];
  const cells = matrix.cells.flatMap((cell): readonly Result[] => {
    if (isGreen(cell)) return [];
    const [reader, writer] = [contracts.get(cell.cell.reader), contracts.get(cell.cell.writer)];
    const name = cellName(cell.cell);
    const silent = silentFields(cell).map(({ field, name: called }) => ({
      rule: 'SILENT_CHANGE',
      level: 'error' as const,
      text: `${name}: ordinary readers change ${called} (${field}) in silence`,
      place: placeOf(field, reader, writer),
      help: 'give what means something else a new field, or convert what is written',
    }));
    // What is refused is told by its own code; what is silent, above.
    const others = cellTroubles(cell).filter(text => /^[A-Z_]+:/.test(text));
    return [
      ...silent,
      ...others.map(text => ({
        rule: text.slice(0, text.indexOf(':')),
        level: 'error' as const,
        text: `${name}: ${text}`,
        place: reader?.place ?? place,
        help: 'a cell without evidence, or with evidence against the rules, is no pass',
      })),
    ];
  });
  const foreign = matrix.foreign.flatMap(cell =>
    isGreen(cell)
      ? []
      : foreignTroubles(cell).map(text => ({
          rule: cell.kind === 'blank' ? 'INCOMPLETE' : 'FOREIGN_READER_FAILS',
          level: 'error' as const,
          text: `${cellName(cell.cell)} by ${cell.image}: ${text}`,
          place: contracts.get(cell.cell.reader)?.place ?? place,
          help: 'docs/foreign-readers.md has what a reader of another make ends as',
        })),
  );
  return [...cells, ...foreign];
}
