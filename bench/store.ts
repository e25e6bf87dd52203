import { arrangeDevice } from '../apps/server/test/devices.ts'
import { createTestApp, type TestApp } from '../apps/server/test/test-app.ts'
import type { EmbeddedDatabase } from '../apps/server/src/platform/db/embedded/index.ts'
import type { MetricStore, Series } from '../apps/server/src/platform/metrics/metric-store.ts'
import { openMetricStore } from '../apps/server/src/platform/metrics/open-store.ts'
import { packPolls } from '../apps/server/src/platform/metrics/postgres/packer.ts'
import type { MetricBatch } from '../packages/contract/src/metric-batch.ts'
import { Batches, interval, pollOf } from './harness/metric-estate.ts'
import type { Options } from './harness/options.ts'
import { withOwnDatabase } from './harness/own-database.ts'
import type { Figure, Section } from './harness/report.ts'

const hour = 3_600_000
const day = 24 * hour
const writers = 4
const perBatch = 20
const valuesOfPoll = 300
const kills = 20

interface Bench {
  readonly t: TestApp
  readonly database: EmbeddedDatabase
  readonly store: MetricStore
  readonly companyId: string
}

/**
 * The metric store on a database with the settings of the product, which nothing else writes to: values acknowledged and
 * packed, their size, reads over 90 days and a year, and what 20 kills of the database leave.
 */
export async function store({ quick }: Options): Promise<Section[]> {
  return withOwnDatabase(async (database) => {
    const t = await createTestApp()
    const { id: companyId } = await t.company('company')
    const bench = { t, database, store: openMetricStore(t.scopes), companyId }
    const written = await writing(bench, quick ? 200 : 1000)
    const read = await reading(bench, quick)
    const killed = process.env['NOKILL'] ? [] : await killing(bench)
    // The clients that it would wait for are among those that were cut off.
    void t.stop().catch(() => {})
    return [
      { title: 'Metric store: writing', figures: written },
      {
        title: 'Metric store: reading',
        figures: read,
        notes: [
          `Packed; ${quick ? 3 : 6} devices with ${valuesOfPoll} series and that much history, a point every 5 minutes.`,
        ],
      },
      { title: `Metric store: ${kills} kills of the database while it writes`, figures: killed },
    ]
  })
}

async function addDevices({ t, companyId }: Bench, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push(await arrangeDevice(t, companyId, { type: 'switch' }))
  return ids
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Four collectors at once, each its batches in order. */
async function send(
  bench: Bench,
  name: string,
  batchesOf: (writer: number, batches: Batches) => Iterable<MetricBatch>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (const batch of batchesOf(writer, new Batches(`${name}-${writer}`))) await bench.store.write(batch)
    }),
  )
}

const pack = ({ t }: Bench) => packPolls(t.scopes, Date.now(), new AbortController().signal)

async function sizeOf({ t }: Bench, like: string): Promise<number> {
  const { rows } = await t.adminPool.query<{ bytes: string }>(
    `select coalesce(sum(pg_total_relation_size(oid)), 0)::text as bytes from pg_class where relname like $1 and relkind = 'r'`,
    [like],
  )
  return Number(rows[0]?.bytes)
}

