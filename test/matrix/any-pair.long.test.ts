import { pairProperties } from './pair-properties.ts';

pairProperties(40);
