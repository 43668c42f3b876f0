import { isColumnar } from '../../src/matrix/plain-lane.ts';
import { pairProperties } from '../matrix/pair-properties.ts';

pairProperties(codec => (isColumnar(codec) ? 600 : 3_000));
