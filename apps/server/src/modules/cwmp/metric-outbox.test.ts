import type { MetricBatch, MetricPoll } from '@netward/contract/metric-batch'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../../platform/log.ts'
import { MetricOutbox } from './metric-outbox.ts'

const poll = (deviceId: string): MetricPoll => ({
  deviceId,
  at: 1,
  values: [['device_uptime', '', 7]],
})

/** An outbox whose store fails as long as `failure` is set; a test flushes it by hand. */
function outbox(failure: { error: Error | null } = { error: null }) {
  const batches: MetricBatch[] = []
  const box = new MetricOutbox(async (batch) => {
    batches.push(batch)
    if (failure.error !== null) throw failure.error
  }, createLogger('silent'))
  onTestFinished(() => box.close())
  return { box, batches }
}

test('values of many gateways are one batch, and batches are numbered', async () => {
  const { box, batches } = outbox()
  for (let device = 1; device <= 500; device += 1) box.add(poll(String(device)))
  await box.flush()
  box.add(poll('1'))
  await box.flush()
  await box.flush()
  expect(batches.map(({ sequence, polls }) => [sequence, polls.length])).toEqual([
    [0, 500],
    [1, 1],
  ])
  expect(new Set(batches.map(({ collector, epoch }) => `${collector} ${epoch}`)).size).toBe(1)
})

test('a batch that was not acknowledged is sent again as it was, before later values', async () => {
  const failure: { error: Error | null } = { error: new Error('the database is away') }
  const { box, batches } = outbox(failure)
  box.add(poll('1'))
  await box.flush()
  box.add(poll('2'))
  await box.flush()
  failure.error = null
  await box.flush()
  const [first, again, repeated, next] = batches
  expect(batches).toHaveLength(4)
  expect([again, repeated]).toEqual([first, first])
  expect(next).toMatchObject({ sequence: 1, polls: [{ deviceId: '2' }] })
})

test('values that the store refuses for good do not hold up the others', async () => {
  const failure: { error: Error | null } = { error: Object.assign(new Error('invalid'), { code: '22P02' }) }
  const { box, batches } = outbox(failure)
  box.add(poll('1'))
  await box.flush()
  failure.error = null
  box.add(poll('2'))
  await box.flush()
  expect(batches.map(({ sequence, polls }) => [sequence, polls[0]?.deviceId])).toEqual([
    [0, '1'],
    [1, '2'],
  ])
})

test('during a long outage the outbox does not grow without end, and nothing is sent for a poll without values', async () => {
  const failure: { error: Error | null } = { error: new Error('the database is away') }
  const { box, batches } = outbox(failure)
  box.add({ ...poll('1'), values: [] })
  await box.flush()
  expect(batches).toEqual([])
  for (let device = 1; device <= 25_000; device += 1) box.add(poll(String(device)))
  failure.error = null
  await box.flush()
  expect(batches.reduce((sum, { polls }) => sum + polls.length, 0)).toBe(20_000)
})
