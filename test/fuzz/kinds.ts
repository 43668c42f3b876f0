import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tableFromArrays, tableToIPC } from 'apache-arrow';
import fc from 'fast-check';
import { Fault } from '../../src/base/fault.ts';
import { compare } from '../../src/compat/compare.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { parseLedger, printLedger } from '../../src/contract/ledger-file.ts';
import { lintContract } from '../../src/contract/lint/lint-contract.ts';
import { type ParseContext, parseContract } from '../../src/contract/parse-contract.ts';
import { parseNamedVocabulary, parseVocabulary } from '../../src/contract/parse-vocabulary.ts';
import { parseSubject } from '../../src/contract/subject.ts';
import { draftOfAvro } from '../../src/exchange/avro/draft-of-avro.ts';
import { parseAvro } from '../../src/native/avro/parse-avro.ts';
import { isProblem } from '../../src/native/problem.ts';
import { readDocument } from '../../src/native/read-document.ts';
import { type Config, parseConfig } from '../../src/service/config.ts';
import { diffFiles } from '../../src/service/diff-files.ts';
import { EXPORTS, type ImportFormat } from '../../src/service/exchange-formats.ts';
import { importSchema } from '../../src/service/import-schema.ts';
import { judgeLine } from '../../src/service/judge-pairs.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { anyAvroPair } from '../compat/avro/any-avro.ts';
import { anySchemaPair } from '../compat/json-schema/any-json-schema.ts';
import { CONTEXT, must } from '../contract/small-subject.ts';
import { anyContract, PINNED, settled } from '../exchange/any-contract.ts';
import { inProcess } from '../matrix/run.ts';
import { below, type Chance } from './mutate.ts';

/** A kind of document, what of it is real, and what reads it. */
export type Kind = {
  readonly name: string;
  /** Its part of all inputs. */
  readonly share: number;
  readonly bases: readonly Uint8Array[];
  /** Whether it is text, which can be mutated by its tokens and its structure. */
  readonly isText: boolean;
  /** What it is refused with; empty where it is read. */
  readonly read: (bytes: Uint8Array, next: Chance) => readonly Fault[] | Promise<readonly Fault[]>;
};

/** Stands in every record of the files that have any, and never in what is said of them. */
export const CANARY = 'canary-7d1';

const SEED = 11;
const root = path.resolve(import.meta.dirname, '../..');
const file = (name: string): Buffer => readFileSync(path.join(root, name));
const lines = (name: string): readonly string[] =>
  file(name)
    .toString()
    .split('\n')
    .filter(line => line !== '');

const faultsOf = (...answers: readonly unknown[]): readonly Fault[] =>
  answers.filter(answer => answer instanceof Fault);

