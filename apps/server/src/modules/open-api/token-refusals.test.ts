import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { maxKeys } from '@netward/contract/states/application'
import { askToken, makeApplication } from '../../../test/application-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { applicationRoutes } from '../applications/index.ts'
import { openApiRoutes } from './index.ts'

let t: TestApp

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    openApiRoutes(app)
    applicationRoutes(app, { secrets })
  })
})
afterAll(() => t.stop())

const newCompany = async () => t.person((await t.company('company')).id, 'administrator')

async function refusals(companyId: string) {
  const { rows } = await t.adminPool.query<{ subject_id: string; detail: Record<string, unknown> }>(
    `select subject_id, detail from audit_log where company_id = $1 and action = 'application.token_refused' order by id`,
    [companyId],
  )
  return rows
}

const refuse = (appId: string, source: string) =>
  t.scopes.asLoginRole('select note_token_refusal($1, $2, $3)', [appId, source, 'wrong'])

test("records a wrong key in the log of the application's company, with its source", async () => {
  const [person, other] = [await newCompany(), await newCompany()]
  const { id, appId, key } = await makeApplication(t, person)
  const wrong = await askToken(t, appId, `${key}x`, { from: '192.0.2.7' })
  expect(wrong.body['error']).toBe('invalid_client')
  await vi.waitFor(async () => {
    expect(await refusals(person.companyId)).toEqual([
      { subject_id: id, detail: { source: '192.0.2.7', reason: 'wrong', attempts: 1 } },
    ])
  })
  expect(JSON.stringify(await refusals(person.companyId))).not.toContain(key)
  // The correct key of a disabled application gets a distinct error.
  await person.call('POST /api/v1/auth/application/edit', { applicationId: id, move: 'disable' })
  await askToken(t, appId, key, { from: '192.0.2.8' })
  await vi.waitFor(async () => {
    expect((await refusals(person.companyId))[1]?.detail).toMatchObject({
      source: '192.0.2.8',
      reason: 'inactive',
    })
  })
  expect(await refusals(other.companyId)).toEqual([])
})

test('refuses an unknown app ID alike, and records it nowhere', async () => {
  const before = await t.adminPool.query(
    `select count(*) from audit_log where action = 'application.token_refused'`,
  )
  await refuse('app-0000000000000000', '192.0.2.9')
  const after = await t.adminPool.query(
    `select count(*) from audit_log where action = 'application.token_refused'`,
  )
  expect(after.rows).toEqual(before.rows)
})

test('records many attempts once in ten minutes, with a count in the next entry; many sources share one', async () => {
  const person = await newCompany()
  const { appId } = await makeApplication(t, person)
  await Promise.all(Array.from({ length: 30 }, () => refuse(appId, '192.0.2.1')))
  expect(await refusals(person.companyId)).toHaveLength(1)
  await t.adminPool.query(`update application_refusal set reported_at = reported_at - interval '11 minutes'`)
  await refuse(appId, '192.0.2.1')
  expect((await refusals(person.companyId)).map(({ detail }) => detail['attempts'])).toEqual([1, 30])
  for (let n = 0; n < 60; n++) await refuse(appId, `2001:db8::${n}`)
  const entries = await refusals(person.companyId)
  // The first source twice, nineteen more, and all others together.
  expect(entries).toHaveLength(22)
  expect(entries.at(-1)?.detail['source']).toBe('')
  const { rows } = await t.adminPool.query<{ n: number }>(
    'select count(*)::int as n from application_refusal',
  )
  expect(rows[0]!.n).toBeLessThan(30)
})

test('limits the keys of an application; one that ends immediately frees its place', async () => {
  const person = await newCompany()
  const { id: applicationId } = await makeApplication(t, person)
  const issue = (who: TestPerson, overlapHours: number) =>
    who.call('POST /api/v1/auth/application/:applicationId/key', { applicationId, overlapHours })
  // Concurrent: of two requests for the last one, one succeeds.
  const codes = (await Promise.all(Array.from({ length: 9 }, () => issue(person, 24)))).map(
    ({ code }) => code,
  )
  expect(codes.filter((code) => code === 0)).toHaveLength(maxKeys - 1)
  expect(codes.filter((code) => code === 'application.key_limit')).toHaveLength(10 - maxKeys)
  const refused = await issue(person, 24)
  expect(refused.message).toContain(String(maxKeys))
  const read = async () =>
    (await person.call('GET /api/v1/auth/application/:applicationId', { applicationId })).data.keys
  expect(await read()).toHaveLength(maxKeys)
  const keyId = (await read())[1]!.id
  await person.call('DELETE /api/v1/auth/application/:applicationId/key/:keyId', { applicationId, keyId })
  expect((await issue(person, 24)).code).toBe(0)
  // The key leaked: all earlier keys end with it.
  expect((await issue(person, 0)).code).toBe(0)
  expect(await read()).toHaveLength(1)
})
