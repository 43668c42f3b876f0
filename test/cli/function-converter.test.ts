import { describe, expect, it } from 'vitest';
import {
  bind,
  bodied,
  CONVERTER,
  convert,
  functionProject,
  HOME,
  MODULE,
  TIMES,
} from './function-project.ts';

describe('a converter with a function', () => {
  it('is run when it binds what would run, and what the function leaves out says why', async () => {
    const folder = functionProject();
    const { exit, json } = await convert(folder, '--json', '--out', 'new.jsonl');
    expect(exit).toBe(2);
    expect(json()).toMatchObject({
      code: 'FUNCTION_DIGEST_DIFFERS',
      facts: { function: 'latency', written: 'none' },
      at: { file: CONVERTER, line: 5 },
    });
    const digest = await bind(folder);
    const done = await convert(folder, '--json', '--out', 'new.jsonl', '--rejects', 'rejects.jsonl');
    expect(done.json()).toMatchObject({
      read: 4,
      converted: 2,
      rejected: 2,
      reasons: [
        { reason: 'RANGE response_latency_ms (17)', records: 1 },
        { reason: 'REJECTED_BY_FUNCTION response_latency_ms (17) TIMED_OUT', records: 1 },
      ],
    });
    expect(folder.read('new.jsonl')).toBe(
      '{"response_latency_ms":2000,"outcome":"failure"}\n{"response_latency_ms":7000,"outcome":"cancelled"}\n',
    );
    expect(
      folder
        .read('rejects.jsonl')
        .split('\n')
        .slice(0, 2)
        .map(line => JSON.parse(line)),
    ).toEqual([
      { row: 1, field: 17, path: 'response_latency_ms (17)', code: 'RANGE' },
      {
        row: 2,
        field: 17,
        path: 'response_latency_ms (17)',
        code: 'REJECTED_BY_FUNCTION',
        reason: 'TIMED_OUT',
      },
    ]);
    const explained = await folder.assay('convert', '--explain', '--converter', CONVERTER, '--json');
    expect(explained.json().plans[0].functions).toMatchObject([
      { name: 'latency', module: 'latency.ts', digest, isolation: 'process', takes: [17], makes: [17] },
    ]);
    const text = await folder.assay('convert', '--explain', '--converter', CONVERTER);
    expect(text.out).toContain(digest);
  });

  it('is another one when a module that the function imports was edited, because that runs then', async () => {
    const folder = functionProject();
    const before = await bind(folder);
    folder.write(TIMES, 'export const TIMES = 1_000_000n;\n');
    const { json } = await convert(folder, '--json', '--out', 'new.jsonl');
    expect(json()).toMatchObject({ code: 'FUNCTION_DIGEST_DIFFERS', facts: { written: before } });
    expect(json().facts.found).not.toBe(before);
    expect(folder.has('new.jsonl')).toBe(false);
    const checked = await folder.assay('check', 'training.example', '--json');
    expect(checked.exit).not.toBe(0);
    expect(checked.out).toContain('FUNCTION_DIGEST_DIFFERS');
  });

  it.each([
    ['FUNCTION_TWICE', 'functions:', 'functions:\n  - {name: latency, module: a.ts, takes: [17]}', 6],
    ['FUNCTION_UNKNOWN', '{kind: function, name: latency}', '{kind: function, name: delay}', 13],
    ['FUNCTION_UNUSED', '{kind: function, name: latency}', '{kind: unit, to: ms}', 5],
  ])('is refused with %s where it is wrong', async (code, from, to, line) => {
    const folder = functionProject();
    await bind(folder);
    folder.edit(CONVERTER, from, to);
    if (code === 'FUNCTION_TWICE') folder.write(`${HOME}/converters/a.ts`, 'export default () => ({});\n');
    const { json } = await convert(folder, '--json', '--out', 'new.jsonl');
    const found = json();
    if (code !== 'FUNCTION_TWICE' || found.code === code) {
      expect(found).toMatchObject({ code, at: { file: CONVERTER, line } });
      return;
    }
    // Of one that is bound to nothing that is told first.
    expect(found).toMatchObject({ code: 'FUNCTION_DIGEST_DIFFERS' });
    folder.edit(CONVERTER, 'takes: [17]}', `takes: [17], digest: "${found.facts.found}"}`);
    expect((await convert(folder, '--json', '--out', 'new.jsonl')).json()).toMatchObject({
      code,
      at: { file: CONVERTER, line },
    });
  });

  it.each([
    ['FUNCTION_IMPORT_REFUSED', "import 'node:fs';\n", 1],
    ['FUNCTION_UNPARSED', '\nexport const latency = (;\n', 2],
    ['FUNCTION_EXPORT_MISSING', 'export const other = 1;\n', 1],
  ])('is refused with %s where its module is wrong', async (code, module, line) => {
    const { json } = await convert(functionProject(module), '--json', '--out', 'new.jsonl');
    expect(json()).toMatchObject({ code, at: { file: MODULE, line } });
  });

  it('lies in the project, where it is', async () => {
    const folder = functionProject();
    folder.edit(CONVERTER, 'latency.ts', '../../../../outside.ts');
    expect((await convert(folder, '--json', '--out', 'x')).json()).toMatchObject({
      code: 'PATH_OUTSIDE',
      at: { file: CONVERTER, line: 6 },
    });
    folder.edit(CONVERTER, '../../../../outside.ts', 'gone.ts');
    expect((await convert(folder, '--json', '--out', 'x')).json()).toMatchObject({
      code: 'FILE_UNREADABLE',
      at: { file: CONVERTER, line: 6 },
    });
  });

  it('that throws ends the conversion, with the line, and leaves no file', async () => {
    const folder = functionProject(bodied("throw new Error('secret');"));
    await bind(folder);
    const { exit, json, out } = await convert(folder, '--json', '--out', 'new.jsonl');
    expect(exit).toBe(1);
    expect(json()).toMatchObject({ code: 'FUNCTION_THREW', at: { file: MODULE, line: 3 } });
    expect(out).not.toContain('secret');
    expect(folder.has('new.jsonl')).toBe(false);
  });
});
