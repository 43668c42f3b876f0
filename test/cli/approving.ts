import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { publicKeyText } from '../../src/change/approval/key.ts';
import { privateKey } from '../change/approval/sample-keys.ts';
import { HOME, record, told } from './adopting.ts';
import { copiedProject, type Folder } from './harness.ts';

export const V4 = 'training.example@4';
export const CHANGE_FILE = `${HOME}/changes/v3-v4.yaml`;

/** A private key in a file, as its owner has it. */
export function keyFile(folder: Folder, seed: string): string {
  const file = `${seed}.pem`;
  writeFileSync(
    path.join(folder.root, file),
    privateKey(seed).export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  return file;
}

const keyText = (id: string, more: string): string =>
  `{ id: '${id}', person: '${id}', roles: ['data-owner', 'model-owner'], publicKey: '${publicKeyText(privateKey(id))}'${more} }`;

/** Lists keys of these people, each with what else is said of it, and what is asked of every subject. */
export function approvers(
  folder: Folder,
  people: Readonly<Record<string, string>>,
  required = "[{ subjects: 'all', evidence: [] }]",
): void {
  const keys = Object.entries(people).map(([id, more]) => keyText(id, more));
  const text = `  approvals: { keys: [${keys.join(', ')}], required: ${required} },\n}$2;\n`;
  folder.edit('registry.config.ts', /( {2}approvals: .*\n)?}( satisfies \w+)?;\n?$/, text);
}

/** Version 4 of the training example waits, a migration with its converter. */
export async function waiting(more = ''): Promise<{ folder: Folder; change: string }> {
  const folder = copiedProject();
  folder.write(CHANGE_FILE, `${record(3, 4)}${more}`);
  await told(folder, 'propose', 'training.example@3');
  const { change } = await told(folder, 'propose', V4);
  return { folder, change };
}

export const sign = (folder: Folder, who: string, role: string, change: string, what = V4) =>
  told(folder, 'approve', what, '--change', change, '--key', keyFile(folder, who), '--role', role);
