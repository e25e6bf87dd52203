import type pg from 'pg'
import { reportMilliseconds } from '../seed-campaign.ts'
import type { CampaignSteps, StepsResult } from './campaign-load.ts'
import type { JobProcess } from './job-process.ts'
import { cpuTimes, residentMegabytes, timeOf } from './process-cpu.ts'
import type { BenchServer } from './server.ts'

interface Mark {
  readonly at: number
  readonly steps: number
  /** Milliseconds of CPU since their start. */
  readonly server: number
  readonly database: number
  readonly backends: number
  readonly bench: number
  readonly reporting: number
  readonly bytes: number
}

interface Step extends StepsResult {
  readonly serverMegabytes: number
  readonly verified: number
}

export interface Ran {
  readonly seconds: number
  readonly steps: readonly Step[]
  readonly grown: number
  /** Milliseconds of CPU. */
  readonly engine: { readonly worker: number; readonly database: number; readonly triggers: number }
  readonly beside: { readonly server: number; readonly database: number }
  readonly bench: number
}

/** Steps of one campaign, and their CPU and memory beside the server and the simulated gateways. */
export class CampaignRun {
  campaignId = ''
  readonly #server: BenchServer
  readonly #admin: pg.Client
  readonly #backend: number
  readonly #process: JobProcess
  readonly #job: CampaignSteps
  readonly #steps: Step[] = []

  private constructor(
    server: BenchServer,
    admin: pg.Client,
    backend: number,
    process: JobProcess,
    job: CampaignSteps,
  ) {
    this.#server = server
    this.#admin = admin
    this.#backend = backend
    this.#process = process
    this.#job = job
  }

  static async begin(
    server: BenchServer,
    admin: pg.Client,
    process: JobProcess,
    job: CampaignSteps,
  ): Promise<CampaignRun> {
    const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid')
    // Of this client only: it reports what triggers take of its statements.
    await admin.query("set track_functions = 'pl'")
    return new CampaignRun(server, admin, rows[0]!.pid, process, job)
  }

  async step(): Promise<Step> {
    // Without pacing: a new minute with each step.
    await this.#admin.query('update campaign set minute_began = null')
    const result = await this.#process.run<StepsResult>(this.#job)
    const { rows } = await this.#admin.query<{ verified: number }>(
      'select verified from campaign where id = $1',
      [this.campaignId],
    )
    const step = {
      ...result,
      serverMegabytes: residentMegabytes(this.#server.pid),
      verified: rows[0]?.verified ?? 0,
    }
    this.#steps.push(step)
    return step
  }

  async isOver(): Promise<boolean> {
    const { rows } = await this.#admin.query<{ state: string }>('select state from campaign where id = $1', [
      this.campaignId,
    ])
    const state = rows[0]?.state ?? ''
    if (state === 'paused' || state === 'cancelled') throw new Error(`the campaign is ${state}`)
    return state.startsWith('completed')
  }

  async mark(): Promise<Mark> {
    const { server, database } = cpuTimes(this.#server.pid)
    const { rows } = await this.#admin.query<{ n: string }>(
      'select pg_database_size(current_database()) as n',
    )
    return {
      at: performance.now(),
      steps: this.#steps.length,
      server,
      database,
      backends: (this.#steps.at(-1)?.backends ?? []).reduce((sum, pid) => sum + timeOf(pid), 0),
      bench: timeOf(this.#backend),
      reporting: await reportMilliseconds(this.#admin),
      bytes: Number(rows[0]!.n),
    }
  }

  async since(before: Mark): Promise<Ran> {
    const now = await this.mark()
    const between = (key: keyof Mark) => now[key] - before[key]
    const steps = this.#steps.slice(before.steps)
    const database = steps.reduce((sum, step) => sum + step.database, 0)
    return {
      seconds: between('at') / 1000,
      steps,
      grown: between('bytes'),
      engine: {
        worker: steps.reduce((sum, { worker }) => sum + worker, 0),
        database,
        triggers: between('reporting'),
      },
      beside: {
        server: between('server'),
        database: between('database') - between('backends') - between('bench'),
      },
      bench: between('bench') - between('reporting'),
    }
  }
}
