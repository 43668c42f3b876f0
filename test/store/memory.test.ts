import { MemoryStore } from '../../src/store/memory.ts';
import { storeSuite } from './store.suite.ts';

storeSuite('memory', async () => new MemoryStore(() => 7));
