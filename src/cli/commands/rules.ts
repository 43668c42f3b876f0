import { Fault } from '../../base/fault.ts';
import { CATALOGUE } from '../../compat/catalogue.ts';
import { NATIVE_TABLES, type NativeFormat } from '../../service/native-formats.ts';
import { fill, table } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const rulesCommand: CommandRow = {
  standsAlone: true,
  declare: command =>
    command
      .description('list the rules a change of schema is judged by, or explain one')
      .argument('[id]', 'a rule id, such as FIELD_UNIT_SAME')
      .addHelpText('after', '\nExamples:\n  assay rules\n  assay rules FIELD_UNIT_SAME'),
  act: ({ world, settings, words: [id] }) => {
    const rows = ruleRows().filter(row => id === undefined || row.id === id);
    if (rows.length === 0) return new Fault('RULE_UNKNOWN', { rule: id ?? '' });
    if (settings.json) return writeJson(world.output, rows);
    if (id === undefined) {
      const lines = rows.map(row => [row.id, row.of.join(', '), row.level, row.effect, row.promise]);
      world.output.write(
        `${table([['rule', 'of', 'level', 'effect', 'promise'], ...lines], '', world.output.width)}\n`,
      );
      return 0;
    }
    for (const row of rows)
      world.output.write(
        [
          row.id,
          `  of       ${row.of.join(', ')}`,
          `  level    ${row.level}`,
          `  effect   ${row.effect}`,
          `  access   by ${row.access.join(', by ')}`,
          fill('  promise  ', row.promise.split(' '), world.output.width),
          fill('  remedy   ', row.remedy.split(' '), world.output.width),
          '',
        ].join('\n'),
      );
    return 0;
  },
};

/** Those of contracts first, then each format's own; one id may stand for a rule in more than one. */
const ruleRows = () => [
  ...CATALOGUE.map(([level, access, effect, { id, promise, remedy }]) => ({
    id: id as string,
    of: ['contract'] as readonly NativeFormat[],
    level,
    access,
    effect,
    promise,
    remedy,
  })),
  ...NATIVE_TABLES.flatMap(([of, rules]) =>
    Object.entries(rules).map(([id, { level, access, effect, promise, remedy }]) => ({
      id,
      of,
      level,
      access,
      effect,
      promise,
      remedy,
    })),
  ),
];
