import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { accountRoutes } from './accounts.routes.ts'

let t: TestApp

beforeAll(async () => {
  t = await createTestApp((app, { scopes, secrets, messages }) => {
    accountRoutes(app, { scopes, secrets, messages })
  })
})
afterAll(() => t.stop())

test('a new member starts with the language and time zone of the company until they choose', async () => {
  const tenant = await t.company('company')
  await t.adminPool.query(`update company set language = 'en', time_zone = 'Asia/Tokyo' where id = $1`, [
    tenant.id,
  ])
  const person = await t.person(tenant.id, 'engineer')
  const habits = async () => {
    const { language, timeZone } = (await person.call('GET /api/v1/auth/user/simple/info')).data
    return { language, timeZone }
  }
  expect(await habits()).toEqual({ language: 'en', timeZone: 'Asia/Tokyo' })
  const choose = (input: { language?: 'zh' | 'en'; timeZone?: string }) =>
    person.call('PUT /api/v1/auth/account/habits', input)
  expect((await choose({ language: 'zh' })).code).toBe(0)
  expect(await habits()).toEqual({ language: 'zh', timeZone: 'Asia/Tokyo' })
  // Later changes by the company do not affect the user's own setting; empty means the browser's time zone.
  await t.adminPool.query(`update company set time_zone = 'Asia/Seoul' where id = $1`, [tenant.id])
  expect((await choose({ timeZone: '' })).code).toBe(0)
  expect(await habits()).toEqual({ language: 'zh', timeZone: null })
  expect((await choose({ timeZone: 'Mars/Olympus' })).code).toBe('request.invalid')
  expect((await choose({ timeZone: "UTC'; --" })).code).toBe('request.invalid')
  const other = await t.person(tenant.id, 'engineer')
  expect((await other.call('GET /api/v1/auth/user/simple/info')).data).toMatchObject({
    language: 'en',
    timeZone: 'Asia/Seoul',
  })
})

test('writes a link to a new password in the language of the member, not of the sender', async () => {
  const tenant = await t.company('company')
  await t.adminPool.query(`update company set language = 'zh' where id = $1`, [tenant.id])
  const member = await t.person(tenant.id, 'engineer')
  const language = async () =>
    await t.scopes.withCompany(tenant.id, async ({ db }) => {
      const { rows } = await sql<{ language: string }>`
          select language_of_member(m.id) as language from member m where m.person_id = ${member.personId}`.execute(
        db,
      )
      return rows[0]?.language
    })
  expect(await language()).toBe('zh')
  await member.call('PUT /api/v1/auth/account/habits', { language: 'en' })
  expect(await language()).toBe('en')
})
