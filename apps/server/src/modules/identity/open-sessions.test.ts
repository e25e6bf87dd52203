import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  ownPassword,
  tokenOf,
} from '../../../test/account-fixture.ts'

let t: AccountTestApp
beforeAll(async () => {
  t = await createAccountTestApp()
})
afterAll(() => t.stop())

test('a person has fifty open sessions: one more ends the least recently used', async () => {
  const person = await t.account((await t.company('company')).id, 'engineer')
  const colleague = await t.account(person.companyId, 'engineer')
  await t.adminPool.query(
    `insert into session (token_hash, person_id, company_id, idle_seconds, expires_at, last_seen_at)
     select sha256(n::text::bytea), $1, $2, 43200, now() + interval '7 days', now() - n * interval '1 minute'
     from generate_series(1, 60) n`,
    [person.personId, person.companyId],
  )
  const signedIn = await t.raw({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { username: person.email, password: ownPassword },
  })
  const { rows } = await t.adminPool.query<{ hash: string; end_code: string | null; minutes: number }>(
    `select encode(token_hash, 'hex') as hash, end_code, round(extract(epoch from now() - last_seen_at) / 60)::int as minutes
     from session where person_id = $1 order by last_seen_at desc`,
    [person.personId],
  )
  const open = rows.filter(({ end_code: code }) => code === null)
  expect(open).toHaveLength(50)
  expect(Math.max(...open.map(({ minutes }) => minutes))).toBeLessThan(50)
  expect(new Set(rows.slice(50).map(({ end_code: code }) => code))).toEqual(new Set(['40005']))
  const headers = { authorization: `Bearer ${tokenOf(signedIn)}` }
  expect((await t.raw({ method: 'GET', url: '/api/v1/auth/account', headers })).code).toBe(0)
  expect((await colleague.call('GET /api/v1/auth/account')).code).toBe(0)
})
