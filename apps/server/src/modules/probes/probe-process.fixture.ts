import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../../../probe/src/main.ts', import.meta.url))

/** A probe as an operator runs it: a process of its own, with a state directory. */
export class ProbeProcess {
  readonly #program: string
  readonly state = mkdtempSync(path.join(tmpdir(), 'netward-probe-'))
  #child: ChildProcess | null = null
  /** Beside PATH. */
  environment: Record<string, string> = {}
  said = ''

  constructor(program = source) {
    this.#program = program
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Ends by itself. @returns its exit code */
  async enrol(options: readonly string[]): Promise<number | null> {
    return new Promise((resolve) => this.#start('enrol', options).once('exit', (code) => resolve(code)))
  }

  run(): void {
    this.#start('run', [])
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (child === null || !this.isRunning) return
    await new Promise((resolve) => {
      child.once('exit', resolve)
      child.kill(signal)
    })
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL')
    rmSync(this.state, { recursive: true, force: true })
  }

  #start(command: string, options: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [this.#program, command, '--state', this.state, ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...this.environment },
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (this.said += data.toString('utf8')))
    this.#child = child
    return child
  }
}
