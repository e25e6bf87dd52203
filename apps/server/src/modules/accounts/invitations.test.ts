import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  invitationsOf,
  newMail,
  newPhone,
  tokenOf,
} from '../../../test/account-fixture.ts'

let t: AccountTestApp
beforeAll(async () => {
  t = await createAccountTestApp()
})
afterAll(() => t.stop())
beforeEach(() => t.forget())

const { accept, companyWithAdmin, infoOf, invited, ticketSentTo } = invitationsOf(() => t)

describe('inviting', () => {
  test('sends a link to the address; the link shows inviter and company, and no address', async () => {
    const { company, admin } = await companyWithAdmin()
    await t.adminPool.query('update company set prefix = code where id = $1', [company.id])
    const { ticket, email } = await invited(admin)
    const { params } = (await t.sentTo(email)).at(-1)!
    expect(params).toMatchObject({ companyName: `Company ${company.code}`, prefix: company.code })
    const opened = await t.open('POST /api/v1/auth/invitation/open', { ticket })
    expect(opened).toMatchObject({
      code: 0,
      data: {
        companyName: `Company ${company.code}`,
        companyPrefix: company.code,
        displayName: 'Wang Min',
        hasAccount: false,
      },
    })
    expect(opened.body).not.toContain(email)
    // Creating the company activated its products.
    const { rows: events } = await t.adminPool.query(
      `select kind from live_event where company_id = $1 and kind <> 'application.changed'`,
      [company.id],
    )
    expect(events).toEqual([{ kind: 'invitation.changed' }])
    expect(await t.audited(company.id)).toContainEqual({
      action: 'invitation.sent',
      detail: { displayName: 'Wang Min', roles: ['engineer'] },
    })
  })

  test('stores the hash of a ticket, not the ticket', async () => {
    const { admin } = await companyWithAdmin()
    const { ticket, invitationId } = await invited(admin)
    const { rows } = await t.adminPool.query('select * from invitation where id = $1', [invitationId])
    expect(JSON.stringify(rows)).not.toContain(ticket)
  })

  test('refuses to grant what the inviter does not hold', async () => {
    const { company, admin } = await companyWithAdmin()
    const own = { displayName: 'x', email: newMail(), role: 'platform_administrator' as const }
    expect(await admin.call('POST /api/v1/auth/invitation', own)).toMatchObject({
      status: 403,
      code: 'permission.denied',
    })
    expect((await t.operator.actingIn(company.id).call('POST /api/v1/auth/invitation', own)).code).toBe(
      'permission.denied',
    )
    // A user who may create members and nothing else.
    const clerk = await t.person(company.id, 'user_layer')
    await t.adminPool.query(
      `with r as (insert into role (company_id, name, permissions)
         values ($1, 'clerk', array['DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE', 'DMS_SERVER_MANAGE_WORKBENCH']) returning id)
       update member_role set built_in = null, role_id = (select id from r)
       where member_id = (select id from member where person_id = $2)`,
      [company.id, clerk.personId],
    )
    const asked = { displayName: 'x', email: newMail(), role: 'engineer' as const }
    expect((await clerk.call('POST /api/v1/auth/invitation', asked)).code).toBe('permission.denied')
    // Nor by resending another user's invitation.
    const { invitationId } = await invited(admin)
    const resent = await clerk.call('POST /api/v1/auth/invitation/:invitationId/resend', { invitationId })
    expect(resent.code).toBe('permission.denied')
  })

  test('reports a member of this company and an open invitation, but no account elsewhere', async () => {
    const { company, admin } = await companyWithAdmin()
    const colleague = await t.account(company.id, 'engineer')
    const elsewhere = await t.account((await t.company('company')).id, 'engineer')
    const ask = (email: string) =>
      admin.call('POST /api/v1/auth/invitation', { displayName: 'x', role: 'engineer', email })
    expect(await ask(colleague.email.toUpperCase())).toMatchObject({
      status: 409,
      code: 'invitation.already_member',
    })
    const [known, unknown] = [await ask(elsewhere.email), await ask(newMail())]
    expect({ status: known.status, code: known.code, fields: Object.keys(known.data) }).toEqual({
      status: unknown.status,
      code: unknown.code,
      fields: Object.keys(unknown.data),
    })
    expect(await ask(elsewhere.email)).toMatchObject({ status: 409, code: 'invitation.already_open' })
    const { admin: other } = await companyWithAdmin()
    const fromOther = await other.call('POST /api/v1/auth/invitation', {
      displayName: 'x',
      role: 'engineer',
      email: elsewhere.email,
    })
    expect(fromOther.code).toBe(0)
  })

  test('limits mails to one address that is invited and revoked repeatedly', async () => {
    const { admin } = await companyWithAdmin()
    const email = newMail()
    const codes: (string | number)[] = []
    for (let time = 0; time < 11; time += 1) {
      const answer = await admin.call('POST /api/v1/auth/invitation', {
        displayName: 'x',
        role: 'engineer',
        email,
      })
      codes.push(answer.code)
      if (answer.code === 0) await admin.call('DELETE /api/v1/auth/invitation/:invitationId', answer.data)
    }
    expect(codes.slice(0, 10).every((code) => code === 0)).toBe(true)
    expect(codes[10]).toBe('request.too_many')
  })

  test('is refused if no way to send it is configured', async () => {
    const { company, admin } = await companyWithAdmin()
    const { invitationId } = await invited(admin)
    await t.withoutChannels(async () => {
      for (const address of [{ email: newMail() }, { phone: newPhone() }]) {
        const answer = await admin.call('POST /api/v1/auth/invitation', {
          displayName: 'x',
          role: 'engineer',
          ...address,
        })
        expect(answer).toMatchObject({ status: 409, code: 'code.channel_unavailable' })
      }
      const resent = await admin.call('POST /api/v1/auth/invitation/:invitationId/resend', { invitationId })
      expect(resent.code).toBe('code.channel_unavailable')
    })
    const { rows } = await t.adminPool.query('select 1 from invitation where company_id = $1', [company.id])
    expect(rows).toHaveLength(1)
  })
})

