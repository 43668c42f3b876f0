import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReaderCommand } from '../../src/change/image.ts';
import { foreignProcess } from '../../src/engine/foreign-process.ts';
import type { Side } from '../../src/matrix/cell.ts';
import type { ForeignCell } from '../../src/matrix/foreign-cell.ts';
import type { PlainTask } from '../../src/matrix/plain-lane.ts';
import { run } from '../matrix/run.ts';
import { field, side } from '../matrix/schemas.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();
const readers = foreignProcess();

/** Runs with `task`, `probes`, `say` and `done` at hand. */
function reader(name: string, body: string, over: Partial<ReaderCommand> = {}): ReaderCommand {
  const file = path.join(folder, `${name}.cjs`);
  const head = `const fs = require('node:fs');
    const task = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
    const { probes } = task;
    const write = text => fs.writeSync(1, text);
    const say = answer => write(JSON.stringify(answer) + '\\n');
    const done = () => say({ done: probes.length });
    const refuse = ({ probe }) => say({ probe, refused: 'NO' });
    `;
  writeFileSync(file, head + body);
  return { exec: [process.execPath, file], limit_ms: 20_000, memory_mib: 2_048, ...over };
}

const tasks: readonly PlainTask[] = [0, 1, 2].map(at => ({
  id: `task ${at}`,
  codec: 'json',
  writerSchema: true,
  readerSchema: true,
  bytes: Buffer.from(`{"a":${at}}`),
  select: { kind: 'record' },
}));
const ids = (answers: readonly { readonly id: string }[]) => answers.map(({ id }) => id);

describe('a reader of another make', () => {
  it('is given bytes and schemas, and its answers are those of the tasks', async () => {
    const command = reader(
      'honest',
      `const { dirname, join } = require('node:path');
       for (const { probe, file, writer } of probes) {
         const at = name => fs.readFileSync(join(dirname(process.argv[2]), name), 'utf8');
         if (at(writer).trim() !== 'true') throw new Error();
         say({ probe, read: JSON.parse(at(file)) });
       }
       done();`,
    );
    const ran = await readers.read(command, tasks, folder);
    expect(ran).toMatchObject({
      kind: 'ran',
      trouble: undefined,
      answers: tasks.map(({ id }, at) => ({ id, values: [['a', { kind: 'number', text: String(at) }]] })),
    });
  });

  it('inherits nothing but PATH', async () => {
    process.env['ASSAY_TEST_SECRET'] = 'hidden';
    const command = reader(
      'environment',
      `fs.writeFileSync(${JSON.stringify(path.join(folder, 'environment.json'))}, JSON.stringify(process.env));
       probes.forEach(refuse); done();`,
    );
    await readers.read(command, tasks, folder);
    delete process.env['ASSAY_TEST_SECRET'];
    const { PATH, ...others } = JSON.parse(readFileSync(path.join(folder, 'environment.json'), 'utf8'));
    expect([PATH, others]).toEqual([process.env['PATH'], {}]);
  });

  it.each([
    ['crash', 'refuse(probes[0]); process.exit(3);', ['task 0']],
    [
      'crash',
      'refuse(probes[0]); process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 99);',
      ['task 0'],
    ],
  ])('that ends with a %s is asked what is left, and the probe it ended at is told', async (kind, body) => {
    // It ends at what it sees second; so the third is seen first the next time.
    const ran = await readers.read(
      reader('crash', `if (probes.length > 1) { ${body} } else { refuse(probes[0]); done(); }`),
      tasks,
      folder,
    );
    if (ran.kind !== 'ran') throw new Error('it ran');
    expect(ids(ran.answers)).toEqual(['task 0', 'task 2']);
    expect([...ran.troubles]).toEqual([['task 1', kind]]);
  });

  it('that hangs is ended with all it started', async () => {
    const mark = path.join(folder, 'grandchild');
    const command = reader(
      'hang',
      `require('node:child_process').spawn(process.execPath, ['-e',
         'setTimeout(() => require("node:fs").writeFileSync(${JSON.stringify(mark)}, ""), 1500)'], { stdio: 'inherit' });
       setInterval(() => {}, 1000);`,
      { limit_ms: 500 },
    );
    const ran = await readers.read(command, tasks.slice(0, 1), folder);
    expect(ran).toMatchObject({ answers: [] });
    expect(ran.kind === 'ran' && [...ran.troubles]).toEqual([['task 0', 'timeout']]);
    await new Promise(resolve => setTimeout(resolve, 1_500));
    expect(() => readFileSync(mark)).toThrow('ENOENT');
  });

  it('that takes more memory than it was given is ended', async () => {
    const command = reader(
      'memory',
      'const all = []; setInterval(() => all.push(Buffer.alloc(32 << 20, 1)), 20);',
      { memory_mib: 200 },
    );
    const ran = await readers.read(command, tasks.slice(0, 1), folder);
    expect(ran.kind === 'ran' && [...ran.troubles]).toEqual([['task 0', 'memory']]);
  });

  it.each([
    ['garbage', 'write("hello\\n");'],
    ['garbage', 'refuse(probes[1]); done();'],
    ['garbage', 'probes.forEach(refuse); refuse(probes[2]); done();'],
    ['garbage', 'probes.forEach(refuse); say({ done: 2 });'],
    ['garbage', 'probes.forEach(refuse); done(); write("more\\n");'],
    ['too-long', 'const big = "x".repeat(1 << 20); for (;;) write(big);'],
  ])('that says %s is believed in nothing: %s', async (trouble, body) => {
    const ran = await readers.read(reader('garbage', body), tasks, folder);
    expect(ran).toEqual({ kind: 'ran', answers: [], troubles: new Map(), trouble });
  });

  it.each([
    ['without its last line', 'probes.forEach(refuse);'],
    ['with half a line behind it', 'probes.forEach(refuse); done(); write("{");'],
    ['and leaves a probe out at the end', 'probes.slice(1).forEach((_, at) => refuse(probes[at]));'],
    ['and says nothing at all', ''],
  ])('that ends as if all were well %s has answered in part', async (_, body) => {
    expect(await readers.read(reader('partial', body), tasks, folder)).toMatchObject({ trouble: 'partial' });
  });

  it('that answered all and ends with an error has not ended well', async () => {
    const ran = await readers.read(
      reader('late', 'probes.forEach(refuse); done(); process.exit(1);'),
      tasks,
      folder,
    );
    expect(ran).toMatchObject({ trouble: 'crash' });
  });

  it.each([
    ['no such command', ['/nowhere/reader']],
    ['no such command, as env says', ['env', 'nowhere-reader']],
    ['no such image', ['sh', '-c', 'exit 125']],
  ] as const)('that is missing is told from one that fails: %s', async (_, exec) => {
    const command = { exec: [...exec] as [string, ...string[]], limit_ms: 5_000, memory_mib: 100 };
    expect(await readers.read(command, tasks, folder)).toEqual({ kind: 'missing' });
  });
});

