import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { startWorker, type Worker } from './worker.ts'

let t: TestApp
let worker: Worker | null = null
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(async () => {
  await worker?.stop()
  await t.stop()
})

const enqueue = (companyId: string, task: string, payload: object) =>
  t.scopes.withCompany(companyId, ({ client }) =>
    client.query('select enqueue($1, $2)', [task, JSON.stringify(payload)]),
  )

function start(
  tasks: Parameters<typeof startWorker>[0]['tasks'],
  concurrency = 2,
  more: Partial<Parameters<typeof startWorker>[0]> = {},
): Promise<Worker> {
  return startWorker({
    admin: t.admin,
    ownerRole: t.roles.owner,
    scopes: t.scopes,
    log: t.log,
    tasks,
    sweeps: [],
    concurrency,
    deadAfterSeconds: 2,
    ...more,
  })
}

/** A connection to the database that can be cut: then it still accepts connections, and never answers. */
async function cuttableWay() {
  const { host = '127.0.0.1', port = 5432 } = t.admin
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const sockets = new Set<net.Socket>()
  const unanswered: net.Socket[] = []
  let isCut = false
  const way = net.createServer((socket) => {
    socket.on('error', () => {})
    sockets.add(socket)
    if (isCut) return void unanswered.push(socket)
    const beyond = net.connect(target)
    sockets.add(beyond)
    beyond.on('error', () => socket.destroy())
    beyond.on('close', () => socket.destroy())
    socket.on('close', () => beyond.destroy())
    socket.pipe(beyond).pipe(socket)
  })
  await new Promise<void>((resolve) => void way.listen(0, '127.0.0.1', resolve))
  const end = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    admin: { ...t.admin, host: '127.0.0.1', port: (way.address() as AddressInfo).port },
    unanswered,
    cut() {
      isCut = true
      end()
    },
    /** Statements sent meanwhile stay unanswered. */
    mend: () => void (isCut = false),
    close() {
      end()
      way.close()
    },
  }
}

test('the job of a killed worker continues in another, with the company it was queued in', async () => {
  const company = await t.company('company')
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../../test/hanging-worker.ts', import.meta.url)), JSON.stringify(t.admin)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await enqueue(company.id, 'test.hang', { deviceId: '42' })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')

  const done: unknown[] = []
  worker = await start({ 'test.hang': async (payload) => void done.push(payload) })
  await vi.waitFor(() => expect(done).toEqual([{ deviceId: '42', companyId: company.id }]), {
    timeout: 30_000,
    interval: 100,
  })
}, 60_000)

test('a job that outlasts the timeout of a dead worker is not done twice', async () => {
  const company = await t.company('company')
  await worker?.stop()
  let started = 0
  const outlived = async () => {
    const { rows } = await t.adminPool.query<{ beats: boolean }>(
      `select max(h.at) > max(j.locked_at) + interval '3 seconds' as beats
       from worker_heartbeat h, graphile_worker._private_jobs j where j.locked_at is not null`,
    )
    return rows[0]?.beats
  }
  let ended = false
  worker = await start({
    'test.long': async () => {
      started++
      await vi.waitFor(async () => expect(await outlived()).toBe(true), { timeout: 20_000, interval: 100 })
      ended = true
    },
  })
  await enqueue(company.id, 'test.long', {})
  await vi.waitFor(() => expect(ended).toBe(true), { timeout: 25_000, interval: 100 })
  expect(started).toBe(1)
})

test('a job cannot be queued for another company than the one acted in', async () => {
  const [mine, other] = [await t.company('company'), await t.company('company')]
  await enqueue(mine.id, 'test.seen', { companyId: other.id })
  const { rows } = await t.adminPool.query<{ company: string }>(
    `select p.payload->>'companyId' as company from graphile_worker._private_jobs p
     join graphile_worker._private_tasks k on k.id = p.task_id where k.identifier = 'test.seen'`,
  )
  expect(rows).toEqual([{ company: mine.id }])
})

