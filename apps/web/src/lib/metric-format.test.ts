import type { MetricName } from '@netward/contract/metric-catalogue'
import { type Language, phrase } from '@netward/phrases/server'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { metricText } from './metric-format.ts'

const said = (language: Language, metric: MetricName, value: number | null) =>
  metricText(
    ((key: never, params?: never) => phrase(language, key, params)) as unknown as TFunction,
    language === 'zh' ? 'zh-CN' : 'en-US',
    metric,
    value,
  )

test.each<[MetricName, number | null, string, string]>([
  // Octets a second are read as bits with prefixes of 1000, memory as bytes with prefixes of 1024.
  ['interface_in_octets', 0, '0 bit/s', '0 bit/s'],
  ['interface_in_octets', 12_500_000, '100 Mbit/s', '100 Mbit/s'],
  ['interface_in_octets', 124_990_000, '1 Gbit/s', '1 Gbit/s'],
  ['interface_speed', 2_500_000_000, '2.5 Gbit/s', '2.5 Gbit/s'],
  ['memory_used', 1536 * 1024 * 1024, '1.5 GiB', '1.5 GiB'],
  ['interface_in_packets', 1234, '1.23 kpps', '1.23 kpps'],
  ['interface_in_errors', 0.25, '0.25/s', '0.25/s'],
  ['cpu_usage', 12.34, '12.3%', '12.3%'],
  ['temperature', 45, '45 °C', '45 °C'],
  ['ping_rtt', 8.456, '8.46 ms', '8.46 ms'],
  ['cellular_rsrp', -101.4, '-101 dBm', '-101 dBm'],
  ['session_count', 123_456, '123,456', '123,456'],
  ['device_uptime', 2_955_600, '34 天 5 小时', '34 d 5 h'],
  ['ups_runtime', 1320, '22 分钟', '22 min'],
  ['ups_runtime', 3_600, '1 小时', '1 h'],
  ['device_uptime', 172_800, '2 天', '2 d'],
  ['interface_in_errors', 0.000_28, '0.00028/s', '0.00028/s'],
  ['printed_pages', 0.01, '36 页/小时', '36 pages/h'],
  ['device_reachable', 1, '可达', 'Reachable'],
  ['ups_on_battery', 1, '电池供电', 'On battery'],
  ['interface_oper_state', 2, 'Down', 'Down'],
  ['cpu_usage', null, '—', '—'],
])('%s %s reads %s, in English %s', (metric, value, zh, en) => {
  expect([said('zh', metric, value), said('en', metric, value)]).toEqual([zh, en])
})
