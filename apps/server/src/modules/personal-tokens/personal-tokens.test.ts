import { mostPersonalTokens } from '@netward/contract/personal-token-values'
import { toolEndpoints } from '@netward/contract/tool-endpoints'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type AccountTestApp, createAccountTestApp, ownPassword } from '../../../test/account-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { outletRoutes } from '../outlets/index.ts'
import { personalTokenRoutes, personalTokenSweep } from './index.ts'

let t: AccountTestApp
beforeAll(async () => {
  t = await createAccountTestApp((app, { secrets }) => {
    personalTokenRoutes(app)
    outletRoutes(app, { secrets })
  })
})
afterAll(() => t.stop())
beforeEach(() => t.forget())

const lists = 'POST /api/v1/outlet/lists'
const make = async (person: TestPerson, days = 30) =>
  (await person.call('POST /api/v1/auth/account/tokens', { name: 'laptop', days })).data
const read = (token: string, headers: Record<string, string> = {}) =>
  t.raw({
    method: 'POST',
    url: '/api/v1/outlet/lists',
    headers: { authorization: `Bearer ${token}`, ...headers },
    payload: {},
  })
const listed = async (person: TestPerson) => (await person.call('GET /api/v1/auth/account/tokens')).data

async function somebody() {
  const company = await t.company('company')
  const person = await t.account(company.id, 'administrator')
  return { company, person, ...(await make(person)) }
}

test('reads with the rights of its person in one company, and is never answered again', async () => {
  expect(toolEndpoints).toContain(lists)
  const { company, person, token, id } = await somebody()
  expect(token).toMatch(/^nwp_[\w-]{43}$/)
  expect(await read(token)).toMatchObject({ status: 200 })
  expect(await read(token, { 'x-company-id': company.id })).toMatchObject({ status: 200 })
  const rows = await listed(person)
  expect(rows).toMatchObject([{ id, name: 'laptop', state: 'active', endedBecause: null }])
  expect(JSON.stringify(rows)).not.toContain(token)
  const { rows: stored } = await t.adminPool.query('select t::text as text from personal_token t')
  expect(JSON.stringify(stored)).not.toContain(token)
  await vi.waitFor(async () => expect((await listed(person))[0]?.lastUsedAt).not.toBeNull())
  expect((await t.audited(company.id)).map(({ action }) => action)).toContain('personal_token.made')
})

test('opens no other company, also where its person is a member or may act', async () => {
  const { person, token } = await somebody()
  const other = await t.company('company')
  await t.joins(person, other.id, 'administrator')
  expect(await read(token, { 'x-company-id': other.id })).toMatchObject({ code: 'company.not_found' })
  const msp = await t.company('middleman')
  const above = await t.account(msp.id, 'administrator')
  const customer = await t.company('company', msp.id)
  const made = await make(above)
  expect(await read(made.token, { 'x-tenant-company-id': customer.id, 'x-proxy': '1' })).toMatchObject({
    code: 'company.not_found',
  })
})

test('has no right that its person has no more', async () => {
  const { person, token } = await somebody()
  await t.adminPool.query(
    'delete from member_role where member_id in (select id from member where person_id = $1)',
    [person.personId],
  )
  expect(await read(token)).toMatchObject({ code: 'permission.denied' })
})

test('only its person ends it', async () => {
  const { company, person, token, id } = await somebody()
  const colleague = await t.account(company.id, 'administrator')
  const end = (by: TestPerson) => by.call('DELETE /api/v1/auth/account/tokens/:tokenId', { tokenId: id })
  expect(await listed(colleague)).toEqual([])
  expect((await end(colleague)).code).toBe('personal_token.not_found')
  expect((await end(person)).code).toBe(0)
  expect((await end(person)).code).toBe('personal_token.not_found')
  expect(await read(token)).toMatchObject({ status: 401, code: 40005 })
  expect(await listed(person)).toMatchObject([{ state: 'ended', endedBecause: 'person' }])
})

test('ends with a changed password', async () => {
  const { company, person, token } = await somebody()
  const changed = await person.call('POST /api/v1/auth/account/password', {
    password: ownPassword,
    newPassword: 'Harbour-Light-7',
  })
  expect(changed.code).toBe(0)
  expect(await read(token)).toMatchObject({ code: 40005 })
  expect(await listed(person)).toMatchObject([{ endedBecause: 'password' }])
  expect((await t.audited(company.id)).map(({ action }) => action)).toContain('personal_token.rights_lost')
})

test('ends with the membership, and is refused while it is disabled', async () => {
  const { person, token } = await somebody()
  await t.adminPool.query(`update member set status = 'disabled' where person_id = $1`, [person.personId])
  expect(await read(token)).toMatchObject({ code: 40032 })
  await personalTokenSweep.run(t as never)
  await t.adminPool.query(`update member set status = 'enabled' where person_id = $1`, [person.personId])
  expect(await read(token)).toMatchObject({ code: 40005 })
  const other = await somebody()
  await t.adminPool.query('delete from member where person_id = $1', [other.person.personId])
  expect(await read(other.token)).toMatchObject({ code: 40001 })
})

test('expires, at the latest after 90 days', async () => {
  const { person, token, id } = await somebody()
  const wrong = await person.call('POST /api/v1/auth/account/tokens', { name: 'x', days: 91 })
  expect(wrong).toMatchObject({ status: 400, data: { fields: [{ field: 'days' }] } })
  await t.adminPool.query(
    `update personal_token set created_at = now() - interval '31 days', expires_at = now() - interval '1 day' where id = $1`,
    [id],
  )
  expect((await read(token)).code).toBe('A0230')
  expect(await listed(person)).toMatchObject([{ state: 'expired' }])
})

test('a person has a limited number of them', async () => {
  const { person } = await somebody()
  for (let made = 1; made < mostPersonalTokens; made++) await make(person)
  const more = await person.call('POST /api/v1/auth/account/tokens', { name: 'x', days: 1 })
  expect(more).toMatchObject({ status: 409, code: 'personal_token.too_many' })
})

test('makes no token, and no session', async () => {
  const { token } = await somebody()
  for (const [method, url] of [
    ['POST', '/api/v1/auth/account/tokens'],
    ['GET', '/api/v1/auth/account'],
    ['GET', '/api/v1/auth/account/sessions'],
  ] as const)
    expect(
      await t.raw({
        method,
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(method === 'POST' && { payload: { name: 'x', days: 1 } }),
      }),
    ).toMatchObject({ status: 401, code: 40001 })
})
