import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { integrationSweeps } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.stop())

test('administrators hear once of a channel that fails, and of a secret that is about to end', async () => {
  const company = await t.company('company')
  const administrator = await t.person(company.id, 'administrator')
  await t.adminPool.query('update person set email = $2, email_verified_at = now() where id = $1', [
    administrator.personId,
    'admin@example.test',
  ])
  const add = (name: string, more: string) =>
    t.adminPool.query(
      `insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by, failing_since, failure, secret_ends_on)
       select $1, 6, $2, '{}', '', 'x', 'x', ${more}`,
      [company.id, name],
    )
  await add('fails', `now() - interval '11 minutes', '{"reason": "secret_ended", "detail": ""}', null`)
  await add('has just failed', `now(), '{"reason": "timeout", "detail": ""}', null`)
  await add('ends', `null, null, current_date + 20`)
  await add('lasts', `null, null, current_date + 200`)
  const sent = async () => {
    const [sweep] = integrationSweeps({ secrets: t.secrets, messages: t.messages })
    await sweep!.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
    const { rows } = await t.adminPool.query<{ n: number }>(
      `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'message.send'`,
    )
    return rows[0]!.n
  }
  expect(await sent()).toBe(2)
  expect(await sent()).toBe(2)
  // A week and a day before the end they hear again.
  await t.adminPool.query(
    `update integration_channel set secret_ends_on = current_date + 6, secret_noted_on = current_date - 14 where name = 'ends'`,
  )
  expect(await sent()).toBe(3)
  expect(await sent()).toBe(3)
})
