import { expect, test } from 'vitest'
import { PendingEvents } from './pending-events.ts'

test('reports an event again that recurs while its Inform is under way', () => {
  const events = new PendingEvents()
  events.add('6 CONNECTION REQUEST')
  expect(events.carry()).toHaveLength(1)
  events.add('6 CONNECTION REQUEST')
  events.delivered()
  events.restore()
  expect(events.codes).toEqual(['6 CONNECTION REQUEST'])
})

test('what was not delivered waits again, first and once', () => {
  const events = new PendingEvents()
  events.add('1 BOOT')
  events.add('2 PERIODIC')
  events.carry()
  events.add('2 PERIODIC')
  events.add('4 VALUE CHANGE')
  events.restore()
  expect(events.carry().map(({ code }) => code)).toEqual(['1 BOOT', '2 PERIODIC', '4 VALUE CHANGE'])
})
