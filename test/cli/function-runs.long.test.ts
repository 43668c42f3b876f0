import { describe, expect, it } from 'vitest';
import { bind, bodied, CONVERTER, convert, functionProject } from './function-project.ts';

const RIGHT =
  'return { response_latency_ms: batch.columns.response_latency_ms.values.map((each: bigint) => each * 1000n) };';

describe('a function that is broken', () => {
  it.each([
    ['FUNCTION_LATE', 'for (;;);', ''],
    ['FUNCTION_MEMORY', 'const all = []; for (;;) all.push(new Uint8Array(1 << 24).fill(1));', ''],
    ['FUNCTION_COLUMN_UNFIT', 'return {};', ''],
    ['FUNCTION_REJECT_UNKNOWN', "reject(0, 'OTHER');", ''],
    ['FUNCTION_NOT_DETERMINISTIC', `n++; ${RIGHT.replace('1000n', 'n')}`, 'let n = 0n;'],
  ])('ends a conversion with %s, and the next one goes on', async (code, body, before) => {
    const folder = functionProject(bodied(body, before));
    folder.edit(CONVERTER, 'fields:', '    limit_ms: 4000\n    memory_mib: 64\nfields:');
    await bind(folder);
    const { exit, json } = await convert(folder, '--json', '--out', 'new.jsonl');
    expect([exit, json().code]).toEqual([1, code]);
    expect(folder.has('new.jsonl')).toBe(false);
    const right = functionProject(bodied(RIGHT));
    await bind(right);
    expect((await convert(right, '--json', '--out', 'new.jsonl')).json()).toMatchObject({ converted: 3 });
  });

  it('is told where what is exported is none', async () => {
    const folder = functionProject('export const latency = 7;\n');
    await bind(folder);
    expect((await convert(folder, '--json', '--out', 'new.jsonl')).json()).toMatchObject({
      code: 'FUNCTION_NONE',
    });
  });
});

describe('isolation: quickjs', () => {
  it('converts the same', async () => {
    const folder = functionProject(bodied(RIGHT));
    await bind(folder);
    const plain = await convert(folder);
    folder.edit(CONVERTER, '    rejects:', '    isolation: quickjs\n    rejects:');
    expect((await convert(folder, '--json', '--out', 'x')).json()).toMatchObject({
      code: 'FUNCTION_DIGEST_DIFFERS',
    });
    await bind(folder);
    expect(Buffer.from((await convert(folder)).bytes())).toEqual(Buffer.from(plain.bytes()));
  });

  it('is asked twice of every record with --check', async () => {
    // The second batch alone is another one the second time.
    const folder = functionProject(
      bodied(
        `if (batch.rows < 65536) n++; ${RIGHT.replace('1000n', '(batch.rows < 65536 ? n : 1n)')}`,
        'let n = 0n;',
      ),
    );
    folder.write('old.jsonl', '{"response_latency_ms":2,"outcome":1}\n'.repeat(65_536 + 10));
    await bind(folder);
    const checked = await convert(folder, '--json', '--out', 'new.jsonl', '--check');
    expect(checked.json()).toMatchObject({ code: 'FUNCTION_NOT_DETERMINISTIC' });
  });
});

describe('a function on several threads', () => {
  it('makes the same as on one, in every form, and ends them all with one fault', async () => {
    const folder = functionProject(
      bodied(
        "batch.columns.response_latency_ms.values.forEach((each: bigint, row: number) => each === 3n && reject(row, 'TIMED_OUT'));" +
          RIGHT,
      ),
    );
    const lines = Array.from(
      { length: 150_000 },
      (_, row) => `{"response_latency_ms":${row % 600},"outcome":${row % 4}}\n`,
    );
    folder.write('old.jsonl', lines.join(''));
    await bind(folder);
    const said = async (form: string, workers: string) => {
      const out = `new-${workers}.${form}`;
      const { json } = await convert(folder, '--to', form, '--out', out, '--workers', workers, '--json');
      return json();
    };
    for (const form of ['json', 'arrow', 'avro', 'parquet']) {
      const [one, two] = [await said(form, '1'), await said(form, '3')];
      expect(two).toEqual(one);
      expect(one).toMatchObject({ read: 150_000, rejected: 250 });
      if (form !== 'json') continue;
      expect(folder.read('new-3.json')).toBe(folder.read('new-1.json'));
    }
    const broken = functionProject(bodied(`if (batch.rows === 150_000 - 2 * 65_536) throw 1; ${RIGHT}`));
    broken.write('old.jsonl', lines.join(''));
    await bind(broken);
    const ended = await convert(broken, '--out', 'new.jsonl', '--workers', '3', '--json');
    expect([ended.json().code, broken.has('new.jsonl')]).toEqual(['FUNCTION_THREW', false]);
  });
});
