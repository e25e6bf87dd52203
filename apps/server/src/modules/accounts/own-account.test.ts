import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  newMail,
  newPhone,
  ownPassword,
} from '../../../test/account-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'

let t: AccountTestApp
beforeAll(async () => {
  t = await createAccountTestApp()
})
afterAll(() => t.stop())
beforeEach(() => t.forget())

const newPassword = 'Harbour-Light-7'

async function somebody() {
  const company = await t.company('company')
  const person = await t.account(company.id, 'engineer')
  return { company, person }
}

const signIn = (username: string, password: string) =>
  t.raw({ method: 'POST', url: '/api/v1/auth/login', payload: { username, password } })

const info = (person: TestPerson) => person.call('GET /api/v1/auth/user/simple/info')

describe("one's own account", () => {
  test('shows verified addresses in full to the owner only, with companies and roles', async () => {
    const { company, person } = await somebody()
    const other = await t.company('company')
    await t.joins(person, other.id, 'administrator')
    expect((await person.call('GET /api/v1/auth/account')).data).toEqual({
      userCode: person.personId,
      userName: person.userName,
      displayName: person.userName,
      phone: null,
      email: person.email,
      passwordChangedAt: null,
      totp: false,
      recoveryCodesLeft: 0,
      phoneCodes: true,
      mail: true,
      companies: expect.arrayContaining([
        { companyId: company.id, name: `Company ${company.code}`, roles: ['engineer'], department: null },
        { companyId: other.id, name: `Company ${other.code}`, roles: ['administrator'], department: null },
      ]),
    })
  })

  test("stays the person's own while acting inside a tenant", async () => {
    const customer = await t.company('company')
    const seen = await t.operator.actingIn(customer.id).call('GET /api/v1/auth/account')
    expect(seen.data).toMatchObject({ userCode: t.operator.personId, userName: 'admin' })
  })

  test('changes made while acting inside a tenant do not appear in the log of the tenant', async () => {
    const msp = await t.company('middleman')
    const admin = await t.account(msp.id, 'administrator')
    const customer = await t.company('company', msp.id)
    const inside = admin.actingIn(customer.id)
    expect((await inside.call('PUT /api/v1/auth/account', { displayName: '李力' })).code).toBe(0)
    const input = { password: ownPassword, newPassword: 'Harbour-Light-7' }
    expect((await inside.call('POST /api/v1/auth/account/password', input)).code).toBe(0)
    expect((await inside.call('POST /api/v1/auth/logout')).code).toBe(0)
    expect(await t.audited(customer.id)).toEqual([])
    expect((await t.audited(msp.id)).map(({ action }) => action)).toEqual([
      'account.changed',
      'account.password_changed',
      'session.ended',
    ])
  })

  test('a new name appears in every company of the person', async () => {
    const { company, person } = await somebody()
    const other = await t.company('company')
    await t.joins(person, other.id, 'engineer')
    expect((await person.call('PUT /api/v1/auth/account', { displayName: '王敏' })).code).toBe(0)
    const { rows } = await t.adminPool.query(
      'select distinct display_name from member where person_id = $1',
      [person.personId],
    )
    expect(rows).toEqual([{ display_name: '王敏' }])
    expect((await info(person)).data.displayName).toBe('王敏')
    expect((await t.audited(company.id)).at(-1)).toEqual({
      action: 'account.changed',
      detail: { before: { displayName: person.userName }, after: { displayName: '王敏' } },
    })
  })
})

