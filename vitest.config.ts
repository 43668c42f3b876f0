import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/full/**'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'full',
          include: ['test/full/**/*.test.ts'],
          testTimeout: 900_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
