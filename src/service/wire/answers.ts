import * as z from 'zod';
import { LIMITS } from '../../base/limits.ts';
import { CONSUMER_KINDS } from '../../change/consumer.ts';
import { STAGES } from '../../change/rollout/stages.ts';
import { STATES } from '../../change/states.ts';
import { CLASSES } from '../../compat/class-of.ts';
import { DIRECTIONS } from '../../compat/finding.ts';
import { COMPATIBILITIES } from '../../contract/compatibility.ts';
import { DIGEST, REVISION, SUBJECT } from '../../contract/contract-shape.ts';
import { PROBLEM } from './problem-document.ts';

/** The shapes of what is answered, as the published description has them; a test holds every answer to them. */

const SEQ = z.int().min(0);
const GENERATION = z.int().min(0);
const VERSION = z.int().min(1).max(LIMITS.version_max);
const STATE = z.enum(STATES);
const CLASS = z.enum(CLASSES);
const UNMET = z.array(z.string());
const BY = z.string().optional();
const PLACED = { subject: SUBJECT, seq: SEQ };

export const SERVICE = z.strictObject({ service: z.literal('assay'), routes: z.array(z.string()) });

export const HEALTH = z.strictObject({ status: z.literal('ok'), store: z.literal('ok') });

export const ALIVE = z.strictObject({ status: z.literal('ok') });
export const READINESS = z.strictObject({
  status: z.enum(['ready', 'not-ready']),
  checks: z.record(z.string(), z.string()),
});
export const OBSERVED = z.strictObject({ subject: SUBJECT, schema: DIGEST });

export const SUBJECTS = z.strictObject({ subjects: z.array(z.strictObject(PLACED)) });

export const SUBJECT_SHOWN = z.strictObject({
  ...PLACED,
  head: z.strictObject({ version: VERSION.nullable(), generation: GENERATION }),
  data: z.strictObject({ revision: REVISION.nullable(), generation: GENERATION }),
  versions: z.array(VERSION),
  revisions: z.array(REVISION),
  producers: z.array(z.strictObject({ name: z.string(), writes: z.array(VERSION) })),
  consumers: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.enum(CONSUMER_KINDS),
      reads: z.strictObject({ from: VERSION, to: VERSION.nullable() }),
      purpose: z.string(),
    }),
  ),
});

/** What a subject's refs are depends on who wrote them; each says how often it was written. */
export const STATE_SHOWN = z.strictObject({
  ...PLACED,
  refs: z.record(z.string(), z.strictObject({ generation: z.int().min(1), value: z.unknown() })),
});

const GOVERNING = z.looseObject({
  state: STATE,
  governance: DIGEST,
  tokenizer: DIGEST.optional(),
  change: DIGEST,
  class: CLASS,
  objects: z.array(DIGEST),
  seq: SEQ,
});

const STORED = {
  state: STATE,
  change: DIGEST,
  class: CLASS,
  unmet: UNMET,
  against: GENERATION,
  storedAt: SEQ,
};

const VERSION_KEYS = {
  ...STORED,
  version: VERSION,
  recordSchema: DIGEST,
  governance: DIGEST.optional(),
  tokenizer: DIGEST.optional(),
  ids: z.array(z.int().min(1)),
  compatibility: z.enum(COMPATIBILITIES).optional(),
  governing: GOVERNING.optional(),
  governedBy: z.array(DIGEST).optional(),
  takenBy: z.array(DIGEST).optional(),
  adopted: z.strictObject({ governed: z.array(DIGEST) }).optional(),
};

const REVISION_KEYS = {
  ...STORED,
  revision: REVISION,
  version: VERSION,
  data: DIGEST,
  adopted: z.strictObject({ place: z.int().min(0) }).optional(),
};

// Loose: a version may come to say more of itself, and no reader of it is to break on that.
export const VERSION_SHOWN = z.looseObject({ ...PLACED, ...VERSION_KEYS });
export const VERSIONS_SHOWN = z.strictObject({ ...PLACED, versions: z.array(z.looseObject(VERSION_KEYS)) });
export const REVISION_SHOWN = z.looseObject({ ...PLACED, ...REVISION_KEYS });
export const REVISIONS_SHOWN = z.strictObject({
  ...PLACED,
  revisions: z.array(z.looseObject(REVISION_KEYS)),
});

const ENTRY = {
  seq: SEQ,
  opId: z.string(),
  kind: z.string(),
  request: DIGEST,
  answer: z.looseObject({ kind: z.string(), by: BY }),
  at_ms: z.int(),
};

export const JOURNAL = z.strictObject({
  ...PLACED,
  entries: z.array(z.strictObject(ENTRY)),
  next: z.string().nullable(),
});

export const AUDIT = z.strictObject({
  entries: z.array(z.strictObject({ ...ENTRY, scope: z.string() })),
  next: z.string().nullable(),
});

