import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { RequestRate } from './request-rate.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app) => {
    Object.assign(app, { rate: new RequestRate({ perPerson: 1, perAddress: 3 }) })
  })
})
afterAll(() => t.stop())

const many = async (ask: () => Promise<{ status: number }>, count: number) => {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 1) statuses.push((await ask()).status)
  return statuses.filter((status) => status === 429).length
}

test('a person who asks too often waits as long as Retry-After says; others do not', async () => {
  const { id } = await t.company('company')
  const [busy, other] = [await t.person(id, 'administrator'), await t.person(id, 'administrator')]
  const again = await t.session(busy.personId, id)
  expect(await many(() => busy.call('GET /api/v1/auth/user/simple/info'), 19)).toBe(0)
  // Another session of the same person has no share of its own.
  const refused = await many(() => again.call('GET /api/v1/auth/user/simple/info'), 6)
  expect(refused).toBeGreaterThan(2)
  const answer = await busy.call('GET /api/v1/auth/user/simple/info')
  expect(answer).toMatchObject({ status: 429, code: 'request.too_many' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(answer.message).toBe('Too many requests. Try again later.')
  expect((await other.call('GET /api/v1/auth/user/simple/info')).status).toBe(200)
})

test('refused acts count too', async () => {
  const { id } = await t.company('company')
  const person = await t.person(id, 'user_layer')
  const create = () => person.call('POST /api/v1/auth/tenant/lists', {})
  expect((await create()).status).toBe(403)
  expect(await many(create, 30)).toBeGreaterThan(5)
})

test('an address has a limit of its own, across all users', async () => {
  const ask = (from: string) => () =>
    t.raw({
      method: 'GET',
      url: '/api/v1/auth/user/simple/info',
      headers: { authorization: 'Bearer x' },
      from,
    })
  expect(await many(ask('198.51.100.7'), 90)).toBeGreaterThan(20)
  expect(await many(ask('198.51.100.8'), 5)).toBe(0)
})

test('the rate comes back with time, and 0 is no limit', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const rate = new RequestRate({ perPerson: 2, perAddress: 0 })
    for (let n = 0; n < 40; n += 1) rate.takePerson('1')
    expect(() => rate.takePerson('1')).toThrow()
    vi.advanceTimersByTime(1000)
    rate.takePerson('1')
    rate.takePerson('1')
    expect(() => rate.takePerson('1')).toThrow()
    for (let n = 0; n < 1000; n += 1) rate.takeAddress('192.0.2.1')
  } finally {
    vi.useRealTimers()
  }
})
