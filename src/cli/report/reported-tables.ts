import type { Place } from '../../base/fault.ts';
import { evidenceText } from '../../contract/withheld.ts';
import type { ToldTables } from '../../golden/tables/tell-tables.ts';
import type { ComparedFiles } from '../../service/compare-files.ts';
import { distinct } from '../output.ts';
import { doubtText } from '../table-words.ts';
import { type DataTable, withRows } from './data-table.ts';
import { sliceTable } from './data-tables.ts';
import { doubtsTable, ratesTable, renamedColumnsTable, renamedTable } from './finding-tables.ts';
import type { Case } from './junit-case.ts';
import { fieldPage } from './page/field-page.ts';
import { columnsTable, columnWords, onSideTable, rowsTable, tablesPage } from './page/tables-page.ts';
import type { Reported, ReportedComparison } from './reported.ts';
import type { Result } from './sarif-result.ts';
import { tokenTables } from './tokens-tables.ts';
import { plainWords } from './words.ts';

/** What `assay compare` found, in every form of report. */
export function reportedTables(compared: ComparedFiles): Reported {
  const { files, told } = compared;
  const asked = questionsOf(compared);
  const doubts = doubtsOf(compared);
  const comparison: ReportedComparison = {
    name: `${files.old.file} → ${files.new.file}`,
    holds: !told.differs,
    answer: told.differs ? 'differs' : 'same',
    page: tablesPage(compared),
    tables: withRows([
      rowsTable(told),
      columnsTable(told),
      onSideTable(told),
      renamedColumnsTable(told),
      ...tokenTables(told.comparison.tokens),
      labelTable(told),
      sliceTable(told.comparison),
      ratesTable(told),
      renamedTable(told),
      doubtsTable(told),
    ]),
    cases: [...asked.map(caseOf), ...doubts.map(caseOf)],
    results: [...asked, ...doubts].flatMap(resultOf),
  };
  return { title: 'assay compare', holds: !told.differs, changes: [], comparisons: [comparison], faults: [] };
}

/** One thing that could have differed: the rows, a column, a column of one file alone. */
type Question = {
  readonly rule: string;
  readonly name: string;
  /** Empty where it is the same. */
  readonly said: string;
  readonly file: string;
  /** Whether it is what the exit code speaks of. */
  readonly differs: boolean;
};

function questionsOf({ files, told }: ComparedFiles): readonly Question[] {
  const { comparison, columns, added, removed } = told;
  const { rows, fields } = comparison;
  const [old, later] = [files.old.file, files.new.file];
  const ofRows = (rule: string, name: string, count: number, file: string): Question => ({
    rule,
    name,
    file,
    said: count === 0 ? '' : `${count} ${name}`,
    differs: count > 0,
  });
  return [
    ofRows('ROWS_MISSING', 'rows missing', rows.missing, old),
    ofRows('ROWS_EXTRA', 'rows extra', rows.extra, later),
    ...(comparison.tokens?.fields ?? []).map(({ name, compared, longer, shorter }) => ({
      rule: 'TOKENS_DIFFER',
      name: `tokens of ${name}`,
      file: later,
      said: longer + shorter === 0 ? '' : `${longer + shorter} of ${compared} have more or fewer tokens`,
      differs: longer + shorter > 0,
    })),
    ...removed.map(({ name }) => ({
      rule: 'COLUMN_REMOVED',
      name: `column ${name}`,
      said: `column ${name} is gone`,
      file: old,
      differs: true,
    })),
    ...added.map(({ name }) => ({
      rule: 'COLUMN_ADDED',
      name: `column ${name}`,
      said: `column ${name} is new`,
      file: later,
      differs: true,
    })),
    ...columns.map((column, at): Question => {
      const field = fields[at]!;
      const more = columnWords(column, field.differ);
      const facts =
        field.differ === 0
          ? more
          : fieldPage(comparison, field, { name: column.name, more, plot: undefined }).facts;
      const said = facts.map(plainWords).join(' ');
      return {
        rule: field.differ === 0 ? 'COLUMN_TYPE_CHANGED' : 'COLUMN_DIFFERS',
        name: `column ${column.name}`,
        said: said === '' ? '' : `column ${column.name}: ${said}`,
        file: later,
        differs: field.differ > 0 || column.isTypeChanged,
      };
    }),
  ];
}

/** No difference, and told all the same. */
const doubtsOf = ({ files, told }: ComparedFiles): readonly Question[] =>
  told.doubts.map(doubt => ({
    rule: doubt.code,
    name: `${doubt.code} in column ${doubt.column} of ${doubt.side}`,
    said: `column ${doubt.column}: ${doubtText(doubt)}`,
    file: files[doubt.side].file,
    differs: false,
  }));

const caseOf = ({ rule, name, said, differs }: Question): Case =>
  differs
    ? { name, problem: { kind: 'failure', type: rule, text: said } }
    : { name, ...(said !== '' && { note: said }) };

/** No row has a line that everyone would count alike, so a result is of the file. */
function resultOf({ rule, said, file, differs }: Question): readonly Result[] {
  const place: Place = { file, line: 1, column: 1 };
  return said === '' ? [] : [{ rule, level: differs ? 'error' : 'note', text: said, place, help: HELP }];
}

const HELP =
  'docs/compare.md says what counts as equal, and which patterns are found; assay compare OLD NEW prints the same';

const labelTable = ({ comparison }: ToldTables): DataTable => {
  const field = comparison.fields.find(each => each.field === comparison.label);
  const { pairs, others } = field?.confusion ?? { pairs: [], others: 0 };
  const rows = pairs.map(({ from, to, count }) => [
    String(count),
    ...distinct(evidenceText(from), evidenceText(to)),
  ]);
  return {
    caption: 'Labels that changed',
    head: ['rows', 'from', 'to'],
    rows: others === 0 ? rows : [...rows, [String(others), 'others', '']],
  };
};
