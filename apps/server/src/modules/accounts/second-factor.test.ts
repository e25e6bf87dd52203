import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AccountTestApp, createAccountTestApp, ownPassword } from '../../../test/account-fixture.ts'
import { fromBase32 } from '../../../test/from-base32.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { totpCode } from '../identity/index.ts'

let t: AccountTestApp
beforeAll(async () => {
  t = await createAccountTestApp()
})
afterAll(() => t.stop())
beforeEach(() => t.forget())

/**
 * The authenticator's code `ahead` steps from now: each is good once. A test's first code is of now and the
 * next one step ahead: both are still accepted when a step has just ended.
 */
const codeOf = (secret: string, ahead = 0) =>
  totpCode(fromBase32(secret), Math.floor(Date.now() / 30_000) + ahead)

function wrongFor(secret: string): string {
  const near = [-1, 0, 1, 2].map((ahead) => codeOf(secret, ahead))
  return ['000000', '111111', '222222', '333333', '444444'].find((code) => !near.includes(code))!
}

const begin = (person: TestPerson, password = ownPassword) =>
  person.call('POST /api/v1/auth/account/totp/begin', { password })

async function withTotp() {
  const company = await t.company('company')
  const person = await t.account(company.id, 'engineer')
  const { secret } = (await begin(person)).data
  const confirmed = await person.call('POST /api/v1/auth/account/totp/confirm', { code: codeOf(secret) })
  expect(confirmed.code).toBe(0)
  return { company, person, secret, recoveryCodes: confirmed.data.recoveryCodes }
}

const signIn = (username: string) =>
  t.raw({ method: 'POST', url: '/api/v1/auth/login', payload: { username, password: ownPassword } })

