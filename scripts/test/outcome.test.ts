import { expect, test } from 'vitest'
import {
  closingLines,
  type FileReport,
  filesToRepeat,
  oneFailed,
  onePassed,
  outcomeOf,
  repeatedOutcome,
  type TestReport,
} from './outcome.ts'

const file = (part: Partial<FileReport>): FileReport => ({
  file: 'a.test.ts',
  seconds: 1,
  passed: 0,
  skipped: 0,
  failures: [],
  ...part,
})
const report = (...files: Partial<FileReport>[]): TestReport => ({ files: files.map(file), unhandled: [] })
const failure = { name: 'suite > a rule holds', line: '7', message: 'expected 1 to be 2\n  at …' }

test('tests are counted by what became of them', () => {
  const counted = outcomeOf(report({ passed: 5, failures: [failure] }, { skipped: 3 }), 1)
  expect(counted).toMatchObject({ passed: 5, failed: 1, skipped: 3 })
})

test('a failed test is reported by file, line, name and the first line of its message', () => {
  expect(outcomeOf(report({ failures: [failure] }), 1).failures).toEqual([
    'a.test.ts:7  suite > a rule holds: expected 1 to be 2',
  ])
})

test('reports what a browser waited for in vain', () => {
  const message =
    "locator.click: Timeout 30000ms exceeded.\nCall log:\n\u001B[2m  - waiting for getByRole('button')\u001B[22m\n"
  expect(outcomeOf(report({ failures: [{ ...failure, message }] }), 1).failures).toEqual([
    "a.test.ts:7  suite > a rule holds: locator.click: Timeout 30000ms exceeded. waiting for getByRole('button')",
  ])
})

test('files that fail run once more, unless many fail or something fails outside of them', () => {
  const failed = (name: string) => ({ file: name, failures: [failure] })
  expect(filesToRepeat(report(failed('a.test.ts'), { file: 'b.test.ts' }))).toEqual(['a.test.ts'])
  expect(filesToRepeat(report(...['a', 'b', 'c', 'd', 'e', 'f'].map(failed)))).toEqual([])
  expect(filesToRepeat({ ...report(failed('a.test.ts')), unhandled: ['socket hang up'] })).toEqual([])
})

test('a test that passes in the second run is unstable, one that fails again has failed', () => {
  const other = { ...failure, name: 'another' }
  const first = report({ passed: 1, failures: [failure, other] }, { file: 'b.test.ts', passed: 4 })
  const counted = repeatedOutcome(first, report({ passed: 2, failures: [other] }), 1)
  expect(counted).toMatchObject({
    passed: 6,
    failed: 1,
    failures: ['a.test.ts:7  another: expected 1 to be 2'],
    unstable: ['a.test.ts:7  suite > a rule holds: expected 1 to be 2'],
  })
  expect(closingLines(new Map([['unit', counted]]))).toContain(
    'UNSTABLE unit  a.test.ts:7  suite > a rule holds: expected 1 to be 2',
  )
  expect(repeatedOutcome(first, null, 1)).toMatchObject({ passed: 5, failed: 2 })
})

test('a failure outside of a test is reported', () => {
  const unloaded = { name: 'the file', line: null, message: 'no such module' }
  const counted = outcomeOf(
    { ...report({ passed: 5, failures: [unloaded] }), unhandled: ['socket hang up'] },
    1,
  )
  expect(counted).toMatchObject({
    passed: 5,
    failed: 2,
    failures: ['a.test.ts  the file: no such module', 'outside of the tests: socket hang up'],
  })
})

test('a run that ends badly without a failed test is a failure', () => {
  expect(outcomeOf(report({ passed: 5 }), 1)).toMatchObject({ failed: 1, failures: ['the run ended with 1'] })
})

test('a run that left no report is a failure', () => {
  expect(outcomeOf(null, 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
})

test('the end tells the ten slowest files and each failure with its step, and closes with the sums', () => {
  const files = Array.from({ length: 12 }, (_, seconds) => ({
    file: `${seconds}.test.ts`,
    seconds,
    passed: 1,
  }))
  const lines = closingLines(
    new Map([
      ['format', onePassed],
      ['lint', oneFailed('oxlint ended with 1')],
      ['unit', outcomeOf(report(...files, { failures: [failure], skipped: 2 }), 1)],
    ]),
  )
  expect(lines.slice(0, 4)).toEqual(['', 'Slowest files:', '   11.0 s  11.test.ts', '   10.0 s  10.test.ts'])
  expect(lines.slice(11)).toEqual([
    '    2.0 s  2.test.ts',
    '',
    'FAILED lint  oxlint ended with 1',
    'FAILED unit  a.test.ts:7  suite > a rule holds: expected 1 to be 2',
    '',
    '13 passed, 2 failed, 2 skipped',
  ])
})

test('a run without a failure tells none', () => {
  expect(closingLines(new Map([['format', onePassed]]))).toEqual(['', '1 passed, 0 failed, 0 skipped'])
})
