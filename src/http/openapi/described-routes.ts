import type * as z from 'zod';
import { ENVELOPE } from '../../change/approval/envelope.ts';
import { RECORD_DOCUMENT } from '../../change/read-record.ts';
import { GOVERNANCE_DOCUMENT } from '../../contract/governance.ts';
import { SCHEMA_DOCUMENT } from '../../contract/schema-document.ts';
import { REPORT_DOCUMENT } from '../../service/query-objects.ts';
import * as shapes from '../../service/wire/answers.ts';
import {
  COMPATIBILITY_ASK,
  CONSUMER_SAID,
  EVIDENCE,
  OBSERVATION,
  PRODUCER_SAID,
  PROPOSAL,
  ROLLOUT_STEP,
  STEP,
  TOKEN_ASK,
} from '../../service/wire/asks.ts';

export type DescribedRoute = {
  readonly summary: string;
  /** What is answered; none where it is no JSON. */
  readonly answer: z.ZodType | undefined;
  /** What is answered as what; `application/json` when left out. */
  readonly type?: string;
  readonly body?: z.ZodType;
  readonly query?: readonly Query[];
  /** Whether `if-none-match` is answered 304. */
  readonly isTagged?: true;
  /** What is refused in words of its own, and not as a problem. */
  readonly refusal?: { readonly status: number; readonly answer: z.ZodType };
  /** Whether it changes anything, and needs an idempotency key. */
  readonly isChange?: true;
  /** Whether `if-match` is looked at. */
  readonly isOfSubject?: true;
};

export type Query = 'from' | 'limit' | 'place';

const IMMUTABLE = { isTagged: true } as const;
const PLACED = { isTagged: true } as const;
const CHANGE = { isChange: true } as const;
const SUBJECT_CHANGE = { isChange: true, isOfSubject: true } as const;

