import { type ModelService, startAnthropicService, startOpenaiService } from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noLimits } from '../../../test/model-world.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { callModel, type ReadyModel } from './call-model.ts'
import { assistantRoutes, assistantSweeps } from './index.ts'
import type { ModelRequest } from './providers/model.ts'

let t: TestApp
let openai: ModelService
let anthropic: ModelService
let company: { id: string; code: string }
let person: TestPerson
const outgoingRanges: string[] = []
const times = { timeoutMilliseconds: 5000, silenceMilliseconds: 400 }

beforeAll(async () => {
  openai = await startOpenaiService()
  anthropic = await startAnthropicService()
  t = await createTestApp((app, { scopes, secrets, messages }) =>
    assistantRoutes(app, { scopes, secrets, messages, outgoingRanges, times }),
  )
})
afterAll(async () => {
  await openai.stop()
  await anthropic.stop()
  await t.stop()
})
beforeEach(async () => {
  for (const { heard, mistakes, faults } of [openai, anthropic])
    for (const list of [heard, mistakes, faults]) list.length = 0
  company = await t.company('company')
  person = await t.person(company.id, 'administrator')
  outgoingRanges.splice(0, outgoingRanges.length, `127.0.0.0/8=${company.code}`)
})

const given = (service: ModelService, more = {}) => ({
  name: service === openai ? 'Large' : 'Claude',
  preset: service === openai ? ('other' as const) : ('anthropic' as const),
  address: service.address,
  key: service.key,
  model: 'netward-large',
  isAbroad: service === anthropic,
  ...more,
})
const add = async (service = openai, more = {}, by = person) =>
  (await by.call('POST /api/v1/assistant/provider', given(service, more))).data.id
const testOf = (providerId: string, by = person) =>
  by.call('POST /api/v1/assistant/provider/:providerId/test', { providerId })
const listed = async () => (await person.call('GET /api/v1/assistant/provider')).data
const fieldsOf = ({ data }: { data: unknown }) =>
  (data as { fields?: { field: string }[] } | null)?.fields?.map(({ field }) => field)
const setLimits = (more = {}) => person.call('PUT /api/v1/assistant/settings', { ...noLimits, ...more })
const today = async () =>
  (
    await t.adminPool.query<{ day: string }>(
      `select (now() at time zone time_zone)::date::text as day from company where id = $1`,
      [company.id],
    )
  ).rows[0]!.day
const price = { model: '', since: '2026-01-01', input: 2, cached: 0.5, output: 8 }
const statistics = async (by: 'day' | 'company' | 'person' | 'feature' | 'model' = 'day', more = {}) => {
  const day = await today()
  return (await person.call('POST /api/v1/assistant/statistics', { from: day, to: day, by, ...more })).data
}

describe.each([
  ['chat completions', () => openai],
  ['messages', () => anthropic],
])('a service with the API of %s', (_name, serviceOf) => {
  test('is tested by a call with a tool, whose cost is in the ledger', async () => {
    const service = serviceOf()
    const providerId = await add(service)
    await person.call('PUT /api/v1/assistant/provider/:providerId/prices', { providerId, prices: [price] })
    service.faults.push('split')
    const { data } = await testOf(providerId)
    const { input, cached, output } = service.heard[0]!.charged!
    const cost = ((input - cached) * 2 + cached * 0.5 + output * 8) / 1e6
    expect(service.mistakes).toEqual([])
    expect(data).toMatchObject({
      failure: null,
      model: 'netward-large',
      input,
      cached,
      output,
      estimated: false,
    })
    expect(data.cost).toBeCloseTo(cost, 6)
    expect((await listed())[0]).toMatchObject({ state: 'working', failure: null })
    const { total } = await statistics()
    expect(total).toMatchObject({ calls: 1, input, cached, output, estimatedShare: 0 })
    expect(total.cost).toBeCloseTo(cost, 6)
  })

  test('lists its models', async () => {
    const service = serviceOf()
    const providerId = await add(service)
    const { data } = await person.call('POST /api/v1/assistant/provider/:providerId/models', { providerId })
    expect(data.models).toEqual(['netward-large', 'netward-small'])
    expect((await listed())[0]).toMatchObject({ models: ['netward-large', 'netward-small'] })
    expect(service.mistakes).toEqual([])
  })

  test.each([
    ['bad_key', 'key', 'failed'],
    ['unknown_model', 'model', 'failed'],
    ['busy', 'busy', 'failed'],
    ['broken', 'service', 'failed'],
    ['hang', 'timeout', 'cut'],
    ['truncated', 'cut', 'cut'],
    ['wrong_json', 'answer', 'cut'],
    ['broken_arguments', 'answer', 'cut'],
    ['no_tools', 'no_tools', 'done'],
  ] as const)('says why a test fails: %s', async (fault, reason, outcome) => {
    const service = serviceOf()
    const providerId = await add(service)
    service.faults.push(fault)
    const { data } = await testOf(providerId)
    expect(data.failure).toMatchObject({ reason })
    const { data: ledger } = await person.call('POST /api/v1/assistant/call/lists', {})
    expect(ledger.items).toMatchObject([
      { state: 'settled', outcome, feature: 'test', providerName: given(service).name },
    ])
    const [row] = await listed()
    expect(row?.state).toBe(fault === 'busy' ? 'waiting' : fault === 'no_tools' ? 'working' : 'failing')
    const waits = row?.waitsUntil ?? null
    expect(waits !== null && Date.parse(waits) > Date.now() + 5000).toBe(fault === 'busy')
  })

  test('is charged by an estimate, marked so, where it reports no use', async () => {
    const service = serviceOf()
    const providerId = await add(service)
    service.faults.push('no_usage')
    const { data } = await testOf(providerId)
    expect(data).toMatchObject({ failure: null, estimated: true })
    expect(data.input).toBeGreaterThan(0)
    expect((await statistics()).total.estimatedShare).toBe(1)
  })
})

