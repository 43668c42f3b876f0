/**
 * `registered`: accepted, and nobody need read it yet. `readers-ready`: whoever it reaches reads it. `dual-write`: both
 * versions are written. `shadow-convert`: the old is written, and converted beside. `cut-over`: data of it may become the
 * newest. `observing`: it is, and nobody writes the old. `settled`: the window is over. `rolled-back`: given up for good.
 */
export const STAGES = [
  'registered',
  'readers-ready',
  'dual-write',
  'shadow-convert',
  'cut-over',
  'observing',
  'settled',
  'rolled-back',
] as const;
export type Stage = (typeof STAGES)[number];

/** An event asks for a stage; nothing asks for the first. */
export type Target = Exclude<Stage, 'registered'>;
export const TARGETS: readonly Target[] = STAGES.filter(stage => stage !== 'registered');
export const isTarget = (text: string): text is Target => TARGETS.some(target => target === text);

/** `same` is a deliberate no-op: a repeat. `never` is refused. */
export type Turn = 'moves' | 'same' | 'never';

/** All 56 answers: which stage may follow which. */
// biome-ignore format: a table is read by column
export const TURNS: Readonly<Record<Stage, Readonly<Record<Target, Turn>>>> = {
  'registered':     { 'readers-ready': 'moves', 'dual-write': 'never', 'shadow-convert': 'never', 'cut-over': 'never', 'observing': 'never', 'settled': 'never', 'rolled-back': 'moves' },
  'readers-ready':  { 'readers-ready': 'same',  'dual-write': 'moves', 'shadow-convert': 'moves', 'cut-over': 'never', 'observing': 'never', 'settled': 'never', 'rolled-back': 'moves' },
  'dual-write':     { 'readers-ready': 'never', 'dual-write': 'same',  'shadow-convert': 'never', 'cut-over': 'moves', 'observing': 'never', 'settled': 'never', 'rolled-back': 'moves' },
  'shadow-convert': { 'readers-ready': 'never', 'dual-write': 'never', 'shadow-convert': 'same',  'cut-over': 'moves', 'observing': 'never', 'settled': 'never', 'rolled-back': 'moves' },
  'cut-over':       { 'readers-ready': 'never', 'dual-write': 'never', 'shadow-convert': 'never', 'cut-over': 'same',  'observing': 'moves', 'settled': 'never', 'rolled-back': 'moves' },
  'observing':      { 'readers-ready': 'never', 'dual-write': 'never', 'shadow-convert': 'never', 'cut-over': 'never', 'observing': 'same',  'settled': 'moves', 'rolled-back': 'moves' },
  'settled':        { 'readers-ready': 'never', 'dual-write': 'never', 'shadow-convert': 'never', 'cut-over': 'never', 'observing': 'never', 'settled': 'same',  'rolled-back': 'never' },
  'rolled-back':    { 'readers-ready': 'never', 'dual-write': 'never', 'shadow-convert': 'never', 'cut-over': 'never', 'observing': 'never', 'settled': 'never', 'rolled-back': 'same'  },
};

export const following = (stage: Stage): readonly Target[] =>
  TARGETS.filter(target => TURNS[stage][target] === 'moves');

/**
 * What becomes of data offered under a version: `never` is refused, `waits` is kept until the cut-over, `may` is taken as
 * under any version.
 */
export const DATA_UNDER: Readonly<Record<Stage, 'never' | 'waits' | 'may'>> = {
  registered: 'never',
  'readers-ready': 'never',
  'dual-write': 'waits',
  'shadow-convert': 'waits',
  'cut-over': 'may',
  observing: 'may',
  settled: 'may',
  'rolled-back': 'never',
};
