import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  newMail,
  newPhone,
  ownPassword,
} from '../../../test/account-fixture.ts'
import { oneHourLater, codeSentTo, outboxOf, ticketSentTo } from '../../../test/outbox.ts'

let t: AccountTestApp
let company: { id: string }
beforeAll(async () => {
  t = await createAccountTestApp()
  company = await t.company('company')
})
afterAll(() => t.stop())
beforeEach(() => oneHourLater(t))

const newPassword = 'Fresh-start-77'
const post = (url: string, payload: object) => t.raw({ method: 'POST', url: `/api/v1/auth/${url}`, payload })
const forgot = (email: string) => post('password/forgot', { email })
const reset = (payload: object) => post('password/reset', { newPassword, ...payload })
const signIn = (username: string, password: string) => post('login', { username, password })
const linkTo = async (email: string) => {
  expect((await forgot(email)).code).toBe(0)
  return (await ticketSentTo(t, email)) ?? ''
}

describe('a mailed link', () => {
  test('sets a new password once, ends every session with 40005 and notifies the address', async () => {
    const person = await t.account(company.id, 'engineer')
    const ticket = await linkTo(person.email)
    expect((await reset({ ticket })).code).toBe(0)
    expect((await person.call('GET /api/v1/auth/user/simple/info')).code).toBe(40005)
    expect((await signIn(person.email, ownPassword)).code).toBe('sign_in.wrong')
    expect((await signIn(person.email, newPassword)).code).toBe(0)
    expect((await reset({ ticket })).code).toBe('ticket.invalid')
    const notified = (await outboxOf(t)).filter(({ to }) => to === person.email).map(({ kind }) => kind)
    expect(notified).toEqual(['reset_done', 'reset_link'])
  })

  test('is in the fragment of an address below the public URL, with the prefix of the home company', async () => {
    const prefix = `p${newPhone()}`
    const mine = await t.company('company')
    await t.adminPool.query('update company set prefix = $2 where id = $1', [mine.id, prefix])
    const person = await t.account(mine.id, 'engineer')
    await linkTo(person.email)
    const { text } = (await outboxOf(t)).find(({ to }) => to === person.email)!
    expect(text).toMatch(
      new RegExp(`https://netward\\.test/${prefix}/#/login\\?view=reset&ticket=[\\w-]{43}`),
    )
  })

  test.each<[string, (person: { personId: string; email: string }) => Promise<unknown>]>([
    ['half an hour later', () => t.adminPool.query(`update one_time_ticket set expires_at = now()`)],
    [
      'after a newer one was sent',
      async ({ email }) => {
        await oneHourLater(t)
        await linkTo(email)
      },
    ],
    [
      'after the mail address changed',
      ({ personId }) =>
        t.adminPool.query('update person set email = $2 where id = $1', [personId, newMail()]),
    ],
    [
      'after the password changed',
      ({ personId }) => t.adminPool.query(`select set_password($1, 'x', null, '[]')`, [personId]),
    ],
  ])('is refused %s', async (_when, happens) => {
    const person = await t.account(company.id, 'engineer')
    const ticket = await linkTo(person.email)
    await happens(person)
    expect(await reset({ ticket })).toMatchObject({ status: 410, code: 'ticket.invalid' })
  })

  test('one of many concurrent uses succeeds', async () => {
    const person = await t.account(company.id, 'engineer')
    const ticket = await linkTo(person.email)
    const answers = await Promise.all([reset({ ticket }), reset({ ticket }), reset({ ticket })])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'ticket.invalid')).toHaveLength(2)
  })

  test('is not spent by a refused password', async () => {
    const person = await t.account(company.id, 'engineer')
    const ticket = await linkTo(person.email)
    expect((await reset({ ticket, newPassword: 'short' })).code).toBe('request.invalid')
    const common = await reset({ ticket, newPassword: 'Password123!' })
    expect(common).toMatchObject({
      code: 'sign_in.password_too_common',
      data: { fields: [{ field: 'newPassword' }] },
    })
    expect(
      (await reset({ ticket, newPassword: `${person.userName.replace(/\d/g, '')}A-1234567` })).code,
    ).not.toBe('ticket.invalid')
  })

  test('is not mailed to an unknown address, and the answer does not reveal it', async () => {
    const person = await t.account(company.id, 'engineer')
    const stranger = newMail()
    const [known, unknown] = [await forgot(person.email), await forgot(stranger)]
    expect(unknown.body).toBe(known.body)
    const sentTo = (await outboxOf(t)).map(({ to }) => to)
    expect(sentTo).toContain(person.email)
    expect(sentTo).not.toContain(stranger)
    expect((await forgot(stranger)).code).toBe('code.too_soon')
    expect((await forgot(stranger)).code).toBe('sign_in.image_code_needed')
  })

  test('of another kind is refused here', async () => {
    const person = await t.account(company.id, 'engineer')
    await t.adminPool.query('update person set must_complete = true where id = $1', [person.personId])
    const { data } = await signIn(person.email, ownPassword)
    const { ticket } = data as { ticket: string }
    expect((await reset({ ticket })).code).toBe('ticket.invalid')
  })
})

describe('a code sent to a phone', () => {
  test('sets a new password, once', async () => {
    const person = await t.account(company.id, 'engineer')
    const phone = newPhone()
    await t.adminPool.query('update person set phone = $2, phone_verified_at = now() where id = $1', [
      person.personId,
      phone,
    ])
    const { codeId } = (await post('code', { purpose: 'reset_password', phone })).data as { codeId: string }
    const code = await codeSentTo(t, phone)
    const wrong = await reset({ phone, codeId, code: code === '000000' ? '111111' : '000000' })
    expect(wrong).toMatchObject({ status: 400, code: 'code.wrong' })
    expect((await reset({ phone, codeId, code })).code).toBe(0)
    expect((await reset({ phone, codeId, code })).code).toBe('code.wrong')
    expect((await signIn(phone, newPassword)).code).toBe(0)
    const notified = (await outboxOf(t)).filter(({ kind }) => kind === 'reset_done').map(({ to }) => to)
    expect(notified.slice(0, 2).toSorted()).toEqual([phone, person.email].toSorted())
  })

  test('of no account is refused whatever its value', async () => {
    const phone = newPhone()
    const { codeId } = (await post('code', { purpose: 'reset_password', phone })).data as { codeId: string }
    expect((await reset({ phone, codeId, code: '123456' })).code).toBe('code.wrong')
    expect((await reset({})).code).toBe('request.invalid')
  })
})

test('a request without proof cannot change the password of another person', async () => {
  const [person, other] = [await t.account(company.id, 'engineer'), await t.account(company.id, 'engineer')]
  const attempt = t.scopes.withRequest(
    { token: person.token, companyId: company.id, tenantCompanyId: null, proxy: false },
    { needed: null, reads: false },
    ({ client }) => client.query(`select set_password($1, 'x', null, '[]')`, [other.personId]),
  )
  await expect(attempt).rejects.toMatchObject({ code: 'permission.denied' })
})
