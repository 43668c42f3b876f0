import { describe, expect, it, onTestFinished } from 'vitest';
import { FAULT_CASES } from './fault-cases.ts';
import { type Folder, newProject } from './harness.ts';
import { soundFault } from './sound-fault.ts';

let project: Folder | undefined;

/** One project for all: what a case changes in it is put back. */
async function edited(edits: (typeof FAULT_CASES)[number][1]): Promise<Folder> {
  project ??= await newProject();
  const folder = project;
  const before = new Map<string, string | undefined>();
  onTestFinished(() => {
    for (const [file, text] of before) if (text !== undefined) folder.write(file, text);
    for (const [file, text] of before) if (text === undefined) folder.remove(file);
  });
  for (const [file, from, to] of edits) {
    const text = folder.has(file) ? folder.read(file) : undefined;
    if (!before.has(file)) before.set(file, text);
    if (to === undefined) folder.remove(file);
    else if (from === undefined) folder.write(file, to);
    else folder.edit(file, from, to);
  }
  return folder;
}

describe('a refusal stands at the thing itself, and its remedy can be followed', () => {
  it.each(FAULT_CASES.map(([code, edits, at]) => ({ code, edits, at })))(
    '$code',
    async ({ code, edits, at }) => {
      const folder = await edited(edits);
      const { exit, json } = await folder.assay('show', 'support.ticket', '--json');
      const fault = json();
      expect(fault.code, fault.title).toBe(code);
      expect(exit).toBe(2);
      soundFault(fault);
      if (at === undefined) return;
      const [file, written] = at;
      const text = folder.read(file);
      expect(text).toContain(written);
      const lines = text.slice(0, text.indexOf(written)).split('\n');
      const [line, column] = [lines.length, [...lines.at(-1)!].length + 1];
      expect(fault.at, fault.title).toEqual({ file, line, column });
    },
  );
});
