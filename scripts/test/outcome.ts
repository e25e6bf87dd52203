/** What a step counted. A check counts as one. */
export interface Outcome {
  passed: number
  failed: number
  skipped: number
}

/** What vitest's JSON reporter writes, as far as it is read here. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

export const onePassed: Outcome = { passed: 1, failed: 0, skipped: 0 }
export const oneFailed: Outcome = { passed: 0, failed: 1, skipped: 0 }

/** A file that could not be loaded has no test that failed: it counts as one. So does a run that ended badly. */
export function outcomeOf(report: VitestReport | null, exitCode: number): Outcome {
  if (report === null) return oneFailed
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length
  const failed = report.numFailedTests + unloaded
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

export function total(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}
