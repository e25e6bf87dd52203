import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ModelWorld } from '../../../test/model-world.ts'
import type { TestPerson } from '../../../test/test-app.ts'

let w: ModelWorld
let engineer: TestPerson

beforeAll(async () => {
  w = await ModelWorld.start()
})
afterAll(() => w.stop())
beforeEach(async () => {
  await w.renew()
  engineer = await w.t.person(w.customer.id, 'engineer')
})

const ask = (by = engineer, reason = 'A store is down') =>
  by.call('POST /api/v1/assistant/request', { reason })
const decide = (
  requestId: string,
  more: { grant: boolean; tokens?: number; cost?: number; answer?: string },
) => w.below.call('POST /api/v1/assistant/request/:requestId/decide', { requestId, ...more })
const standing = async () => (await engineer.call('GET /api/v1/assistant/request')).data
const fieldsOf = ({ data }: { data: unknown }) =>
  (data as { fields?: { field: string }[] } | null)?.fields?.map(({ field }) => field)

/** A service that is agreed to, a call of the engineer, and a budget that it used up. */
async function usedUp(limit: Record<string, number>) {
  const id = await w.add(w.below)
  await w.agree(w.below, id)
  const { models } = await w.models(w.customer, w.customer)
  const { settled } = await w.call(models, engineer, w.customer)
  await w.setLimits(w.below, limit)
  return { models, tokens: settled.usage.input + settled.usage.output }
}

test('a person whose day is used up asks, is granted more, and goes on', async () => {
  const { models, tokens } = await usedUp({ dayTokens: 1 })
  await expect(w.call(models, engineer, w.customer)).rejects.toMatchObject({
    code: 'assistant.day_budget_used',
  })
  expect(await standing()).toEqual({ used: 'day', requests: [] })
  const { data } = await ask()
  expect(data.kind).toBe('day')
  expect((await ask()).code).toBe('assistant.request_open')
  const listed = await w.below.call('POST /api/v1/assistant/request/lists', { state: 'open' })
  expect(listed.data).toMatchObject({ total: 1, items: [{ id: data.id, reason: 'A store is down' }] })
  const short = await decide(data.id, { grant: true, tokens: 1 })
  expect([short.code, fieldsOf(short)]).toEqual(['assistant.grant_too_small', ['tokens']])
  expect((await decide(data.id, { grant: true, tokens: tokens + 100 })).code).toBe(0)
  expect((await decide(data.id, { grant: true, tokens: 1 })).code).toBe('assistant.request_decided')
  expect(await standing()).toMatchObject({
    used: null,
    requests: [{ state: 'granted', tokens: tokens + 100 }],
  })
  await w.call(models, engineer, w.customer)
  const other = await w.t.person(w.customer.id, 'engineer')
  await w.call(models, other, w.customer)
  await expect(w.call(models, other, w.customer)).rejects.toMatchObject({
    code: 'assistant.day_budget_used',
  })
  const { rows } = await w.t.adminPool.query<{ action: string }>(
    `select action from audit_log where company_id = $1 and action like 'assistant.tokens%' order by id`,
    [w.customer.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['assistant.tokens_asked', 'assistant.tokens_decided'])
})

test('a grant of the month raises the budget of the company', async () => {
  const { models, tokens } = await usedUp({ monthTokens: 1 })
  const { data } = await ask()
  expect(data.kind).toBe('month')
  await decide(data.id, { grant: true, tokens: tokens * 2 })
  await w.call(models, engineer, w.customer)
  const { used } = (await w.below.call('GET /api/v1/assistant/settings')).data
  expect(used).toMatchObject({ extraTokens: tokens * 2, extraCost: 0 })
})

test('a refusal says why; nothing is raised', async () => {
  await usedUp({ dayTokens: 1 })
  const { data } = await ask()
  expect(fieldsOf(await decide(data.id, { grant: false }))).toEqual(['answer'])
  expect((await decide(data.id, { grant: false, answer: 'Tomorrow' })).code).toBe(0)
  expect(await standing()).toMatchObject({
    used: 'day',
    requests: [{ state: 'refused', answer: 'Tomorrow' }],
  })
})

test('asking needs a budget that is used up and the right to the assistant; deciding is for the own company', async () => {
  expect((await ask()).code).toBe('assistant.budget_left')
  await usedUp({ monthTokens: 1 })
  expect((await ask(await w.t.person(w.customer.id, 'user_layer'))).code).toBe('permission.denied')
  const { data } = await ask()
  const stranger = await w.t.person((await w.t.company('company')).id, 'administrator')
  const foreign = await stranger.call('POST /api/v1/assistant/request/:requestId/decide', {
    requestId: data.id,
    grant: true,
    tokens: 1,
  })
  expect(foreign.code).toBe('assistant.request_not_found')
})

test('who acts inside a customer asks their own company', async () => {
  await w.setLimits(w.above, { monthCost: 0 })
  const { data } = await ask(w.above.actingIn(w.customer.id))
  expect(data.kind).toBe('month')
  const listed = await w.above.call('POST /api/v1/assistant/request/lists', {})
  expect(listed.data.items.map(({ id }) => id)).toEqual([data.id])
})