const BOTH_WAYS = z.strictObject({ backward: z.boolean(), forward: z.boolean() });

export const COMPARISON = z.strictObject({
  class: CLASS,
  for: z.array(z.enum(DIRECTIONS)),
  levels: z.strictObject({ govern: BOTH_WAYS, read: BOTH_WAYS, train: BOTH_WAYS, wire: BOTH_WAYS }),
  findings: z.array(
    z.strictObject({
      rule: z.string(),
      level: z.string(),
      direction: z.enum(DIRECTIONS),
      access: z.array(z.string()),
      path: z.string(),
      from: z.string(),
      to: z.string(),
      remedy: z.string(),
      conversion: z.string().optional(),
    }),
  ),
});

export const VOCABULARY_DOCUMENT = z.strictObject({
  terms: z.array(
    z.strictObject({
      id: z.int(),
      label: z.string(),
      code: z.unknown().optional(),
      aliases: z.array(z.string()),
    }),
  ),
});

export const GOLDEN_SET_DOCUMENT = z.looseObject({
  format: z.literal('assay.golden-set/1'),
  subject: SUBJECT,
  version: VERSION,
  data: z.strictObject({ format: z.string(), sha256: DIGEST, rows: z.int().min(0) }),
});

const ANSWER = { seq: SEQ, change: DIGEST, state: STATE, governance: DIGEST.optional(), by: BY };
const NAMED = { version: VERSION.optional(), revision: REVISION.optional() };

const VERDICT = z.enum(['passes', 'fails']);

/** What was found of a proposal, as far as whoever made it is told at once; its evidence has all. */
export const JUDGED = z.strictObject({
  of: z.enum(['version', 'revision', 'governance']),
  encoding: VERDICT,
  meaning: VERDICT,
  class: CLASS,
  /** Whether nothing of the subject stands before it. */
  isFirst: z.boolean(),
  /** Whether what definitions say breaks a rule. */
  breaksRule: z.boolean(),
  lowers: z.strictObject({ from: z.enum(COMPATIBILITIES), to: z.enum(COMPATIBILITIES) }).nullable(),
  /** What ordinary readers refuse, where the encoding fails because of it. */
  unread: z.array(PROBLEM),
  governed: z
    .strictObject({
      isUnbound: z.boolean(),
      findings: z.array(
        z.strictObject({ rule: z.string(), path: z.string(), from: z.string(), to: z.string() }),
      ),
    })
    .nullable(),
});

/** Cells that were run before, those that were run for it, and kept ones that were damaged. */
const CELLS_USE = z.strictObject({
  taken: z.int().min(0),
  ran: z.int().min(0),
  damaged: z.int().min(0),
});

export const PROPOSED = z.strictObject({
  answer: z.looseObject({
    ...ANSWER,
    ...NAMED,
    kind: z.enum(['stored', 'already', 'amended', 'governed']),
    storedAt: SEQ,
    superseded: z.boolean(),
  }),
  ledger: z.string().nullable(),
  /** Null where it is a repeat of what could not be judged again. */
  judged: JUDGED.nullable(),
  cache: CELLS_USE.nullable(),
});

export const MOVED = z.looseObject({
  ...ANSWER,
  ...NAMED,
  kind: z.enum(['moved', 'already']),
  from: STATE,
  freed: z.array(z.int()).optional(),
});

const APPROVALS = z.strictObject({ has: z.int(), needs: z.int(), missing: z.array(z.string()) });

export const APPROVED = z.looseObject({
  ...ANSWER,
  ...NAMED,
  kind: z.enum(['moved', 'already', 'signed']),
  from: STATE,
  approvals: APPROVALS.optional(),
});

export const ATTACHED = z.strictObject({
  ...ANSWER,
  ...NAMED,
  kind: z.literal('attached'),
  replaced: DIGEST,
  voided: z.int().min(0),
});

const STAGE = z.enum(STAGES);
const AT_MS = z.int();

export const ROLLED = z.strictObject({
  kind: z.enum(['moved', 'already']),
  version: VERSION,
  from: STAGE,
  stage: STAGE,
  generation: GENERATION,
  change: DIGEST,
  reconciliation: DIGEST.optional(),
  until_ms: AT_MS.optional(),
  back: z.strictObject({ data: z.string().nullable(), generation: GENERATION }).optional(),
  quarantined: z.array(z.string()).optional(),
  seq: SEQ,
  by: BY,
});