describe('the password', () => {
  test('changes with the old password: other sessions end with 40005, verified addresses are notified', async () => {
    const { company, person } = await somebody()
    const phone = newPhone()
    await t.adminPool.query('update person set phone = $2, phone_verified_at = now() where id = $1', [
      person.personId,
      phone,
    ])
    const elsewhere = await t.session(person.personId, company.id)
    const changed = await person.call('POST /api/v1/auth/account/password', {
      password: ownPassword,
      newPassword,
    })
    expect(changed.code).toBe(0)
    expect((await info(person)).code).toBe(0)
    expect(await info(elsewhere)).toMatchObject({ status: 401, code: 40005 })
    for (const address of [phone, person.email])
      expect((await t.sentTo(address)).at(-1)).toMatchObject({ kind: 'password_changed' })
    expect((await signIn(person.email, ownPassword)).code).toBe('sign_in.wrong')
    expect((await signIn(person.email, newPassword)).code).toBe(0)
    expect((await person.call('GET /api/v1/auth/account')).data.passwordChangedAt).not.toBeNull()
    const [entry] = (await t.audited(company.id)).filter(
      ({ action }) => action === 'account.password_changed',
    )
    expect(JSON.stringify(entry)).not.toContain(newPassword)
  })

  test('is refused with a wrong old one, the same one or a common one', async () => {
    const { person } = await somebody()
    const change = (password: string, to: string) =>
      person.call('POST /api/v1/auth/account/password', { password, newPassword: to })
    expect(await change('Wrong-pass-1', newPassword)).toMatchObject({
      status: 400,
      code: 'account.password_wrong',
      data: { fields: [{ field: 'password' }] },
    })
    expect(await change(ownPassword, ownPassword)).toMatchObject({
      status: 400,
      code: 'account.password_same',
      data: { fields: [{ field: 'newPassword' }] },
    })
    expect(await change(ownPassword, 'P@ssw0rd1')).toMatchObject({
      status: 400,
      code: 'sign_in.password_too_common',
    })
    expect((await signIn(person.email, ownPassword)).code).toBe(0)
  })

  test('guessing it in a session is limited as at sign-in', async () => {
    const { person } = await somebody()
    const answers = []
    for (let guess = 0; guess < 7; guess += 1)
      answers.push(
        await person.call('POST /api/v1/auth/account/password', {
          password: `Wrong-pass-${guess}`,
          newPassword,
        }),
      )
    expect(answers.at(-1)).toMatchObject({ status: 429, code: 'sign_in.wait' })
    const asked = await person.call('POST /api/v1/auth/account/code', {
      password: ownPassword,
      email: newMail(),
    })
    expect(asked.code).toBe('sign_in.wait')
    expect((await person.call('POST /api/v1/auth/account/totp/begin', { password: ownPassword })).code).toBe(
      'sign_in.wait',
    )
  })
})

