import { stripVTControlCharacters } from 'node:util'

/** Counts of a step. A check counts as one. */
export interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** A line for each that failed, without the step. */
  failures: readonly string[]
  /** A line for each that failed among others and passed in a run of its file alone. */
  unstable?: readonly string[]
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
    ...failuresOf(report.files),
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

/** A failure of more files than this is not a matter of load. */
const mostRepeated = 5

/** The files to run once more, alone: a busy machine makes few of them fail. */
export function filesToRepeat({ files, unhandled }: TestReport): string[] {
  const failed = files.filter(({ failures }) => failures.length > 0).map(({ file }) => file)
  return unhandled.length > 0 || failed.length > mostRepeated ? [] : failed
}

/** Results of the second run replace those of the first; what failed in the first only is reported as unstable. */
export function repeatedOutcome(first: TestReport, second: TestReport | null, exitCode: number): Outcome {
  if (second === null) return outcomeOf(first, 1)
  const again = new Map(second.files.map((one) => [one.file, one]))
  const files = first.files.map((one) => again.get(one.file) ?? one)
  const stillFails = new Set(
    second.files.flatMap(({ file, failures }) => failures.map(({ name }) => `${file} ${name}`)),
  )
  const passedAlone = first.files.map((one) => ({
    ...one,
    failures: one.failures.filter(
      ({ name }) => again.has(one.file) && !stillFails.has(`${one.file} ${name}`),
    ),
  }))
  return { ...outcomeOf({ files, unhandled: second.unhandled }, exitCode), unstable: failuresOf(passedAlone) }
}

function failuresOf(files: readonly FileReport[]): string[] {
  return files.flatMap(({ file, failures }) =>
    failures.map(
      ({ name, line, message }) => `${file}${line === null ? '' : `:${line}`}  ${name}: ${summary(message)}`,
    ),
  )
}

export function total(outcomes: readonly Outcome[]): Pick<Outcome, 'passed' | 'failed' | 'skipped'> {
  return {
    passed: sum(outcomes.map(({ passed }) => passed)),
    failed: sum(outcomes.map(({ failed }) => failed)),
    skipped: sum(outcomes.map(({ skipped }) => skipped)),
  }
}

/** Last lines of a run: the slowest files, unstable tests, and every failure, which `.ci/run` repeats. */
export function closingLines(steps: ReadonlyMap<string, Outcome>): string[] {
  const outcomes = [...steps.values()]
  const slowest = outcomes
    .flatMap(({ files }) => files)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
  const failed = [...steps].flatMap(([step, { failures, unstable = [] }]) => [
    ...unstable.map((line) => `UNSTABLE ${step}  ${line}`),
    ...failures.map((line) => `FAILED ${step}  ${line}`),
  ])
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
