import { ACCESS_FAULTS } from './faults/access.ts';
import { APPROVAL_FAULTS } from './faults/approval.ts';
import { CHANGE_FAULTS } from './faults/change.ts';
import { CLI_FAULTS } from './faults/cli.ts';
import { CLIENT_FAULTS } from './faults/client.ts';
import { CODEC_FAULTS } from './faults/codec.ts';
import { COMPARE_FAULTS } from './faults/compare.ts';
import { CONTRACT_FAULTS } from './faults/contract.ts';
import { CONVERT_FAULTS } from './faults/convert.ts';
import { EXCHANGE_FAULTS } from './faults/exchange.ts';
import { FUNCTION_FAULTS } from './faults/function.ts';
import { GOLDEN_FAULTS } from './faults/golden.ts';
import { HTTP_FAULTS } from './faults/http.ts';
import { LEDGER_FAULTS } from './faults/ledger.ts';
import { MATRIX_FAULTS } from './faults/matrix.ts';
import { NATIVE_FAULTS } from './faults/native.ts';
import { READ_FAULTS } from './faults/read.ts';
import { RELEASE_FAULTS } from './faults/release.ts';
import { ROLLOUT_FAULTS } from './faults/rollout.ts';
import type { Row } from './faults/row.ts';
import { SERVICE_FAULTS } from './faults/service.ts';
import { SHADOW_FAULTS } from './faults/shadow.ts';
import { STORE_FAULTS } from './faults/store.ts';
import { UNIT_FAULTS } from './faults/unit.ts';
import { VOCABULARY_FAULTS } from './faults/vocabulary.ts';

/** Every way this registry says no: one row a code. */
export const FAULTS = {
  ...CONTRACT_FAULTS,
  ...LEDGER_FAULTS,
  ...NATIVE_FAULTS,
  ...EXCHANGE_FAULTS,
  ...UNIT_FAULTS,
  ...VOCABULARY_FAULTS,
  ...CODEC_FAULTS,
  ...MATRIX_FAULTS,
  ...GOLDEN_FAULTS,
  ...COMPARE_FAULTS,
  ...SHADOW_FAULTS,
  ...CHANGE_FAULTS,
  ...APPROVAL_FAULTS,
  ...ROLLOUT_FAULTS,
  ...CONVERT_FAULTS,
  ...FUNCTION_FAULTS,
  ...READ_FAULTS,
  ...RELEASE_FAULTS,
  ...STORE_FAULTS,
  ...SERVICE_FAULTS,
  ...HTTP_FAULTS,
  ...ACCESS_FAULTS,
  ...CLI_FAULTS,
  ...CLIENT_FAULTS,
} as const;

export type FaultCode = keyof typeof FAULTS;
export type FactsOf<C extends FaultCode> = Parameters<(typeof FAULTS)[C]['say']>[0];

/** Where in a file somebody wrote it; lines and columns count from 1. A snippet is never taken from records. */
export type Place = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly snippet?: string;
  /** The column at which the snippet begins, where that is not the first. */
  readonly snippetFrom?: number;
};

/** A refusal, as a value until a door renders it. Floors below the line return it and never throw it. */
export class Fault<C extends FaultCode = FaultCode> extends Error {
  readonly code: C;
  readonly facts: FactsOf<C>;
  readonly at: Place | undefined;
  /** The file it is about, where no line of it is meant and no fact names it. */
  readonly file: string | undefined;

  constructor(code: C, facts: FactsOf<C>, at?: Place, file?: string) {
    super((FAULTS[code] as Row<FactsOf<C>>).say(facts));
    this.name = 'Fault';
    this.code = code;
    this.facts = facts;
    this.at = at;
    this.file = file;
  }

  /** The same, by somebody who knows which file was read. */
  inFile(file: string): Fault<C> {
    return new Fault(this.code, this.facts, this.at, file);
  }

  get remedy(): string {
    return (FAULTS[this.code] as Row<FactsOf<C>>).remedy(this.facts);
  }

  get exit(): Row<never>['exit'] {
    return FAULTS[this.code].exit;
  }

  get status(): Row<never>['status'] {
    return FAULTS[this.code].status;
  }
}
