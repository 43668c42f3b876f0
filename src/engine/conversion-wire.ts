import type { Chain, Chained } from '../convert/chain.ts';
import type { BatchWire } from './batch-wire.ts';

/** What a thread that converts is told: a chain, and then batches of its first version. It says one thing for each batch. */
export type ConversionAsk =
  | { readonly kind: 'chain'; readonly chain: Chain }
  | { readonly kind: 'batch'; readonly batch: BatchWire };

export type ConversionSaid =
  | { readonly kind: 'chained'; readonly done: ChainedWire }
  /** A mistake of ours, which is one here as it would be there. */
  | { readonly kind: 'threw'; readonly error: unknown };

export type ChainedWire = Omit<Chained, 'converted'> & { readonly converted: BatchWire };
