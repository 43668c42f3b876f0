import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { distinct, fill, lookOf, type Output, table, visible } from '../../src/cli/output.ts';
import { progressOn } from '../../src/cli/progress.ts';
import { faultText, renderFault } from '../../src/cli/render-fault.ts';
import { findingsText } from '../../src/cli/render-findings.ts';
import { notesText } from '../../src/cli/render-notes.ts';
import type { Finding } from '../../src/compat/finding.ts';
import { placeAt } from '../../src/contract/text-document.ts';

const output = (said: string[], other: Partial<Output> = {}): Output => ({
  write: text => void said.push(text),
  writeError: text => void said.push(text),
  writeBytes: async () => true,
  colour: false,
  errorColour: false,
  showsProgress: false,
  width: 80,
  ...other,
});

describe('notes', () => {
  const look = lookOf(output([]));

  it('have their reasons under them where one is so long that none would have room beside it', () => {
    const what = `enum: ${'[a] '.repeat(20)}`.trim();
    const text = notesText([{ path: '/a', what, why: 'a contract has no place for it' }], look);
    expect(text.split('\n').at(-1)).toBe('      a contract has no place for it');
    expect(text.split('\n').every(line => line.length <= 80)).toBe(true);
  });

  it('have them beside them where there is room', () =>
    expect(notesText([{ path: '/a', what: 'tags: []', why: 'no place' }], look)).toBe(
      'notes (1)\n  /a  tags: []  no place',
    ));
});

describe('a table', () => {
  it('aligns its columns, numbers to the right', () =>
    expect(
      table([
        ['a', '1'],
        ['long', '12 %'],
      ]),
    ).toBe('a        1\nlong  12 %'));

  it('goes on below where its last column is too long', () =>
    expect(table([['code', 'one two three']], ' ', 15)).toBe(' code  one two\n       three'));

  it('measures what is seen, because colour has no width', () => {
    const { paint } = lookOf(output([], { colour: true }));
    const rows = table([
      [paint.red('red'), 'x'],
      ['green', 'y'],
    ]).split('\n');
    expect(rows[0]).toBe(`${paint.red('red')}    x`);
  });
});

describe('two texts beside each other', () => {
  it('are shown as they are where a person sees the difference', () => {
    expect(distinct('café', 'tea')).toEqual(['café', 'tea']);
    expect(distinct('café', 'café')).toEqual(['café', 'café']);
  });

  it('are written out where they would look the same, because a change of nothing tells nobody', () => {
    expect(distinct('caf\u00e9', 'cafe\u0301', 'tea')).toEqual(['caf\\u{e9}', 'cafe\\u{301}', 'tea']);
  });

  it('are written out in a finding, too', () => {
    const finding: Finding = {
      rule: 'VOCABULARY_RESPELLED',
      path: [],
      from: 'caf\u00e9',
      to: 'cafe\u0301',
      level: 'train',
      direction: 'backward',
      access: ['id'],
      remedy: 'Group reports by term id, not by label.',
    };
    const both = { backward: true, forward: true };
    const levels = { wire: both, read: both, train: both, govern: both };
    const text = findingsText({ class: 'migrate', for: [], levels, findings: [finding] }, lookOf(output([])));
    expect(text).toContain('caf\\u{e9} → cafe\\u{301}');
  });
});

describe('filled text', () => {
  it('never splits a part, and loses none', () => {
    const parts = ['AAAA 1,', 'BBBB 2,', 'CCCC 3'];
    const text = fill('head: ', parts, 18);
    expect(text).toBe('head: AAAA 1,\n      BBBB 2,\n      CCCC 3');
    expect(fill('head: ', parts, 200)).toBe('head: AAAA 1, BBBB 2, CCCC 3');
  });

  it('keeps a part that is wider than the line', () =>
    expect(fill('> ', ['x'.repeat(30), 'y'], 10)).toBe(`> ${'x'.repeat(30)}\n  y`));
});

describe('text from outside', () => {
  it('is shown and not obeyed', () => {
    expect(visible('\u001b[2J')).toBe('\\u{1b}[2J');
    expect(visible('a\u202eb\u2028c\rd')).toBe('a\\u{202e}b\\u{2028}c\\u{d}d');
    expect(visible('café → 10 µg 雨')).toBe('café → 10 µg 雨');
  });
});

describe('a fault', () => {
  const fault = new Fault(
    'UNKNOWN_KEY',
    { key: 'x', nearest: '', known: 'id' },
    { file: 'a.yaml', line: 12, column: 3, snippet: '  x: 1' },
  );

  it('points at the place in the line', () => {
    const lines = faultText(fault, 'error', '', lookOf(output([]))).split('\n');
    expect(lines[0]).toContain('a.yaml:12:3: ');
    expect(lines[1]).toBe('  12 |   x: 1');
    expect(lines[2]).toBe('     |   ^');
  });

  it('points at a place far along a line, because documents are written on one line too', () => {
    const text = `${'x'.repeat(5000)}here${'y'.repeat(5000)}`;
    const far = new Fault('CONTROL_CHARACTER', { code: 'U+0000' }, placeAt({ file: 'a.json', text }, 5000));
    const said = faultText(far, 'error', '', lookOf(output([])));
    expect(said).toContain('a.json:1:5001: ');
    const [snippet, caret] = said.split('\n').filter(line => line.includes(' | '));
    expect(snippet).toHaveLength('  1 | …'.length + 200);
    expect(snippet?.slice(caret?.indexOf('^'))).toMatch(/^herey/);
  });

  it('is coloured as the stream it is written to, not as the other', () => {
    const said: string[] = [];
    renderFault(fault, output(said, { colour: true, errorColour: false }), false);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are control characters.
    expect(said.join('')).not.toMatch(/\u001b/);
  });
});

describe('progress', () => {
  it('is shown on a terminal and nowhere else', () => {
    const said: string[] = [];
    progressOn(output(said), 'shards')(1, 4);
    expect(said).toEqual([]);
    progressOn(output(said, { showsProgress: true }), 'shards')(1, 4);
    expect(said.join('')).toContain('1 of 4 shards');
  });
});
