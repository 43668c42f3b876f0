import { Fault } from '../../base/fault.ts';
import { CATALOGUE } from '../../compat/catalogue.ts';
import { fill, table } from '../output.ts';
import type { CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const rulesCommand: CommandRow = {
  declare: command =>
    command
      .description('list the rules a change of schema is judged by, or explain one')
      .argument('[id]', 'a rule id, such as FIELD_UNIT_SAME')
      .addHelpText('after', '\nExamples:\n  assay rules\n  assay rules FIELD_UNIT_SAME'),
  act: ({ world, settings, words: [id] }) => {
    const rows = CATALOGUE.map(([level, access, effect, rule]) => ({
      id: rule.id,
      level,
      access,
      effect,
      promise: rule.promise,
      remedy: rule.remedy,
    })).filter(row => id === undefined || row.id === id);
    if (rows.length === 0) return new Fault('RULE_UNKNOWN', { rule: id ?? '' });
    if (settings.json) return writeJson(world.output, rows);
    if (id === undefined) {
      const lines = rows.map(row => [row.id, row.level, row.effect, row.promise]);
      world.output.write(
        `${table([['rule', 'level', 'effect', 'promise'], ...lines], '', world.output.width)}\n`,
      );
      return 0;
    }
    for (const row of rows)
      world.output.write(
        [
          row.id,
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
