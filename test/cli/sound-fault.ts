import { expect } from 'vitest';

type Told = {
  readonly title: string;
  readonly remedy: string;
  readonly at?: { readonly file: string; readonly line: number; readonly column: number };
};

/** What holds of every refusal a door tells: nothing is said twice, no list is empty, no library speaks for us. */
export function soundFault({ title, remedy, at }: Told): void {
  for (const sentence of [title, remedy]) {
    expect(sentence).not.toMatch(/undefined|\[object|Invalid input|Expected |Unrecognized/);
    expect(sentence, 'a list is empty').not.toMatch(
      /\b(?:of|are|beside|has|versions|write|with|known) ?[,;)]|, ,|\(\)|: ?$|\bone of none|[,:;] ?$|^ | {2}| $/,
    );
  }
  if (at === undefined) return;
  expect(at.line).toBeGreaterThan(0);
  expect(at.column).toBeGreaterThan(0);
  expect(title, 'the place is told once').not.toContain(at.file);
}
