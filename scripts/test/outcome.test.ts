import { expect, test } from 'vitest'
import { outcomeOf, total, type VitestReport } from './outcome.ts'

const report = (part: Partial<VitestReport>): VitestReport => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...part,
})

test('tests are counted by what became of them', () => {
  const counted = outcomeOf(
    report({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }),
    1,
  )
  expect(counted).toEqual({ passed: 5, failed: 1, skipped: 3 })
})

test('a file that could not be loaded is a failure', () => {
  const broken = { status: 'failed', assertionResults: [] }
  expect(outcomeOf(report({ numPassedTests: 5, testResults: [broken] }), 1).failed).toBe(1)
})

test('a run that ends badly without a failed test is a failure', () => {
  expect(outcomeOf(report({ numPassedTests: 5 }), 1).failed).toBe(1)
})

test('a run that left no report is a failure', () => {
  expect(outcomeOf(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('the closing line sums all steps', () => {
  expect(
    total([
      { passed: 1, failed: 0, skipped: 2 },
      { passed: 3, failed: 1, skipped: 0 },
    ]),
  ).toEqual({
    passed: 4,
    failed: 1,
    skipped: 2,
  })
})
