import { describe } from 'vitest';
import { sameVersionProperties } from './same-version.ts';

describe('a version and itself', () => sameVersionProperties(() => 4));
