import type { Schema } from '../contract/schema.ts';
import { gate } from '../convert/gates.ts';
import { isOrdinary } from './ordinary.ts';
import type { Probe, ProbeKind } from './probe.ts';

/**
 * What a record is to its writer's contract. `ordinary`: what producers write every day, which is what verdicts are made of;
 * `lawful`: it keeps the contract at an edge of it; `unlawful`: no producer may write it, or its bytes are spoiled.
 */
export const LAWFULNESS = ['ordinary', 'lawful', 'unlawful'] as const;
export type Lawfulness = (typeof LAWFULNESS)[number];

export function lawfulnessOf(writer: Schema, probe: Probe): Lawfulness {
  if (isOrdinary({ probe })) return 'ordinary';
  return isLawful(writer, probe) ? 'lawful' : 'unlawful';
}

/** The writer keeps its own contract in every field: nothing is wrong with the record but who reads it. */
export function isLawful({ fields }: Schema, { kind, truth, published }: Probe): boolean {
  if (truth.kind !== 'record' || truth.spoiled !== undefined || truth.unwritten !== undefined) return false;
  if (ODD.includes(kind) || published !== undefined) return false;
  return fields.every((field, index) => gate(field, truth.values[index]!) === undefined);
}

/** All of a record is there, and something besides, or the end of the file is not. */
const ODD: readonly ProbeKind[] = ['unknown-field', 'truncated', 'trailing'];