describe('phone and mail', () => {
  async function codeTo(person: TestPerson, address: { phone: string } | { email: string }) {
    await t.adminPool.query('delete from sent_code')
    const asked = await person.call('POST /api/v1/auth/account/code', { password: ownPassword, ...address })
    expect(asked.code).toBe(0)
    const sent = await t.sentTo('phone' in address ? address.phone : address.email)
    return { codeId: asked.data.codeId, code: sent.at(-1)!.params['code']! }
  }

  test('change with the password and a code sent to the new one; the old one is notified', async () => {
    const { company, person } = await somebody()
    const email = newMail()
    const sent = await codeTo(person, { email })
    expect((await person.call('POST /api/v1/auth/account/email', { email, ...sent })).code).toBe(0)
    expect((await t.sentTo(person.email)).at(-1)).toMatchObject({
      kind: 'contact_changed',
      params: { channel: 'mail' },
    })
    expect((await signIn(person.email, ownPassword)).code).toBe('sign_in.wrong')
    expect((await signIn(email, ownPassword)).code).toBe(0)

    const [phone, next] = [newPhone(), newPhone()]
    const first = await codeTo(person, { phone })
    expect((await person.call('POST /api/v1/auth/account/phone', { phone, ...first })).code).toBe(0)
    const second = await codeTo(person, { phone: next })
    expect((await person.call('POST /api/v1/auth/account/phone', { phone: next, ...second })).code).toBe(0)
    expect((await t.sentTo(phone)).at(-1)).toMatchObject({
      kind: 'contact_changed',
      params: { channel: 'phone' },
    })
    expect((await person.call('GET /api/v1/auth/account')).data).toMatchObject({ email, phone: next })
    const audited = JSON.stringify(await t.audited(company.id))
    expect(audited).toContain('account.email_changed')
    expect(audited).toContain('account.phone_changed')
    expect(audited).not.toContain(next)
  })

  test('a change invalidates a reset link sent to the old address', async () => {
    const { person } = await somebody()
    await t.adminPool.query(
      `insert into one_time_ticket (hash, purpose, person_id, expires_at) values ('x', 'reset_password', $1, now() + interval '1 hour')`,
      [person.personId],
    )
    const email = newMail()
    await person.call('POST /api/v1/auth/account/email', { email, ...(await codeTo(person, { email })) })
    const { rows } = await t.adminPool.query('select 1 from one_time_ticket where person_id = $1', [
      person.personId,
    ])
    expect(rows).toEqual([])
  })

  test('sends no code without the right password, or twice within a minute', async () => {
    const { person } = await somebody()
    const email = newMail()
    const ask = (password: string) => person.call('POST /api/v1/auth/account/code', { password, email })
    expect(await ask('Wrong-pass-1')).toMatchObject({ status: 400, code: 'account.password_wrong' })
    expect(await t.sentTo(email)).toEqual([])
    expect((await ask(ownPassword)).code).toBe(0)
    expect(await ask(ownPassword)).toMatchObject({ status: 429, code: 'code.too_soon' })
  })

  test('limits codes to twenty addresses a day, from any source', async () => {
    const { person } = await somebody()
    const codes: unknown[] = []
    for (let sent = 0; sent < 21; sent += 1) {
      const answer = await t.raw({
        method: 'POST',
        url: '/api/v1/auth/account/code',
        payload: { password: ownPassword, email: newMail() },
        headers: { authorization: `Bearer ${person.token}` },
        from: `198.51.100.${sent}`,
      })
      codes.push(answer.code)
    }
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 0), 'code.too_soon'])
  })

  test('a code is valid for its address and its person, once', async () => {
    const { person } = await somebody()
    const { person: thief } = await somebody()
    const email = newMail()
    const sent = await codeTo(person, { email })
    const use = (who: TestPerson, to = email) =>
      who.call('POST /api/v1/auth/account/email', { email: to, ...sent })
    expect(await use(thief)).toMatchObject({ status: 400, code: 'code.wrong' })
    expect((await use(person, newMail())).code).toBe('code.wrong')
    expect((await use(person)).code).toBe(0)
    expect((await use(person)).code).toBe('code.wrong')
    // A code for the same address but another purpose.
    const phone = newPhone()
    const registering = await t.codeFor('registration', { phone })
    const answer = await person.call('POST /api/v1/auth/account/phone', { phone, ...registering })
    expect(answer).toMatchObject({ status: 400, code: 'code.wrong' })
  })

  test('reports an address that another person has proved only after the code', async () => {
    const { person } = await somebody()
    const { person: holder } = await somebody()
    const phone = newPhone()
    await t.adminPool.query('update person set phone = $2, phone_verified_at = now() where id = $1', [
      holder.personId,
      phone,
    ])
    const mail = await codeTo(person, { email: holder.email })
    expect(
      await person.call('POST /api/v1/auth/account/email', { email: holder.email, ...mail }),
    ).toMatchObject({ status: 409, code: 'account.email_taken' })
    const sent = await codeTo(person, { phone })
    expect(await person.call('POST /api/v1/auth/account/phone', { phone, ...sent })).toMatchObject({
      status: 409,
      code: 'account.phone_taken',
    })
    expect((await person.call('GET /api/v1/auth/account')).data.email).toBe(person.email)
  })

  test('without a way to send there are no codes, and the account says so', async () => {
    const { person } = await somebody()
    await t.withoutChannels(async () => {
      const answer = await person.call('POST /api/v1/auth/account/code', {
        password: ownPassword,
        email: newMail(),
      })
      expect(answer).toMatchObject({ status: 409, code: 'code.channel_unavailable' })
      expect((await person.call('GET /api/v1/auth/account')).data).toMatchObject({
        phoneCodes: false,
        mail: false,
      })
    })
  })
})

