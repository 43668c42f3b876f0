import { pairProperties } from '../matrix/pair-properties.ts';

pairProperties(3_000);
