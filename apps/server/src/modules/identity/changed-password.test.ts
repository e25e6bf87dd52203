import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  invitationsOf,
  ownPassword,
} from '../../../test/account-fixture.ts'
import { totpContext } from './second-factor.ts'
import { totpCode, totpStepAt } from './totp.ts'

let t: AccountTestApp
beforeAll(async () => {
  t = await createAccountTestApp()
})
afterAll(() => t.stop())

const { accept, companyWithAdmin, invited } = invitationsOf(() => t)

/** Changes the person's password while `act` is at its last statement, which opens the session. */
async function changedDuring<T>(personId: string, act: () => Promise<T>): Promise<T> {
  const owner = await t.adminPool.connect()
  try {
    await owner.query('begin')
    await owner.query(`update person set password_hash = 'another' where id = $1`, [personId])
    const acting = act()
    await expect
      .poll(
        async () =>
          (
            await t.adminPool.query(
              `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
               and query like '%open_proved_session%'`,
            )
          ).rowCount,
        { timeout: 20_000 },
      )
      .toBe(1)
    await owner.query('commit')
    return await acting
  } finally {
    owner.release()
  }
}

async function openSessions(personId: string): Promise<number> {
  const { rows } = await t.adminPool.query<{ n: number }>(
    'select count(*)::int as n from session where person_id = $1 and ended_at is null',
    [personId],
  )
  return rows[0]!.n
}

test('a second step opens no session if the password changed after the first', async () => {
  const person = await t.account((await t.company('company')).id, 'engineer')
  const secret = Buffer.from('12345678901234567890')
  await t.adminPool.query(
    'insert into person_totp (person_id, secret, confirmed_at) values ($1, $2, now())',
    [person.personId, t.secrets.seal(secret, totpContext(person.personId))],
  )
  const first = await t.raw({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { username: person.email, password: ownPassword },
  })
  const { ticket } = first.data as { ticket: string }
  const before = await openSessions(person.personId)
  const answer = await changedDuring(person.personId, () =>
    t.raw({
      method: 'POST',
      url: '/api/v1/auth/login/second-factor',
      payload: { ticket, code: totpCode(secret, totpStepAt(Date.now())) },
    }),
  )
  expect(answer.code).toBe('sign_in.wrong')
  expect(await openSessions(person.personId)).toBe(before)
})

test('an invitation opens no session by a password that was changed meanwhile', async () => {
  const holder = await t.account((await t.company('company')).id, 'engineer')
  const { admin } = await companyWithAdmin()
  const { ticket } = await invited(admin, holder.email)
  const before = await openSessions(holder.personId)
  const answer = await changedDuring(holder.personId, () => accept(ticket, { password: ownPassword }))
  expect(answer.code).toBe('sign_in.wrong')
  expect(await openSessions(holder.personId)).toBe(before)
})
