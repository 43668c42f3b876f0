import { defineConfig } from 'vitest/config';
import { TotalsReporter } from './test/totals-reporter.ts';

export default defineConfig({
  test: {
    reporters: ['default', new TotalsReporter()],
    allowOnly: false,
    // All cores: by default one is kept free, which on two is half of them.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          // One process reads each module once, not once a file: half of the run was spent in reading them again.
          isolate: false,
          globalSetup: './test/temporary-files.ts',
          setupFiles: './test/property-seed.ts',
          include: ['test/**/*.test.ts'],
          exclude: ['test/full/**', 'test/**/*.long.test.ts'],
          // Of a machine that others use too; a test that hangs is still told.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'full',
          globalSetup: './test/temporary-files.ts',
          setupFiles: './test/property-seed.ts',
          include: ['test/full/**/*.test.ts', 'test/**/*.long.test.ts'],
          testTimeout: 900_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
