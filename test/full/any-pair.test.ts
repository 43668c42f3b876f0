import { pairProperties } from '../matrix/pair-properties.ts';
import { freshSeed } from './fresh-seed.ts';

freshSeed();

pairProperties(400);
