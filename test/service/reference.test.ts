import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReference } from '../../src/service/reference.ts';

describe('a reference', () => {
  it('names a subject, a version or a revision', () => {
    expect(parseReference('training.example')).toEqual({ kind: 'subject', subject: 'training.example' });
    expect(parseReference('training.example@4')).toEqual({
      kind: 'version',
      subject: 'training.example',
      version: 4,
    });
    expect(parseReference('weather.daily/2.1.0')).toEqual({
      kind: 'revision',
      subject: 'weather.daily',
      revision: '2.1.0',
    });
  });

  for (const text of [
    '',
    '@4',
    'a@',
    'a@0',
    'a@04',
    'a@1e3',
    'a@-1',
    'a@9999999999',
    'A',
    'a/..',
    'a/.b',
    'a/b/c',
    'a/b@1',
    '../a',
    'a b',
    'a\n',
    `a${'b'.repeat(200)}`,
    'a/é',
  ])
    it(`is refused as ${JSON.stringify(text.slice(0, 20))}`, () =>
      expect(parseReference(text)).toMatchObject({ code: 'REFERENCE_MALFORMED', exit: 2 }));

  it('is never a way out of a folder, whatever is typed', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '.', '/', '@', '1', '-', '\\', '\n') }), text => {
        const found = parseReference(text);
        if (!('kind' in found)) return;
        const names = [found.subject, ...(found.kind === 'revision' ? [found.revision] : [])];
        for (const name of names) {
          expect(name).not.toMatch(/[/\\\n]/);
          expect(name).not.toMatch(/^\.*$/);
        }
      }),
    ));
});
