import type { Digest } from '../base/digest.ts';
import type { Field } from '../contract/field.ts';
import type { Isolation } from './converter-shape.ts';
import type { WireColumn } from './function-wire.ts';

/** A function of a converter, every field looked up. What it is stands in its digest alone. */
export type FunctionPlan = {
  readonly name: string;
  /** The module, below the project, and what of it is the function. */
  readonly module: string;
  readonly exported: string;
  readonly digest: Digest;
  readonly isolation: Isolation;
  /** Of one batch. */
  readonly limit_ms: number;
  readonly memory_mib: number;
  readonly takes: readonly Field[];
  /** In the order of the new version's fields. */
  readonly makes: readonly Field[];
  /** Codes that it may leave a record out with. */
  readonly rejects: readonly string[];
};

/** What a function is to be asked, so that a batch can be converted further. */
export type FunctionAsk = {
  readonly plan: FunctionPlan;
  readonly columns: readonly WireColumn[];
  readonly rows: number;
};

/** What it made: a column a field, and, of records that it leaves out, which of its codes, from 1; 0 is none. */
export type FunctionMade = {
  readonly columns: readonly WireColumn[];
  readonly rejected: Uint16Array | undefined;
};

/** A function with all that it imports, as what runs. */
export type FunctionBundle = {
  /** Of the bundle, of what stands between it and whoever asks, and of how it is run. */
  readonly digest: Digest;
  readonly text: string;
  readonly harness: string;
  /** From places in the text to those in the files that it was made of, whose names are as faults show them. */
  readonly map: string;
};
