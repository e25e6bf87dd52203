import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  newPhone,
  ownPassword,
} from '../../../test/account-fixture.ts'
import { oneHourLater, imageCode, ticketSentTo, waitsLast } from '../../../test/outbox.ts'

let t: AccountTestApp
let company: { id: string; code: string }
beforeAll(async () => {
  t = await createAccountTestApp()
  company = await t.company('company')
})
afterAll(() => t.stop())
beforeEach(() => oneHourLater(t))

const home = '198.51.100.250'
const elsewhere = '203.0.113.250'
const signIn = (username: string, password: string, from: string, extra: Record<string, string> = {}) =>
  t.raw({ method: 'POST', url: '/api/v1/auth/login', payload: { username, password, ...extra }, from })

/** An attacker fails on purpose, from many addresses, until the account is delayed for all sources. */
async function keepOut(username: string): Promise<void> {
  await signIn(username, 'Wrong-password-1', '192.0.2.1', await imageCode(t))
  const { rowCount } = await t.adminPool.query(
    `insert into sign_in_failure (key, failures, last_at, blocked_until) values ($1, 25, now(), now())
     on conflict (key) do update set failures = 25, blocked_until = now() + interval '5 minutes'`,
    [`account:/${username}`],
  )
  expect(rowCount).toBe(1)
}

test('failures from elsewhere do not lock out a person at a known address', async () => {
  const person = await t.account(company.id, 'engineer')
  expect((await signIn(person.email, ownPassword, home)).code).toBe(0)
  await keepOut(person.email)
  expect((await signIn(person.email, ownPassword, elsewhere)).code).toBe('sign_in.wait')
  expect((await signIn(person.email, ownPassword, home)).code).toBe(0)
})

test('delays guessing at a known address too', async () => {
  const person = await t.account(company.id, 'engineer')
  await signIn(person.email, ownPassword, home)
  const codes: unknown[] = []
  for (let attempt = 0; attempt < 7; attempt += 1)
    codes.push((await signIn(person.email, 'Wrong-password-1', home, await imageCode(t))).code)
  await waitsLast(t)
  expect(codes.slice(0, 3)).toEqual(['sign_in.wrong', 'sign_in.wrong', 'sign_in.wrong'])
  expect((await signIn(person.email, ownPassword, home, await imageCode(t))).code).toBe('sign_in.wait')
})

test('a mailed link opens the account from its address despite failures from elsewhere', async () => {
  const person = await t.account(company.id, 'engineer')
  await keepOut(person.email)
  const payload = { email: person.email }
  await t.raw({ method: 'POST', url: '/api/v1/auth/password/forgot', payload, from: elsewhere })
  const ticket = await ticketSentTo(t, person.email)
  const newPassword = 'Harbour-Light-7'
  const reset = { ticket: ticket ?? '', newPassword }
  expect(
    (await t.raw({ method: 'POST', url: '/api/v1/auth/password/reset', payload: reset, from: elsewhere }))
      .code,
  ).toBe(0)
  await keepOut(person.email)
  expect((await signIn(person.email, newPassword, '203.0.113.251')).code).toBe('sign_in.wait')
  for (const name of [person.email, `${person.userName}@${company.code}`])
    expect((await signIn(name, newPassword, elsewhere)).code).toBe(0)
})

test('does not count wrong image codes for the account, so that strangers cannot lock it', async () => {
  const person = await t.account(company.id, 'engineer')
  for (let attempt = 0; attempt < 3; attempt += 1) await signIn(person.email, 'Wrong-password-1', '192.0.2.1')
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const invented = { captchaId: 'invented-by-the-caller-0', captchaCode: '0000' }
    expect((await signIn(person.email, 'Wrong-password-1', `192.0.2.${attempt}`, invented)).code).toBe(
      'sign_in.image_code_wrong',
    )
  }
  expect((await signIn(person.email, ownPassword, elsewhere, await imageCode(t))).code).toBe(0)
})

test('a letter that the database folds into another does not reset the count', async () => {
  const { rows } = await t.adminPool.query<{ name: string }>(
    `select user_name as name from person where home_company_id = $1 limit 1`,
    [company.id],
  )
  await t.adminPool.query(
    `update person set user_name = 'iiii' where home_company_id = $1 and user_name = $2`,
    [company.id, rows[0]!.name],
  )
  const codes: unknown[] = []
  for (const name of ['iiii', 'İiii', 'iİii', 'iiİi', 'IİIİ'])
    codes.push((await signIn(`${name}@${company.code}`, 'Wrong-password-1', home)).code)
  expect(codes.slice(3)).toEqual(['sign_in.image_code_needed', 'sign_in.image_code_needed'])
})

test('colleagues who sign in at the same moment do not wait for each other', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `colleague-${index}`)
  const answers = await Promise.all(names.map((name) => signIn(name, 'Wrong-password-1', home)))
  expect(answers.map(({ code }) => code)).toEqual(names.map(() => 'sign_in.wrong'))
})

describe('D a caller with a whole IPv6 network', () => {
  const from = (network: string, subnet: number) => `2001:db8:${network}:${subnet.toString(16)}::1`

  test('needs image codes despite another source with each attempt', async () => {
    await signIn('first', 'Wrong-password-1', from('a', 1))
    await t.adminPool.query(`update sign_in_failure set failures = 200 where key = 'network:2001:db8:a'`)
    expect((await signIn('second', 'Wrong-password-1', from('a', 2))).code).toBe('sign_in.image_code_needed')
    expect((await signIn('third', 'Wrong-password-1', from('b', 3))).code).toBe('sign_in.wrong')
  })

  test('is not counted when signing in', async () => {
    const person = await t.account(company.id, 'engineer')
    for (let subnet = 0; subnet < 3; subnet += 1) await signIn(person.email, ownPassword, from('c', subnet))
    const { rows } = await t.adminPool.query(
      `select failures from sign_in_failure where key = 'network:2001:db8:c'`,
    )
    expect(rows).toEqual([{ failures: 0 }])
  })

  test('cannot send repeated codes without one', async () => {
    const request = (subnet: number) =>
      t.raw({
        method: 'POST',
        url: '/api/v1/auth/code',
        payload: { purpose: 'sign_in', phone: newPhone() },
        from: from('d', subnet),
      })
    expect((await request(1)).code).toBe(0)
    await t.adminPool.query(`update sign_in_failure set failures = 50 where key = 'code@2001:db8:d'`)
    expect((await request(2)).code).toBe('sign_in.image_code_needed')
  })
})
