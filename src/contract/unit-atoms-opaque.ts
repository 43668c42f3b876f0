import type { AtomRow, OpaqueRow } from './unit-table.ts';

/** Units that a procedure defines, not a quantity. Each is a dimension of its own: no factor leads to another. */
export const ARBITRARY_ATOMS: readonly OpaqueRow[] = [
  ["[arb'U]"],
  ["[USP'U]"],
  ["[GPL'U]"],
  ["[MPL'U]"],
  ["[APL'U]"],
  ["[beth'U]"],
  ["[anti'Xa'U]"],
  ["[todd'U]"],
  ["[dye'U]"],
  ["[smgy'U]"],
  ["[bdsk'U]"],
  ["[ka'U]"],
  ["[knk'U]"],
  ["[mclg'U]"],
  ["[tb'U]"],
  ['[CCID_50]'],
  ['[TCID_50]'],
  ['[EID_50]'],
  ['[PFU]', 'plaque forming unit'],
  ['[FFU]'],
  ['[CFU]', 'colony forming unit'],
  ['[IR]'],
  ['[BAU]'],
  ['[AU]'],
  ["[Amb'a'1'U]"],
  ['[PNU]'],
  ['[Lf]'],
  ["[D'ag'U]"],
  ['[FEU]'],
  ['[ELU]'],
  ['[EU]'],
  ['[hp_X]'],
  ['[hp_C]'],
  ['[hp_M]'],
  ['[hp_Q]'],
  ['[kp_X]'],
  ['[kp_C]'],
  ['[kp_M]'],
  ['[kp_Q]'],
];

/** The one of them that takes prefixes, in its two spellings. */
export const INTERNATIONAL_ATOMS: readonly AtomRow[] = [
  ['[iU]', '1', '[iU]', 'international unit'],
  ['[IU]', '1', '[iU]'],
];

/** Logarithms, tangents and roots: a value is no multiple of the unit. Each is a dimension of its own and stands only alone. */
export const SPECIAL_ATOMS: readonly OpaqueRow[] = [
  ["[p'diop]"],
  ['%[slope]', 'percent of slope'],
  ['[pH]'],
  ['[m/s2/Hz^(1/2)]'],
  ['bit_s'],
];

/** Those of them that take prefixes. */
export const LEVEL_ATOMS: readonly OpaqueRow[] = [
  ['Np', 'neper'],
  ['B'],
  ['B[SPL]'],
  ['B[V]'],
  ['B[mV]'],
  ['B[uV]'],
  ['B[10.nV]'],
  ['B[W]'],
  ['B[kW]'],
];
