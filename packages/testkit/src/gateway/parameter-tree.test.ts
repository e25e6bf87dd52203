import { describe, expect, test } from 'vitest'
import { ParameterTree } from './parameter-tree.ts'
import { retryWaitSeconds, periodicWaitSeconds } from './schedule.ts'
import { tr181Template } from './tr181.ts'

const tree = () => new ParameterTree(tr181Template(), 'Device.', new Map())
const names = (path: string, nextLevel: boolean) => {
  const found = tree().names(path, nextLevel)
  return Array.isArray(found) ? found.map(({ name }) => name) : found.code
}

describe('GetParameterNames (TR-069 A.3.2.3)', () => {
  test('the next level of a path holds its children alone', () => {
    expect(names('Device.WiFi.', true)).toEqual([
      'Device.WiFi.Radio.',
      'Device.WiFi.SSID.',
      'Device.WiFi.AccessPoint.',
      'Device.WiFi.SSIDNumberOfEntries',
    ])
    expect(names('', true)).toEqual(['Device.'])
  })

  test('reports a table without instances', () => {
    const target = tree()
    const below = () => {
      const found = target.names('Device.NAT.', true)
      return Array.isArray(found) ? found : []
    }
    const before = below()
    for (const { name } of target.names('Device.NAT.PortMapping.', true) as { name: string }[]) {
      expect(target.remove(name)).toBe(null)
    }
    expect(below()).toEqual(expect.arrayContaining(before))
    expect(before).toContainEqual({ name: 'Device.NAT.PortMapping.', writable: true })
  })

  test('without next level the object, all objects and all parameters below', () => {
    expect(names('Device.DHCPv4.Client.', false)).toEqual([
      'Device.DHCPv4.Client.',
      'Device.DHCPv4.Client.1.',
      'Device.DHCPv4.Client.1.Enable',
      'Device.DHCPv4.Client.1.Status',
      'Device.DHCPv4.Client.1.Interface',
    ])
  })

  test('a full name is itself; with next level it is an invalid argument; an unknown one is 9005', () => {
    expect(names('Device.Time.Status', false)).toEqual(['Device.Time.Status'])
    expect(names('Device.Time.Status', true)).toBe('9003')
    expect(names('Device.Time', false)).toBe('9005')
    expect(names('Device.Nope.', false)).toBe('9005')
  })
})

describe('SetParameterValues (TR-069 A.3.2.1)', () => {
  const channel = { name: 'Device.WiFi.Radio.1.Channel', value: '11', type: 'unsignedInt' }

  test('one refused value leaves all as they were', () => {
    const target = tree()
    const outcome = target.set([channel, { ...channel, name: 'Device.Time.Status' }])
    expect(outcome).toMatchObject({ fault: { code: '9003', parameters: [{ code: '9008' }] } })
    expect(target.get(channel.name)).toBe('6')
  })

  test('the same name twice is refused', () => {
    expect(tree().set([channel, channel])).toMatchObject({ fault: { parameters: [{ code: '9003' }] } })
  })

  test.each(['-1', '256', '1.5', 'x', ''])('channel "%s" is no valid value', (value) => {
    expect(tree().set([{ ...channel, value }])).toMatchObject({ fault: { parameters: [{ code: '9007' }] } })
  })

  test('only what differs counts as changed', () => {
    expect(tree().set([channel])).toEqual({ changed: [channel.name] })
    expect(tree().set([{ ...channel, value: '6' }])).toEqual({ changed: [] })
  })
})

describe('waits', () => {
  test.each([
    [1, 5, 10],
    [2, 10, 20],
    [10, 2560, 5120],
    [50, 2560, 5120],
  ])('retry %i waits from %i to %i seconds (TR-069 3.2.1.1, table 3)', (count, low, high) => {
    expect(retryWaitSeconds(count, () => 0)).toBe(low)
    expect(retryWaitSeconds(count, () => 0.999_999)).toBeCloseTo(high, 1)
  })

  test('periodic Informs stand on the grid of PeriodicInformTime', () => {
    const input = { intervalSeconds: 300, informTime: '2026-01-01T00:00:10Z', first: false }
    const wait = (at: string) => periodicWaitSeconds({ ...input, nowMs: Date.parse(at) }, () => 0.5)
    expect(wait('2026-06-01T12:00:00Z')).toBe(10)
    expect(wait('2026-06-01T12:00:10Z')).toBe(300)
    expect(wait('2025-06-01T12:00:11Z')).toBe(299)
  })
})
