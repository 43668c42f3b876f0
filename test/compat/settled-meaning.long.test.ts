import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Direction } from '../../src/compat/finding.ts';
import { isSame, readAs, schemasOf, threeVersions, told } from './three-versions.ts';

const RUNS = 30_000;

describe('what was approved between two versions', () => {
  it.each<Direction>(['backward', 'forward'])(
    'hides no other meaning that a third gives to the same stored value, %s, whoever reads it',
    direction => {
      let seen = 0;
      fc.assert(
        fc.property(threeVersions, three => {
          const schemas = schemasOf(three);
          if (schemas === undefined || told(schemas, direction).length > 0) return;
          const [older, last, proposed] = schemas;
          const [writer, reader] = direction === 'backward' ? [older, proposed] : [proposed, older];
          for (const value of three.held) {
            const was = readAs(writer, value);
            const is = readAs(reader, value);
            // Refused is no meaning, and what the last version takes it for, too, was approved with that.
            if (was === undefined || is === undefined || isSame(was, is)) continue;
            const between = readAs(last, value);
            seen++;
            expect(isSame(between, direction === 'backward' ? is : was)).toBe(true);
          }
        }),
        { numRuns: RUNS },
      );
      expect(seen).toBeGreaterThan(20);
    },
  );
});
