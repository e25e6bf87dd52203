import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { oneFailed, onePassed, type Outcome, outcomeOf, type TestReport } from './outcome.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** The commands of the installed packages, and the pinned Node, before all others. */
const commands = path.join(root, 'node_modules', '.bin')

function environment(more: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...more, PATH: `${commands}${path.delimiter}${process.env['PATH'] ?? ''}` }
}

/** Runs a command to its end, its output going where ours goes. */
export function runCommand(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: environment(env),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`)
      resolve(127)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** A check passes or fails as a whole. */
export async function runCheck(...commandLine: readonly [string, ...string[]]): Promise<Outcome> {
  const [command, ...args] = commandLine
  const code = await runCommand(command, args)
  return code === 0 ? onePassed : oneFailed(`${command} ended with ${code}`)
}

/** Runs a project of vitest.config.ts and counts its tests. */
export async function runTests(
  project: string,
  files: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  return withReport(async (reportFile) => {
    const reporters = ['--reporter=default', '--reporter=./scripts/test/report.ts']
    const code = await runCommand('vitest', ['run', '--project', project, ...reporters, ...files], {
      ...env,
      TEST_REPORT: reportFile,
    })
    return outcomeOf(await readJson<TestReport>(reportFile), code)
  })
}

/** How many tests a project has, without running them. */
export async function countTests(project: string, files: readonly string[]): Promise<number> {
  return withReport(async (listFile) => {
    await runCommand('vitest', ['list', '--project', project, `--json=${listFile}`, ...files])
    return (await readJson<unknown[]>(listFile))?.length ?? 0
  })
}

async function withReport<T>(work: (file: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'netward-report-'))
  try {
    return await work(path.join(directory, 'report.json'))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T
  } catch {
    return null
  }
}
