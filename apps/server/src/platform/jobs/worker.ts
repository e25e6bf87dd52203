import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import {
  Logger as JobLogger,
  makeWorkerUtils,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import pg from 'pg'
import { logOutage } from '../db/outage.ts'
import type { Scopes } from '../db/scope.ts'
import type { Logger } from '../log.ts'
import { type JobHandler, type JobPayload, type JobTools, RetryLater, type Sweep } from './job.ts'

export interface WorkerOptions {
  /** Signs in as a role that may become `ownerRole`, which owns the queue. */
  readonly admin: pg.ClientConfig
  readonly ownerRole: string
  readonly scopes: Scopes
  readonly log: Logger
  readonly tasks: Readonly<Record<string, JobHandler>>
  readonly sweeps: readonly Sweep[]
  readonly concurrency: number
  /** A worker without a heartbeat for this long is dead: its jobs continue elsewhere. Shorter in tests. */
  readonly deadAfterSeconds?: number
  /** Timeout for a database that accepts a connection without answering. Shorter in tests. */
  readonly connectSeconds?: number
}

export interface Worker {
  stop(): Promise<void>
}

const relaunchMilliseconds = 1_000
/** Longer than recording the end of a job takes. */
const idleSeconds = 4

/**
 * Runs the queue and the sweeps. The library frees the jobs of a killed worker only after four hours, so each
 * process writes a heartbeat with the names of its workers, and every process frees the jobs of workers
 * without one.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { admin, ownerRole, log, scopes, deadAfterSeconds = 30, connectSeconds = 15 } = options
  const stopping = new AbortController()
  const tools: JobTools = { scopes, log, signal: stopping.signal }
  const pool = new pg.Pool({
    ...admin,
    Client: givesUpConnecting(connectSeconds * 1_000),
    max: options.concurrency + 3,
    options: `-c role=${ownerRole} -c timezone=UTC`,
  })
  pool.on('error', (error) => {
    if (!logOutage(log, error)) log.warn({ err: error }, 'an idle connection of the job queue was lost')
  })
  pool.on('connect', (client) => client.on('error', () => {}))

  let running = 0
  const taskList: TaskList = Object.fromEntries(
    Object.entries(options.tasks).map(([name, handler]) => [
      name,
      async (payload: unknown) => {
        running += 1
        try {
          await handler(payload as JobPayload, tools)
        } finally {
          running -= 1
        }
      },
    ]),
  )
  const processId = randomUUID()
  const poolIds = new Set<string>()
  const jobLogger = quietLogger(log)
  const events = new EventEmitter() as WorkerEvents
  // A job is locked in the name of the library's pool of workers, not of one of them.
  events.on('pool:create', ({ workerPool }) => poolIds.add(workerPool.id))
  events.on('pool:release', ({ workerPool }) => poolIds.delete(workerPool.id))
  events.on('pool:gracefulShutdown', ({ workerPool }) => endOnceIdle(workerPool, () => running === 0))
  const launch = () =>
    run({
      events,
      pgPool: pool,
      taskList,
      concurrency: options.concurrency,
      noHandleSignals: true,
      pollInterval: 1000,
      logger: jobLogger,
      preset: {
        worker: {
          gracefulShutdownAbortTimeout: 10_000,
          // In batches, even of one: otherwise a failure to record the end of a job stays unnoticed, and the
          // process ends.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    })
  const runner = await keepRunning(launch, log, stopping.signal)

  const utils = await makeWorkerUtils({ pgPool: pool, logger: jobLogger })
  const beat = async () => {
    await pool.query(
      `insert into worker_heartbeat (process_id, worker_ids, at) values ($1, $2, now())
       on conflict (process_id) do update set worker_ids = excluded.worker_ids, at = now()`,
      [processId, [...poolIds]],
    )
    const dead = await pool.query<{ id: string }>(
      `select distinct j.locked_by as id from graphile_worker._private_jobs j
       where j.locked_by is not null and j.locked_at < now() - make_interval(secs => $1)
         and not exists (select 1 from worker_heartbeat h
           where j.locked_by = any (h.worker_ids) and h.at > now() - make_interval(secs => $1))`,
      [deadAfterSeconds],
    )
    if (dead.rows.length > 0) {
      log.warn({ workers: dead.rows.length }, 'freeing the jobs of workers that are gone')
      await utils.forceUnlockWorkers(dead.rows.map((row) => row.id))
    }
    await pool.query(`delete from worker_heartbeat where at < now() - interval '10 minutes'`)
  }
  const timers = [
    every((deadAfterSeconds * 1000) / 6, log, 'heartbeat', beat),
    ...options.sweeps.map((sweep) =>
      every(sweep.everySeconds * 1000, log, sweep.name, () => exclusively(pool, sweep, tools)),
    ),
  ]
  await beat()

  return {
    async stop() {
      stopping.abort()
      for (const timer of timers) timer.stop()
      await Promise.all(timers.map((timer) => timer.idle()))
      await runner.stop()
      await pool.query('delete from worker_heartbeat where process_id = $1', [processId]).catch(() => {})
      await utils.release()
      await pool.end()
    },
  }
}

/**
 * Limits the time to open a connection, which the library retries. The pool's `connectionTimeoutMillis` would
 * also limit the wait for a free one: sweeps keep theirs while they run, and a job whose end could not be
 * recorded would be done twice.
 */
const givesUpConnecting = (milliseconds: number) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: milliseconds })
    }
  }

