import type { Answer, Order } from './harness.ts';

/** What a child is told before any batch. */
export type Ask = {
  readonly order: Order;
  /** A batch that takes longer ends the child from within, should nobody outside be left to do so. */
  readonly limit_ms: number;
  readonly memory_mib: number;
  /** Text of what stands between a function and us, and of the function with all that it imports. */
  readonly harness: string;
  readonly bundle: string;
};

/** What runs a function: it says how that went, and answers batches where it is ready. */
export type Engine = (ask: Ask) => Promise<{ readonly said: string; readonly answer: Answer | undefined }>;

/** Each message is so many bytes that say how many follow, and those. */
export const HEAD_BYTES = 8;

/** The pipe that a child answers on. */
export const ANSWER_ON = 1;

/** What the scripts are called in traces. */
export const HARNESS_NAME = 'harness.js';
export const BUNDLE_NAME = 'function.js';
