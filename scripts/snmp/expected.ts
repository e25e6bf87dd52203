import type { MetricName } from '@netward/contract/metric-catalogue'

/** What another system says of one recorded agent; what is absent is not known. */
export interface Expected {
  /** It words models and versions in its own way: more words on one side are no difference. */
  readonly loosely?: true
  readonly vendor?: string
  readonly type?: string
  /** Any of these, where that system is less exact. */
  readonly types?: readonly string[]
  readonly model?: string
  readonly version?: string
  readonly serial?: string
  readonly interfaces?: number
  readonly neighbours?: number
  readonly processors?: readonly { readonly name: string; readonly percent: number }[]
  readonly memory?: readonly { readonly name: string; readonly used: number; readonly total: number }[]
  readonly sensors?: readonly { readonly class: string; readonly name: string; readonly value: number }[]
  readonly supplies?: readonly { readonly type: string; readonly name: string; readonly percent: number }[]
}

/** Our metrics of its classes of sensors, and what its values are multiplied by. */
export const classes: Readonly<
  Record<string, { readonly metrics: readonly MetricName[]; readonly times?: number }>
> = {
  temperature: { metrics: ['temperature'] },
  fanspeed: { metrics: ['fan_speed', 'fan_load'] },
  voltage: { metrics: ['voltage'] },
  current: { metrics: ['current'] },
  power: { metrics: ['power', 'apparent_power', 'poe_power'] },
  power_factor: { metrics: ['power_factor'] },
  power_consumed: { metrics: ['energy'], times: 1000 },
  frequency: { metrics: ['frequency'] },
  humidity: { metrics: ['humidity'] },
  state: { metrics: ['state_code'] },
  dbm: { metrics: ['optical_power', 'signal_strength', 'wifi_noise', 'wifi_signal'] },
  signal: { metrics: ['signal_strength', 'cellular_rssi', 'cellular_rsrp'] },
  snr: { metrics: ['signal_to_noise', 'cellular_sinr'] },
  count: { metrics: ['sensor_count', 'session_count', 'printed_pages', 'wifi_clients'] },
  load: { metrics: ['sensor_load', 'ups_load'] },
  percent: { metrics: ['sensor_load', 'fan_load'] },
  charge: { metrics: ['battery_charge', 'ups_charge'] },
  runtime: { metrics: ['sensor_runtime', 'ups_runtime'], times: 60 },
  airflow: { metrics: ['air_flow'] },
  pressure: { metrics: ['pressure'] },
  bitrate: { metrics: ['bit_rate'] },
}

/** Short names of makers in `expected.json`. */
const makers: Readonly<Record<string, string>> = {
  konicaminolta: 'konica',
  paloaltonetworks: 'paloalto',
  hpe: 'hp',
}

export function plainMaker(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return makers[plain] ?? plain
}