/**
 * The library gives up for good when it cannot record the end of a job, as when the database was killed. It
 * is started again until it runs; its jobs are freed as those of a dead worker.
 */
async function keepRunning(launch: () => Promise<Runner>, log: Logger, stopping: AbortSignal) {
  let current: Runner | null = await launch()
  const watch = async () => {
    while (!stopping.aborted) {
      await current?.promise.catch((error: unknown) => {
        if (!logOutage(log, error)) log.warn({ err: error }, 'the job queue stopped')
      })
      if (stopping.aborted) return
      current = await launch().catch((error: unknown) => {
        if (!logOutage(log, error)) log.warn({ err: error }, 'the job queue did not start')
        return null
      })
      if (current === null) await delay(relaunchMilliseconds, undefined, { signal: stopping }).catch(() => {})
      // It was asked to stop during its start.
      else if (stopping.aborted) await current.stop()
    }
  }
  const watched = watch()
  return {
    async stop() {
      // It may just have given up by itself.
      await current?.stop().catch(() => {})
      await watched
    },
  }
}

/**
 * The library counts pending records of ended jobs wrongly once one of several has failed (`batch` of
 * 0.18.0): it then waits forever, neither ends nor restarts, and its jobs count as alive. A pool without jobs
 * that does not end within a few seconds is stopped by force.
 */
function endOnceIdle(workerPool: WorkerPool, isIdle: () => boolean): void {
  let idle = 0
  const timer = setInterval(() => {
    idle = isIdle() ? idle + 1 : 0
    if (idle < idleSeconds) return
    clearInterval(timer)
    Promise.resolve(workerPool.forcefulShutdown('it did not end by itself')).catch(() => {})
  }, 1_000)
  const ended = () => clearInterval(timer)
  workerPool.promise.then(ended, ended)
}

/** A sweep runs in one process at a time; the others skip their turn. */
async function exclusively(pool: pg.Pool, sweep: Sweep, tools: JobTools): Promise<void> {
  const client = await pool.connect()
  try {
    const lock = await client.query<{ got: boolean }>(
      'select pg_try_advisory_lock(7548, hashtext($1)) as got',
      [sweep.name],
    )
    if (!lock.rows[0]?.got) return
    try {
      await sweep.run(tools)
    } finally {
      await client.query('select pg_advisory_unlock(7548, hashtext($1))', [sweep.name])
    }
  } finally {
    client.release()
  }
}

/** Calls `work` repeatedly, `milliseconds` after it ended; a failure is logged and does not stop it. */
export function every(milliseconds: number, log: Logger, name: string, work: () => Promise<void>) {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  const turn = () => {
    running = work()
      .catch((error: unknown) => {
        if (!logOutage(log, error)) log.error({ err: error, sweep: name }, 'a sweep failed')
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(turn, milliseconds)
      })
  }
  timer = setTimeout(turn, milliseconds)
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
    idle: () => running,
  }
}

function quietLogger(log: Logger): JobLogger {
  return new JobLogger(() => (level, message, meta) => {
    if (meta?.['error'] instanceof RetryLater) return log.debug(message)
    // Unlistening on a lost connection: it follows the line that reports the loss.
    if (level === 'error' && message.startsWith('Error occurred attempting to UNLISTEN')) log.debug(message)
    else if (level === 'error' && !logOutage(log, meta?.['error'])) log.error({ ...meta }, message)
    else if (level === 'error') log.debug(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}