/** What each route takes and answers, by its method and path as docs/http.md has them. */
export const DESCRIBED_ROUTES: Readonly<Record<string, DescribedRoute>> = {
  'GET /': { summary: 'What this is, and its routes', answer: shapes.SERVICE },
  'GET /health': { summary: 'Whether the store answers', answer: shapes.HEALTH },
  'GET /healthz': { summary: 'Whether the server lives', answer: shapes.ALIVE },
  'GET /readyz': {
    summary: 'Whether it can serve',
    answer: shapes.READINESS,
    refusal: { status: 503, answer: shapes.READINESS },
  },
  'GET /metrics': {
    summary: 'What it has counted, as Prometheus has it',
    answer: undefined,
    type: 'text/plain; version=0.0.4; charset=utf-8',
  },
  'POST /subjects/{subject}/observations': {
    summary: 'What a job has counted of records',
    body: OBSERVATION,
    answer: shapes.OBSERVED,
  },
  'GET /openapi.json': { summary: 'This description', answer: undefined, ...IMMUTABLE },
  'GET /subjects': { summary: 'Every subject, with its seq', answer: shapes.SUBJECTS },
  'GET /subjects/{subject}': { summary: 'One subject', answer: shapes.SUBJECT_SHOWN, ...PLACED },
  'GET /subjects/{subject}/state': { summary: 'All its refs', answer: shapes.STATE_SHOWN, ...PLACED },
  'GET /subjects/{subject}/versions': {
    summary: 'Every version',
    answer: shapes.VERSIONS_SHOWN,
    ...PLACED,
  },
  'GET /subjects/{subject}/versions/{version}': {
    summary: 'One version',
    answer: shapes.VERSION_SHOWN,
    ...PLACED,
  },
  'GET /subjects/{subject}/revisions': {
    summary: 'Every data revision',
    answer: shapes.REVISIONS_SHOWN,
    ...PLACED,
  },
  'GET /subjects/{subject}/revisions/{revision}': {
    summary: 'One data revision',
    answer: shapes.REVISION_SHOWN,
    ...PLACED,
  },
  'GET /subjects/{subject}/journal': {
    summary: 'What was asked and answered, page by page',
    answer: shapes.JOURNAL,
    query: ['from', 'limit'],
    ...PLACED,
  },
  'GET /schemas/{digest}': { summary: 'A schema, byte for byte', answer: SCHEMA_DOCUMENT, ...IMMUTABLE },
  'GET /governance/{digest}': {
    summary: 'What stands beside a schema',
    answer: GOVERNANCE_DOCUMENT,
    ...IMMUTABLE,
  },
  'GET /vocabularies/{digest}': {
    summary: 'The terms of a vocabulary',
    answer: shapes.VOCABULARY_DOCUMENT,
    ...IMMUTABLE,
  },
  'GET /changes/{digest}': { summary: 'A change record', answer: RECORD_DOCUMENT, ...IMMUTABLE },
  'GET /reports/{digest}': { summary: 'Evidence', answer: REPORT_DOCUMENT, ...IMMUTABLE },
  'GET /golden-sets/{digest}': {
    summary: 'What a data revision is',
    answer: shapes.GOLDEN_SET_DOCUMENT,
    ...IMMUTABLE,
  },
  'GET /objects/{digest}': {
    summary: 'Any object, byte for byte',
    answer: undefined,
    type: 'application/octet-stream',
    ...IMMUTABLE,
  },
  'POST /compatibility': {
    summary: 'What two schemas promise each other',
    body: COMPATIBILITY_ASK,
    answer: shapes.COMPARISON,
  },
  'POST /subjects/{subject}/proposals': {
    summary: 'Judge a version or data revision, and keep it',
    body: PROPOSAL,
    answer: shapes.PROPOSED,
    ...SUBJECT_CHANGE,
  },
  'POST /subjects/{subject}/versions/{version}/steps': {
    summary: 'Activate, retire or withdraw a version',
    body: STEP,
    answer: shapes.MOVED,
    ...SUBJECT_CHANGE,
  },
  'POST /subjects/{subject}/revisions/{revision}/steps': {
    summary: 'Activate or withdraw a data revision',
    body: STEP,
    answer: shapes.MOVED,
    ...SUBJECT_CHANGE,
  },
  'GET /subjects/{subject}/versions/{version}/gate': {
    summary: 'Every condition that must hold before a version becomes active, met or not',
    answer: shapes.GATE_SHOWN,
    ...PLACED,
  },
  'GET /subjects/{subject}/revisions/{revision}/gate': {
    summary: 'The same of a data revision',
    answer: shapes.GATE_SHOWN,
    ...PLACED,
  },
  'POST /subjects/{subject}/versions/{version}/evidence': {
    summary: 'Add reports to the evidence of a version that waits',
    body: EVIDENCE,
    answer: shapes.ATTACHED,
    ...SUBJECT_CHANGE,
  },
  'POST /subjects/{subject}/revisions/{revision}/evidence': {
    summary: 'Add reports to the evidence of a data revision that waits',
    body: EVIDENCE,
    answer: shapes.ATTACHED,
    ...SUBJECT_CHANGE,
  },
  'POST /subjects/{subject}/versions/{version}/approvals': {
    summary: 'Approve the evidence of a version by a signature',
    body: ENVELOPE,
    answer: shapes.APPROVED,
    ...SUBJECT_CHANGE,
  },
  'POST /subjects/{subject}/revisions/{revision}/approvals': {
    summary: 'Approve the evidence of a data revision by a signature',
    body: ENVELOPE,
    answer: shapes.APPROVED,
    ...SUBJECT_CHANGE,
  },
  'GET /subjects/{subject}/versions/{version}/rollout': {
    summary: 'Where the rollout of a version stands',
    answer: shapes.ROLLOUT_SHOWN,
    ...PLACED,
  },
  'POST /subjects/{subject}/versions/{version}/rollout': {
    summary: 'Take the rollout of a version one step further, or back',
    body: ROLLOUT_STEP,
    answer: shapes.ROLLED,
    ...SUBJECT_CHANGE,
  },
  'GET /subjects/{subject}/consumers': {
    summary: 'Who reads a subject',
    answer: shapes.CONSUMERS_SHOWN,
    ...PLACED,
  },
  'GET /subjects/{subject}/producers': {
    summary: 'Who writes a subject',
    answer: shapes.PRODUCERS_SHOWN,
    ...PLACED,
  },
  'PUT /subjects/{subject}/consumers/{consumer}': {
    summary: 'Register who reads a subject, or change what it reads',
    body: CONSUMER_SAID,
    answer: shapes.REGISTERED,
    ...SUBJECT_CHANGE,
  },
  'DELETE /subjects/{subject}/consumers/{consumer}': {
    summary: 'Say that somebody reads a subject no more',
    answer: shapes.REGISTERED,
    ...SUBJECT_CHANGE,
  },
  'PUT /subjects/{subject}/producers/{producer}': {
    summary: 'Register who writes a subject, or change what it writes',
    body: PRODUCER_SAID,
    answer: shapes.REGISTERED,
    ...SUBJECT_CHANGE,
  },
  'DELETE /subjects/{subject}/producers/{producer}': {
    summary: 'Say that somebody writes a subject no more',
    answer: shapes.REGISTERED,
    ...SUBJECT_CHANGE,
  },
  'GET /audit': { summary: 'Every journal, page by page', answer: shapes.AUDIT, query: ['place', 'limit'] },
  'GET /tokens': { summary: 'The tokens there are', answer: shapes.TOKENS },
  'POST /tokens': { summary: 'A new token', body: TOKEN_ASK, answer: shapes.TOKEN_ISSUED, ...CHANGE },
  'DELETE /tokens/{id}': { summary: 'Revoke a token', answer: shapes.TOKEN_REVOKED, ...CHANGE },
  'GET /json-schema': { summary: 'Documents with a JSON Schema', answer: shapes.JSON_SCHEMAS },
  'GET /json-schema/{name}': {
    summary: 'The JSON Schema of one of them',
    answer: undefined,
    type: 'application/schema+json',
  },
  'GET /faults': { summary: 'Every way this registry says no', answer: shapes.FAULTS_SHOWN },
  'GET /faults/{code}': { summary: 'One of them', answer: shapes.FAULT_SHOWN },
};