async function writing(bench: Bench, count: number): Promise<Figure[]> {
  const ids = await addDevices(bench, count)
  const start = Math.floor(Date.now() / hour) * hour - 6 * hour
  const rounds = 12
  const share = Math.ceil(count / writers)
  function* polling(writer: number, batches: Batches, from: number) {
    const mine = ids.slice(writer * share, (writer + 1) * share)
    for (let round = 0; round < rounds; round += 1)
      for (let first = 0; first < mine.length; first += perBatch)
        yield batches.next(
          mine.slice(first, first + perBatch).map((id) => pollOf(id, from + round * interval)),
        )
  }
  // The first hour makes the series.
  await send(bench, 'first', (writer, batches) => polling(writer, batches, start))
  await pack(bench)
  const values = count * rounds * valuesOfPoll
  const before = await sizeOf(bench, 'metric_recent%')
  const acknowledging = await timed(() =>
    send(bench, 'second', (writer, batches) => polling(writer, batches, start + hour)),
  )
  const recent = (await sizeOf(bench, 'metric_recent%')) - before
  const packing = await timed(() => pack(bench))
  const replayed = Math.min(count, 400)
  const replaying = await timed(() =>
    send(bench, 'replay', function* (writer, batches) {
      for (let at = writer; at < replayed; at += writers)
        yield batches.next(
          Array.from({ length: 60 }, (_, n) => pollOf(ids[at] ?? '', start - day + n * interval)),
        )
    }),
  )
  const repacking = await timed(() => pack(bench))
  await bench.t.adminPool.query('vacuum full metric_hour; vacuum full metric_rollup').catch(() => {})
  const all = 2 * values + replayed * 60 * valuesOfPoll
  const packed = (await sizeOf(bench, 'metric_hour%')) + (await sizeOf(bench, 'metric_rollup%'))
  const rate = (of: number, milliseconds: number) => (1000 * of) / milliseconds
  const replay = replayed * 60 * valuesOfPoll
  return [
    {
      name: `polls of ${valuesOfPoll} values, acknowledged: values a second`,
      values: [rate(values, acknowledging)],
      unit: '',
      goal: { of: 'value', atLeast: 150_000 },
    },
    { name: 'the same with packing and rollups', values: [rate(values, acknowledging + packing)], unit: '' },
    {
      name: 'replay, 60 samples of a series in a row, acknowledged: values a second',
      values: [rate(replay, replaying)],
      unit: '',
      goal: { of: 'value', atLeast: 250_000 },
    },
    { name: 'the same with packing and rollups', values: [rate(replay, replaying + repacking)], unit: '' },
    { name: 'bytes a value, recent', values: [recent / values], unit: '', decimals: 1 },
    {
      name: 'bytes a value, packed, rollups included',
      values: [packed / all],
      unit: '',
      decimals: 1,
      goal: { of: 'value', atMost: 8 },
    },
  ]
}

async function seriesOf({ t }: Bench, ids: readonly string[], metrics: readonly string[]): Promise<Series[]> {
  const { rows } = await t.adminPool.query<Series>(
    `select id::text, company_id::text as "companyId", subject_id::text as "deviceId", metric, instance, slot,
       block::text from metric_series where subject_id = any ($1) and metric = any ($2) order by subject_id, slot`,
    [ids, metrics],
  )
  return rows
}

async function reading(bench: Bench, quick: boolean): Promise<Figure[]> {
  const { t, store: metrics, companyId } = bench
  const figures: Figure[] = []
  const now = Math.floor(Date.now() / hour) * hour - hour
  const measure = async (runs: number, read: () => Promise<unknown>) => {
    const times: number[] = []
    for (let run = 0; run < runs + 2; run += 1) times.push(await timed(read))
    return times.slice(2)
  }
  const inCompany = async <T>(
    work: (db: Parameters<MetricStore['latest']>[0]) => Promise<() => Promise<T>>,
  ) => (await t.scopes.withCompany(companyId, ({ db }) => work(db)))()
  const ranked = await addDevices(bench, 1000)
  await send(bench, 'ranked', function* (writer, batches) {
    for (let round = 0; round < 288; round += 1) {
      const mine = ranked.filter((_, at) => at % writers === writer)
      yield batches.next(
        mine.map((deviceId) => ({
          deviceId,
          at: now - day + round * interval,
          values: [['cpu_usage', '', (Number(deviceId) * 31 + round) % 100] as const],
        })),
      )
    }
  })
  await pack(bench)
  const top = await seriesOf(bench, ranked, ['cpu_usage'])
  figures.push({
    name: 'top 10 of 1,000 devices, 24 h',
    values: await measure(9, () =>
      inCompany((db) =>
        metrics.top(db, { series: top, from: now - day, to: now, by: 'mean', lowest: false, limit: 10 }),
      ),
    ),
    unit: 'ms',
    decimals: 1,
    goal: { of: 'value', atMost: 100 },
  })
  for (const days of quick ? [30] : [90, 365]) {
    const ids = await addDevices(bench, quick ? 3 : days > 100 ? 2 : 6)
    await send(bench, `history-${days}`, function* (writer, batches) {
      for (const id of ids.filter((_, at) => at % writers === writer))
        for (let at = now - days * day + hour; at < now; at += 48 * interval)
          yield batches.next(
            Array.from({ length: 48 }, (_, n) => pollOf(id, at + n * interval)).filter(
              (poll) => poll.at < now,
            ),
          )
    })
    await pack(bench)
    const [id = ''] = ids
    const traffic = await seriesOf(bench, [id], ['interface_in_octets'])
    const [one] = traffic
    const page = await seriesOf(bench, [id], ['interface_in_octets', 'interface_out_octets'])
    const read = (series: Series[], period: number, points: number, percentile = true) =>
      inCompany((db) =>
        metrics.range(db, {
          series,
          from: now - period,
          to: now,
          points,
          compare: false,
          percentile,
          timeZone: 'UTC',
        }),
      )
    figures.push(
      {
        name: `30 days by 1 hour of a series, of ${days} days`,
        values: await measure(15, () => read(one === undefined ? [] : [one], 30 * day, 720, false)),
        unit: 'ms',
        decimals: 1,
        goal: { of: 'value', atMost: 15 },
      },
      {
        name: 'the same with p95, which comes behind the curve',
        values: await measure(15, () => read(one === undefined ? [] : [one], 30 * day, 720)),
        unit: 'ms',
        decimals: 1,
      },
      {
        name: `12 charts with 2 series over 24 h, of ${days} days`,
        values: await measure(9, async () => {
          await Promise.all(
            Array.from({ length: 12 }, (_, chart) => read(page.slice(chart * 2, chart * 2 + 2), day, 288)),
          )
        }),
        unit: 'ms',
        decimals: 1,
        goal: { of: 'value', atMost: 150 },
      },
    )
  }
  return figures
}

