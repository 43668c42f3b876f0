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
          include: ['test/full/**/*.test.ts', 'test/**/*.long.test.ts'],
          testTimeout: 900_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
