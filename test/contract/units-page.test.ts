import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import { CURRENCIES, CURRENCY_NAMES } from '../../src/contract/unit-currencies.ts';
import { BINARY_PREFIXES, METRIC_PREFIXES } from '../../src/contract/unit-table.ts';
import { ABBREVIATIONS, AMBIGUOUS, AMBIGUOUS_WORDS, COUNTED } from '../../src/contract/unit-words.ts';
import { unit } from './make-field.ts';
import { unitRows } from './unit-rows.ts';

const PAGE = readFileSync('docs/units.md', 'utf8');
const LINES = PAGE.split('\n');
const flat = PAGE.replace(/\s+/g, ' ');

describe('the page of units', () => {
  it('prints the table as the code has it, and no other row', () => {
    expect(LINES.filter(line => /^\| `/.test(line) && line.split(' | ').length >= 5)).toEqual(unitRows());
  });

  it('names every prefix, currency, abbreviation, counted thing and refusal', () => {
    for (const [code, name] of [...METRIC_PREFIXES, ...BINARY_PREFIXES])
      expect(flat).toContain(`\`${code}\` ${name}`);
    for (const currency of CURRENCIES) expect(flat).toMatch(new RegExp(`\\b${currency}\\b`));
    for (const name of CURRENCY_NAMES.keys()) expect(flat).toContain(name);
    for (const [text, code] of ABBREVIATIONS) expect(flat).toContain(`\`${text}\` ${code}`);
    for (const thing of COUNTED) expect(flat).toContain(`\`{${thing}}\``);
    for (const [text, { instead }] of [...AMBIGUOUS, ...AMBIGUOUS_WORDS])
      expect(PAGE).toContain(`| ${text} | ${instead} |`);
  });

  it('has examples that are read as it says', () => {
    const examples = [...PAGE.matchAll(/^\| "([^"]+)" \| `([^`]+)` \|$/gm)];
    expect(examples.length).toBeGreaterThan(10);
    for (const [, text, code] of examples) expect(unit(text!).code, text).toBe(code);
    const refused = [...PAGE.matchAll(/^\| "([^"]+)" \| refused \|/gm)];
    expect(refused.length).toBeGreaterThan(3);
    for (const [, text] of refused) expect(parseUnit(text!), text).toBeInstanceOf(Fault);
  });

  it('states the bounds as they are', () => {
    expect(flat).toContain(`at most ${LIMITS.unit_chars_max} characters`);
    expect(flat).toContain(`nest at most ${LIMITS.unit_depth_max} deep`);
    expect(flat).toContain(`from -${LIMITS.unit_exponent_max} to ${LIMITS.unit_exponent_max}`);
    expect(flat).toContain(`from -${LIMITS.unit_ten_exponent_max} to ${LIMITS.unit_ten_exponent_max}`);
  });
});
