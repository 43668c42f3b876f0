import type { Fault } from '../base/fault.ts';
import type { PlainReaders } from '../engine/port.ts';
import type { Config } from '../service/config.ts';
import type { Store } from '../store/port.ts';
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
  readonly now_ms: () => number;
  readonly loadConfig: (root: string) => Promise<Config | Fault>;
  /** Where there is no file, makes one and its folder, or answers as an empty store would and makes none. */
  readonly openStore: (file: string, ifAbsent?: IfAbsent) => Promise<Store | Fault>;
  /** An operation id nobody has used. */
  readonly newOpId: () => string;
  readonly plainReaders: PlainReaders;
  /** Answers HTTP from a store. */
  readonly listen: (store: Store, where: Address) => Promise<Listening | Fault>;
  /** Resolves when the person asks the program to end. */
  readonly untilStopped: () => Promise<void>;
};

export type IfAbsent = 'make' | 'empty';

export type Address = {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Names it may be asked under, besides those of the loopback and `host`. */
  readonly allowedHosts: readonly string[];
};

export type Listening = { readonly url: string; readonly close: () => Promise<void> };
