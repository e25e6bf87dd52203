import type { MetricBatch, MetricPoll, MetricValue } from '../../packages/contract/src/metric-batch.ts'

export const interval = 300_000
const interfaces = 56

/** 300 values, as a poll of a switch with 48 ports brings them: counters of interfaces mostly. */
export function pollOf(deviceId: string, at: number): MetricPoll {
  const round = Math.floor(at / interval)
  const values: MetricValue[] = []
  for (let port = 1; port <= interfaces; port += 1) {
    const name = `GigabitEthernet0/0/${port}`
    const busy = port % 4 === 0 ? 0 : 40_000 * port * (1 + (Number(deviceId) % 7))
    // Traffic varies by hour and poll, errors hardly.
    const octets = round * busy * 300 + ((round * 7919 * port) % 10_000_000)
    values.push(
      ['interface_in_octets', name, String(octets)],
      ['interface_out_octets', name, String(Math.floor(octets * 0.6))],
      ['interface_in_errors', name, String(Math.floor(round / 400))],
      ['interface_out_errors', name, '0'],
      ['interface_oper_state', name, port % 7 === 0 ? 2 : 1],
    )
  }
  for (let part = 1; part <= 8; part += 1)
    values.push(['cpu_usage', `CPU ${part}`, (round * 13 + part * 7) % 60])
  for (let part = 1; part <= 8; part += 1)
    values.push(['temperature', `Sensor ${part}`, 38 + ((round + part) % 9) / 2])
  for (let part = 1; part <= 4; part += 1)
    values.push(['storage_usage', `Flash ${part}`, 40 + ((round / 50 + part) % 10) / 10])
  return { deviceId, at, upTime: Math.floor(at / 10) % 4_294_967_296, values }
}

/** Batches of a collector, in order. */
export class Batches {
  readonly #collector: string
  #sequence = 0

  constructor(collector: string) {
    this.#collector = collector
  }

  next(polls: readonly MetricPoll[]): MetricBatch {
    this.#sequence += 1
    return { collector: this.#collector, epoch: 'bench', sequence: this.#sequence, sentAt: Date.now(), polls }
  }
}