describe('sessions', () => {
  test('lists open sessions with the current one marked, without ended ones and those of others', async () => {
    const { company, person } = await somebody()
    const elsewhere = await t.session(person.personId, company.id)
    const gone = await t.session(person.personId, company.id)
    await gone.call('POST /api/v1/auth/logout')
    const { data } = await person.call('GET /api/v1/auth/account/sessions')
    expect(data).toHaveLength(2)
    expect(data.filter(({ current }) => current)).toMatchObject([
      { companyName: `Company ${company.code}`, remoteAddress: '127.0.0.1', userAgent: 'test' },
    ])
    const other = data.find(({ current }) => !current)!
    const ended = await person.call('DELETE /api/v1/auth/account/sessions/:sessionId', {
      sessionId: other.id,
    })
    expect(ended.code).toBe(0)
    expect(await info(elsewhere)).toMatchObject({ status: 401, code: 40005 })
    const again = await person.call('DELETE /api/v1/auth/account/sessions/:sessionId', {
      sessionId: other.id,
    })
    expect(again).toMatchObject({ status: 404, code: 'session.not_found' })
    expect(await t.audited(company.id)).toContainEqual({ action: 'session.ended', detail: {} })
  })

  test('ends all others immediately', async () => {
    const { company, person } = await somebody()
    const others = [
      await t.session(person.personId, company.id),
      await t.session(person.personId, company.id),
    ]
    const ended = await person.call('POST /api/v1/auth/account/sessions/end-others')
    expect(ended.data).toEqual({ ended: 2 })
    for (const other of others) expect((await info(other)).code).toBe(40005)
    expect((await info(person)).code).toBe(0)
    expect((await person.call('POST /api/v1/auth/account/sessions/end-others')).data).toEqual({ ended: 0 })
  })

  test('of others cannot be ended by a colleague, the administrator or the operator', async () => {
    const { company, person } = await somebody()
    const sessionId = (await person.call('GET /api/v1/auth/account/sessions')).data[0]!.id
    const admin = await t.person(company.id, 'administrator')
    const { person: stranger } = await somebody()
    for (const other of [admin, stranger, t.operator, t.operator.actingIn(company.id)]) {
      const answer = await other.call('DELETE /api/v1/auth/account/sessions/:sessionId', { sessionId })
      expect(answer).toMatchObject({ status: 404, code: 'session.not_found' })
    }
    expect((await info(person)).code).toBe(0)
  })
})

test('an administrator of B cannot see, change or take over the address or password of a member of A and B', async () => {
  const { person } = await somebody()
  const b = await t.company('company')
  await t.joins(person, b.id, 'engineer')
  const adminB = await t.person(b.id, 'administrator')

  const list = await adminB.call('POST /api/v1/auth/member/lists', { search: person.userName })
  expect(list.body).not.toContain(person.email)
  // No endpoint takes a person id: the account endpoints use the session's own person only.
  const own = await adminB.call('GET /api/v1/auth/account')
  expect(own.data.userCode).toBe(adminB.personId)

  // Re-inviting the address, to have it verified for another account.
  const invited = await adminB.call('POST /api/v1/auth/invitation', {
    displayName: 'x',
    role: 'engineer',
    email: person.email,
  })
  expect(invited.code).toBe('invitation.already_member')

  // A member created by hand with the same mail address: unverified, it allows neither sign-in nor reset.
  const made = await adminB.call('POST /api/v1/auth/member', {
    userName: 'double',
    displayName: 'Double',
    password: 'Double-pass-77',
    email: person.email,
    role: 'engineer',
  })
  expect(made.code).toBe(0)
  expect((await signIn(person.email, 'Double-pass-77')).code).toBe('sign_in.wrong')
  expect((await signIn(person.email, ownPassword)).code).toBe(0)

  // The database functions, called with B's own role: another person's id changes nothing.
  const attempt = t.scopes.withCompany(b.id, async ({ client }) => {
    await client.query(`select set_config('netward.person_id', $1, true)`, [adminB.personId])
    await client.query('select set_password($1, $2, null, $3)', [person.personId, 'x', '[]'])
  })
  await expect(attempt).rejects.toThrow(/permission.denied/)
})
