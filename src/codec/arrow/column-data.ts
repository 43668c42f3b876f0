import type { Data } from 'apache-arrow';
import type { Body } from './body.ts';
import type { Lane } from './lane.ts';

/** Makes a column of a field of the next column of a file: of the same values, or none. */
export type Fit = (body: Body, lane: Lane) => Data;
