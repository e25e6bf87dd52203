import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  ownPassword,
  tokenOf,
} from '../../../test/account-fixture.ts'
import { oneHourLater, imageCode, ticketSentTo, waitsLast } from '../../../test/outbox.ts'
import { recoveryCodeHash, totpContext } from './second-factor.ts'
import { base32, totpCode, totpStepAt, totpStepOf } from './totp.ts'

describe('TOTP', () => {
  // RFC 6238 appendix B, SHA-1, truncated to the last six digits.
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i seconds is what RFC 6238 says', (seconds, code) => {
    expect(totpCode(Buffer.from('12345678901234567890'), totpStepAt(seconds * 1000))).toBe(code.slice(-6))
  })

  test('accepts a code of the step before and after, none further away', () => {
    const secret = randomBytes(20)
    const now = 1_800_000_000_000
    const at = totpStepAt(now)
    expect([-2, -1, 0, 1, 2].map((off) => totpStepOf(secret, totpCode(secret, at + off), now))).toEqual([
      null,
      at - 1,
      at,
      at + 1,
      null,
    ])
  })

  // RFC 4648 section 10, without padding.
  test.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foobar', 'MZXW6YTBOI'],
  ])('base32 of %s', (plain, encoded) => {
    expect(base32(Buffer.from(plain))).toBe(encoded)
  })
})

