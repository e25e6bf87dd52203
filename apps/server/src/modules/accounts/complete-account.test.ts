import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  newMail,
  newPhone,
  tokenOf,
} from '../../../test/account-fixture.ts'
import type { Answered } from '../../../test/test-app.ts'

let t: AccountTestApp
beforeAll(async () => {
  t = await createAccountTestApp()
})
afterAll(() => t.stop())
beforeEach(() => t.forget())

const first = 'First-Handed-7'
const own = 'Harbour-Light-7'

/** A member created by an administrator, and the ticket of their first sign-in. */
async function newcomer(email?: string) {
  const company = await t.company('company')
  const admin = await t.person(company.id, 'administrator')
  const made = await admin.call('POST /api/v1/auth/member', {
    userName: 'wang.min',
    displayName: 'Wang Min',
    password: first,
    role: 'engineer',
    ...(email === undefined ? {} : { email }),
  })
  expect(made.code).toBe(0)
  const signIn = (password = first): Promise<Answered<unknown>> =>
    t.raw({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { username: `wang.min@${company.code}`, password },
    })
  const answer = await signIn()
  expect(answer).toMatchObject({ status: 403, code: 'sign_in.complete_account' })
  const { ticket } = answer.data as { ticket: string }
  return { company, admin, personId: made.data.userCode, signIn, ticket }
}

const complete = (ticket: string, extra: object = {}) =>
  t.open('POST /api/v1/auth/account/complete', {
    ticket,
    displayName: '王敏',
    newPassword: own,
    ...extra,
  })

test('the first sign-in returns a ticket that shows its account', async () => {
  const email = newMail()
  const { company, ticket } = await newcomer(email)
  expect(await t.open('POST /api/v1/auth/account/incomplete', { ticket })).toMatchObject({
    code: 0,
    data: {
      userName: 'wang.min',
      displayName: 'Wang Min',
      companyName: `Company ${company.code}`,
      email,
      phone: null,
    },
  })
  const wrong = await t.open('POST /api/v1/auth/account/incomplete', { ticket: 'nobody-has-this-ticket' })
  expect(wrong).toMatchObject({ status: 410, code: 'ticket.invalid' })
})

test('completing sets a password and a name, opens a session and invalidates the first password', async () => {
  const { company, admin, ticket, signIn, personId } = await newcomer()
  const done = await complete(ticket)
  const info = await t.raw({
    method: 'GET',
    url: '/api/v1/auth/user/simple/info',
    headers: { authorization: `Bearer ${tokenOf(done)}` },
  })
  expect(info.data).toMatchObject({ userCode: personId, displayName: '王敏', companyId: company.id })
  expect((await signIn()).code).toBe('sign_in.wrong')
  expect((await signIn(own)).code).toBe(0)
  const members = await admin.call('POST /api/v1/auth/member/lists', { search: '王敏' })
  expect(members.data.items).toMatchObject([{ userName: 'wang.min' }])
  expect((await t.audited(company.id)).map(({ action }) => action)).toContain('account.completed')
})

test('completes once: one of two concurrent requests succeeds, and the ticket is spent', async () => {
  const { ticket } = await newcomer()
  const answers = await Promise.all([complete(ticket), complete(ticket, { newPassword: 'Another-Light-8' })])
  expect(answers.map(({ code }) => String(code)).toSorted()).toEqual(['0', 'ticket.invalid'])
  expect((await complete(ticket)).code).toBe('ticket.invalid')
  expect((await t.open('POST /api/v1/auth/account/incomplete', { ticket })).code).toBe('ticket.invalid')
})

test('using one ticket of a first sign-in ends the others', async () => {
  const { ticket, signIn } = await newcomer()
  const { ticket: other } = (await signIn()).data as { ticket: string }
  expect((await complete(ticket)).code).toBe(0)
  expect((await complete(other, { newPassword: 'Another-Light-8' })).code).toBe('ticket.invalid')
})

test('refuses the first password and a common one, and keeps the ticket valid', async () => {
  const { ticket } = await newcomer()
  expect(await complete(ticket, { newPassword: first })).toMatchObject({
    status: 400,
    code: 'account.password_same',
    data: { fields: [{ field: 'newPassword' }] },
  })
  expect(await complete(ticket, { newPassword: 'P@ssw0rd1' })).toMatchObject({
    status: 400,
    code: 'sign_in.password_too_common',
  })
  expect((await complete(ticket)).code).toBe(0)
})

test('verifies an address only with a code requested with this ticket', async () => {
  const { ticket } = await newcomer()
  const { ticket: foreign } = await newcomer()
  const phone = newPhone()
  for (const bound of [foreign, ''])
    expect(
      await complete(ticket, { phone, ...(await t.codeFor('complete_account', { phone }, bound)) }),
    ).toMatchObject({ status: 400, code: 'code.wrong' })
  expect(await complete(ticket, { phone })).toMatchObject({
    code: 'request.invalid',
    data: { fields: [{ field: 'codeId' }, { field: 'code' }] },
  })
  const asked = await t.open('POST /api/v1/auth/code', {
    purpose: 'complete_account',
    phone: newPhone(),
    ticket,
  })
  expect(asked.code).toBe(0)
  const done = await complete(ticket, {
    phone,
    ...(await t.codeFor('complete_account', { phone }, ticket)),
  })
  expect(done.code).toBe(0)
  const signed = await t.raw({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { username: phone, password: own },
  })
  expect(signed.code).toBe(0)
})

test('reports an address of another person only after the code proves it, and changes nothing', async () => {
  const holder = await t.account((await t.company('company')).id, 'engineer')
  const phone = newPhone()
  await t.adminPool.query('update person set phone = $2, phone_verified_at = now() where id = $1', [
    holder.personId,
    phone,
  ])
  const { ticket } = await newcomer()
  const withCode = async (address: { phone: string } | { email: string }) =>
    complete(ticket, { ...address, ...(await t.codeFor('complete_account', address, ticket)) })
  expect(await withCode({ phone })).toMatchObject({ status: 409, code: 'account.phone_taken' })
  expect(await withCode({ email: holder.email })).toMatchObject({ status: 409, code: 'account.email_taken' })
  expect((await complete(ticket)).code).toBe(0)
})

test('opens no session if the company is frozen or ended, or the membership disabled, in the meantime', async () => {
  for (const [change, code] of [
    [`update company set status = 'frozen', frozen_because = 'hand' where id = $1`, 40027],
    [`update company set status = 'deactivated' where id = $1`, 40031],
    [`update member set status = 'disabled' where company_id = $1`, 40032],
  ] as const) {
    const { company, ticket } = await newcomer()
    await t.adminPool.query(change, [company.id])
    expect((await complete(ticket)).code).toBe(code)
  }
})
