import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../src/base/fault.ts';

/** Facts that answer to any name with a mark we can look for. */
const marks = (asked: Set<string>) =>
  new Proxy(
    {},
    {
      get: (_, name) => {
        asked.add(String(name));
        return `«${String(name)}»`;
      },
    },
  );

describe('the fault table', () => {
  for (const [code, fault] of Object.entries(FAULTS))
    it(`${code} says what happened, offers a way out, and shows every fact it asks for`, () => {
      const asked = new Set<string>();
      const facts = marks(asked) as never;
      const words = [fault.say(facts), fault.remedy(facts)];
      for (const name of asked) expect(words.join('\n')).toContain(`«${name}»`);
      expect(words.join('\n')).not.toMatch(/undefined|\[object/);
      for (const sentence of words) expect(sentence.length).toBeGreaterThan(8);
    });
});