describe('the second step', () => {
  let t: AccountTestApp
  let company: { id: string }
  beforeAll(async () => {
    t = await createAccountTestApp()
    company = await t.company('company')
  })
  afterAll(() => t.stop())
  beforeEach(() => oneHourLater(t))

  const step = () => totpStepAt(Date.now())
  const signIn = (username: string, extra: object = {}) =>
    t.raw({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { username, password: ownPassword, ...extra },
    })
  const second = (ticket: string, code: string) =>
    t.raw({ method: 'POST', url: '/api/v1/auth/login/second-factor', payload: { ticket, code } })
  const ticketOf = async (username: string) => {
    const answer = await signIn(username)
    expect(answer).toMatchObject({ status: 401, code: 'sign_in.second_factor' })
    return (answer.data as { ticket: string }).ticket
  }

  async function withFactor() {
    const person = await t.account(company.id, 'engineer')
    const secret = randomBytes(20)
    await t.adminPool.query(
      'insert into person_totp (person_id, secret, confirmed_at) values ($1, $2, now())',
      [person.personId, t.secrets.seal(secret, totpContext(person.personId))],
    )
    const wrong = () => (totpStepOf(secret, '000000', Date.now()) === null ? '000000' : '111111')
    return { ...person, secret, now: () => totpCode(secret, step()), wrong }
  }

  test('the password alone opens no session; a code of the authenticator does', async () => {
    const person = await withFactor()
    const first = await signIn(person.email)
    expect(first.body).not.toContain('accessToken')
    const answer = await second((first.data as { ticket: string }).ticket, person.now())
    expect(answer.code).toBe(0)
    const info = await t.raw({
      method: 'GET',
      url: '/api/v1/auth/user/simple/info',
      headers: { authorization: `Bearer ${tokenOf(answer)}` },
    })
    expect(info.data).toMatchObject({ userCode: person.personId })
  })

  test('accepts a step once, and a ticket once', async () => {
    const person = await withFactor()
    const [one, two] = [await ticketOf(person.email), await ticketOf(person.email)]
    const code = person.now()
    expect((await second(one, code)).code).toBe(0)
    expect((await second(two, code)).code).toBe('sign_in.second_factor_wrong')
    expect((await second(one, totpCode(person.secret, step() + 1))).code).toBe('ticket.invalid')
    expect((await second(two, totpCode(person.secret, step() + 1))).code).toBe(0)
  })

  test('one of many concurrent uses of a code succeeds', async () => {
    const person = await withFactor()
    const tickets = [await ticketOf(person.email), await ticketOf(person.email), await ticketOf(person.email)]
    const code = person.now()
    const answers = await Promise.all(tickets.map((ticket) => second(ticket, code)))
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
  })

  test('a recovery code works once, in any notation, and for its person only', async () => {
    const [person, other] = [await withFactor(), await withFactor()]
    await t.adminPool.query('insert into person_recovery_code (person_id, hash) values ($1, $2)', [
      person.personId,
      recoveryCodeHash(t, person.personId, 'ABCDE-FGH23'),
    ])
    expect((await second(await ticketOf(other.email), 'ABCDE-FGH23')).code).toBe(
      'sign_in.second_factor_wrong',
    )
    expect((await second(await ticketOf(person.email), 'abcdefgh 23')).code).toBe(0)
    expect((await second(await ticketOf(person.email), 'ABCDE-FGH23')).code).toBe(
      'sign_in.second_factor_wrong',
    )
  })

  test('a ticket allows five attempts and five minutes', async () => {
    const person = await withFactor()
    const ticket = await ticketOf(person.email)
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await second(ticket, person.wrong())).code).toBe('sign_in.second_factor_wrong')
    expect((await second(ticket, person.now())).code).toBe('ticket.invalid')
    await oneHourLater(t)
    const late = await ticketOf(person.email)
    await t.adminPool.query(`update one_time_ticket set expires_at = expires_at - interval '5 minutes'`)
    expect((await second(late, person.now())).code).toBe('ticket.invalid')
    expect((await second('no-such-ticket-at-all', person.now())).code).toBe('ticket.invalid')
  })

  test('new tickets give no new attempts: the account is delayed', async () => {
    const person = await withFactor()
    const codes: unknown[] = []
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await waitsLast(t)
      codes.push((await second(await ticketOf(person.email), person.wrong())).code)
    }
    expect(codes.at(-1)).toBe('sign_in.wait')
    expect((await second(await ticketOf(person.email), person.now())).code).toBe('sign_in.wait')
  })

  test('a new password ends the tickets of the old one, and the second factor stays on', async () => {
    const person = await withFactor()
    const before = await ticketOf(person.email)
    await t.raw({ method: 'POST', url: '/api/v1/auth/password/forgot', payload: { email: person.email } })
    const ticket = await ticketSentTo(t, person.email)
    const payload = { ticket, newPassword: 'Fresh-start-77' }
    expect((await t.raw({ method: 'POST', url: '/api/v1/auth/password/reset', payload })).code).toBe(0)
    expect((await second(before, person.now())).code).toBe('ticket.invalid')
    expect((await signIn(person.email, { password: 'Fresh-start-77' })).code).toBe('sign_in.second_factor')
  })

  test('an unconfirmed one is not required; a secret moved to another person does not open', async () => {
    const [person, other] = [await withFactor(), await withFactor()]
    await t.adminPool.query('update person_totp set confirmed_at = null where person_id = $1', [
      person.personId,
    ])
    expect((await signIn(person.email)).code).toBe(0)
    await t.adminPool.query(
      'update person_totp set secret = (select secret from person_totp where person_id = $1) where person_id = $2',
      [person.personId, other.personId],
    )
    expect((await second(await ticketOf(other.email), person.now())).status).toBe(500)
  })

  test('a member who is disabled between the two steps gets no session', async () => {
    const person = await withFactor()
    const ticket = await ticketOf(person.email)
    await t.adminPool.query(`update member set status = 'disabled' where person_id = $1`, [person.personId])
    expect((await second(ticket, person.now())).code).toBe(40032)
  })

  test('requires image codes before checking the password, so also before this step', async () => {
    const person = await withFactor()
    for (let attempt = 0; attempt < 3; attempt += 1)
      await signIn(person.email, { password: 'Wrong-password-1' })
    expect((await signIn(person.email)).code).toBe('sign_in.image_code_needed')
    expect((await signIn(person.email, await imageCode(t))).code).toBe('sign_in.second_factor')
  })
})
