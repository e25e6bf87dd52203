import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ModelWorld } from '../../../test/model-world.ts'

let w: ModelWorld

beforeAll(async () => {
  w = await ModelWorld.start()
})
afterAll(() => w.stop())
beforeEach(() => w.renew())

test('at home: a service, its consent and the budget are needed, one after the other', async () => {
  const missing = async (personId?: string) => (await w.models(w.customer, w.customer, personId)).missing
  expect(await missing()).toBe('provider')
  const id = await w.add(w.below)
  expect(await missing()).toBe('consent')
  await w.agree(w.below, id, ['names'])
  expect(await w.models(w.customer, w.customer)).toMatchObject({
    missing: null,
    masked: ['names'],
    models: [
      { model: 'netward-large', isAbroad: false, masked: ['names'], contents: ['network', 'questions'] },
    ],
  })
  await w.setLimits(w.below, { dayTokens: 1 })
  const { models } = await w.models(w.customer, w.customer)
  await w.call(models, w.below, w.customer)
  expect(await missing(w.below.personId)).toBe('budget')
  expect(await missing(w.above.personId)).toBeNull()
})

test('acting inside: the key is of the one who asks, the consent and the mask of the company acted in', async () => {
  const mine = await w.add(w.above)
  await w.agree(w.above, mine)
  expect((await w.models(w.msp, w.customer)).missing).toBe('consent')
  const theirs = await w.add(w.below)
  const consentId = await w.agree(w.below, theirs, ['phones'])
  const { models, missing } = await w.models(w.msp, w.customer)
  expect([missing, models.map(({ provider, masked }) => [provider.id, masked])]).toEqual([
    null,
    [[mine, ['phones']]],
  ])
  await w.call(models, w.above, w.msp)
  const { rows } = await w.t.adminPool.query(
    `select company_id::text, subject_id::text, owner_id::text from assistant_call where provider_id = $1`,
    [mine],
  )
  expect(rows).toEqual([{ company_id: w.msp.id, subject_id: w.customer.id, owner_id: w.msp.id }])
  await w.below.call('POST /api/v1/assistant/consent/:consentId/withdraw', { consentId })
  await expect(w.call(models, w.above, w.msp)).rejects.toMatchObject({ code: 'assistant.consent_ended' })
  expect((await w.models(w.msp, w.customer)).missing).toBe('consent')
  expect(w.service.heard).toHaveLength(1)
})

test('acting inside: a consent to a place at home does not open one abroad', async () => {
  await w.agree(w.above, await w.add(w.above, { isAbroad: true }))
  await w.agree(w.below, await w.add(w.below))
  expect((await w.models(w.msp, w.customer)).missing).toBe('consent')
})

test('a consent that is given anew ends the calls made ready by the one before; the next service takes over', async () => {
  const first = await w.add(w.below)
  const second = await w.add(w.below, { name: 'Next' })
  await w.agree(w.below, first)
  await w.agree(w.below, second)
  const { models } = await w.models(w.customer, w.customer)
  await w.agree(w.below, first, ['names'])
  expect((await w.call(models, w.below, w.customer)).provider.id).toBe(second)
  await w.below.call('POST /api/v1/assistant/provider/:providerId/pause', {
    providerId: second,
    paused: true,
  })
  await expect(w.call(models, w.below, w.customer)).rejects.toMatchObject({ code: 'assistant.consent_ended' })
  expect((await w.models(w.customer, w.customer)).models.map(({ masked }) => masked)).toEqual([['names']])
})