export const ROLLOUT_SHOWN = z.strictObject({
  ...PLACED,
  version: VERSION,
  observe_days: z.int().nullable(),
  stage: STAGE,
  generation: GENERATION,
  data: z.strictObject({ revision: z.string().nullable(), generation: GENERATION }),
  /** As it is kept, with the steps that led there. */
  entry: z
    .strictObject({
      stage: STAGE,
      change: DIGEST,
      expected: GENERATION,
      steps: z.array(z.strictObject({ stage: STAGE, at_ms: AT_MS })),
      reconciliation: DIGEST.optional(),
      until_ms: AT_MS.optional(),
      back: z.strictObject({ data: z.string().nullable(), generation: GENERATION }).optional(),
      quarantined: z.array(z.string()).optional(),
    })
    .nullable(),
  next: z.array(
    z.strictObject({
      target: STAGE,
      ready: z.boolean(),
      conditions: z.array(
        z.strictObject({ condition: z.string(), met: z.boolean(), lacks: z.string().nullable() }),
      ),
    }),
  ),
  quarantined: z.array(z.string()),
});

const WAIVER = z.strictObject({
  waives: z.string(),
  owner: z.string(),
  reason: z.string(),
  until: z.string(),
});

/** A key that was revoked since it approved. */
const INCIDENT = z.strictObject({
  code: z.literal('KEY_REVOKED'),
  key: z.string(),
  person: z.string(),
  role: z.string(),
  at: z.string().nullable(),
  reason: z.string().nullable(),
  envelope: DIGEST,
});

export const GATE_SHOWN = z.strictObject({
  ...PLACED,
  ...NAMED,
  format: z.literal('assay.gate/1'),
  change: DIGEST,
  state: STATE,
  today: z.string(),
  isOpen: z.boolean(),
  conditions: z.array(
    z.strictObject({
      condition: z.string(),
      code: z.string(),
      state: z.enum(['met', 'unmet', 'waived', 'not-asked']),
      findings: z.array(z.strictObject({ name: z.string(), text: z.string(), waiver: WAIVER.nullable() })),
      evidence: z.array(DIGEST),
    }),
  ),
  readers: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.enum(['consumer', 'image']),
      version: VERSION,
      isSupported: z.boolean(),
      why: z.string(),
    }),
  ),
  waivers: z.array(WAIVER),
  /** Where nobody has to sign, whether somebody approved it all the same. */
  approvals: z.union([
    z.strictObject({ signed: z.literal(false), approved: z.boolean() }),
    z.strictObject({
      signed: z.literal(true),
      has: z.int(),
      needs: z.int(),
      missing: z.array(z.string()),
      approvals: z.array(
        z.strictObject({
          key: z.string(),
          publicKey: z.string(),
          person: z.string(),
          role: z.string(),
          envelope: DIGEST,
          on: z.string(),
          standing: z.string(),
        }),
      ),
      incidents: z.array(INCIDENT),
    }),
  ]),
  incidents: z.array(INCIDENT),
});

const PLACES = z.array(z.enum(['config', 'store']));

export const CONSUMERS_SHOWN = z.strictObject({
  ...PLACED,
  consumers: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.enum(CONSUMER_KINDS),
      reads: z.strictObject({ from: VERSION, to: VERSION.nullable() }),
      purpose: z.string(),
      fields: z.array(z.int()).nullable(),
      in: PLACES,
    }),
  ),
});
export const PRODUCERS_SHOWN = z.strictObject({
  ...PLACED,
  producers: z.array(z.strictObject({ name: z.string(), writes: z.array(VERSION), in: PLACES })),
});

export const REGISTERED = z.strictObject({
  kind: z.enum(['registered', 'changed', 'already', 'retired']),
  role: z.enum(['consumer', 'producer']),
  name: z.string(),
  /** As it is kept; one that is retired stays, and says so. */
  entry: z.looseObject({ retired: z.boolean() }),
  seq: SEQ,
  by: BY,
});

const TOKEN = { name: z.string(), grants: z.array(z.looseObject({ role: z.string() })), expires: z.string() };

export const TOKENS = z.strictObject({
  seq: SEQ,
  tokens: z.array(
    z.strictObject({ ...TOKEN, id: z.string(), state: z.enum(['holds', 'expired', 'revoked']) }),
  ),
});
export const TOKEN_ISSUED = z.strictObject({ ...TOKEN, id: z.string(), token: z.string(), seq: SEQ, by: BY });
export const TOKEN_REVOKED = z.strictObject({
  ...TOKEN,
  kind: z.string(),
  token: z.string(),
  seq: SEQ,
  by: BY,
});

export const JSON_SCHEMAS = z.strictObject({
  schemas: z.array(z.strictObject({ name: z.string(), id: z.string() })),
});

const FAULT_ROW = {
  code: z.string(),
  status: z.int().min(400).max(599),
  exit: z.int().min(1).max(4),
  sentence: z.string(),
  remedy: z.string(),
};
export const FAULTS_SHOWN = z.strictObject({ faults: z.array(z.strictObject(FAULT_ROW)) });
export const FAULT_SHOWN = z.strictObject(FAULT_ROW);
