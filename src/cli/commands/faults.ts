import { Fault } from '../../base/fault.ts';
import { queryFault, queryFaults } from '../../service/query-faults.ts';
import { fill, table } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const faultsCommand: CommandRow = {
  standsAlone: true,
  declare: command =>
    command
      .description('list every way Assay says no, or explain one')
      .argument('[code]', 'a fault code, such as UNKNOWN_KEY')
      .addHelpText('after', '\nExamples:\n  assay faults\n  assay faults UNKNOWN_KEY'),
  act: ({ world, settings, words: [code] }) => {
    const named = code === undefined ? undefined : queryFault(code);
    if (named instanceof Fault) return named;
    const rows = named === undefined ? queryFaults() : [named];
    if (settings.json) return writeJson(world.output, rows);
    if (named === undefined) {
      const lines = rows.map(row => [row.code, String(row.exit), String(row.status), row.sentence]);
      world.output.write(`${table([['code', 'exit', 'http', 'says'], ...lines], '', world.output.width)}\n`);
      return 0;
    }
    const { width } = world.output;
    const says = fill('  says    ', named.sentence.split(' '), width);
    const remedy = fill('  remedy  ', named.remedy.split(' '), width);
    world.output.write(`${named.code}  exit ${named.exit}, HTTP ${named.status}\n${says}\n${remedy}\n`);
    return 0;
  },
};
