import { pairProperties } from '../matrix/pair-properties.ts';

pairProperties(400);
