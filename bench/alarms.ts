import v8 from 'node:v8'
import vm from 'node:vm'
import type { ContextRow } from '../apps/server/src/modules/alarms/evaluation/evaluation.repo.ts'
import { AlarmWatcher } from '../apps/server/src/modules/alarms/evaluation/watcher.ts'
import type { Scopes } from '../apps/server/src/platform/db/scope.ts'
import type { WatchedPoll, WatchedValue } from '../apps/server/src/platform/metrics/intake/batch-watcher.ts'
import { alarmKills } from './alarm-kills.ts'
import { alarmRestart } from './alarm-restart.ts'
import { alarmInterval, instances, seriesOf, valuesOf } from './harness/alarm-estate.ts'
import type { Options } from './harness/options.ts'
import type { Section } from './harness/report.ts'

v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void

const devicesAtGoal = 10_000

/**
 * What the shipped rules cost the process that writes samples: evaluation and the statement's argument, without the
 * database. The answers of the database are its own, without the way to it.
 */
export async function alarms({ quick }: Options): Promise<Section[]> {
  const devices = quick ? 500 : devicesAtGoal
  const watcher = new AlarmWatcher(answering())
  const before = memory()
  const start = Date.now() - 20 * alarmInterval
  // The first round reads contexts and counters.
  const raised = await round(watcher, devices, start)
  const kept = memory() - before
  const micros: number[] = []
  for (let n = 1; n <= 7; n++) {
    const used = process.cpuUsage()
    await round(watcher, devices, start + n * alarmInterval)
    const { user, system } = process.cpuUsage(used)
    micros.push((user + system) / (devices * seriesOf))
  }
  const share = micros.map((one) => (100 * one * devicesAtGoal * seriesOf) / (alarmInterval * 1000))
  return [
    {
      title: `Alarms: the shipped rules over ${devices} devices with ${seriesOf} series each`,
      figures: [
        { name: 'CPU a sample', values: micros, unit: 'µs', decimals: 2 },
        {
          name: '4,000,000 series at 300 s: of one core',
          values: share,
          unit: '%',
          decimals: 1,
          goal: { of: 'value', atMost: 30 },
        },
        { name: 'memory a device', values: [kept / devices / 1000], unit: 'kB', decimals: 1 },
      ],
      notes: [`Without the database, and with the making of the samples; ${raised} alarms were raised.`],
    },
    await alarmKills(),
    await alarmRestart(quick ? 500 : 2_500),
  ]
}

async function round(watcher: AlarmWatcher, devices: number, at: number): Promise<number> {
  const batch = 50
  let raised = 0
  for (let first = 1; first <= devices; first += batch) {
    const polls = Array.from({ length: batch }, (_, n) => pollOf(first + n, at))
    const followed = await watcher.follow(polls, at)
    raised += followed.advance?.split('"kind":"raised"').length ?? 1
    raised -= 1
    followed.committed()
    watcher.rulesAt('1')
  }
  return raised
}

function pollOf(id: number, at: number): WatchedPoll {
  const values = valuesOf(id, at).map(([metric, instance, value], slot): WatchedValue => ({
    metric,
    instance,
    slot,
    value: Number(value),
  }))
  return { deviceId: String(id), at, values }
}

function answering(): Scopes {
  const asLoginRole = async (text: string, [ids]: unknown[]) =>
    text.includes('alarm_context')
      ? (ids as string[]).map(contextOf)
      : [
          {
            version: '1',
            company_id: null,
            key: null,
            shipped: null,
            name: null,
            enabled: null,
            watch: null,
            definition: null,
          },
        ]
  return { asLoginRole } as unknown as Scopes
}

const contextOf = (id: string): ContextRow => ({
  device_id: id,
  company_id: String(Number(id) % 100),
  revision: 0,
  followed: true,
  type: 'switch',
  tags: [],
  outlet_id: null,
  presence: 'online',
  polling: 'ok',
  state_at: null,
  interval_s: 300,
  seen_at: null,
  business_hours: null,
  time_zone: null,
  limits: Object.fromEntries(instances.slice(0, 8).map((instance) => [instance, 80])),
  ports: instances.slice(0, 2),
  profile: null,
  states: null,
  events: null,
})

function memory(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
}
