import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ModelWorld } from '../../../test/model-world.ts'

let w: ModelWorld

beforeAll(async () => {
  w = await ModelWorld.start()
})
afterAll(() => w.stop())
beforeEach(() => w.renew())

const own = { model: '', since: '2026-01-01', input: 1, cached: 1, output: 1 }
const dear = { ...own, input: 100, cached: 100, output: 100 }
const offer = (providerId: string, more = {}) =>
  w.above.call('PUT /api/v1/assistant/provider/:providerId/offer', {
    providerId,
    forAll: true,
    companyIds: [],
    prices: [dear],
    monthTokens: null,
    ...more,
  })
const offered = async (by = w.below) => (await by.call('GET /api/v1/assistant/offered')).data
const consents = async () =>
  (await w.below.call('GET /api/v1/assistant/consent')).data.items.map(({ endedBecause }) => endedBecause)
const fieldsOf = ({ data }: { data: unknown }) =>
  (data as { fields?: { field: string }[] } | null)?.fields?.map(({ field }) => field)
/** By the clock of the customer, which is that of the ledger. */
const day = async () =>
  (
    await w.t.adminPool.query<{ day: string }>(
      `select (now() at time zone time_zone)::date::text as day from company where id = $1`,
      [w.customer.id],
    )
  ).rows[0]!.day

test('a service of the MSP is offered, agreed to, and paid by its prices in the own ledger; the key stays', async () => {
  const id = await w.add(w.above)
  await w.above.call('PUT /api/v1/assistant/provider/:providerId/prices', { providerId: id, prices: [own] })
  expect((await offer(id, { monthTokens: 100_000 })).code).toBe(0)
  const { items, order } = await offered()
  expect([items, order]).toMatchObject([
    [{ id, name: 'Large', prices: [dear], monthTokens: 100_000, taken: 0, hidden: false, consented: false }],
    [id],
  ])
  expect(JSON.stringify(items)).not.toContain(w.service.key)
  expect((await w.models(w.customer, w.customer)).missing).toBe('consent')
  await w.agree(w.below, id, ['serials'])
  const { models } = await w.models(w.customer, w.customer)
  expect(models).toMatchObject([{ provider: { id, ownerId: w.msp.id }, masked: ['serials'] }])
  const { settled } = await w.call(models, w.below, w.customer)
  const tokens = settled.usage.input + settled.usage.output
  expect(settled.cost).toBeCloseTo((tokens * 100) / 1e6, 6)
  expect((await offered()).items[0]).toMatchObject({ taken: tokens, state: 'working' })
  const period = { from: await day(), to: await day() }
  const use = (by: 'day' | 'company' | 'model' | 'person') =>
    w.above.call('POST /api/v1/assistant/statistics', { ...period, by, of: 'offered' })
  expect((await use('company')).data).toMatchObject({
    rows: [{ key: w.customer.id, calls: 1, input: settled.usage.input }],
    total: { calls: 1, output: settled.usage.output },
  })
  expect((await use('model')).data.rows).toMatchObject([{ key: 'Large netward-large' }])
  expect(fieldsOf(await use('person'))).toEqual(['by'])
  const { data } = await w.above.call('POST /api/v1/assistant/statistics', { ...period, by: 'day' })
  expect(data.total.calls).toBe(0)
  expect((await w.above.call('GET /api/v1/assistant/offer')).data).toMatchObject({
    mayOffer: true,
    items: [{ providerId: id, taken: tokens, consents: 1, companies: [] }],
  })
})

test('no statement of a request can read the key of an offered service', async () => {
  const id = await w.add(w.above)
  await offer(id)
  const asTenant = (text: string) =>
    w.t.scopes.withCompany(w.customer.id, async ({ client }) => (await client.query(text)).rows)
  expect(await asTenant('select id from assistant_provider')).toEqual([])
  await expect(
    asTenant(`select sealed from assistant_models(${w.customer.id}, ${w.customer.id})`),
  ).rejects.toThrow('permission denied')
})

test('a quota that is used up leaves the service out, also in the middle', async () => {
  const id = await w.add(w.above)
  await offer(id, { monthTokens: 1 })
  await w.agree(w.below, id)
  const { models } = await w.models(w.customer, w.customer)
  await w.call(models, w.below, w.customer)
  await expect(w.call(models, w.below, w.customer)).rejects.toMatchObject({ code: 'assistant.quota_used' })
  expect(await w.models(w.customer, w.customer)).toMatchObject({
    missing: 'provider',
    withoutQuota: ['Large'],
  })
  expect((await offered()).items[0]).toMatchObject({ state: 'quota' })
  const tested = await w.below.call('POST /api/v1/assistant/provider/:providerId/test', { providerId: id })
  expect(tested.code).toBe('assistant.quota_used')
})

