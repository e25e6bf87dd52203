import type { MetricBatch, MetricPoll, MetricValue } from '@netward/contract/metric-batch'
import type { MetricName } from '@netward/contract/metric-catalogue'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import type { MetricStore, RangeResult, Series } from './metric-store.ts'

/** Where the two stores differ. */
export interface StoreTraits {
  readonly name: string
  /** Counters keep every digit: VictoriaMetrics stores float64, and rounds above 2^53. */
  readonly exactCounters: boolean
  /** A fall is a wrap or a restart as the up time says: without it, as in VictoriaMetrics, it is a restart. */
  readonly knowsUpTimes: boolean
  open(t: TestApp): Promise<MetricStore>
  /** Moves everything out of the intake: packed, or flushed. */
  settle(t: TestApp, store: MetricStore): Promise<void>
  close(): Promise<void>
}

const minute = 60_000
const hour = 60 * minute

/** The rules of MetricStore, of whatever keeps the samples. */
export function metricStoreSuite(traits: StoreTraits): void {
  describe(`${traits.name} keeps samples`, () => {
    let t: TestApp
    let store: MetricStore
    let company: { id: string }
    /** The beginning of an hour: yesterday, so that everything from then on is over. */
    const start = Math.floor(Date.now() / (6 * hour)) * 6 * hour - 24 * hour

    beforeAll(async () => {
      t = await createTestApp()
      store = await traits.open(t)
      company = await t.company('company')
    })
    afterAll(async () => {
      await traits.close()
      await t.stop()
    })

    let sequence = 0
    const batch = (polls: readonly MetricPoll[], more: Partial<MetricBatch> = {}): MetricBatch => ({
      collector: 'suite',
      epoch: traits.name,
      sequence: ++sequence,
      sentAt: Date.now(),
      polls,
      ...more,
    })

    async function seriesOf(deviceId: string): Promise<Series[]> {
      const { rows } = await t.adminPool.query<Series>(
        `select id::text, company_id::text as "companyId", subject_id::text as "deviceId", metric, instance, slot,
           block::text from metric_series where subject_id = $1 order by slot`,
        [deviceId],
      )
      return rows
    }

    async function range(
      deviceId: string,
      from: number,
      to: number,
      more: {
        points?: number
        compare?: boolean
        percentile?: boolean
        as?: string
        series?: Series[]
      } = {},
    ): Promise<RangeResult> {
      const { points = 2000, compare = false, percentile = true, as = company.id } = more
      const series = more.series ?? (await seriesOf(deviceId))
      const finish = await t.scopes.withCompany(as, ({ db }) =>
        store.range(db, { series, from, to, points, compare, percentile, timeZone: 'Asia/Shanghai' }),
      )
      return finish()
    }

    const values = (result: RangeResult, metric: MetricName, instance = '') =>
      result.ranges.find(({ series }) => series.metric === metric && series.instance === instance)?.values

    const hours = (deviceId: string, count: number, of: (index: number) => MetricValue[]): MetricPoll[] =>
      Array.from({ length: count * 12 }, (_, index) => ({
        deviceId,
        at: start + index * 5 * minute,
        upTime: 1_000_000 + index * 30_000,
        values: of(index),
      }))

    test('reads are the same before and after samples are moved on, at every resolution', async () => {
      const device = await arrangeDevice(t, company.id)
      await store.write(
        batch(
          hours(device, 8, (index) => [
            ['cpu_usage', 'a', index % 50],
            ['interface_in_octets', 'eth0', String(index * 30_000_000)],
          ]),
        ),
      )
      const read = async () => ({
        samples: await range(device, start, start + 2 * hour, { points: 24 }),
        five: await range(device, start, start + 8 * hour, { points: 48 }),
        hours: await range(device, start, start + 8 * hour, { points: 8 }),
      })
      const before = await read()
      expect([before.samples.resolution, before.five.resolution, before.hours.resolution]).toEqual([
        'samples',
        '5m',
        '1h',
      ])
      expect(values(before.samples, 'cpu_usage', 'a')).toEqual(
        Array.from({ length: 24 }, (_, index) => index),
      )
      expect(values(before.hours, 'cpu_usage', 'a')?.[0]).toBeCloseTo(5.5)
      await traits.settle(t, store)
      const after = await read()
      expect(after.samples).toEqual(before.samples)
      expect(values(after.five, 'cpu_usage', 'a')).toEqual(values(before.five, 'cpu_usage', 'a'))
      expect(values(after.hours, 'cpu_usage', 'a')).toEqual(values(before.hours, 'cpu_usage', 'a'))
      for (const result of [before.hours, after.hours])
        for (const rate of values(result, 'interface_in_octets', 'eth0')!)
          expect(rate).toBeCloseTo(100_000, 0)
      expect(after.hours.ranges[1]!.p95).toBeCloseTo(100_000, 0)
      const alone = (points: number) => range(device, start, start + 8 * hour, { points, percentile: false })
      expect((await alone(8)).ranges.map(({ p95, ...rest }) => [p95, rest])).toEqual(
        after.hours.ranges.map(({ p95: _p95, ...rest }) => [null, rest]),
      )
      expect(await alone(48)).toEqual(after.five)
    })

    test('a repeated batch changes nothing, whatever it holds', async () => {
      const device = await arrangeDevice(t, company.id)
      const first = batch([{ deviceId: device, at: start, values: [['cpu_usage', '', 10]] }])
      expect(await store.write(first)).toMatchObject({ repeated: false, written: 1 })
      const again = {
        ...first,
        polls: [{ deviceId: device, at: start, values: [['cpu_usage', '', 90] as const] }],
      }
      expect(await store.write(again)).toMatchObject({ repeated: true, written: 0 })
      await traits.settle(t, store)
      expect(await store.write(again)).toMatchObject({ repeated: true })
      const result = await range(device, start, start + hour, { points: 12 })
      expect(values(result, 'cpu_usage')?.filter((value) => value !== null)).toEqual([10])
      expect(result.ranges[0]!.mean).toBe(10)
    })

    test('late samples land in their place, rollups included', async () => {
      const device = await arrangeDevice(t, company.id)
      const all = hours(device, 4, (index) => [
        ['temperature', 'inlet', 20 + (index % 10)],
        ['interface_in_octets', 'eth0', String(index * 3_000_000)],
      ])
      const late = (index: number) => Math.floor(index / 12) === 1 || index % 5 === 0
      await store.write(batch(all.filter((_, index) => !late(index))))
      await traits.settle(t, store)
      await store.write(batch(all.filter((_, index) => late(index))))
      const check = async () => {
        const result = await range(device, start, start + 4 * hour, { points: 4 })
        const expected = [0, 1, 2, 3].map((of) => {
          const some = Array.from({ length: 12 }, (_, index) => 20 + ((of * 12 + index) % 10))
          return some.reduce((sum, value) => sum + value, 0) / 12
        })
        values(result, 'temperature', 'inlet')!.forEach((mean, index) =>
          expect(mean).toBeCloseTo(expected[index]!, 9),
        )
      }
      await traits.settle(t, store)
      await check()
      const rates = values(
        await range(device, start, start + 4 * hour, { points: 4 }),
        'interface_in_octets',
        'eth0',
      )
      for (const rate of rates!) expect(rate).toBeCloseTo(10_000, 0)
    })

    test('a sample that cannot be is refused by itself, with its reason; the rest of the batch is kept', async () => {
      const device = await arrangeDevice(t, company.id)
      const hostile: MetricValue[] = [
        ['cpu_usage', '', Number.NaN],
        ['cpu_usage', '', Number.POSITIVE_INFINITY],
        ['cpu_usage', '', 100.5],
        ['cpu_usage', 'x'.repeat(201), 1],
        ['cpu_usage', 'nul\0', 1],
        ['cpu_usage', '\ud800', 1],
        ['made_up' as 'cpu_usage', '', 1],
        ['__proto__' as 'cpu_usage', '', 1],
        ['cpu_usage', '', '12'],
        ['interface_in_octets', 'eth0', '-1'],
        ['interface_in_octets', 'eth0', '1e3'],
        ['interface_in_octets', 'eth0', '18446744073709551616'],
        ['interface_in_octets', 'eth0', '4294967296', 32],
        ['interface_in_octets', 'eth0', '1.5'],
        ['interface_in_octets', 'eth1', '18446744073709551615'],
        ['cpu_usage', 'fine', 42],
      ]
      const summary = await store.write(
        batch([
          { deviceId: device, at: start, values: hostile },
          { deviceId: device, at: Date.now() + 11 * minute, values: [['cpu_usage', 'fine', 1]] },
          { deviceId: device, at: Date.now() - 400 * 24 * hour, values: [['cpu_usage', 'fine', 1]] },
          { deviceId: '999999999', at: start, values: [['cpu_usage', '', 1]] },
          { deviceId: `1' or true`, at: start, values: [['cpu_usage', '', 1]] },
        ]),
      )
      expect(summary).toMatchObject({
        written: 2,
        refused: { number: 6, range: 3, instance: 3, metric: 2, time: 2 },
      })
      expect(summary.unknownDevices.toSorted()).toEqual([`1' or true`, '999999999'])
    })

    test('a clock that is wrong by more than ten minutes is corrected by the receiver, and said so', async () => {
      const device = await arrangeDevice(t, company.id)
      const behind = 3 * hour
      const at = Math.floor((Date.now() - hour) / (5 * minute)) * 5 * minute
      const sent = (offset: number) =>
        batch([{ deviceId: device, at: at - offset, values: [['cpu_usage', String(offset), 5]] }], {
          sentAt: Date.now() - offset,
        })
      const wrong = sent(behind)
      const first = await store.write(wrong)
      expect(first.clockOffset / minute).toBeCloseTo(180, 1)
      expect(await store.write(wrong)).toMatchObject({ repeated: true, clockOffset: first.clockOffset })
      expect((await store.write(sent(5 * minute))).clockOffset).toBe(0)
      const result = await range(device, at - 10 * minute, at + 5 * minute, { points: 3 })
      const there = (instance: string) =>
        values(result, 'cpu_usage', instance)!.findIndex((value) => value !== null)
      expect(there(String(behind))).toBeGreaterThanOrEqual(1)
      expect(there(String(5 * minute))).toBe(1)
    })

    test('a counter goes on over a wrap of 32 bits and begins anew with its agent; a gap is a gap', async () => {
      const device = await arrangeDevice(t, company.id)
      const at = (minutes: number) => start + minutes * minute
      const poll = (minutes: number, upTime: number, value: number): MetricPoll => ({
        deviceId: device,
        at: at(minutes),
        upTime,
        values: [['interface_in_octets', 'eth0', String(value), 32]],
      })
      await store.write(
        batch([
          poll(0, 500_000, 2 ** 32 - 600_000),
          poll(5, 530_000, 2 ** 32 - 300_000),
          poll(10, 560_000, 0),
          poll(15, 590_000, 300_000),
          // Two polls were missed.
          poll(30, 680_000, 1_200_000),
          poll(35, 710_000, 1_500_000),
          // It has run for four minutes.
          poll(40, 24_000, 240_000),
          poll(45, 54_000, 540_000),
        ]),
      )
      await traits.settle(t, store)
      const result = await range(device, at(0), at(45), { points: 9 })
      const rates = values(result, 'interface_in_octets', 'eth0')!
      expect(rates.slice(2, 7)).toEqual([1000, null, null, null, 1000])
      expect([rates[1], rates[8]]).toEqual(traits.knowsUpTimes ? [1000, 1000] : [0, 1000])
    })

    test('counters are exact to the last bit', async () => {
      const device = await arrangeDevice(t, company.id)
      const big = 2n ** 63n
      await store.write(
        batch(
          [0, 1, 2].map((index) => ({
            deviceId: device,
            at: start + index * 5 * minute,
            values: [['interface_in_octets', 'eth0', String(big + BigInt(index) * 300n)]],
          })),
        ),
      )
      await traits.settle(t, store)
      const rates = values(
        await range(device, start, start + 10 * minute, { points: 2 }),
        'interface_in_octets',
        'eth0',
      )
      expect(rates?.every((rate) => rate === 1)).toBe(traits.exactCounters)
    })

    test('the latest values are those of the last samples, with rates of the last two', async () => {
      const device = await arrangeDevice(t, company.id)
      const polls = hours(device, 1, (index) => [
        ['cpu_usage', '', index],
        ['interface_out_octets', 'eth0', String(index * 600_000)],
      ])
      await store.write(batch(polls.slice(0, 11)))
      const latest = async () => {
        const series = await seriesOf(device)
        const finish = await t.scopes.withCompany(company.id, ({ db }) => store.latest(db, series))
        return (await finish()).map(({ series: { metric }, value, at }) => [
          metric,
          value,
          (at - start) / minute,
        ])
      }
      expect(await latest()).toEqual([
        ['cpu_usage', 10, 50],
        ['interface_out_octets', 2000, 50],
      ])
      await traits.settle(t, store)
      await store.write(batch(polls.slice(11)))
      expect(await latest()).toEqual([
        ['cpu_usage', 11, 55],
        ['interface_out_octets', 2000, 55],
      ])
    })

    test('a ranking goes by mean, highest, p95 or last value, from either end', async () => {
      const devices = await Promise.all([1, 2, 3].map(() => arrangeDevice(t, company.id)))
      await store.write(
        batch(
          devices.flatMap((device, nth) =>
            hours(device, 8, (index) => [
              ['ping_rtt', '', (nth + 1) * 10 + (index === 90 ? 500 - nth * 100 : 0)],
            ]),
          ),
        ),
      )
      await traits.settle(t, store)
      const top = async (by: 'mean' | 'max' | 'p95' | 'last', lowest = false) => {
        const series = (await Promise.all(devices.map(seriesOf))).flat()
        const finish = await t.scopes.withCompany(company.id, ({ db }) =>
          store.top(db, { series, from: start, to: start + 8 * hour, by, lowest, limit: 2 }),
        )
        return (await finish()).map(({ series: { deviceId } }) => devices.indexOf(deviceId))
      }
      expect(await top('mean')).toEqual([2, 1])
      expect(await top('max')).toEqual([0, 1])
      expect(await top('p95', true)).toEqual([0, 1])
      expect(await top('last')).toEqual([2, 1])
    })

    test('the period before is a week earlier, step by step', async () => {
      const device = await arrangeDevice(t, company.id)
      const at = (days: number, index: number) => start - days * 24 * hour + index * 5 * minute
      await store.write(
        batch(
          [0, 7].flatMap((days) =>
            [0, 1, 2].map((index) => ({
              deviceId: device,
              at: at(days, index),
              values: [['cpu_usage', '', days + index]] as MetricValue[],
            })),
          ),
        ),
      )
      await traits.settle(t, store)
      const result = await range(device, start, start + 15 * minute, { points: 3, compare: true })
      expect(result.beforeDays).toBe(7)
      expect(result.ranges[0]).toMatchObject({ values: [0, 1, 2], before: [7, 8, 9] })
    })

    test('series of another company have no values, though their numbers are known, whatever their instances are', async () => {
      const other = await t.company('company')
      const mine = await arrangeDevice(t, company.id)
      const theirs = await arrangeDevice(t, other.id)
      const instances = [
        `"} or {company="${company.id}`,
        '{}',
        "a'b",
        'line\nbreak',
        '\\',
        '|',
        '.*',
        '`',
        '$(id)',
        '</script>',
      ]
      for (const device of [mine, theirs])
        await store.write(
          batch([
            {
              deviceId: device,
              at: start,
              values: instances.map((instance): MetricValue => [
                'cpu_usage',
                instance,
                device === mine ? 1 : 2,
              ]),
            },
          ]),
        )
      await traits.settle(t, store)
      const own = await range(mine, start, start + 5 * minute, { points: 2 })
      expect(own.ranges.map(({ series, mean }) => [series.instance, mean])).toEqual(
        instances.map((instance) => [instance, 1]),
      )
      const stolen = await seriesOf(theirs)
      // As a request of the first company that guesses, and one that also says that the series are its own.
      for (const series of [
        stolen,
        stolen.map((one) => ({ ...one, companyId: company.id, deviceId: mine })),
      ]) {
        const found = await range(theirs, start, start + 5 * minute, { series })
        expect(found.ranges.map(({ mean }) => mean).filter((mean) => mean === 2)).toEqual([])
      }
    })

    test('samples go with their device, also those that are not moved on yet', async () => {
      const device = await arrangeDevice(t, company.id)
      await store.write(batch(hours(device, 2, () => [['cpu_usage', '', 1]])))
      await traits.settle(t, store)
      await store.write(batch([{ deviceId: device, at: start + 3 * hour, values: [['cpu_usage', '', 1]] }]))
      const series = await seriesOf(device)
      await t.adminPool.query('delete from device where id = $1', [device])
      expect((await range(device, start, start + 4 * hour, { series })).ranges[0]!.mean).toBeNull()
      await sweep(store, t, 'metrics.delete')
      await traits.settle(t, store)
      expect(
        await store.write(batch([{ deviceId: device, at: start, values: [['cpu_usage', '', 1]] }])),
      ).toMatchObject({
        written: 0,
        unknownDevices: [device],
      })
      const left = await t.adminPool.query(
        `select from metric_recent where device_id = $1 union all select from metric_hour where block = $2
         union all select from metric_rollup where block = $2 union all select from metric_gone where device_id = $1`,
        [device, series[0]!.block],
      )
      expect(left.rowCount).toBe(0)
    })

    test('an internet line has samples as a device has, and they go with it', async () => {
      const { rows } = await t.adminPool.query<{ id: string }>(
        `with o as (insert into outlet (company_id, name) values ($1, 'Measured') returning id)
         insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
         select $1, id, 'Line', 'telecom', 'broadband', 100, 20 from o returning id::text`,
        [company.id],
      )
      const line = rows[0]!.id
      await store.write(batch(hours(line, 2, (index) => [['line_loss', 'isp', index % 3]])))
      const read = async () =>
        values(await range(line, start, start + 2 * hour, { points: 4 }), 'line_loss', 'isp')
      expect(await read()).toEqual([1, 1, 1, 1])
      await traits.settle(t, store)
      expect(await read()).toEqual([1, 1, 1, 1])
      const late = { deviceId: line, at: start + minute, values: [['line_loss', 'isp', 100] as MetricValue] }
      expect(await store.write(batch([late]))).toMatchObject({ written: 1 })
      await traits.settle(t, store)
      expect((await read())![0]).toBeCloseTo((6 + 100) / 7)
      const series = await seriesOf(line)
      await t.adminPool.query('delete from internet_line where id = $1', [line])
      await sweep(store, t, 'metrics.delete')
      await traits.settle(t, store)
      expect((await range(line, start, start + 2 * hour, { series })).ranges[0]!.mean).toBeNull()
      expect(await store.write(batch([late]))).toMatchObject({ written: 0, unknownDevices: [line] })
    })

    test('a batch is taken in also when no partition was made for its day', async () => {
      const device = await arrangeDevice(t, company.id)
      await traits.settle(t, store)
      const day = Math.floor(Date.now() / 86_400_000)
      await t.adminPool.query(`drop table metric_recent_${day}`)
      expect(
        await store.write(batch([{ deviceId: device, at: start, values: [['cpu_usage', '', 1]] }])),
      ).toMatchObject({ written: 1 })
    })

    test('reads clip to the cycle of the company, at most that of the platform', async () => {
      const tenant = await t.company('company')
      const device = await arrangeDevice(t, tenant.id)
      const at = start - 120 * 24 * hour
      await store.write(
        batch(
          [at, start].map((when) => ({
            deviceId: device,
            at: when,
            values: [['cpu_usage', '', 7]] as MetricValue[],
          })),
        ),
      )
      const seen = async () => {
        const read = (from: number) => range(device, from, from + hour, { points: 12, as: tenant.id })
        return [(await read(at)).ranges[0]!.mean, (await read(start)).ranges[0]!.mean]
      }
      await traits.settle(t, store)
      expect(await seen()).toEqual([7, 7])
      await t.adminPool.query(`update company set storage_cycle = 'three_months' where id = $1`, [tenant.id])
      expect(await seen()).toEqual([null, 7])
      await t.adminPool.query(`update company set storage_cycle = null where id = $1`, [tenant.id])
      await t.adminPool.query(`update platform_setting set storage_cycle = 'three_months'`)
      expect(await seen()).toEqual([null, 7])
      await t.adminPool.query(`update platform_setting set storage_cycle = 'one_year'`)
    })
  })
}

/** Runs one of the store's sweeps, as a worker does. */
export async function sweep(store: MetricStore, t: TestApp, name: string): Promise<void> {
  const found = store.sweeps().find((one) => one.name === name)
  expect(found).toBeDefined()
  await found!.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
}