describe('a model service', () => {
  test('is not called at an address that is not open', async () => {
    outgoingRanges.length = 0
    const providerId = await add()
    expect((await testOf(providerId)).data.failure).toEqual({ reason: 'address', detail: '' })
    const models = await person.call('POST /api/v1/assistant/provider/:providerId/models', { providerId })
    expect(models).toMatchObject({ code: 'assistant.models_unreadable', data: { reason: 'address' } })
    expect(openai.heard).toEqual([])
  })

  test('keeps its key to itself, and for the address that it was given for', async () => {
    const providerId = await add()
    const { key: _key, ...rest } = given(openai)
    const moved = await person.call('PUT /api/v1/assistant/provider/:providerId', {
      providerId,
      ...rest,
      address: 'https://elsewhere.example.test/v1',
    })
    expect(moved.code).toBe('assistant.key_missing')
    expect(fieldsOf(moved)).toEqual(['key'])
    expect(
      (await person.call('PUT /api/v1/assistant/provider/:providerId', { providerId, ...rest })).code,
    ).toBe(0)
    expect((await testOf(providerId)).data.failure).toBeNull()
    const { rows } = await t.adminPool.query(
      `select detail, (select encode(sealed, 'escape') from assistant_provider where id = $2) as sealed
       from audit_log where company_id = $1`,
      [company.id, providerId],
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify([rows, await listed()])).not.toContain(openai.key)
  })

  test('names the field that does not do', async () => {
    const key = given(openai).key
    for (const [wrong, field] of [
      [{ name: '' }, 'name'],
      [{ address: 'ftp://models.example.test' }, 'address'],
      [{ address: 'https://user:secret@models.example.test' }, 'address'],
      [{ model: '' }, 'model'],
      [{ mostOutput: 1 }, 'mostOutput'],
      [{ preset: 'deepseek', key: undefined }, 'key'],
    ] as const)
      expect(
        fieldsOf(await person.call('POST /api/v1/assistant/provider', given(openai, { key, ...wrong }))),
      ).toEqual([field])
    await add()
    const again = await person.call('POST /api/v1/assistant/provider', given(openai, { name: 'LARGE' }))
    expect([again.code, fieldsOf(again)]).toEqual(['assistant.name_taken', ['name']])
  })

  test('is paused, ordered and deleted; its calls stay', async () => {
    const first = await add()
    const second = await add(openai, { name: 'Second' })
    await testOf(second)
    expect((await person.call('PUT /api/v1/assistant/order', { providerIds: [second, first] })).code).toBe(0)
    await person.call('POST /api/v1/assistant/provider/:providerId/pause', {
      providerId: first,
      paused: true,
    })
    expect((await listed()).map(({ name, state }) => [name, state])).toEqual([
      ['Second', 'working'],
      ['Large', 'paused'],
    ])
    const half = await person.call('PUT /api/v1/assistant/order', { providerIds: [first] })
    expect([half.code, fieldsOf(half)]).toEqual(['assistant.order_incomplete', ['providerIds']])
    await person.call('DELETE /api/v1/assistant/provider/:providerId', { providerId: second })
    expect((await statistics('model')).rows).toMatchObject([{ key: 'Second netward-large', calls: 1 }])
    for (const key of [
      'DELETE /api/v1/assistant/provider/:providerId',
      'POST /api/v1/assistant/provider/:providerId/test',
      'POST /api/v1/assistant/provider/:providerId/models',
    ] as const)
      expect((await person.call(key, { providerId: second })).code).toBe('assistant.provider_not_found')
  })

  test('no more than 20 are kept', async () => {
    for (let at = 0; at < 20; at++) await add(openai, { name: `Service ${at}` })
    const { code } = await person.call('POST /api/v1/assistant/provider', given(openai))
    expect(code).toBe('assistant.too_many_providers')
  })

  test("is not found by another company's people", async () => {
    const providerId = await add()
    const stranger = await t.person((await t.company('company')).id, 'administrator')
    expect((await stranger.call('GET /api/v1/assistant/provider')).data).toEqual([])
    const prices = { providerId, prices: [] }
    expect((await stranger.call('PUT /api/v1/assistant/provider/:providerId/prices', prices)).code).toBe(
      'assistant.provider_not_found',
    )
    expect((await testOf(providerId, stranger)).code).toBe('assistant.provider_not_found')
    await testOf(providerId)
    const day = await today()
    const theirs = await stranger.call('POST /api/v1/assistant/statistics', {
      from: day,
      to: day,
      by: 'day',
      below: true,
    })
    expect(theirs.data.total.calls).toBe(0)
    expect((await stranger.call('POST /api/v1/assistant/call/lists', {})).data.total).toBe(0)
  })

  test('prices: twice a day for one model is refused at its field', async () => {
    const providerId = await add()
    const { code, data } = await person.call('PUT /api/v1/assistant/provider/:providerId/prices', {
      providerId,
      prices: [price, price],
    })
    expect([code, fieldsOf({ data })]).toEqual(['assistant.price_twice', ['prices.1.since']])
  })
})

