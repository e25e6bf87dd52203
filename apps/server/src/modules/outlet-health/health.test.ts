import { describe, expect, test } from 'vitest'
import type { OutletFacts } from './facts.ts'
import { healthOf } from './health.ts'
import { isOpenAt, openHours } from '../lines/index.ts'
import { minutesOf } from './line-minutes.ts'

const none: OutletFacts = {
  id: '1',
  inService: true,
  hours: '',
  zone: 'Asia/Shanghai',
  devices: { online: 0, offline: 0 },
  alarms: { critical: 0, major: 0, minor: 0 },
  gateways: { all: 0, drifted: 0, outdated: 0, sound: 0 },
  lines: [],
  works: [],
}
const line: OutletFacts['lines'][number] = {
  state: 'up',
  by: 'probe',
  profile: 'broadband',
  settings: null,
  minutes: null,
  createdAt: 0,
  doubted: null,
}
const whole: OutletFacts = {
  ...none,
  devices: { online: 10, offline: 0 },
  gateways: { all: 1, drifted: 0, outdated: 0, sound: 1 },
  lines: [line],
}
const day = { counted: 1440, within: 1440 }
const unmeasured = { counted: 0, within: 0 }

describe('health of an outlet (operations.md §6)', () => {
  const cases: [string, Partial<OutletFacts>, typeof day, boolean, number | null, string][] = [
    ['all well', {}, day, true, 100, 'good'],
    ['half of the minutes within target', {}, { counted: 100, within: 50 }, true, 80, 'fair'],
    ['a third of the devices off', { devices: { online: 6, offline: 3 } }, day, true, 90, 'good'],
    ['one critical alarm', { alarms: { critical: 1, major: 0, minor: 0 } }, day, true, 90, 'good'],
    [
      'alarms take no more than their part',
      { alarms: { critical: 5, major: 9, minor: 0 } },
      day,
      true,
      80,
      'fair',
    ],
    ['a major and a minor one', { alarms: { critical: 0, major: 1, minor: 1 } }, day, true, 95, 'good'],
    [
      'a gateway that drifted',
      { gateways: { all: 1, drifted: 1, outdated: 0, sound: 0 } },
      day,
      true,
      90,
      'good',
    ],
    [
      'no line is measured: the others weigh more',
      { devices: { online: 1, offline: 1 } },
      unmeasured,
      true,
      75,
      'fair',
    ],
    [
      'no gateway: that part is left out',
      { gateways: none.gateways },
      { counted: 10, within: 0 },
      true,
      56,
      'poor',
    ],
    [
      'closed: devices that are off say nothing',
      { devices: { online: 0, offline: 9 } },
      day,
      false,
      100,
      'good',
    ],
    ['not in service', { inService: false }, day, true, null, 'unknown'],
  ]
  test.each(cases)('%s', (_, facts, minutes, open, score, band) => {
    expect(healthOf({ ...whole, ...facts }, minutes, open)).toMatchObject({ score, band, offline: false })
  })

  test('fewer than two parts with data give no score', () => {
    expect(healthOf(none, unmeasured, true)).toMatchObject({ score: null, band: 'unknown' })
    expect(healthOf({ ...none, gateways: whole.gateways }, unmeasured, true)).toMatchObject({ score: null })
  })

  test('an open outlet of which nothing answers is poor whatever its score', () => {
    const dark = { ...whole, devices: { online: 0, offline: 1 }, lines: [] }
    expect(healthOf(dark, { counted: 1440, within: 1440 }, true)).toMatchObject({
      offline: true,
      band: 'poor',
    })
    expect(healthOf(dark, day, false)).toMatchObject({ offline: false })
    expect(healthOf({ ...dark, lines: [line] }, day, true)).toMatchObject({ offline: false })
    expect(healthOf({ ...none, lines: [{ ...line, state: 'down' }] }, day, true)).toMatchObject({
      offline: true,
    })
  })
})

describe('minutes of lines that count', () => {
  const hour = Date.UTC(2026, 10, 2, 1)
  const measured = (letters: string, change: Partial<typeof line> = {}) => ({
    ...line,
    ...change,
    minutes: { [hour]: letters.padEnd(60, '-') },
  })
  const counted = (facts: Partial<OutletFacts>) =>
    minutesOf({ ...none, ...facts }, openHours(), hour, hour + 3_600_000)

  test('blind minutes and those without a test do not count', () => {
    expect(counted({ lines: [measured('uuodb-u')] })).toEqual({ counted: 5, within: 3 })
  })

  test('lines that only their gateway measures are not judged', () => {
    expect(counted({ lines: [measured('uuuu', { by: 'gateway' })] })).toEqual({ counted: 0, within: 0 })
  })

  test('minutes that a gateway contradicts are not judged', () => {
    const doubted = [[hour + 2 * 60_000, hour + 4 * 60_000]] as const
    expect(counted({ lines: [measured('uudd', { doubted })] })).toEqual({ counted: 2, within: 2 })
  })

  test('maintenance and closed hours do not count', () => {
    const lines = [measured('u'.repeat(60))]
    expect(counted({ lines, works: [[hour, hour + 15 * 60_000]] })).toEqual({ counted: 45, within: 45 })
    // 09:00 in Shanghai is the hour's beginning.
    expect(counted({ lines, hours: 'Mo-Su 09:30-18:00' })).toEqual({ counted: 30, within: 30 })
  })

  test('an outlet whose hours are unknown is open', () => {
    const open = openHours()
    expect(isOpenAt(open, none, hour)).toBe(true)
    expect(isOpenAt(open, { ...none, hours: 'Mo-Su 09:30-18:00' }, hour)).toBe(false)
    expect(isOpenAt(open, { ...none, hours: 'Mo-Su 09:30-18:00' }, hour + 1_800_000)).toBe(true)
  })
})