describe('an invitation', () => {
  test('creates an account with the address that the link proves', async () => {
    const { company, admin } = await companyWithAdmin()
    const { email, ticket } = await invited(admin)
    const accepted = await accept(ticket, { userName: 'wang.min', displayName: '王敏' })
    expect((await infoOf(tokenOf(accepted))).data).toMatchObject({
      userName: 'wang.min',
      displayName: '王敏',
      companyId: company.id,
      userIdentity: 4,
    })
    const signed = await t.raw({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { username: email, password: 'Harbour-Light-7' },
    })
    expect(signed.code).toBe(0)
    expect((await t.audited(company.id)).map(({ action }) => action)).toContain('invitation.accepted')
    const page = await admin.call('POST /api/v1/auth/invitation/lists', { state: 'accepted' })
    expect(page.data.items).toMatchObject([{ email, state: 'accepted', roles: ['engineer'] }])
  })

  test('proves the phone if it was sent by phone', async () => {
    const { admin } = await companyWithAdmin()
    const phone = newPhone()
    await admin.call('POST /api/v1/auth/invitation', { displayName: 'x', role: 'user_layer', phone })
    expect((await accept(await ticketSentTo(phone))).code).toBe(0)
    const { rows } = await t.adminPool.query(
      'select phone_verified_at is not null as verified, email from person where phone = $1',
      [phone],
    )
    expect(rows).toEqual([{ verified: true, email: null }])
  })

  test('works once: one of two concurrent requests succeeds', async () => {
    const { admin } = await companyWithAdmin()
    const { ticket } = await invited(admin)
    const answers = await Promise.all([accept(ticket), accept(ticket)])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(await accept(ticket)).toMatchObject({ status: 410, code: 'ticket.invalid' })
    expect((await t.open('POST /api/v1/auth/invitation/open', { ticket })).code).toBe('ticket.invalid')
  })

  test('expires after 7 days, starts a new term when resent, and may be issued again', async () => {
    const { admin } = await companyWithAdmin()
    const { email, ticket, invitationId } = await invited(admin)
    const { rows } = await t.adminPool.query<{ days: number }>(
      'select extract(epoch from expires_at - created_at) / 86400::float8 as days from invitation where id = $1',
      [invitationId],
    )
    expect(rows[0]!.days).toBe(7)
    await t.adminPool.query(
      `update invitation set expires_at = now() - interval '1 second', sent_at = now() - interval '8 days' where id = $1`,
      [invitationId],
    )
    expect((await accept(ticket)).code).toBe('ticket.invalid')
    const page = await admin.call('POST /api/v1/auth/invitation/lists', { state: 'expired' })
    expect(page.data.items.map(({ id }) => id)).toEqual([invitationId])
    const resent = await admin.call('POST /api/v1/auth/invitation/:invitationId/resend', { invitationId })
    expect(resent.code).toBe(0)
    expect((await accept(await ticketSentTo(email))).code).toBe(0)

    const second = await invited(admin)
    await t.adminPool.query(`update invitation set expires_at = now() where id = $1`, [second.invitationId])
    expect((await invited(admin, second.email)).invitationId).not.toBe(second.invitationId)
  })

  test('resent ends the earlier link, and is refused within a minute', async () => {
    const { admin } = await companyWithAdmin()
    const { email, ticket, invitationId } = await invited(admin)
    const soon = await admin.call('POST /api/v1/auth/invitation/:invitationId/resend', { invitationId })
    expect(soon).toMatchObject({ status: 429, code: 'code.too_soon' })
    await t.adminPool.query(`update invitation set sent_at = now() - interval '61 seconds' where id = $1`, [
      invitationId,
    ])
    expect(
      (await admin.call('POST /api/v1/auth/invitation/:invitationId/resend', { invitationId })).code,
    ).toBe(0)
    expect((await accept(ticket)).code).toBe('ticket.invalid')
    expect((await accept(await ticketSentTo(email))).code).toBe(0)
    const gone = await admin.call('POST /api/v1/auth/invitation/:invitationId/resend', { invitationId })
    expect(gone).toMatchObject({ status: 404, code: 'invitation.not_found' })
  })

  test('that is revoked is refused', async () => {
    const { company, admin } = await companyWithAdmin()
    const { ticket, invitationId } = await invited(admin)
    expect((await admin.call('DELETE /api/v1/auth/invitation/:invitationId', { invitationId })).code).toBe(0)
    expect((await accept(ticket)).code).toBe('ticket.invalid')
    const again = await admin.call('DELETE /api/v1/auth/invitation/:invitationId', { invitationId })
    expect(again).toMatchObject({ status: 404, code: 'invitation.not_found' })
    expect(await t.audited(company.id)).toContainEqual(
      expect.objectContaining({ action: 'invitation.revoked' }),
    )
  })

  test('refuses a taken name and a weak or common password, and stays valid', async () => {
    const { company, admin } = await companyWithAdmin()
    const taken = await t.account(company.id, 'engineer')
    const { ticket } = await invited(admin)
    expect(await accept(ticket, { userName: taken.userName })).toMatchObject({
      status: 409,
      code: 'member.name_taken',
    })
    expect(await accept(ticket, { password: 'weak' })).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ field: 'password' }] },
    })
    expect(await accept(ticket, { password: 'P@ssw0rd1' })).toMatchObject({
      status: 400,
      code: 'sign_in.password_too_common',
    })
    expect((await accept(ticket)).code).toBe(0)
  })

  test('is suspended while the company is frozen, ended or deactivated', async () => {
    const { company, admin } = await companyWithAdmin()
    const { ticket } = await invited(admin)
    const set = (status: string, because: string | null) =>
      t.adminPool.query('update company set status = $2, frozen_because = $3 where id = $1', [
        company.id,
        status,
        because,
      ])
    await set('frozen', 'hand')
    expect((await accept(ticket)).code).toBe(40027)
    await set('frozen', 'ended')
    expect((await accept(ticket)).code).toBe(40031)
    await set('deactivated', null)
    expect((await accept(ticket)).code).toBe(40031)
    await set('active', null)
    expect((await accept(ticket)).code).toBe(0)
  })

  test('guessing links delays the source', async () => {
    const answers = []
    for (let guess = 0; guess < 8; guess += 1)
      answers.push(await t.open('POST /api/v1/auth/invitation/open', { ticket: `guess-${guess}-aaaaaaaaaa` }))
    expect(answers[0]).toMatchObject({ status: 410, code: 'ticket.invalid' })
    expect(answers.at(-1)).toMatchObject({ status: 429, code: 'sign_in.wait' })
    expect((await accept('guess-another-aaaaaaaa')).code).toBe('sign_in.wait')
  })
})

