import type { Reporter, TestModule } from 'vitest/node';

/** Ends each run with one plain line of totals, and names every test file that ran. */
export class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        count[state === 'pending' ? 'skipped' : state]++;
      }
      if (!module.ok()) process.stdout.write(`not ok: ${module.relativeModuleId}\n`);
    }
    const skipped = count.skipped === 0 ? '' : `, ${count.skipped} skipped`;
    process.stdout.write(
      `${modules.length} test files\n${count.passed} passed, ${count.failed} failed${skipped}\n`,
    );
  }
}