describe('consent', () => {
  const consent = {
    contents: ['questions', 'network'] as ('questions' | 'network')[],
    masked: ['names'] as 'names'[],
  }
  const consents = async () => (await person.call('GET /api/v1/assistant/consent')).data

  test('is off at first, is given with what leaves and where to, and withdrawn', async () => {
    const providerId = await add()
    expect((await consents()).items).toEqual([])
    expect((await listed())[0]?.consented).toBe(false)
    const { data } = await person.call('POST /api/v1/assistant/consent', { providerId, ...consent })
    expect(await consents()).toMatchObject({
      mayDecide: true,
      items: [{ ...consent, providerId, address: openai.address, isAbroad: false, endedAt: null }],
    })
    expect((await listed())[0]?.consented).toBe(true)
    const withdraw = () =>
      person.call('POST /api/v1/assistant/consent/:consentId/withdraw', { consentId: data.id })
    expect((await withdraw()).code).toBe(0)
    expect((await withdraw()).code).toBe('assistant.no_consent')
    expect((await consents()).items).toMatchObject([{ endedBecause: 'person' }])
    const { rows } = await t.adminPool.query<{ action: string }>(
      `select action from audit_log where company_id = $1 and action like 'assistant.consent%' order by id`,
      [company.id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'assistant.consent_given',
      'assistant.consent_withdrawn',
    ])
  })

  test('to a service abroad is confirmed apart, and ends with another address', async () => {
    const providerId = await add(anthropic)
    const without = await person.call('POST /api/v1/assistant/consent', { providerId, ...consent })
    expect([without.code, fieldsOf(without)]).toEqual(['assistant.abroad_unconfirmed', ['abroad']])
    await person.call('POST /api/v1/assistant/consent', { providerId, ...consent, abroad: true })
    await person.call('PUT /api/v1/assistant/provider/:providerId', {
      providerId,
      ...given(anthropic, { address: `${anthropic.address}/other` }),
    })
    expect((await consents()).items).toMatchObject([{ isAbroad: true, endedBecause: 'changed' }])
  })

  test('is not given from above', async () => {
    const providerId = await add()
    const above = t.operator.actingIn(company.id)
    const asked = await above.call('POST /api/v1/assistant/consent', { providerId, ...consent })
    expect(asked.code).toBe('assistant.only_at_home')
    const { data } = await person.call('POST /api/v1/assistant/consent', { providerId, ...consent })
    const ended = await above.call('POST /api/v1/assistant/consent/:consentId/withdraw', {
      consentId: data.id,
    })
    expect(ended.code).toBe('assistant.only_at_home')
  })
})