test('offered services are tested, hidden and ordered among the own ones', async () => {
  const theirs = await w.add(w.above)
  await offer(theirs)
  const mine = await w.add(w.below, { name: 'Own' })
  expect((await offered()).order).toEqual([mine, theirs])
  expect((await w.below.call('PUT /api/v1/assistant/order', { providerIds: [theirs, mine] })).code).toBe(0)
  expect((await offered()).order).toEqual([theirs, mine])
  for (const id of [theirs, mine]) await w.agree(w.below, id)
  const called = async () =>
    (await w.models(w.customer, w.customer)).models.map(({ provider }) => provider.id)
  expect(await called()).toEqual([theirs, mine])
  const hide = (hidden: boolean) =>
    w.below.call('POST /api/v1/assistant/offered/:providerId/hide', { providerId: theirs, hidden })
  await hide(true)
  expect(await called()).toEqual([mine])
  await hide(false)
  const routes = [{ feature: 'chat', providerId: theirs, model: 'netward-small' }]
  expect((await w.setLimits(w.below, { routes })).code).toBe(0)
  const { data } = await w.below.call('POST /api/v1/assistant/provider/:providerId/test', {
    providerId: theirs,
  })
  expect(data.failure).toBeNull()
  const edited = await w.below.call('POST /api/v1/assistant/provider/:providerId/pause', {
    providerId: theirs,
    paused: true,
  })
  expect(edited.code).toBe('assistant.provider_not_found')
})

test.each([
  [
    'is withdrawn',
    'not_offered',
    (id: string) => w.above.call('DELETE /api/v1/assistant/provider/:providerId/offer', { providerId: id }),
  ],
  [
    'is for others',
    'not_offered',
    async (id: string) =>
      offer(id, { forAll: false, companyIds: [(await w.t.company('company', w.msp.id)).id] }),
  ],
  [
    'is deleted',
    'not_offered',
    (id: string) => w.above.call('DELETE /api/v1/assistant/provider/:providerId', { providerId: id }),
  ],
  [
    'moves to another address',
    'changed',
    (providerId: string) =>
      w.above.call('PUT /api/v1/assistant/provider/:providerId', {
        providerId,
        name: 'Large',
        preset: 'other',
        address: `${w.service.address}/other`,
        key: w.service.key,
        model: 'netward-large',
        isAbroad: false,
      }),
  ],
] as const)('a service that %s ends the consent and the calls', async (_what, because, act) => {
  const id = await w.add(w.above)
  await offer(id)
  await w.agree(w.below, id)
  const { models } = await w.models(w.customer, w.customer)
  expect((await act(id)).code).toBe(0)
  expect(await consents()).toEqual([because])
  await expect(w.call(models, w.below, w.customer)).rejects.toMatchObject({ code: 'assistant.service_gone' })
  expect(w.service.heard).toEqual([])
})

test('who moves to another MSP loses the offers of the old one', async () => {
  const id = await w.add(w.above)
  await offer(id)
  await w.agree(w.below, id)
  const next = await w.t.company('middleman')
  const moved = await w.t.operator.call('POST /api/v1/auth/company/:companyId/move', {
    companyId: w.customer.id,
    parentId: next.id,
    reason: 'Sold',
  })
  expect(moved.code).toBe(0)
  expect(await consents()).toEqual(['not_offered'])
  expect(await offered()).toEqual({ items: [], order: [] })
  expect((await w.models(w.customer, w.customer)).missing).toBe('provider')
})

test('an offer names the field that does not do, and only companies below', async () => {
  const id = await w.add(w.above)
  const stranger = await w.t.company('company')
  for (const [wrong, code, field] of [
    [{ forAll: false }, 'assistant.offer_to_nobody', 'companyIds'],
    [{ forAll: false, companyIds: [stranger.id] }, 'assistant.not_below', 'companyIds'],
    [{ prices: [dear, dear] }, 'assistant.price_twice', 'prices.1.since'],
  ] as const) {
    const answered = await offer(id, wrong)
    expect([answered.code, fieldsOf(answered)]).toEqual([code, [field]])
  }
  const mine = await w.add(w.below)
  const refused = await w.below.call('PUT /api/v1/assistant/provider/:providerId/offer', {
    providerId: mine,
    forAll: true,
    companyIds: [],
    prices: [],
    monthTokens: null,
  })
  expect(refused.code).toBe('assistant.nobody_below')
  const { data } = await w.above.call('GET /api/v1/assistant/offer/companies', { search: '' })
  expect(data.map((company) => company.id)).toEqual([w.customer.id])
  await offer(id, { forAll: false, companyIds: [w.customer.id] })
  const other = await w.t.person((await w.t.company('company', w.msp.id)).id, 'administrator')
  expect((await offered(other)).items).toEqual([])
  expect((await offered()).items).toHaveLength(1)
})
