import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

export type Rgw = {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly stop: () => Promise<void>;
};

const run = promisify(execFile);
const START_MS = 120_000;

/**
 * A Ceph Object Gateway of one monitor and one store in memory, below `root`; from Debian: `ceph-mon`, `ceph-osd`,
 * `radosgw`, `ceph-common`.
 */
export async function startRgw(root: string): Promise<Rgw> {
  const [monPort, port] = [await freePort(), await freePort()];
  const [fsid, osd] = [randomUUID(), randomUUID()];
  const credentials = { accessKeyId: 'assay', secretAccessKey: randomUUID() };
  for (const folder of ['mon/a', 'osd/0', 'run']) mkdirSync(path.join(root, folder), { recursive: true });
  const conf = path.join(root, 'ceph.conf');
  const keys = path.join(root, 'keyring');
  const map = path.join(root, 'monmap');
  writeFileSync(conf, confText(root, fsid, monPort));
  const env = { ...process.env, CEPH_CONF: conf };
  const ask = (program: string, ...words: readonly string[]) =>
    run(program, words, { env, timeout: START_MS }).catch((error: unknown) => {
      throw new Error(`${program} failed; \`apt-get install ${PACKAGES}\` has it`, { cause: error });
    });
  const children: ChildProcess[] = [];
  const begin = (program: string, ...words: readonly string[]) => {
    children.push(spawn(program, ['-f', ...words], { env, stdio: 'ignore' }).on('error', () => {}));
  };
  const stop = async () => {
    for (const child of children.toReversed()) await ended(child);
  };
  const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'];
  try {
    await ask(
      'ceph-authtool',
      '--create-keyring',
      keys,
      '--gen-key',
      '-n',
      'mon.',
      '--cap',
      'mon',
      'allow *',
    );
    await ask('ceph-authtool', keys, '--gen-key', '-n', 'client.admin', ...all);
    await ask('ceph-authtool', keys, '--gen-key', '-n', 'osd.0', ...all);
    const address = `[v2:127.0.0.1:${monPort}]`;
    await ask('monmaptool', '--create', '--clobber', '--addv', 'a', address, '--fsid', fsid, map);
    await ask('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keys);
    begin('ceph-mon', '-i', 'a');
    await ask('ceph', 'auth', 'import', '-i', keys);
    await ask('ceph', 'osd', 'create', osd);
    await ask('ceph-osd', '-i', '0', '--mkfs', '--no-mon-config', '--osd-uuid', osd);
    begin('ceph-osd', '-i', '0');
    await ask(
      'radosgw-admin',
      ...['user', 'create', '--uid=assay', '--display-name=assay'],
      ...[`--access-key=${credentials.accessKeyId}`, `--secret-key=${credentials.secretAccessKey}`],
    );
    begin('radosgw', '-n', 'client.admin', '--rgw-frontends', `beast endpoint=127.0.0.1:${port}`);
    const endpoint = `http://127.0.0.1:${port}`;
    await answers(endpoint);
    return { endpoint, credentials, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export const PACKAGES = 'ceph-common ceph-mon ceph-osd radosgw';

/** One replica in memory, which is all a test needs; keys are asked for, because the gateway takes no other way in. */
const confText = (root: string, fsid: string, monPort: number): string => `[global]
fsid = ${fsid}
mon initial members = a
mon host = [v2:127.0.0.1:${monPort}]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = ${root}/keyring
mon data = ${root}/mon/a
osd data = ${root}/osd/0
run dir = ${root}/run
admin socket = ${root}/run/$name.asok
log file = ${root}/run/$name.log
mon cluster log file = ${root}/run/cluster.log
osd objectstore = memstore
memstore device bytes = 2147483648
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 1
rgw run sync thread = false
rgw enable gc threads = false
rgw enable lc threads = false
`;

async function answers(endpoint: string): Promise<void> {
  const until_ms = Date.now() + START_MS;
  while (Date.now() < until_ms) {
    const answer = await fetch(endpoint).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await wait(200);
  }
  throw new Error('the gateway did not begin to answer');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  await gone;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
