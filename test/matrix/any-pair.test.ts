import { pairProperties } from './pair-properties.ts';

pairProperties({ numRuns: 40 });
