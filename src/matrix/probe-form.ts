import type { Json } from '../base/canonical-json.ts';
import type { Field } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { RecordValues, Value } from '../contract/value.ts';
import type { Placed, ProbeKind } from './probe.ts';

/**
 * How the records of probes become bytes: a record after the other, or rows of files. The typical records of a writer are
 * known by their names, and a record is given as what it has in other fields than the typical one named `BASE`.
 */
export interface ProbeForm {
  readonly typical: (writer: Schema, seed: number, name: string) => Placed;
  /** Undefined where the form has no bytes for a value. */
  readonly changed: (
    writer: Schema,
    seed: number,
    changes: readonly Change[],
  ) => readonly (Placed | undefined)[];
  /** Any record, by itself; undefined where the form has no bytes for it. */
  readonly alone: (writer: Schema, values: RecordValues) => Placed | undefined;
  /** What no writer of the schema should have written for a field. */
  readonly spoiled: (writer: Schema, seed: number, field: Field) => readonly (SpoiledField | Lacking)[];
  /** What none should have made of a record. */
  readonly spoiledRecords: (writer: Schema, seed: number) => readonly SpoiledRecord[];
}

export const BASE = 'base';
/** The other typical records. */
export const typicalName = (index: number): string => `typical ${index}`;

/** Another value for the field at a place of the writer. */
export type Change = { readonly index: number; readonly value: Value };

type Spoiled = {
  readonly kind: ProbeKind;
  readonly name: string;
  readonly placed: Placed;
  /** The Avro schema that came with the bytes, where it is not the writer's registered one. */
  readonly published: Json | undefined;
};

export type SpoiledField = Spoiled & {
  /** `unwritten`: the field is left out, which a declared default may stand for; `whole`: it is only written oddly. */
  readonly records: 'nothing' | 'unwritten' | 'whole';
};

/** `whole`: all of the record is there, and something besides. */
export type SpoiledRecord = Spoiled & { readonly records: 'nothing' | 'whole' };

/** A kind that can't be spoiled so in this form. */
export type Lacking = { readonly kind: ProbeKind; readonly lacking: true };

export const isLacking = (made: SpoiledField | Lacking): made is Lacking => 'lacking' in made;

/** A name that no field of the writer has. */
export function unknownName({ fields }: Schema): string {
  let name = 'not_registered';
  while (fields.some(field => field.name === name)) name += '_';
  return name;
}

/** Where a record's bytes are cut: all, half, and the last of them. */
export const cutsOf = ({ length }: Uint8Array): readonly number[] => [
  ...new Set([0, length >> 1, length - 1]),
];
