import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import {
  filesToRepeat,
  oneFailed,
  onePassed,
  type Outcome,
  outcomeOf,
  repeatedOutcome,
  type TestReport,
} from './outcome.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** The commands of the installed packages, and the pinned Node, before all others. */
const commands = path.join(root, 'node_modules', '.bin')

function environment(more: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...more, PATH: `${commands}${path.delimiter}${process.env['PATH'] ?? ''}` }
}

/** Runs a command to completion, with inherited output. */
export function runCommand(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  const child = spawn(command, args, {
    cwd: root,
    env: environment(env),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return endOf(child, command)
}

/**
 * A check passes or fails as a whole. Its output is kept until it ends, since others run beside it, and the tests, which
 * wait with time limits, have the processors first.
 */
export async function runCheck(...commandLine: readonly [string, ...string[]]): Promise<Outcome> {
  const [command, ...args] = commandLine
  const child = spawn(command, args, { cwd: root, env: environment({}), stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid !== undefined) yieldProcessors(child.pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  const code = await endOf(child, command)
  return { ...(code === 0 ? onePassed : oneFailed(`${command} ended with ${code}`)), output }
}

function yieldProcessors(pid: number): void {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
}

/** All of its output has come, too. */
function endOf(child: ChildProcess, command: string): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`)
      resolve(127)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/**
 * Runs projects of vitest.config.ts and counts their tests. Files that fail run once more, alone: a machine that others
 * use makes a time limit pass. What passes then is listed as unstable, to be mended, and fails nothing.
 */
export async function runTests(
  projects: readonly string[],
  files: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const first = await runOnce(projects, files, env)
  const repeated = first.report === null ? [] : filesToRepeat(first.report)
  if (first.report === null || repeated.length === 0) return outcomeOf(first.report, first.code)
  process.stdout.write(`\nOnce more, alone: ${repeated.join(', ')}\n`)
  const second = await runOnce(projects, repeated, env)
  return repeatedOutcome(first.report, second.report, second.code)
}

function runOnce(
  projects: readonly string[],
  files: readonly string[],
  env: Record<string, string>,
): Promise<{ report: TestReport | null; code: number }> {
  return withReport(async (reportFile) => {
    const chosen = projects.map((project) => `--project=${project}`)
    const reporters = ['--reporter=default', '--reporter=./scripts/test/report.ts']
    const code = await runCommand('vitest', ['run', ...chosen, ...reporters, ...files], {
      ...env,
      TEST_REPORT: reportFile,
    })
    return { report: await readJson<TestReport>(reportFile), code }
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