/** The kinds, and what takes back the folder that they need. */
export async function openKinds(): Promise<{ readonly kinds: readonly Kind[]; readonly close: () => void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-fuzz-'));
  const contracts = fc.sample(anyContract, { seed: SEED, numRuns: 12 });
  const config = must(parseConfig('registry.config.ts', {}));
  const imports = await importKinds(folder, contracts, config);
  return {
    kinds: [await contractKind(contracts), ...authoredKinds(), ...imports, pairKind()],
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const VOCABULARIES = ['outcome', 'weather'].map(name => file(`schemas/vocabularies/${name}.yaml`));

/** A contract of one of the subjects that lie in the repository, or of the small one of the tests. */
async function contractKind(contracts: readonly Contract[]): Promise<Kind> {
  const subjects = ['training.example', 'weather.daily'].map(name =>
    must(parseSubject('subject.yaml', file(`schemas/${name}/subject.yaml`))),
  );
  const vocabularies = new Map([
    ...VOCABULARIES.map(bytes => must(parseVocabulary('v.yaml', bytes))).map(
      one => [one.digest, one] as const,
    ),
    ...CONTEXT.vocabularies,
  ]);
  const everyDigest = { has: () => true };
  const contexts = [CONTEXT.subject, ...subjects].map(
    (subject): ParseContext => ({ subject, vocabularies, normalizers: everyDigest, tokenizers: everyDigest }),
  );
  return {
    name: 'contract',
    share: 28,
    isText: true,
    bases: [
      file('schemas/training.example/v3.yaml'),
      file('schemas/training.example/v4.yaml'),
      file('schemas/weather.daily/v1.yaml'),
      ...(await Promise.all(contracts.map(textOf))),
    ],
    read: (bytes, next) => {
      const line = Buffer.from(bytes.subarray(0, 2_000)).toString();
      const context = contexts.find(({ subject }) => line.includes(`${subject.name}.v`)) ?? contexts[0]!;
      const contract = parseContract('v9.yaml', bytes, context);
      if (contract instanceof Fault) return [contract];
      compare(contract.schema, contracts[below(next, contracts.length)]!.schema);
      return faultsOf(
        lintContract('v9.yaml', bytes, {
          ...context,
          previous: undefined,
          takenForAnother: new Set(),
          codesByPlace: new Set(),
        }),
      );
    },
  };
}

/** What is written of a contract that was exported and comes back. */
async function textOf(contract: Contract): Promise<Uint8Array> {
  const { content } = await EXPORTS.avro(contract, PINNED);
  const type = parseAvro(must(readDocument('exported.avsc', Buffer.from(content as string))).value);
  if (isProblem(type)) throw type.fault([]);
  return Buffer.from(settled(draftOfAvro(type), true).text);
}

function authoredKinds(): readonly Kind[] {
  return [
    {
      name: 'subject',
      share: 10,
      isText: true,
      bases: ['training.example', 'weather.daily'].map(name => file(`schemas/${name}/subject.yaml`)),
      read: bytes => faultsOf(parseSubject('subject.yaml', bytes)),
    },
    {
      name: 'ledger',
      share: 8,
      isText: true,
      bases: ['training.example', 'weather.daily'].map(name => file(`schemas/${name}/ledger.yaml`)),
      read: bytes => {
        const ledger = parseLedger('ledger.yaml', bytes);
        if (ledger instanceof Fault) return [ledger];
        // What is written of a ledger that was read can be read.
        must(parseLedger('ledger.yaml', Buffer.from(printLedger(ledger.ledger))));
        return [];
      },
    },
    {
      name: 'vocabulary',
      share: 8,
      isText: true,
      bases: VOCABULARIES,
      read: bytes => faultsOf(parseNamedVocabulary('vocabulary.yaml', bytes)),
    },
  ];
}

/** Imported as the next contract of a new subject, and compared with one that is as it was. */
async function importKinds(
  folder: string,
  contracts: readonly Contract[],
  config: Config,
): Promise<readonly Kind[]> {
  const store = new MemoryStore(() => 0);
  const shares: Readonly<Record<ImportFormat, number>> = {
    avro: 8,
    'json-schema': 8,
    iceberg: 6,
    odcs: 5,
    croissant: 5,
    parquet: 4,
    arrow: 4,
  };
  const more = await moreBases();
  const made: Kind[] = [];
  for (const [format, share] of Object.entries(shares) as [ImportFormat, number][]) {
    const exported: Uint8Array[] = [];
    for (const contract of contracts) {
      const { content } = await EXPORTS[format](contract, PINNED);
      exported.push(Buffer.from(content as string));
    }
    const bases = [...exported, ...(more[format] ?? [])];
    const older = path.join(folder, `older-${format}`);
    writeFileSync(older, bases[0]!);
    const newer = path.join(folder, 'newer');
    const isDiffed = format !== 'odcs' && format !== 'croissant';
    made.push({
      name: format,
      share,
      isText: format !== 'parquet' && format !== 'arrow',
      bases,
      read: async (bytes, next) => {
        writeFileSync(newer, bytes);
        const ask = { project: { root: folder, config }, folder, file: 'newer', subject: undefined } as const;
        const imported = await importSchema(
          {
            ...ask,
            format: next() < 0.2 ? undefined : format,
            object: undefined,
            owner: 'o',
            sensitivity: 'public',
            leaveOut: new Set(),
            isDryRun: true,
            opId: 'fuzz',
          },
          store,
        );
        const named = next() < 0.2 ? undefined : format;
        const diffed = isDiffed
          ? await diffFiles(folder, path.basename(older), 'newer', inProcess, named as 'avro' | undefined)
          : undefined;
        return faultsOf(imported, diffed);
      },
    });
  }
  return made;
}

async function moreBases(): Promise<Partial<Record<ImportFormat, readonly Uint8Array[]>>> {
  const text = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value, null, 2));
  const table = tableFromArrays({
    label: [`${CANARY} cat`, `${CANARY} dog`, `${CANARY} cat`],
    weight: Float64Array.from([1, 2, 3]),
  });
  return {
    avro: fc.sample(anyAvroPair, { seed: SEED, numRuns: 20 }).map(([writer]) => text(writer)),
    'json-schema': fc.sample(anySchemaPair, { seed: SEED, numRuns: 20 }).map(([writer]) => text(writer)),
    arrow: [tableToIPC(table, 'file'), tableToIPC(table, 'stream')],
  };
}

function pairKind(): Kind {
  const pair = (format: string, [writer, reader]: readonly unknown[]): Uint8Array =>
    Buffer.from(JSON.stringify({ id: 1, format, writer, reader }));
  const contract = file('schemas/weather.daily/v1.yaml').toString();
  return {
    name: 'pair',
    share: 6,
    isText: true,
    bases: [
      ...lines('test/cases/avro_pairs.jsonl').map(line => {
        const { writer, reader } = JSON.parse(line) as { readonly writer: unknown; readonly reader: unknown };
        return pair('avro', [writer, reader]);
      }),
      ...fc.sample(anyAvroPair, { seed: SEED, numRuns: 10 }).map(both => pair('avro', both)),
      ...fc.sample(anySchemaPair, { seed: SEED, numRuns: 30 }).map(both => pair('json-schema', both)),
      pair('contract', [contract, contract]),
    ],
    read: bytes => faultsOf(judgeLine(1, bytes).answer),
  };
}
