import { afterAll, beforeAll, expect, test } from 'vitest'
import { createToolApp, failureOf, useTool } from '../../../../test/assistant-tools.ts'
import { arrangePanelWorld, type PanelWorld } from '../../../../test/panel-world.ts'
import type { TestApp } from '../../../../test/test-app.ts'
import { writeMetrics } from '../../metrics/index.ts'

let t: TestApp
let world: PanelWorld

beforeAll(async () => {
  t = await createToolApp()
  world = await arrangePanelWorld(t)
})
afterAll(() => t.stop())

const use = (name: string, input: Record<string, unknown> = {}) =>
  useTool(t, world.people.tenant, name, input)
const calculate = async (input: Record<string, unknown>) => (await use('calculate', input)).data
const wrong = (input: Record<string, unknown>) => failureOf(t, world.people.tenant, 'calculate', input)

test('sums are made of values, or of every row of a list', async () => {
  expect(await calculate({ operation: 'sum', values: [0.1, 0.2, 3] })).toMatchObject({ result: 3.3 })
  expect(await calculate({ operation: 'change', values: [80, 100] })).toMatchObject({ result: 25 })
  const { data } = await use('outages')
  const all = await calculate({ operation: 'sum', list: 'outages', field: 'downMinutes' })
  expect(all).toMatchObject({ rows: data.total, result: data.total * 30, withoutValue: 0 })
  expect(await calculate({ operation: 'count', list: 'devices', filters: { type: 'switch' } })).toMatchObject(
    {
      result: 12,
    },
  )
})

test('a sum by group counts each group, the largest first', async () => {
  const { groups, rows } = await calculate({
    operation: 'count',
    list: 'devices',
    groupBy: 'presence',
  })
  const sum = groups.reduce((total: number, one: { result: number }) => total + one.result, 0)
  expect(sum).toBe(rows)
  expect(groups[0].result).toBeGreaterThanOrEqual(groups.at(-1).result)
})

test('what cannot be calculated names the field', async () => {
  expect(await wrong({ operation: 'sum' })).toMatchObject({
    reason: 'invalid',
    message: expect.stringContaining('values'),
  })
  expect((await wrong({ operation: 'change', values: [1] })).message).toContain('values')
  expect((await wrong({ operation: 'sum', list: 'outages' })).message).toContain('field')
  expect((await wrong({ operation: 'sum', list: 'outages', field: 'constructor' })).message).toContain(
    'field',
  )
  expect(
    (await wrong({ operation: 'count', list: 'devices', filters: { colour: 'red' } })).message,
  ).toContain('filters.colour')
  expect((await wrong({ operation: 'eval', values: [1] })).message).toContain('operation')
})

test('no list is summed that the person may not read', async () => {
  const person = await t.person((await t.company('company')).id, 'administrator')
  const { data } = await useTool(t, person, 'calculate', { operation: 'count', list: 'outlets' })
  expect(data.result).toBe(0)
})

test('metrics without data say so, and zero is not a gap', async () => {
  const deviceId = (await use('find_devices', { type: 'switch' })).data.items[0].id
  expect((await use('metrics', { deviceId })).data).toMatchObject({ deviceId, shown: 0 })
  const { data, part } = await use('metrics', { deviceId, metrics: ['cpu_usage'], from: '-6h' })
  expect(data).toMatchObject({ total: 0, note: 'no data in this period' })
  expect(part).toBeUndefined()
  expect((await failureOf(t, world.people.tenant, 'metrics', {})).message).toContain('deviceId')
  expect(
    (await failureOf(t, world.people.tenant, 'metrics', { deviceId, metrics: ['cpu'] })).message,
  ).toContain('metrics')
  expect(
    (await failureOf(t, world.people.tenant, 'metrics', { deviceId, metrics: ['cpu_usage'], from: '-500d' }))
      .message,
  ).toContain('from')
})

test('a course has its figures, a step for each gap, and a curve beside it', async () => {
  const deviceId = (await use('find_devices', { type: 'switch' })).data.items[0].id
  const step = 300_000
  const begin = Math.floor(Date.now() / step) * step - 12 * step
  await writeMetrics(t.scopes, {
    collector: 'test',
    epoch: 'assistant.test',
    sequence: 1,
    sentAt: Date.now(),
    polls: [0, 1, 3].map((at) => ({
      deviceId,
      at: begin + at * step,
      values: [['cpu_usage', 'CPU 1', 20 * at]],
    })),
  })
  const { data, part, references } = await use('metrics', {
    deviceId,
    metrics: ['cpu_usage'],
    from: new Date(begin).toISOString(),
    to: new Date(begin + 4 * step).toISOString(),
    points: 4,
  })
  expect(data.series).toMatchObject([
    { metric: 'cpu_usage', unit: '%', min: 0, max: 60, values: [0, 20, null, 60] },
  ])
  expect(part).toMatchObject({ kind: 'metric', deviceId, metric: 'cpu_usage' })
  expect(references).toMatchObject([{ kind: 'device', id: deviceId }])
  const top = (await use('top_metrics', { metric: 'cpu_usage', from: '-1d', by: 'max' })).data
  expect(top.items).toMatchObject([{ deviceId, value: 60, unit: '%' }])
})
