import { stripVTControlCharacters } from 'node:util'

/** Counts of a step. A check counts as one. */
export interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** A line for each that failed, without the step. */
  failures: readonly string[]
  files: readonly TimedFile[]
  /** What a check printed, shown when it has ended. */
  output?: string
}

export interface TimedFile {
  file: string
  seconds: number
}

/** The report of a vitest run, written by report.ts. */
export interface TestReport {
  files: FileReport[]
  /** Messages of errors that belong to no test. */
  unhandled: string[]
}

export interface FileReport extends TimedFile {
  passed: number
  skipped: number
  /** Tests, and what is around them: hooks, and the file when it could not be loaded. */
  failures: { name: string; line: string | null; message: string }[]
}

export const nothing: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }

export const onePassed: Outcome = { ...nothing, passed: 1 }

export function oneFailed(why: string): Outcome {
  return { ...nothing, failed: 1, failures: [why] }
}

/** A failure outside tests counts as one, too. So does a run that ended badly without a reason. */
export function outcomeOf(report: TestReport | null, exitCode: number): Outcome {
  if (report === null) return oneFailed(`the run left no report and ended with ${exitCode}`)
  const failures = [
    ...report.files.flatMap(({ file, failures: ofFile }) =>
      ofFile.map(
        ({ name, line, message }) =>
          `${file}${line === null ? '' : `:${line}`}  ${name}: ${summary(message)}`,
      ),
    ),
    ...report.unhandled.map((message) => `outside of the tests: ${summary(message)}`),
  ]
  if (failures.length === 0 && exitCode !== 0) failures.push(`the run ended with ${exitCode}`)
  return {
    passed: sum(report.files.map(({ passed }) => passed)),
    failed: failures.length,
    skipped: sum(report.files.map(({ skipped }) => skipped)),
    failures,
    files: report.files.map(({ file, seconds }) => ({ file, seconds })),
  }
}

export function total(outcomes: readonly Outcome[]): Pick<Outcome, 'passed' | 'failed' | 'skipped'> {
  return {
    passed: sum(outcomes.map(({ passed }) => passed)),
    failed: sum(outcomes.map(({ failed }) => failed)),
    skipped: sum(outcomes.map(({ skipped }) => skipped)),
  }
}

/** Last lines of a run: the slowest files, and every failure, which `.ci/run` repeats. */
export function closingLines(steps: ReadonlyMap<string, Outcome>): string[] {
  const outcomes = [...steps.values()]
  const slowest = outcomes
    .flatMap(({ files }) => files)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
  const failed = [...steps].flatMap(([step, { failures }]) =>
    failures.map((line) => `FAILED ${step}  ${line}`),
  )
  const { passed, failed: count, skipped } = total(outcomes)
  return [
    ...(slowest.length > 0 ? ['', 'Slowest files:', ...slowest] : []),
    ...(failed.length > 0 ? ['', ...failed] : []),
    '',
    `${passed} passed, ${count} failed, ${skipped} skipped`,
  ]
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

/** The first line, and what a browser was waiting for, which stands below it. */
function summary(message: string): string {
  const [first = '', ...rest] = stripVTControlCharacters(message).trimStart().split('\n')
  const awaited = rest
    .map((line) => /^\s*- (waiting for .*)$/.exec(line)?.[1])
    .find((line) => line !== undefined)
  const line = awaited === undefined ? first : `${first} ${awaited}`
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
