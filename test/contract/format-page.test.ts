import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { CONTRACT_FILE, GOVERNED, INHERITED } from '../../src/contract/contract-shape.ts';
import { LOGICAL_TABLE } from '../../src/contract/logical-table.ts';

const PAGE = readFileSync('docs/contract-format.md', 'utf8');

describe('the page of the contract format', () => {
  it('prints the table of logical types as the code has it', () => {
    for (const [logical, { physical, unit, vocabulary }] of Object.entries(LOGICAL_TABLE))
      expect(PAGE).toContain(`| \`${logical}\` | ${physical.join(', ')} | ${unit} | ${vocabulary} |`);
  });

  it('has a row for every key of a contract and of a field', () => {
    for (const key of Object.keys({ ...CONTRACT_FILE.shape, ...INHERITED, ...GOVERNED }))
      expect(PAGE).toMatch(new RegExp(`^\\| \`${key}\` \\|`, 'm'));
  });

  it('prints a document and the digest it has', () => {
    const [, document] = /```json\n([\s\S]*?)\n```/.exec(PAGE)!;
    expect(PAGE).toContain(sha256(document!.replaceAll(/\n ?/g, '')));
  });
});