describe('a call of a model', () => {
  const request: ModelRequest = {
    system: 'Answer.',
    messages: [{ role: 'user', text: '虹桥店怎么样？' }],
    tools: [],
    mostOutput: 1000,
  }
  const bare = { isAbroad: false, mostOutput: 1000, masked: [], contents: [], consent: null }
  const ready = (id: string, name: string, more: Partial<ReadyModel['endpoint']> = {}): ReadyModel => ({
    provider: { id, ownerId: company.id, name, prices: [price] },
    model: 'netward-large',
    ...bare,
    endpoint: {
      form: 'openai',
      preset: 'other',
      address: openai.address,
      key: openai.key,
      caller: { ranges: outgoingRanges, companyCode: company.code, isPlatform: false },
      ...times,
      ...more,
    },
  })
  const call = (models: readonly ReadyModel[], more = {}) =>
    callModel(t.scopes, {
      companyId: company.id,
      personId: person.personId,
      personName: 'Someone',
      feature: 'chat',
      models,
      request,
      onDelta: () => {},
      signal: new AbortController().signal,
      ...more,
    })
  const outcomes = async () =>
    (
      await t.adminPool.query<{ outcome: string }>(
        `select outcome from assistant_call where company_id = $1 order by id`,
        [company.id],
      )
    ).rows.map(({ outcome }) => outcome)

  test('falls back to the next service before the first word, and not after it', async () => {
    const models = [ready(await add(), 'Large'), ready(await add(openai, { name: 'Next' }), 'Next')]
    openai.faults.push('broken')
    const heard: string[] = []
    const onDelta = (text: string) => void heard.push(text)
    const { answer, provider } = await call(models, { onDelta })
    expect([provider.name, answer.text, heard.join('')]).toEqual(['Next', openai.answer, openai.answer])
    openai.faults.push('truncated')
    await expect(call(models)).rejects.toMatchObject({
      failure: { reason: 'cut' },
      settled: { estimated: true },
    })
    expect(await outcomes()).toEqual(['failed', 'done', 'cut'])
  })

  test('that is cancelled is settled by what had arrived', async () => {
    const abort = new AbortController()
    const onDelta = () => abort.abort()
    const id = await add()
    await expect(call([ready(id, 'Large')], { onDelta, signal: abort.signal })).rejects.toMatchObject({
      failure: { reason: 'cancelled' },
      settled: { outcome: 'cancelled', estimated: true },
    })
    expect((await statistics()).total).toMatchObject({ calls: 1, estimatedShare: 1 })
    expect((await listed())[0]?.state).toBe('unused')
  })

  test('fifty at once exceed the budget by one reservation at most', async () => {
    const id = await add()
    await setLimits({ monthTokens: 5000 })
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => call([ready(id, 'Large')])))
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(
      refused.every((one) => (one as PromiseRejectedResult).reason.code === 'assistant.month_budget_used'),
    ).toBe(true)
    const { used } = (await person.call('GET /api/v1/assistant/settings')).data
    expect(used.tokens).toBeLessThanOrEqual(5000 + 1200)
    const charged = openai.heard.map((one) => one.charged!)
    const sum = (key: 'input' | 'cached' | 'output') => charged.reduce((all, one) => all + one[key], 0)
    const { total } = await statistics()
    expect(total).toMatchObject({
      calls: charged.length,
      input: sum('input'),
      cached: sum('cached'),
      output: sum('output'),
    })
    const { rows } = await t.adminPool.query<{ tokens: string; cost: number }>(
      `select sum(input + output)::text as tokens, sum(cost)::float8 as cost from assistant_call where company_id = $1`,
      [company.id],
    )
    expect(rows[0]!.tokens).toBe(String(total.input + total.output))
    expect(total.cost).toBeCloseTo(rows[0]!.cost, 6)
    for (const by of ['company', 'person', 'feature', 'model'] as const) {
      const { rows: parts } = await statistics(by)
      expect(parts.reduce((all, one) => all + one.input + one.output, 0)).toBe(total.input + total.output)
    }
  })

  test.each([
    [{ monthCost: 0 }, 'assistant.month_budget_used'],
    [{ dayCost: 0 }, 'assistant.day_budget_used'],
    [{ dayTokens: 1 }, 'assistant.day_budget_used'],
    [{ perMinute: 1 }, 'assistant.too_many_calls'],
  ])('is refused beyond %j', async (limit, code) => {
    const providerId = await add()
    await testOf(providerId)
    await setLimits(limit)
    expect((await testOf(providerId)).code).toBe(code)
  })

  test('is refused while too many of the person run; the sweep settles those of a stopped process', async () => {
    const providerId = await add()
    await setLimits({ atOnce: 1 })
    await t.adminPool.query(
      `insert into assistant_call (company_id, owner_id, person_id, person_name, feature, provider_name, model, input, output, cost, day)
       values ($1, $1, $2, 'A', 'chat', 'Large', 'm', 100, 1000, 1, current_date)`,
      [company.id, person.personId],
    )
    expect((await testOf(providerId)).code).toBe('assistant.too_many_at_once')
    await t.adminPool.query(
      `update assistant_call set at = now() - interval '11 minutes' where company_id = $1`,
      [company.id],
    )
    const [sweep] = assistantSweeps(t)
    await sweep!.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
    expect(await outcomes()).toEqual(['abandoned'])
    expect((await testOf(providerId)).code).toBe(0)
  })

  test('near the end of the budget administrators are notified, once', async () => {
    const providerId = await add()
    await testOf(providerId)
    const { used } = (await person.call('GET /api/v1/assistant/settings')).data
    await setLimits({ monthTokens: Math.ceil(used.tokens / 0.9) })
    const sweep = assistantSweeps(t)[1]!
    const run = () => sweep.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
    const noted = async () =>
      (
        await t.adminPool.query(
          `select noted_share from assistant_setting where company_id = $1 and noted_month is not null`,
          [company.id],
        )
      ).rows
    await run()
    expect(await noted()).toEqual([{ noted_share: 80 }])
    await setLimits({ monthTokens: used.tokens })
    await run()
    expect(await noted()).toEqual([{ noted_share: 100 }])
  })
})

