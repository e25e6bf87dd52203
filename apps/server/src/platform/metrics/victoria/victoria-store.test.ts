import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { arrangeDevice } from '../../../../test/devices.ts'
import { createTestApp, type TestApp } from '../../../../test/test-app.ts'
import { metricStoreSuite, sweep } from '../metric-store.suite.ts'
import { intakeOf, openMetricStore } from '../open-store.ts'
import type { Series } from '../metric-store.ts'
import { VictoriaClient } from './client.ts'
import { VictoriaStore } from './victoria-store.ts'

/** A real one, with a data directory that survives a kill. */
class Victoria {
  readonly #directory = mkdtempSync(path.join(os.tmpdir(), 'netward-victoria-'))
  #process: ChildProcess | null = null
  #port = 0

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    this.#port ||= await freePort()
    this.#process = spawn(process.env['TEST_VICTORIA'] ?? 'victoria-metrics', [
      `-httpListenAddr=127.0.0.1:${this.#port}`,
      `-storageDataPath=${this.#directory}`,
      '-retentionPeriod=13',
      '-dedup.minScrapeInterval=1ms',
      '-memory.allowedBytes=64MB',
      '-loggerLevel=ERROR',
    ])
    const client = new VictoriaClient(this.url)
    await vi.waitUntil(() => client.startedAt().then(Boolean, () => false), 15_000)
    await client.close()
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    if (!this.#process) return
    const ended = once(this.#process, 'exit')
    this.#process.kill(signal)
    await ended
    this.#process = null
  }

  async remove(): Promise<void> {
    await this.kill('SIGKILL')
    rmSync(this.#directory, { recursive: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const shared = new Victoria()
metricStoreSuite({
  name: 'VictoriaMetrics',
  exactCounters: false,
  knowsUpTimes: false,
  open: async ({ scopes }) => {
    await shared.start()
    return new VictoriaStore(intakeOf(scopes), new VictoriaClient(shared.url), 0)
  },
  settle: (t, store) => sweep(store, t, 'metrics.forward'),
  close: () => shared.remove(),
})

describe('VictoriaMetrics that is killed or gone', () => {
  let t: TestApp
  const victoria = new Victoria()
  beforeAll(async () => {
    t = await createTestApp()
    await victoria.start()
  })
  afterAll(async () => {
    await victoria.remove()
    await t.stop()
  })

  test('a kill loses nothing that was acknowledged, while it is away writes go on and reads say so', async () => {
    const company = await t.company('company')
    const device = await arrangeDevice(t, company.id)
    const hour = 3_600_000
    const start = Math.floor(Date.now() / hour) * hour - 2 * hour
    const store = openMetricStore(t.scopes, victoria.url)
    let sequence = 0
    const write = (minutes: number) =>
      store.write({
        collector: 'victoria',
        epoch: 'killed',
        sequence: ++sequence,
        sentAt: Date.now(),
        polls: [{ deviceId: device, at: start + minutes * 60_000, values: [['cpu_usage', '', minutes]] }],
      })
    const polls = async () =>
      (await t.adminPool.query<{ n: number }>('select count(*)::int as n from metric_recent')).rows[0]!.n
    await write(0)
    await sweep(store, t, 'metrics.forward')
    // It is sent, but stays until it is on a disk.
    expect(await polls()).toBe(1)
    await victoria.kill('SIGKILL')
    expect(await write(5)).toMatchObject({ written: 1 })
    const series = (
      await t.adminPool.query<Series>(
        `select id::text, company_id::text as "companyId", subject_id::text as "deviceId", metric, instance, slot,
           block::text from metric_series where subject_id = $1`,
        [device],
      )
    ).rows
    const read = async () => {
      const finish = await t.scopes.withCompany(company.id, ({ db }) =>
        store.range(db, {
          series,
          from: start,
          to: start + 10 * 60_000,
          points: 2,
          compare: false,
          timeZone: 'UTC',
        }),
      )
      return (await finish()).ranges[0]!.values
    }
    await expect(read()).rejects.toMatchObject({ code: 'metrics.unavailable' })
    await expect(sweep(store, t, 'metrics.forward')).rejects.toThrow('does not answer')
    await victoria.start()
    // Another store: our process was restarted too, and knows nothing of what it had sent.
    const again = new VictoriaStore(intakeOf(t.scopes), new VictoriaClient(victoria.url), 0)
    await sweep(again, t, 'metrics.forward')
    expect(await polls()).toBe(0)
    expect(await read()).toEqual([0, 5])
  })

  test('tenants are separated by numbers that no instance can bring in', async () => {
    const client = new VictoriaClient(victoria.url)
    const hostile = `1",company=~".*`
    await expect(client.samples({ companyId: hostile, seriesIds: ['1'] }, 0, Date.now())).rejects.toThrow(
      'number',
    )
    await expect(client.samples({ companyId: '1', seriesIds: ['1|.*'] }, 0, Date.now())).rejects.toThrow(
      'number',
    )
    await expect(client.deleteDevice('1"} or {device!="')).rejects.toThrow('number')
    await client.close()
  })
})
