import { sha256 } from '../../src/base/digest.ts';
import type { RevisionProposal, VersionProposal } from '../../src/change/decide-proposal.ts';

/** Version 3 of a subject with two fields, the first of it. */
export const FIRST: VersionProposal = {
  version: 3,
  recordSchema: sha256('schema 3'),
  governance: sha256('governance'),
  change: sha256('change 3'),
  class: 'compatible',
  meaning: 'holds',
  unmet: [],
  expectedHead: 0,
  objects: [Buffer.from('schema 3'), Buffer.from('change 3')],
  ids: [
    { id: 1, names: ['prompt'], kind: 'string' },
    { id: 2, names: ['outcome'], kind: 'int32' },
  ],
  burnt: [],
};

/** Version 4, which adds a field and needs nobody's leave. */
export const SECOND: VersionProposal = {
  ...FIRST,
  version: 4,
  recordSchema: sha256('schema 4'),
  governance: sha256('governance'),
  change: sha256('change 4'),
  expectedHead: 1,
  objects: [Buffer.from('schema 4'), Buffer.from('change 4')],
  ids: [...FIRST.ids, { id: 3, names: ['tags'], kind: 'list' }],
};

export const DATA: RevisionProposal = {
  revision: '1.31.1',
  version: 3,
  data: sha256('data 1'),
  change: sha256('change of data 1'),
  class: 'identical',
  meaning: 'holds',
  unmet: [],
  expectedHead: 0,
  objects: [],
};
