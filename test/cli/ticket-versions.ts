import { expect } from 'vitest';
import type { World } from '../../src/cli/world.ts';
import { parseConfig } from '../../src/service/config.ts';
import { type Folder, newProject } from './harness.ts';

const SUBJECT = 'schemas/support.ticket';

/** Version `to` is version `to - 1` with something changed, and has a change record. */
export function nextVersion(folder: Folder, to: number, from: string | RegExp, into: string): void {
  const before = folder.read(`${SUBJECT}/v${to - 1}.yaml`);
  folder.write(`${SUBJECT}/v${to}.yaml`, before.replace(/ticket\.v\d+/, `ticket.v${to}`));
  folder.edit(`${SUBJECT}/v${to}.yaml`, from, into);
  const record = `changes: version
subject: support.ticket
from: ${to - 1}
to: ${to}
class: compatible
reason: A test asks for it.
consumers: [priority-trainer]
backfill: {kind: none}
withdraw_by: 2027-01-31
`;
  folder.write(`${SUBJECT}/changes/v${to - 1}-v${to}.yaml`, record);
}

/** The same project with other producers and consumers: a process reads its configuration once. */
export const registering = (writes: number[], from: number, to?: number): Partial<World> => ({
  loadConfig: async () =>
    parseConfig('registry.config.ts', {
      producers: [{ name: 'helpdesk-export', subject: 'support.ticket', writes }],
      consumers: [
        {
          name: 'priority-trainer',
          kind: 'trainer',
          subject: 'support.ticket',
          reads: to === undefined ? { from } : { from, to },
          purpose: 'trains the priority model',
        },
      ],
    }),
});

export const QUEUE =
  '  - id: 5\n    name: queue\n    physical: string\n    logical: text\n    nullable: true\n';

/** Version 2 adds a field with a default and is accepted; version 3 has no such default, and nobody proposed it. */
export async function threeVersions(): Promise<Folder> {
  const folder = await newProject();
  folder.remove('golden');
  expect(await folder.assay('propose', 'support.ticket@1')).toMatchObject({ exit: 0 });
  nextVersion(folder, 2, 'key: [ticket]', `${QUEUE}    default: null\nkey: [ticket]`);
  expect(await folder.assay('propose', 'support.ticket@2')).toMatchObject({ exit: 0 });
  nextVersion(folder, 3, '    default: null\n', '');
  return folder;
}
