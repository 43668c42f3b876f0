import { ROLES, type Role } from './roles.ts';

/** All that may be asked of a registry by somebody, each answered by the table below. */
export const ACTIONS = [
  'read',
  /** To propose, and to amend. */
  'propose',
  /** What one proposed oneself; what anybody did, for whoever may approve it. */
  'withdraw',
  'attach-evidence',
  'approve-data',
  'approve-model',
  'activate',
  'retire',
  'rollout',
  'roll-back',
  'waive',
  'adopt',
  'release',
  'register-consumer',
  'register-producer',
  /** To say what one counted of the records one reads, writes or converts. */
  'report',
  /** Tokens, and the audit of all subjects. */
  'administer',
] as const;

export type Action = (typeof ACTIONS)[number];

const yes = true;
const no = false;

/**
 * Total: whoever adds a role or an action says of each pair whether it may. Nobody proposes and approves by one role, and who
 * hands out tokens approves and activates nothing.
 */
export const MAY: Readonly<Record<Action, Readonly<Record<Role, boolean>>>> = {
  read: row(yes, yes, yes, yes, yes, yes, yes),
  propose: row(no, no, yes, no, no, no, no),
  withdraw: row(no, no, yes, yes, no, no, no),
  'attach-evidence': row(no, no, yes, yes, yes, no, no),
  'approve-data': row(no, no, no, yes, no, no, no),
  'approve-model': row(no, no, no, no, yes, no, no),
  activate: row(no, no, no, yes, no, yes, no),
  retire: row(no, no, no, yes, no, no, no),
  rollout: row(no, no, no, no, no, yes, no),
  'roll-back': row(no, no, no, yes, yes, yes, no),
  waive: row(no, no, no, yes, yes, no, no),
  adopt: row(no, no, no, no, no, no, yes),
  release: row(no, no, no, no, no, yes, no),
  'register-consumer': row(no, yes, no, no, no, no, yes),
  'register-producer': row(no, no, yes, no, no, no, yes),
  report: row(no, yes, yes, no, no, yes, no),
  administer: row(no, no, no, no, no, no, yes),
};

/** For the remedy of a refusal. */
export const rolesThatMay = (action: Action): readonly Role[] => ROLES.filter(role => MAY[action][role]);

function row(...cells: readonly [boolean, boolean, boolean, boolean, boolean, boolean, boolean]) {
  const [reader, consumer, producer, dataOwner, modelOwner, releaser, admin] = cells;
  return {
    reader,
    consumer,
    producer,
    'data-owner': dataOwner,
    'model-owner': modelOwner,
    releaser,
    admin,
  };
}