/** A batch that was not acknowledged is sent again, as a collector does. */
async function killing(bench: Bench): Promise<Figure[]> {
  const { t, database, store: metrics } = bench
  const ids = await addDevices(bench, 40)
  const from = Math.floor(Date.now() / hour) * hour
  // The test database keeps a client of its own, which says so when its server is gone.
  process.on('uncaughtException', ignoreLostConnection)
  let acknowledged = 0
  let killed = 0
  const over = new AbortController()
  const killer = (async () => {
    for (; killed < kills; killed += 1) {
      const { rows: backends } = await retried(() =>
        t.adminPool.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'active'`,
        ),
      )
      await pause(300 + 200 * (killed % 3))
      // A backend that is killed makes PostgreSQL drop all connections and recover from its log, without the growing waits of
      // our supervisor; the last two kills are of the server itself.
      const pid = killed < kills - 2 ? backends[killed % Math.max(1, backends.length)]?.pid : database.pid
      if (pid !== undefined && pid !== 0)
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // It ended before.
        }
      await pause(300)
    }
    over.abort()
  })()
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const batches = new Batches(`killed-${writer}`)
      const mine = ids.filter((_id, at) => at % writers === writer)
      for (let second = 0; !over.signal.aborted; second += 1) {
        const batch = batches.next(mine.map((id) => pollOf(id, from + second * 20)))
        while (
          !(await metrics.write(batch).then(
            () => true,
            () => false,
          ))
        )
          await pause(50)
        acknowledged += batch.polls.length
      }
    }),
  )
  await killer
  const { rows } = await retried(() =>
    t.adminPool.query<{ all: number; distinct: number }>(
      `select count(*)::int as all, count(distinct (device_id, at))::int as distinct from metric_recent where device_id = any ($1)`,
      [ids],
    ),
  )
  process.off('uncaughtException', ignoreLostConnection)
  const stored = rows[0] ?? { all: 0, distinct: 0 }
  return [
    { name: 'polls acknowledged', values: [acknowledged], unit: '' },
    {
      name: 'acknowledged and lost',
      values: [acknowledged - stored.distinct],
      unit: '',
      goal: { of: 'value', atMost: 0 },
    },
    {
      name: 'stored twice',
      values: [stored.all - stored.distinct],
      unit: '',
      goal: { of: 'value', atMost: 0 },
    },
  ]
}

function ignoreLostConnection(error: Error & { code?: string }): void {
  if (!(error.code ?? '').startsWith('57P') && !/terminated|ECONN/i.test(error.message)) throw error
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1)
    try {
      return await work()
    } catch (error) {
      if (attempt === 100) throw error
      await pause(100)
    }
}

const pause = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
