import type { Digest } from '../base/digest.ts';
import { MEMBER_PARTS } from '../contract/members.ts';
import { printYaml } from './print-yaml.ts';

/** The file of a subject that was only now imported: where its samples come from nobody has said yet. */
export function newSubjectText(given: {
  readonly subject: string;
  readonly owner: string | undefined;
  readonly sensitivity: string | undefined;
  readonly files: Readonly<Record<string, Digest>>;
}): string {
  const { subject, owner, sensitivity, files } = given;
  const defaults = {
    ...(owner !== undefined && { owner }),
    ...(sensitivity !== undefined && { sensitivity }),
  };
  return printYaml(
    {
      subject,
      compatibility: 'backward',
      ...(Object.keys(defaults).length > 0 && { defaults }),
      members: Object.fromEntries(MEMBER_PARTS.map(part => [part, { envelope: part }])),
      ...(Object.keys(files).length > 0 && { files }),
    },
    new Map([
      ['/compatibility', 'proposed'],
      ...MEMBER_PARTS.map(part => [`/members/${part}`, 'proposed'] as const),
    ]),
  );
}