test('an authenticator gets a secret, which takes effect once a code confirms it', async () => {
  const company = await t.company('company')
  const person = await t.account(company.id, 'engineer')
  const begun = await begin(person)
  expect(begun.data.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(begun.data.uri).toBe(
    `otpauth://totp/Netward:${person.userName}?secret=${begun.data.secret}&issuer=Netward`,
  )
  expect((await signIn(person.email)).code).toBe(0)
  const wrong = await person.call('POST /api/v1/auth/account/totp/confirm', {
    code: wrongFor(begun.data.secret),
  })
  expect(wrong).toMatchObject({ status: 400, code: 'sign_in.second_factor_wrong' })
  const confirmed = await person.call('POST /api/v1/auth/account/totp/confirm', {
    code: codeOf(begun.data.secret),
  })
  expect(confirmed.data.recoveryCodes).toHaveLength(10)
  expect(new Set(confirmed.data.recoveryCodes).size).toBe(10)
  expect(confirmed.data.recoveryCodes.every((code) => /^[0-9A-Z]{5}-[0-9A-Z]{5}$/.test(code))).toBe(true)
  expect((await person.call('GET /api/v1/auth/account')).data).toMatchObject({
    totp: true,
    recoveryCodesLeft: 10,
  })
  expect((await signIn(person.email)).code).toBe('sign_in.second_factor')
  expect((await t.audited(company.id)).at(-1)?.action).toBe('account.totp_on')
})

test('the secret is not stored in clear text or audited', async () => {
  const { company, person, secret, recoveryCodes } = await withTotp()
  const { rows } = await t.adminPool.query<{ secret: Buffer; hashes: Buffer[] }>(
    `select secret, array(select hash from person_recovery_code where person_id = $1) as hashes
     from person_totp where person_id = $1`,
    [person.personId],
  )
  expect(rows[0]!.secret.includes(fromBase32(secret))).toBe(false)
  const stored = Buffer.concat(rows[0]!.hashes).toString('latin1')
  expect(recoveryCodes.some((code) => stored.includes(code))).toBe(false)
  const audited = JSON.stringify(await t.audited(company.id))
  expect([secret, ...recoveryCodes].some((word) => audited.includes(word))).toBe(false)
})

test('starting again before confirmation replaces the secret; afterwards it is refused', async () => {
  const person = await t.account((await t.company('company')).id, 'engineer')
  const { secret: first } = (await begin(person)).data
  const { secret } = (await begin(person)).data
  expect(secret).not.toBe(first)
  const stale = await person.call('POST /api/v1/auth/account/totp/confirm', { code: codeOf(first) })
  expect(stale.code).toBe('sign_in.second_factor_wrong')
  expect((await person.call('POST /api/v1/auth/account/totp/confirm', { code: codeOf(secret) })).code).toBe(0)
  expect(await begin(person)).toMatchObject({ status: 409, code: 'account.totp_on' })
  expect(
    await person.call('POST /api/v1/auth/account/totp/confirm', { code: codeOf(secret, 1) }),
  ).toMatchObject({ status: 409, code: 'account.totp_on' })
})

test('a secret without confirmation expires after 15 minutes; a new one is accepted', async () => {
  const person = await t.account((await t.company('company')).id, 'engineer')
  const old = (await begin(person)).data.secret
  const age = (interval: string) =>
    t.adminPool.query('update person_totp set created_at = now() - $2::interval where person_id = $1', [
      person.personId,
      interval,
    ])
  await age('15 minutes 1 second')
  const confirm = (secret: string) =>
    person.call('POST /api/v1/auth/account/totp/confirm', { code: codeOf(secret) })
  expect(await confirm(old)).toMatchObject({ status: 409, code: 'account.totp_expired' })
  expect((await person.call('GET /api/v1/auth/account')).data.totp).toBe(false)
  const { secret } = (await begin(person)).data
  await age('14 minutes')
  expect((await confirm(secret)).code).toBe(0)
})

test('without a secret, confirming, renewing and ending are refused', async () => {
  const person = await t.account((await t.company('company')).id, 'engineer')
  const given = { password: ownPassword, code: '123456' }
  for (const answer of [
    await person.call('POST /api/v1/auth/account/totp/confirm', { code: '123456' }),
    await person.call('POST /api/v1/auth/account/totp/recovery-codes', given),
    await person.call('POST /api/v1/auth/account/totp/end', given),
  ])
    expect(answer).toMatchObject({ status: 409, code: 'account.totp_off' })
})

test('starting, renewing and ending require the password', async () => {
  const { person, secret } = await withTotp()
  const fresh = await t.account((await t.company('company')).id, 'engineer')
  const wrong = { password: 'Wrong-pass-1', code: codeOf(secret, 1) }
  for (const answer of [
    await begin(fresh, wrong.password),
    await person.call('POST /api/v1/auth/account/totp/recovery-codes', wrong),
    await person.call('POST /api/v1/auth/account/totp/end', wrong),
  ])
    expect(answer).toMatchObject({
      status: 400,
      code: 'account.password_wrong',
      data: { fields: [{ field: 'password' }] },
    })
})

test('new recovery codes invalidate the earlier ones', async () => {
  const { person, secret, recoveryCodes } = await withTotp()
  const renewed = await person.call('POST /api/v1/auth/account/totp/recovery-codes', {
    password: ownPassword,
    code: codeOf(secret, 1),
  })
  expect(renewed.data.recoveryCodes).toHaveLength(10)
  const end = (code: string) =>
    person.call('POST /api/v1/auth/account/totp/end', { password: ownPassword, code })
  expect(await end(recoveryCodes[0]!)).toMatchObject({ status: 400, code: 'sign_in.second_factor_wrong' })
  expect((await end(renewed.data.recoveryCodes[3]!.toLowerCase())).code).toBe(0)
})

test('a code is valid once', async () => {
  const { person, secret } = await withTotp()
  const given = { password: ownPassword, code: codeOf(secret, 1) }
  expect((await person.call('POST /api/v1/auth/account/totp/recovery-codes', given)).code).toBe(0)
  expect((await person.call('POST /api/v1/auth/account/totp/end', given)).code).toBe(
    'sign_in.second_factor_wrong',
  )
})

test('ending it invalidates the recovery codes, and sign-in no longer asks for a code', async () => {
  const { company, person, secret } = await withTotp()
  const ended = await person.call('POST /api/v1/auth/account/totp/end', {
    password: ownPassword,
    code: codeOf(secret, 1),
  })
  expect(ended.code).toBe(0)
  expect((await person.call('GET /api/v1/auth/account')).data).toMatchObject({
    totp: false,
    recoveryCodesLeft: 0,
  })
  expect((await signIn(person.email)).code).toBe(0)
  expect((await t.audited(company.id)).map(({ action }) => action)).toContain('account.totp_off')
})

test('limits guessing of codes, by a session and by a session that knows the password', async () => {
  const { person, secret } = await withTotp()
  const answers = []
  for (let guess = 0; guess < 7; guess += 1)
    answers.push(
      await person.call('POST /api/v1/auth/account/totp/end', {
        password: ownPassword,
        code: wrongFor(secret),
      }),
    )
  expect(answers[0]!.code).toBe('sign_in.second_factor_wrong')
  expect(answers.at(-1)).toMatchObject({ status: 429, code: 'sign_in.wait' })
  expect(
    (
      await person.call('POST /api/v1/auth/account/totp/recovery-codes', {
        password: ownPassword,
        code: codeOf(secret, 1),
      })
    ).code,
  ).toBe('sign_in.wait')

  const fresh = await t.account((await t.company('company')).id, 'engineer')
  const begun = (await begin(fresh)).data
  const confirming = []
  for (let guess = 0; guess < 7; guess += 1)
    confirming.push(
      await fresh.call('POST /api/v1/auth/account/totp/confirm', { code: wrongFor(begun.secret) }),
    )
  expect(confirming.at(-1)?.code).toBe('sign_in.wait')
})

test('refuses a code of an hour ago', async () => {
  const { person, secret } = await withTotp()
  const old = codeOf(secret, -120)
  const answer = await person.call('POST /api/v1/auth/account/totp/end', { password: ownPassword, code: old })
  expect(answer.code).toBe('sign_in.second_factor_wrong')
})
