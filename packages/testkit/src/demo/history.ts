import { readInventory, readPoll } from '@netward/collector/read/index'
import type { Sample } from '@netward/collector/read/reading'
import type { MetricBatch, MetricPoll, MetricValue } from '@netward/contract/metric-batch'
import type { DeviceModel } from '../snmp/models/device-model.ts'
import { LoadCurve } from '../snmp/models/load-curve.ts'
import { recordedAgent } from '../snmp/recorded-agent.ts'

/** A week, and a day to compare the last one with. */
const days = 8
const intervalMilliseconds = 300_000
/** Values of a batch: a few switches' worth of an hour. */
const mostValues = 8_000

/** A device of the console and the model that it answers as. */
export interface Modelled {
  readonly deviceId: string
  readonly model: DeviceModel
}

/**
 * What a collector that spooled for so many days would send: each poll is read from the device's model as it was then, by
 * the collector's own reader. Batches are numbered from 1, so that a repeat changes nothing.
 */
export async function* pastBatches(devices: readonly Modelled[], now: number): AsyncGenerator<MetricBatch> {
  const last = Math.floor(now / intervalMilliseconds) * intervalMilliseconds
  let polls: MetricPoll[] = []
  let values = 0
  let sequence = 0
  const batch = (): MetricBatch => ({
    collector: 'demo',
    epoch: devices.map(({ deviceId }) => deviceId).join(','),
    sequence: ++sequence,
    sentAt: Date.now(),
    polls,
  })
  for (const { deviceId, model } of devices) {
    const curve = new LoadCurve(Number(deviceId))
    const { plan } = await readInventory(recordedAgent(model.rowsAt(last)))
    for (let at = last - days * 86_400_000; at < last; at += intervalMilliseconds) {
      const reading = await readPoll(recordedAgent(model.rowsAt(at)), plan)
      polls.push({
        deviceId,
        at,
        values: [...reading.samples.map(valueOf), ...reachAt(curve, at)],
        ...(reading.sysUpTime === null ? {} : { upTime: reading.sysUpTime }),
      })
      values += polls.at(-1)?.values.length ?? 0
      if (values < mostValues) continue
      yield batch()
      polls = []
      values = 0
    }
  }
  if (polls.length > 0) yield batch()
}

/** Pings and answer times as they are on loopback. */
function reachAt(curve: LoadCurve, at: number): MetricValue[] {
  const load = curve.share(at)
  return [
    ['device_reachable', '', 1],
    ['snmp_reachable', '', 1],
    ['snmp_response_time', '', 1 + 5 * load],
    ['ping_rtt', '', 0.03 + 0.03 * load],
    ['ping_loss', '', 0],
  ]
}

const valueOf = ({ metric, instance, value, bits }: Sample): MetricValue =>
  typeof value === 'bigint' ? [metric, instance, String(value), bits ?? 64] : [metric, instance, value]