test('a job requested again while its first requester commits and a worker takes it is queued once more', async () => {
  const company = await t.company('company')
  // Its name is known: the second does not wait for that.
  await enqueue(company.id, 'test.twice', {})
  const first = await t.adminPool.connect()
  try {
    await first.query('begin')
    await first.query(`select graphile_worker.add_job('test.twice', '{}'::json, job_key := 'twice')`)
    const again = t.scopes.withCompany(company.id, ({ client }) =>
      client.query(`select enqueue('test.twice', '{}', 'twice')`),
    )
    await vi.waitFor(async () => {
      const waiting = await t.adminPool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(waiting.rowCount).toBe(1)
    }, 10_000)
    await first.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where key = 'twice'`,
    )
    await first.query('commit')
    await again
  } finally {
    first.release()
  }
  const { rows } = await t.adminPool.query(
    `select j.locked_by as by from graphile_worker._private_jobs j
     join graphile_worker._private_tasks k on k.id = j.task_id where k.identifier = 'test.twice' order by j.id`,
  )
  expect(rows).toEqual([{ by: null }, { by: 'a worker' }, { by: null }])
})

test('a request role reaches the queue by enqueue only', async () => {
  const company = await t.company('company')
  for (const statement of [
    'select * from graphile_worker._private_jobs',
    `select graphile_worker.add_job('x')`,
  ]) {
    await expect(t.scopes.withCompany(company.id, ({ client }) => client.query(statement))).rejects.toThrow(
      /permission denied/,
    )
  }
})

test('a queue that could not record the end of several jobs continues, and stops on request', async () => {
  const company = await t.company('company')
  await worker?.stop()
  const sql = async (text: string) => (await t.adminPool.query<{ n: number }>(text)).rows[0]?.n ?? 0
  // Writes wait for the holder of the lock, and then fail: several are under way at once, as when a database
  // dies.
  await sql(`create function refuse_note() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(4711); raise exception 'not noted'; end $$`)
  await sql(`create trigger refuse_note before delete on graphile_worker._private_jobs
    for each row when (old.key is null) execute function refuse_note()`)
  const blocker = await t.adminPool.connect()
  await blocker.query('select pg_advisory_lock(4711)')
  const fails = Promise.withResolvers<void>()
  const done: unknown[] = []
  const began: unknown[] = []
  worker = await start(
    {
      'test.noted': async ({ name }) => void done.push(name),
      'test.fails': async () => {
        began.push('fails')
        await fails.promise
        throw new Error('a job that fails')
      },
    },
    4,
  )
  await enqueue(company.id, 'test.fails', {})
  await vi.waitFor(() => expect(began).toEqual(['fails']), { timeout: 10_000, interval: 50 })
  const waiting = () =>
    sql(`select count(*)::int as n from pg_stat_activity where datname = current_database()
      and wait_event = 'advisory'`)
  for (const [before, name] of ['a', 'b'].entries()) {
    await enqueue(company.id, 'test.noted', { name })
    await vi.waitFor(async () => expect(await waiting()).toBe(before + 1), { timeout: 10_000, interval: 50 })
  }
  await blocker.query('select pg_advisory_unlock(4711)')
  blocker.release()
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 10_000, interval: 50 })
  await sql('drop trigger refuse_note on graphile_worker._private_jobs')
  fails.resolve()
  await enqueue(company.id, 'test.noted', { name: 'c' })
  await vi.waitFor(() => expect(done).toContain('c'), { timeout: 40_000, interval: 100 })
  await worker.stop()
  worker = null
}, 60_000)

test('a queue whose database accepted connections without answering continues once there is an answer', async () => {
  const company = await t.company('company')
  await worker?.stop()
  const way = await cuttableWay()
  const done: unknown[] = []
  worker = await start({ 'test.answered': async ({ name }) => void done.push(name) }, 2, {
    admin: way.admin,
    connectSeconds: 1,
  })
  await enqueue(company.id, 'test.answered', { name: 'before' })
  await vi.waitFor(() => expect(done).toEqual(['before']), { timeout: 10_000, interval: 50 })
  way.cut()
  // Both workers, their listener, and the heartbeat.
  await vi.waitFor(() => expect(way.unanswered.length).toBeGreaterThanOrEqual(4), {
    timeout: 20_000,
    interval: 50,
  })
  way.mend()
  await enqueue(company.id, 'test.answered', { name: 'after' })
  await vi.waitFor(() => expect(done).toEqual(['before', 'after']), { timeout: 20_000, interval: 50 })
  await worker.stop()
  worker = null
  way.close()
}, 60_000)

test('a job that ends while sweeps hold all connections waits until its end is recorded, and is not done twice', async () => {
  const company = await t.company('company')
  await worker?.stop()
  const over = Promise.withResolvers<void>()
  const sweeping = new Set<string>()
  let runs = 0
  // One more than there are connections: four, of which one listens.
  const sweeps = ['a', 'b', 'c', 'd'].map((name) => ({
    name: `test.${name}`,
    everySeconds: 0.05,
    run: async () => {
      // The job has to be fetched first.
      if (runs === 0) return
      sweeping.add(name)
      await over.promise
    },
  }))
  const ended = Promise.withResolvers<number>()
  worker = await start(
    {
      'test.ends': async () => {
        runs++
        await vi.waitFor(() => expect(sweeping.size).toBe(3), { timeout: 10_000, interval: 20 })
        ended.resolve(Date.now())
      },
    },
    1,
    { sweeps, connectSeconds: 0.2 },
  )
  await enqueue(company.id, 'test.ends', {})
  const since = await ended.promise
  await vi.waitFor(() => expect(Date.now() - since).toBeGreaterThan(1_000), { interval: 50, timeout: 5_000 })
  over.resolve()
  const left = async () => {
    const { rows } = await t.adminPool.query(
      `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
       where k.identifier = 'test.ends'`,
    )
    return rows.length
  }
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 20_000, interval: 50 })
  expect(runs).toBe(1)
  await worker.stop()
  worker = null
}, 60_000)
