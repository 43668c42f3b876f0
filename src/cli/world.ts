import type { Fault } from '../base/fault.ts';
import type {
  Conversions,
  Counting,
  ForeignReaders,
  GitFiles,
  ParquetFiles,
  PlainReaders,
} from '../engine/port.ts';
import type { Config } from '../service/config.ts';
import type { BlobsPlace, KeptBlobs } from '../service/kept-blobs.ts';
import type { KeptCells } from '../service/kept-cells.ts';
import type { StorePlace } from '../service/open-store.ts';
import type { Project } from '../service/project.ts';
import type { Registry } from '../service/registry.ts';
import type { ReadStore, Store } from '../store/port.ts';
import type { Output } from './output.ts';

/** What `main` hands to the commands: the clock, the database, other processes and the place to speak. */
export type World = {
  readonly output: Output;
  /** What is piped in. */
  readonly input: () => AsyncIterable<Uint8Array>;
  /** The folder the command was typed in. */
  readonly folder: string;
  /** Where this program is installed: the demo runs on the project that lies there. */
  readonly home: string;
  readonly version: string;
  /** What a person types in any folder to run this program: `assay` where the shell finds it under that name. */
  readonly invocation: string;
  readonly now_ms: () => number;
  readonly loadConfig: (root: string) => Promise<Config | Fault>;
  /** A store to be written to. */
  readonly openStore: (place: StorePlace, ifAbsent: Exclude<IfAbsent, 'refuse'>) => Promise<Store | Fault>;
  /** A store to be read; it needs leave to read it, and no other. */
  readonly readStore: (place: StorePlace, ifAbsent: Exclude<IfAbsent, 'make'>) => Promise<ReadStore | Fault>;
  /** What is kept beside the store. */
  readonly openBlobs: (place: BlobsPlace) => Promise<KeptBlobs | Fault>;
  /** The registry that is asked instead of a store of one's own, and its address; undefined where none is named. */
  readonly far: Far | undefined;
  /** An operation id nobody has used. */
  readonly newOpId: () => string;
  /** Bytes that nobody can guess. */
  readonly chance: (bytes: number) => Uint8Array;
  readonly plainReaders: PlainReaders;
  /** Runs the commands that registry.config.ts names as readers. */
  readonly foreignReaders: ForeignReaders;
  /** Findings of cells that were run before; undefined where there is no place to keep them. */
  readonly openCells: (root: string) => Promise<OpenCells | undefined | Fault>;
  readonly parquetFiles: ParquetFiles;
  /** Counts whole data sets. */
  readonly counting: Counting;
  readonly conversions: Conversions;
  readonly git: GitFiles;
  /** Answers HTTP from a store; `changed` is the same, where those who may are to change it. */
  readonly listen: (
    stores: { readonly store: ReadStore; readonly changed: Changed | undefined },
    project: Project,
    where: Address,
  ) => Promise<Listening | Fault>;
  /** Resolves when the person asks the program to end. */
  readonly untilStopped: () => Promise<void>;
};

/** A store that those who may are to change: what judges proposals opens it for itself, by its place. */
export type Changed = { readonly store: Store; readonly place: StorePlace; readonly project: Project };

/** What is wrong with how it is named is told by the commands that ask it, and by no other. */
export type Far = { readonly url: string; readonly open: () => Registry | Fault };

export type OpenCells = { readonly kept: KeptCells; readonly close: () => Promise<void> };

/** Where there is no store: make one, answer as an empty one would and make none, or refuse. */
export type IfAbsent = 'make' | 'empty' | 'refuse';

export type Address = {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Names it may be asked under, besides those of the loopback and `host`. */
  readonly allowedHosts: readonly string[];
  readonly logLevel: LogLevel;
};

/** `info`: a line a request; `error`: what a server could not answer. */
export const LOG_LEVELS = ['info', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Listening = { readonly url: string; readonly close: () => Promise<void> };
