import type { MetricPoll, MetricValue } from '@netward/contract/metric-batch'
import { saveParts, writeMetrics } from '../../src/modules/metrics/index.ts'
import type { TestApp } from '../test-app.ts'
import { brokenLine, type LineName, lines, places, slowLine, withUps } from './estate-places.ts'

const minute = 60_000
const hour = 60 * minute

/** Hours that lines and devices have samples of, every five minutes. */
const measuredHours = 36
export const measured = {
  /** The processor of the switch at the slow outlet, in per cent: since it is slow, and before. */
  busySwitch: { name: '虹桥店交换机', since: 88, before: 23 },
  usualCpu: 17,
  ups: { charge: 64, runtimeSeconds: 1380, load: 42 },
  clients: { AP1: 31, AP2: 12 },
} as const

interface Places {
  readonly now: number
  readonly device: (name: string) => string
  readonly line: (name: LineName) => string
}

/** Through the way of every batch, so that each endpoint that reads metrics finds them. */
export async function writeEstateMetrics(t: TestApp, { now, device, line }: Places): Promise<void> {
  const polls: MetricPoll[] = []
  const from = Math.ceil((now - measuredHours * hour) / (5 * minute)) * 5 * minute
  const slowSince = now - slowLine.sinceHours * hour
  const brokenSince = now - brokenLine.sinceHours * hour
  const poll = (deviceId: string, at: number, values: MetricValue[]) => polls.push({ deviceId, at, values })
  for (let at = from; at <= now - minute; at += 5 * minute) {
    const isSlow = at >= slowSince
    for (const { name } of lines) {
      if (name === brokenLine.name && at >= brokenSince) continue
      const { rtt, loss } =
        name === slowLine.name ? slowLine[isSlow ? 'since' : 'before'] : { rtt: 9, loss: 0 }
      poll(line(name), at, [
        ['line_up', '', 1],
        ['line_loss', 'isp', loss],
        ['line_rtt_median', 'isp', rtt - 2],
        ['line_rtt_p95', 'isp', rtt],
        ['line_jitter', 'isp', isSlow && name === slowLine.name ? 6 : 1],
      ])
    }
    for (const place of places) {
      if ('isEmpty' in place) continue
      const { name } = place
      const isBusy = `${name}交换机` === measured.busySwitch.name
      const { since, before } = measured.busySwitch
      poll(device(`${name}交换机`), at, [
        ['cpu_usage', '1', isBusy ? (isSlow ? since : before) : measured.usualCpu],
        ['memory_usage', '1', 41],
        ['device_reachable', '', 1],
      ])
      poll(device(`${name}AP1`), at, [['wifi_clients', '5G', measured.clients.AP1]])
      if (name !== '西湖店' && name !== '静安店')
        poll(device(`${name}AP2`), at, [['wifi_clients', '5G', measured.clients.AP2]])
      if (!withUps.includes(name)) continue
      const { charge, runtimeSeconds, load } = measured.ups
      const isDown = name === '西湖店' && at >= brokenSince
      poll(device(`${name}UPS`), at, [
        ['ups_charge', '', isDown ? charge : 100],
        ['ups_runtime', '', isDown ? runtimeSeconds : 3600],
        ['ups_load', '', load],
      ])
    }
  }
  polls.sort((a, b) => a.at - b.at)
  for (let begin = 0, sequence = 1; begin < polls.length; begin += 2000, sequence += 1)
    await writeMetrics(t.scopes, {
      collector: 'evaluation',
      epoch: 'evaluation',
      sequence,
      sentAt: Date.now(),
      polls: polls.slice(begin, begin + 2000),
    })
  await saveParts(
    t.scopes,
    device(measured.busySwitch.name),
    ['processor'],
    [{ subject: 'processor', instance: '1', label: 'CPU' }],
  )
}