describe('a cell of a reader of another make', () => {
  const sides: readonly Side[] = [
    side(1, field(1, 'a', 'int32')),
    side(2, field(1, 'a', 'int32'), field(2, 'b', 'int32', { nullable: true })),
  ];
  const asked = async (command: ReaderCommand, version = 2) => {
    const image = { name: 'it', subject: 's', version, until: undefined, codecs: ['json'] as const, command };
    const foreign = { images: [image], readers, root: folder, sides, newest: 2 };
    return run({ writers: sides, readers: sides.slice(0, 2), codecs: ['json'], foreign });
  };
  const HONEST = `const { dirname, join } = require('node:path');
    for (const { probe, file, reader } of probes) {
      const at = name => fs.readFileSync(join(dirname(process.argv[2]), name), 'utf8');
      try {
        const record = JSON.parse(at(file));
        if (Object.values(record).some(value => typeof value !== 'number' && value !== null)) throw new Error();
        if (!Number.isInteger(record.a) || (record.b ?? 0) % 1 !== 0) throw new Error();
        say({ probe, read: EDIT(record) });
      } catch { refuse({ probe }); }
    }
    done();`;
  const verdicts = (cells: readonly ForeignCell[]) =>
    cells.map(one => (one.kind === 'ran' ? [one.encoding, one.meaning] : one.why));

  it('passes where it reads what was meant', async () => {
    const { foreign, conditions } = await asked(reader('good', HONEST.replace('EDIT', '')));
    expect(verdicts(foreign)).toEqual([
      ['passes', 'passes'],
      ['passes', 'passes'],
    ]);
    expect(conditions).toEqual([]);
  });

  it('fails in its meaning where it changes a value in silence, and shows the value', async () => {
    const edit = '(({ a, ...rest }) => ({ a: a === null ? a : 7, ...rest }))';
    const { foreign, meaning } = await asked(reader('silent', HONEST.replace('EDIT', edit)));
    expect([meaning, verdicts(foreign)[0]]).toEqual(['fails', ['passes', 'fails']]);
    expect(foreign[0]).toMatchObject({ samples: [{ field: 1, sample: { read: { value: 7 } } }] });
  });

  it('is never green where it answered in part, and the report says what it did', async () => {
    const { foreign, encoding } = await asked(
      reader('part', 'probes.slice(2).forEach((_, at) => refuse(probes[at]));'),
    );
    expect(encoding).toBe('fails');
    expect(
      foreign.every(one => one.kind === 'ran' && one.encoding === 'fails' && one.meaning === 'fails'),
    ).toBe(true);
    expect(foreign.at(-1)).toMatchObject({ troubles: [{ kind: 'partial' }] });
  });

  it('is blank where there is no image or no contract, and the report is incomplete', async () => {
    const missing = { exec: ['/nowhere/reader'] as [string], limit_ms: 5_000, memory_mib: 100 };
    const absent = await asked(missing);
    expect([verdicts(absent.foreign), absent.conditions]).toEqual([['no-image', 'no-image'], ['INCOMPLETE']]);
    const unknown = await asked(reader('good', HONEST.replace('EDIT', '')), 9);
    expect([verdicts(unknown.foreign), unknown.conditions]).toEqual([
      ['no-reader', 'no-reader'],
      ['INCOMPLETE'],
    ]);
  });
});
