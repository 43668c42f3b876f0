/** Who stands on whom. A folder may import its own files and any floor below; never a neighbour, never up. */
export const FLOORS = [
  ['base'],
  ['contract', 'native'],
  ['compat', 'convert', 'codec'],
  ['matrix', 'golden', 'shadow', 'exchange'],
  ['change', 'release', 'run', 'backfill'],
  ['store', 'engine'],
  ['service'],
  ['http', 'cli', 'web', 'worker', 'client'],
  ['main'],
] as const;

/** The first floor that may touch the clock, the disk, the network, another process, or chance. Below it is arithmetic. */
export const GROUND_OF_EFFECTS = 5;

/** The built-in modules that compute without waiting; every other `node:` module is an effect. */
export const PURE_MODULES = ['node:crypto', 'node:zlib', 'node:buffer'] as const;
