import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../../src/compat/compare.ts';
import type { Access, NativeFinding } from '../../../src/compat/finding.ts';
import type { RuleRow } from '../../../src/compat/native/rule-row.ts';

/** One pair that a rule tells of, with everything else told beside it, and one next to it that is not told of. */
export type RuleCase<Schema, Id extends string> = {
  readonly trips: readonly [writer: Schema, reader: Schema];
  readonly beside?: readonly Id[];
  readonly holds: readonly [writer: Schema, reader: Schema];
};

type Judged = Comparison<NativeFinding>;

/** Each row of a table against its own cases, and the page against the table. */
export function ruleSuite<Schema, Id extends string>(table: {
  readonly heading: string;
  readonly rules: Readonly<Record<Id, RuleRow>>;
  readonly cases: Readonly<Record<Id, RuleCase<Schema, Id>>>;
  readonly binds: Access;
  readonly compare: (writer: Schema, reader: Schema) => Judged;
}): void {
  const { heading, rules, cases, binds, compare } = table;
  const entries = Object.entries(cases) as [Id, RuleCase<Schema, Id>][];

  describe.each(entries)('%s', (id, { trips, holds, beside = [] }) => {
    it('is told of where it happens, with nothing beside it that does not belong', () => {
      expect(backwardRules(compare(...trips)).sort()).toEqual([id, ...beside].sort());
    });

    it('is silent next to that, because else it could fire always unnoticed', () => {
      expect(backwardRules(compare(...holds))).not.toContain(id);
    });

    it('breaks its own level, or none where it is a note or holds for other readers', () => {
      const { effect, level, access } = rules[id];
      const others = beside.some(one => rules[one].level === level && rules[one].effect !== 'note');
      const broken = effect !== 'note' && access.includes(binds);
      expect(compare(...trips).levels[level].backward).toBe(!broken && !others);
    });
  });

  it(`docs/native-rules.md has a row for every rule of ${heading}, word for word and in order`, () => {
    const page = readFileSync(new URL('../../../docs/native-rules.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split(`\n## ${heading}\n`);
    const rows = section
      .split('\n## ')[0]!
      .split('\n')
      .filter(line => /^\| `[A-Z_0-9]+`/.test(line));
    expect(rows).toEqual(
      (Object.entries(rules) as [Id, RuleRow][]).map(
        ([id, { level, effect, access, promise, remedy }]) =>
          `| \`${id}\` | ${level} | ${access.join(', ')} | ${effect} | ${promise} | ${remedy} |`,
      ),
    );
  });
}

/** The rules that tell of something where the reader is the newer side. */
export const backwardRules = ({ findings }: Pick<Judged, 'findings'>): string[] =>
  findings.filter(({ direction }) => direction === 'backward').map(({ rule }) => rule);
