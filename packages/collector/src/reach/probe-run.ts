import { spawn } from 'node:child_process'

export interface RunResult {
  readonly stdout: string
  readonly stderr: string
}

const mostOutput = 1 << 20

/**
 * Runs a program by its argument list, without a shell. What it writes is bounded.
 * @returns null if it cannot be started, takes longer than `timeoutMs`, or is ended by `signal`
 */
export function run(
  program: string,
  args: readonly string[],
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<RunResult | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      ...(signal !== undefined && { signal }),
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        if (output[name].length < mostOutput) output[name] += text
      })
    }
    child.once('error', () => resolve(null))
    // The exit code says only whether all answered.
    child.once('close', (_code, killedBy) => resolve(killedBy === null ? output : null))
  })
}
