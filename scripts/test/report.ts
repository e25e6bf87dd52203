import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import type { FileReport, TestReport } from './outcome.ts'

/** Writes a run's results to the TEST_REPORT file, including failures outside tests. */
export default class ReportWriter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    const report: TestReport = {
      files: modules.map(fileReport),
      unhandled: unhandled.map(({ message }) => message),
    }
    await writeFile(process.env['TEST_REPORT']!, JSON.stringify(report))
  }
}

function fileReport(module: TestModule): FileReport {
  const tests = [...module.children.allTests()]
  const inState = (state: string) => tests.filter((one) => one.result().state === state)
  const suites = [...module.children.allSuites()]
  const { duration, collectDuration } = module.diagnostic()
  const place = ({ stack = '' }: SerializedError) => {
    const at = stack.indexOf(`${module.relativeModuleId}:`)
    return /^[^:\n]+:(\d+)/.exec(at === -1 ? '' : stack.slice(at))?.[1] ?? null
  }
  const failure = (name: string, error: SerializedError | undefined) => ({
    name,
    line: error === undefined ? null : place(error),
    message: error?.message ?? 'it did not end',
  })
  return {
    file: module.relativeModuleId,
    seconds: (duration + collectDuration) / 1000,
    passed: inState('passed').length,
    skipped: inState('skipped').length,
    failures: [
      ...module.errors().map((error) => failure('the file', error)),
      ...suites.flatMap((suite) => suite.errors().map((error) => failure(suite.fullName, error))),
      ...[...inState('failed'), ...inState('pending')].map((one) =>
        failure(one.fullName, one.result().errors?.[0]),
      ),
    ],
  }
}
