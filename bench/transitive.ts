import { canonicalJson } from '../src/base/canonical-json.ts';
import { Fault } from '../src/base/fault.ts';
import { compare } from '../src/compat/compare.ts';
import { historyOf } from '../src/compat/history.ts';
import { judgeAgainst } from '../src/compat/judge-against.ts';
import type { Schema } from '../src/contract/schema.ts';
import { schemaDocument } from '../src/contract/schema-document.ts';
import { SchemaReader } from '../src/contract/schema-reader.ts';
import { type FieldWords, schemaOf } from '../test/compat/schema-of.ts';
import type { BenchRow } from './measure.ts';

const FIELDS = 75;
const VERSIONS = 1_000;
const MANY = 10_000;
const ROUNDS = 15;

/**
 * One proposal against a thousand versions, all of them live: the ids of the whole past, and both directions with each.
 * Every version changes one field or adds one, so that the first and the last differ in most.
 *
 * `cached`: the schemas are in memory. `cold`: they are read from the canonical documents a store keeps. The peer reads
 * the same texts with `JSON.parse` and judges nothing. What is beyond its bound is said.
 */
export function runTransitive(): readonly BenchRow[] {
  const texts = textsOf(VERSIONS);
  const schemas = readAll(texts);
  const cached = best_ms(() => judge(schemas));
  const cold = best_ms(() => judge(readAll(texts)));
  const peerValue = best_ms(() => texts.map(text => JSON.parse(text) as unknown));
  const memory_mib = heldBy_mib(() => readAll(textsOf(MANY)));
  const bounds = [
    ['cached', cached, 50],
    ['cold', cold, 300],
    ['memory of 10,000 versions', memory_mib, 512],
  ] as const;
  for (const [what, value, most] of bounds)
    if (value > most)
      console.log(`transitive: ${what} is ${value.toFixed(0)}, and is asked to be under ${most}`);
  const peer = 'JSON.parse of the same texts';
  const name = `transitive, ${VERSIONS} versions of ${FIELDS} fields`;
  return [
    { name: `${name}, cached`, value: cached, unit: 'ms of CPU', peer, peerValue, ratio: cached / peerValue },
    { name: `${name}, cold`, value: cold, unit: 'ms of CPU', peer, peerValue, ratio: cold / peerValue },
    {
      name: `${MANY} versions in memory`,
      value: memory_mib,
      unit: 'MiB',
      peer: 'the bound of 512 MiB',
      peerValue: 512,
      ratio: memory_mib / 512,
    },
  ];
}

function judge(schemas: readonly Schema[]): number {
  const proposed = schemas.at(-1)!;
  const past = schemas.slice(0, -1);
  const last = past.at(-1)!;
  const history = historyOf(past.map((schema, index) => ({ version: index + 1, schema })));
  let found = compare(last, proposed, history).findings.length;
  const against = judgeAgainst({ schema: last }, { schema: proposed });
  for (const older of past) found += against({ schema: older }).fresh.length;
  if (found === 0) throw new RangeError('the versions are meant to differ');
  return found;
}

function readAll(texts: readonly string[]): readonly Schema[] {
  const reader = new SchemaReader(new Map());
  return texts.map(text => {
    const schema = reader.read(text);
    if (schema instanceof Fault) throw schema;
    return schema;
  });
}

function textsOf(versions: number): readonly string[] {
  const fields: FieldWords[] = Array.from({ length: FIELDS }, (_, place) => plainField(place));
  return Array.from({ length: versions }, (_, version) => {
    const place = (version * 7) % FIELDS;
    const field = fields[place]!;
    if (version > 0)
      fields[place] =
        version % 3 === 0
          ? { ...plainField(place), id: FIELDS + version, name: `field_${FIELDS + version}` }
          : {
              ...field,
              aliases: [...new Set([...(field.aliases ?? []).slice(-3), field.name])],
              name: `renamed_${version}`,
            };
    return canonicalJson(schemaDocument(schemaOf({ fields })));
  });
}

function plainField(place: number): FieldWords {
  const shared = { id: place + 1, name: `field_${place}`, nullable: true, default: null };
  if (place % 3 === 0)
    return { ...shared, type: 'int64', logical: 'duration', unit: 'ms', range: [0, 600_000] };
  return { ...shared, type: place % 3 === 1 ? 'float64' : 'string' };
}

/** CPU time of all threads in the best of some rounds: what the work costs, whatever else the machine does. */
function best_ms(run: () => unknown): number {
  let [best, kept]: [number, unknown] = [Number.POSITIVE_INFINITY, undefined];
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    kept = run();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  if (kept === run) throw new RangeError('a run returned itself');
  return best;
}

/** What stays in memory once the texts are gone; needs `--expose-gc`, and else counts what was not collected yet. */
function heldBy_mib(make: () => readonly Schema[]): number {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const kept = make();
  globalThis.gc?.();
  const held = (process.memoryUsage().heapUsed - before) / (1 << 20);
  if (kept.length === 0) throw new RangeError('nothing was read');
  return held;
}

if (import.meta.main) for (const row of runTransitive()) console.log(row);
