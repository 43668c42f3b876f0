import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { CONTRACT_FILE, GOVERNED, TYPED } from '../../src/contract/contract-shape.ts';
import { CONVENTIONS } from '../../src/contract/convention.ts';
import { LOGICAL_TABLE } from '../../src/contract/logical-table.ts';

const PAGE = readFileSync('docs/contract-format.md', 'utf8');

describe('the page of the contract format', () => {
  it('prints the table of logical types as the code has it', () => {
    for (const [logical, { physical, unit, vocabulary }] of Object.entries(LOGICAL_TABLE))
      expect(PAGE).toContain(`| \`${logical}\` | ${physical.join(', ')} | ${unit} | ${vocabulary} |`);
  });

  it('prints the table of conventions as the code has it', () => {
    const rows = [...CONVENTIONS].map(
      ([name, { sort, parts }]) => `| \`${name}\` | ${sort} | ${parts.join(', ')} |`,
    );
    expect(PAGE).toContain(`|---|---|---|\n${rows.join('\n')}\n\n`);
  });

  it('has a row for every key of a contract and of a field', () => {
    for (const key of Object.keys({ ...CONTRACT_FILE.shape, ...TYPED, ...GOVERNED }))
      expect(PAGE).toMatch(new RegExp(`^\\| .*\`${key.replace('$', '\\$')}\``, 'm'));
  });

  it('prints a document and the digest it has', () => {
    const [, document] = /```json\n([\s\S]*?)\n```/.exec(PAGE)!;
    expect(PAGE).toContain(sha256(document!.replaceAll(/\n ?/g, '')));
  });
});
