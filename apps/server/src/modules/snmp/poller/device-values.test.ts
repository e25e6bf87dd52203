import type { MetricValue } from '@netward/contract/metric-batch'
import { expect, test } from 'vitest'
import { DeviceValues } from './device-values.ts'

test('the worst value outlives the rounds that ask for the status alone', () => {
  const known = new DeviceValues()
  const polled = (...values: MetricValue[]) => known.changes({ polls: [{ deviceId: '1', at: 0, values }] })
  const status: MetricValue[] = [
    ['ping_loss', '', 0],
    ['device_uptime', '', 60],
    ['interface_oper_state', 'eth0', 1],
    ['interface_speed', 'eth0', 1e9],
  ]
  const memory = { metric: 'memory_usage', value: 95, level: 'warning' }
  expect(polled(...status, ['memory_usage', '', 95])).toMatchObject([{ worst: memory, level: 'warning' }])
  expect(polled(...status)).toEqual([])
  expect(polled(...status, ['memory_usage', '', 40])).toMatchObject([{ worst: { value: 40 }, level: null }])
})