describe('another company', () => {
  test('cannot list, send or revoke invitations of others; their MSP can only while acting inside', async () => {
    const msp = await t.company('middleman')
    const customer = await t.company('company', msp.id)
    const admin = await t.person(customer.id, 'administrator')
    const { invitationId, ticket } = await invited(admin)
    const { admin: stranger } = await companyWithAdmin()
    const mspAdmin = await t.person(msp.id, 'administrator')
    for (const person of [stranger, mspAdmin, t.operator]) {
      const page = await person.call('POST /api/v1/auth/invitation/lists')
      expect(page.data.items.map(({ id }) => id)).not.toContain(invitationId)
      for (const answer of [
        await person.call('DELETE /api/v1/auth/invitation/:invitationId', { invitationId }),
        await person.call('POST /api/v1/auth/invitation/:invitationId/resend', { invitationId }),
      ])
        expect(answer).toMatchObject({ status: 404, code: 'invitation.not_found' })
    }
    expect((await t.open('POST /api/v1/auth/invitation/open', { ticket })).code).toBe(0)
    const inside = mspAdmin.actingIn(customer.id)
    const page = await inside.call('POST /api/v1/auth/invitation/lists')
    expect(page.data.items.map(({ id }) => id)).toEqual([invitationId])
    expect((await inside.call('DELETE /api/v1/auth/invitation/:invitationId', { invitationId })).code).toBe(0)
  })

  test('an MSP that acts inside a customer invites into the customer', async () => {
    const msp = await t.company('middleman')
    const customer = await t.company('company', msp.id)
    const mspAdmin = await t.person(msp.id, 'administrator')
    const { ticket } = await invited(mspAdmin.actingIn(customer.id))
    expect((await infoOf(tokenOf(await accept(ticket)))).data).toMatchObject({ companyId: customer.id })
  })
})
