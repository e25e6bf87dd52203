import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

type Jobs = Record<string, (job: never) => Promise<unknown>>

/** In a process that `JobProcess` started: runs its jobs one after the other. */
export function serveJobs(jobs: Jobs): void {
  process.on('message', (message: { kind: string }) => {
    const work = jobs[message.kind] as ((job: unknown) => Promise<unknown>) | undefined
    if (!work) throw new Error(`no such job: ${message.kind}`)
    void work(message).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit(0))
}

/** A separate process that generates load; kept between phases, so that its code stays compiled. */
export class JobProcess {
  readonly #child: ChildProcess

  constructor(module: string, execArgv: readonly string[] = []) {
    this.#child = fork(new URL(module, import.meta.url), {
      serialization: 'advanced',
      execArgv: [...process.execArgv, ...execArgv],
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  async run<Result>(job: { kind: string }): Promise<Result> {
    this.#child.send(job)
    const [answer] = (await once(this.#child, 'message')) as [{ result: Result; error?: string }]
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.result
  }

  close(): void {
    this.#child.disconnect()
  }
}
