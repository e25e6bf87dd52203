import { readInventory, readPoll } from '@netward/collector/read/index'
import type { Sample } from '@netward/collector/read/reading'
import type { MetricPoll, MetricValue } from '@netward/contract/metric-batch'
import type { DeviceModel } from '../snmp/models/device-model.ts'
import { LoadCurve } from '../snmp/models/load-curve.ts'
import { recordedAgent } from '../snmp/recorded-agent.ts'
import { pastTimes } from './past-batches.ts'

/** A device of the console and the model that it answers as. */
export interface Modelled {
  readonly deviceId: string
  readonly model: DeviceModel
}

/** Past polls of SNMP devices: each is read from the device's model as it was then, by the collector's own reader. */
export async function* pastPolls(devices: readonly Modelled[], now: number): AsyncGenerator<MetricPoll> {
  for (const { deviceId, model } of devices) {
    const curve = new LoadCurve(Number(deviceId))
    const { plan } = await readInventory(recordedAgent(model.rowsAt(now)))
    for (const at of pastTimes(now)) {
      const reading = await readPoll(recordedAgent(model.rowsAt(at)), plan)
      yield {
        deviceId,
        at,
        values: [...reading.samples.map(valueOf), ...reachAt(curve, at)],
        ...(reading.sysUpTime === null ? {} : { upTime: reading.sysUpTime }),
      }
    }
  }
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
