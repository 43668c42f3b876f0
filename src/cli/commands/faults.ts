import { FAULTS, Fault, type FaultCode } from '../../base/fault.ts';
import type { Row } from '../../base/faults/row.ts';
import { fill, table } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const faultsCommand: CommandRow = {
  declare: command =>
    command
      .description('list every way Assay says no, or explain one')
      .argument('[code]', 'a fault code, such as UNKNOWN_KEY')
      .addHelpText('after', '\nExamples:\n  assay faults\n  assay faults UNKNOWN_KEY'),
  act: ({ world, settings, words: [code] }) => {
    if (code !== undefined && !Object.hasOwn(FAULTS, code)) return new Fault('FAULT_UNKNOWN', { code });
    const codes = code === undefined ? (Object.keys(FAULTS) as FaultCode[]).sort() : [code as FaultCode];
    const rows = codes.map(describeFault);
    if (settings.json) return writeJson(world.output, rows);
    if (code === undefined) {
      const lines = rows.map(row => [row.code, String(row.exit), String(row.status), row.sentence]);
      world.output.write(`${table([['code', 'exit', 'http', 'says'], ...lines], '', world.output.width)}\n`);
      return 0;
    }
    const row = rows[0]!;
    const { width } = world.output;
    const says = fill('  says    ', row.sentence.split(' '), width);
    const remedy = fill('  remedy  ', row.remedy.split(' '), width);
    world.output.write(`${row.code}  exit ${row.exit}, HTTP ${row.status}\n${says}\n${remedy}\n`);
    return 0;
  },
};

/** A sentence with its facts left as names in angle brackets. */
export function describeFault(code: FaultCode): {
  code: string;
  exit: number;
  status: number;
  sentence: string;
  remedy: string;
} {
  const row = FAULTS[code] as Row<never>;
  const names = new Proxy({}, { get: (_, name) => `<${String(name)}>` }) as never;
  return { code, exit: row.exit, status: row.status, sentence: row.say(names), remedy: row.remedy(names) };
}