describe('statistics', () => {
  test('of companies below are seen from above, by company', async () => {
    const msp = await t.company('middleman')
    const customer = await t.company('company', msp.id)
    outgoingRanges.push(`127.0.0.0/8=${customer.code}`)
    const below = await t.person(customer.id, 'administrator')
    const above = await t.person(msp.id, 'administrator')
    await testOf(await add(openai, {}, below), below)
    const day = await today()
    const ask = async (more = {}) =>
      (await above.call('POST /api/v1/assistant/statistics', { from: day, to: day, by: 'company', ...more }))
        .data
    expect((await ask()).total.calls).toBe(0)
    expect(await ask({ below: true })).toMatchObject({
      rows: [{ key: customer.id, calls: 1 }],
      total: { calls: 1 },
    })
  })

  test('are exported as CSV; a wrong period is refused at its field', async () => {
    await testOf(await add())
    const day = await today()
    const csv = await person.call('POST /api/v1/assistant/statistics/export', {
      from: day,
      to: day,
      by: 'feature',
    })
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.body).toContain('Feature,Calls,Input tokens,Cached tokens,Output tokens,Cost (¥),Estimated')
    expect(csv.body).toMatch(/Test,1,\d+,\d+,\d+,/)
    for (const key of [
      'POST /api/v1/assistant/statistics',
      'POST /api/v1/assistant/statistics/export',
    ] as const) {
      const wrong = await person.call(key, { from: '2026-02-01', to: '2026-01-01', by: 'day' })
      expect([wrong.code, fieldsOf(wrong)]).toEqual(['assistant.period_wrong', ['to']])
    }
  })

  test('settings: a model of a service that is not there is refused at its field', async () => {
    const wrong = await setLimits({ routes: [{ feature: 'chat', providerId: '999999', model: 'm' }] })
    expect([wrong.code, fieldsOf(wrong)]).toEqual(['assistant.not_a_provider', ['routes.0.providerId']])
    const providerId = await add()
    const routes = [{ feature: 'chat' as const, providerId, model: 'netward-small' }]
    expect((await setLimits({ routes, monthCost: 12.5 })).code).toBe(0)
    expect((await person.call('GET /api/v1/assistant/settings')).data).toMatchObject({
      routes,
      monthCost: 12.5,
    })
    const { rows } = await t.adminPool.query(
      `select 1 from audit_log where company_id = $1 and action = 'assistant.settings_changed'`,
      [company.id],
    )
    expect(rows).toHaveLength(1)
  })
})
