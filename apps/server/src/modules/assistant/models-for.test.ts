import { type ModelService, startOpenaiService } from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { assistantRoutes, callModel, modelsFor, type ReadyModel } from './index.ts'

let t: TestApp
let service: ModelService
let msp: { id: string; code: string }
let customer: { id: string; code: string }
let engineer: TestPerson
let tenant: TestPerson
const outgoingRanges: string[] = []
const times = { timeoutMilliseconds: 5000, silenceMilliseconds: 400 }

beforeAll(async () => {
  service = await startOpenaiService()
  t = await createTestApp((app, { scopes, secrets }) =>
    assistantRoutes(app, { scopes, secrets, outgoingRanges, times }),
  )
})
afterAll(async () => {
  await service.stop()
  await t.stop()
})
beforeEach(async () => {
  for (const list of [service.heard, service.mistakes, service.faults]) list.length = 0
  msp = await t.company('middleman')
  customer = await t.company('company', msp.id)
  engineer = await t.person(msp.id, 'administrator')
  tenant = await t.person(customer.id, 'administrator')
  outgoingRanges.splice(0, outgoingRanges.length, ...[msp, customer].map(({ code }) => `127.0.0.0/8=${code}`))
})

const add = async (by: TestPerson, more = {}) =>
  (
    await by.call('POST /api/v1/assistant/provider', {
      name: 'Large',
      preset: 'other',
      address: service.address,
      key: service.key,
      model: 'netward-large',
      isAbroad: false,
      ...more,
    })
  ).data.id
const agree = async (by: TestPerson, providerId: string, masked: ('names' | 'phones')[] = []) =>
  (
    await by.call('POST /api/v1/assistant/consent', {
      providerId,
      contents: ['questions', 'network'],
      masked,
      abroad: true,
    })
  ).data.id
const asked = (payer: { id: string }, subject: { id: string }, more = {}) =>
  modelsFor(t.scopes, t.secrets, {
    payerId: payer.id,
    subjectId: subject.id,
    feature: 'chat',
    outgoingRanges,
    times,
    ...more,
  })
const call = (models: readonly ReadyModel[], by: TestPerson, payer: { id: string }) =>
  callModel(t.scopes, {
    companyId: payer.id,
    personId: by.personId,
    personName: 'Someone',
    feature: 'chat',
    models,
    request: { system: 'Answer.', messages: [{ role: 'user', text: 'Hello' }], tools: [], mostOutput: 500 },
    onDelta: () => {},
    signal: new AbortController().signal,
  })

test('at home: a service, its consent and the budget are needed, one after the other', async () => {
  const missing = async (more = {}) => (await asked(customer, customer, more)).missing
  expect(await missing()).toBe('provider')
  const id = await add(tenant)
  expect(await missing()).toBe('consent')
  await agree(tenant, id, ['names'])
  expect(await asked(customer, customer)).toMatchObject({
    missing: null,
    masked: ['names'],
    models: [
      { model: 'netward-large', isAbroad: false, masked: ['names'], contents: ['network', 'questions'] },
    ],
  })
  await tenant.call('PUT /api/v1/assistant/settings', {
    monthCost: null,
    monthTokens: null,
    dayCost: null,
    dayTokens: 1,
    perMinute: 20,
    atOnce: 3,
    routes: [],
  })
  const { models } = await asked(customer, customer)
  await call(models, tenant, customer)
  expect(await missing({ personId: tenant.personId })).toBe('budget')
  expect(await missing({ personId: engineer.personId })).toBeNull()
})

test('acting inside: the key is of the one who asks, the consent and the mask of the company acted in', async () => {
  const mine = await add(engineer)
  await agree(engineer, mine)
  expect((await asked(msp, customer)).missing).toBe('consent')
  const theirs = await add(tenant)
  const consentId = await agree(tenant, theirs, ['phones'])
  const { models, missing } = await asked(msp, customer)
  expect([missing, models.map(({ provider, masked }) => [provider.id, masked])]).toEqual([
    null,
    [[mine, ['phones']]],
  ])
  await call(models, engineer, msp)
  const { rows } = await t.adminPool.query(
    `select company_id::text, subject_id::text, owner_id::text from assistant_call where provider_id = $1`,
    [mine],
  )
  expect(rows).toEqual([{ company_id: msp.id, subject_id: customer.id, owner_id: msp.id }])
  await tenant.call('POST /api/v1/assistant/consent/:consentId/withdraw', { consentId })
  await expect(call(models, engineer, msp)).rejects.toMatchObject({ code: 'assistant.consent_ended' })
  expect((await asked(msp, customer)).missing).toBe('consent')
  expect(service.heard).toHaveLength(1)
})

test('acting inside: a consent to a place at home does not open one abroad', async () => {
  await agree(engineer, await add(engineer, { isAbroad: true }))
  await agree(tenant, await add(tenant))
  expect((await asked(msp, customer)).missing).toBe('consent')
})

test('a consent that is given anew ends the calls made ready by the one before; the next service takes over', async () => {
  const first = await add(tenant)
  const second = await add(tenant, { name: 'Next' })
  await agree(tenant, first)
  await agree(tenant, second)
  const { models } = await asked(customer, customer)
  await agree(tenant, first, ['names'])
  expect((await call(models, tenant, customer)).provider.id).toBe(second)
  await tenant.call('POST /api/v1/assistant/provider/:providerId/pause', { providerId: second, paused: true })
  await expect(call(models, tenant, customer)).rejects.toMatchObject({ code: 'assistant.consent_ended' })
  expect((await asked(customer, customer)).models.map(({ masked }) => masked)).toEqual([['names']])
})
