import { row } from './row.ts';

export const GOLDEN_FAULTS = {
  KEY_NOT_DECLARED: row<{ fields: number }>({
    status: 422,
    exit: 2,
    say: f => `none of the ${f.fields} fields is the key, so no two records can be compared`,
    remedy: () => 'declare `key` in the contract, or a sampleId field in the members of the subject',
  }),
  KEY_NOT_UNIQUE: row<{
    side: string;
    key: string;
    keys: number;
    rows: number;
    /** Two records that share a key, from 1. */
    first: number;
    again: number;
    better: string;
  }>({
    status: 422,
    exit: 2,
    say: f =>
      `${f.keys} keys (${f.key}) occur more than once ${f.side} the change, in ${f.rows} rows; records ${f.first} and ${f.again} share one`,
    remedy: f => `add ${f.better} to the key; rows that share a key are not compared`,
  }),
  DATA_DIGEST_MISMATCH: row<{ file: string; declared: string; found: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.file} is ${f.found}, its manifest declares ${f.declared}`,
    remedy: f => `restore ${f.file}, or offer the new content as a revision of its own`,
  }),
  DATA_ROWS_MISMATCH: row<{ file: string; declared: number; found: number }>({
    status: 422,
    exit: 1,
    say: f => `${f.file} has ${f.found} records, its manifest declares ${f.declared}`,
    remedy: f =>
      `count the records of ${f.file} again: a short file with the right digest was short when declared`,
  }),
  /** The record counts from 1. */
  DATA_REFUSED: row<{ file: string; code: string; record: number }>({
    status: 422,
    exit: 1,
    say: f => `${f.file} can't be read under its contract: ${f.code} in record ${f.record}`,
    remedy: f => `correct record ${f.record} of ${f.file}, or the contract that refuses it with ${f.code}`,
  }),
  SET_FIELD_UNKNOWN: row<{ key: string; field: string; version: number; nearest: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.key} names the field ${f.field}, which version ${f.version} does not have`,
    remedy: f =>
      `${f.nearest === '' ? `correct the name ${f.field}` : `write ${f.nearest}`}, or correct the version ${f.version}`,
  }),
  SET_KEY_MEANINGLESS: row<{ key: string; field: string; because: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.key} means nothing for the field ${f.field}: ${f.because}`,
    remedy: f => `remove ${f.field} from ${f.key}`,
  }),
} as const;
