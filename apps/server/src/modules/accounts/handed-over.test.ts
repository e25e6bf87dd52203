import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  invitationsOf,
  tokenOf,
} from '../../../test/account-fixture.ts'

let t: AccountTestApp
beforeAll(async () => {
  t = await createAccountTestApp()
})
afterAll(() => t.stop())
beforeEach(() => t.forget())

const { accept, companyWithAdmin, infoOf } = invitationsOf(() => t)
const ticketOf = (link: string) => new URL(link.replace('#', 'x')).searchParams.get('ticket')!

describe('without mail and text messages', () => {
  test('invites an administrator of a tenant by a link that works once and proves no address', async () => {
    const msp = await t.company('middleman')
    const admin = await t.person(msp.id, 'administrator')
    const tenant = await t.company('company', msp.id)
    await t.withoutChannels(async () => {
      const { data, code } = await admin.call('POST /api/v1/auth/tenant/:companyId/administrator/link', {
        companyId: tenant.id,
        displayName: 'Wang Min',
      })
      expect(code).toBe(0)
      expect(data.link).toContain('#/login?view=invitation&ticket=')
      const ticket = ticketOf(data.link)
      const accepted = await accept(ticket, { userName: 'wang' })
      expect((await infoOf(tokenOf(accepted))).data).toMatchObject({ companyId: tenant.id, userIdentity: 3 })
      expect(await accept(ticket, { userName: 'wang2' })).toMatchObject({ code: 'ticket.invalid' })
      const { rows } = await t.adminPool.query(
        'select phone, phone_verified_at, email, email_verified_at from person where home_company_id = $1',
        [tenant.id],
      )
      expect(rows).toEqual([{ phone: null, phone_verified_at: null, email: null, email_verified_at: null }])
    })
    expect(await t.audited(tenant.id)).toContainEqual({
      action: 'company.administrator_invited',
      detail: { displayName: 'Wang Min' },
    })
  })

  test('creates an administrator with a first password that the first sign-in replaces', async () => {
    const msp = await t.company('middleman')
    const admin = await t.person(msp.id, 'administrator')
    const tenant = await t.company('company', msp.id)
    await t.withoutChannels(async () => {
      const made = await admin.call('POST /api/v1/auth/tenant/:companyId/administrator/account', {
        companyId: tenant.id,
        displayName: 'Wang Min',
        userName: 'wang',
      })
      expect(made).toMatchObject({ code: 0, data: { signInName: `wang@${tenant.code}` } })
      const { signInName, password } = made.data
      const again = { companyId: tenant.id, displayName: 'x', userName: 'wang' }
      expect(
        await admin.call('POST /api/v1/auth/tenant/:companyId/administrator/account', again),
      ).toMatchObject({ code: 'member.name_taken' })

      const first = await t.open('POST /api/v1/auth/login', { username: signInName, password })
      expect(first).toMatchObject({ code: 'sign_in.complete_account' })
      const { ticket } = first.data as { ticket: string }
      const same = { ticket, displayName: 'Wang Min', newPassword: password }
      expect(await t.open('POST /api/v1/auth/account/complete', same)).toMatchObject({
        code: 'account.password_same',
      })
      const own = await t.open('POST /api/v1/auth/account/complete', { ...same, newPassword: 'Own-Word-77' })
      expect((await infoOf(tokenOf(own))).data).toMatchObject({ companyId: tenant.id, userIdentity: 3 })
    })
    const log = JSON.stringify(await t.audited(tenant.id))
    expect(log).toContain('company.administrator_created')
  })

  test('refuses both for a company outside, and where the tenant decides who may enter', async () => {
    const msp = await t.company('middleman')
    const admin = await t.person(msp.id, 'administrator')
    const foreign = await t.company('company')
    const calls = (companyId: string) => [
      admin.call('POST /api/v1/auth/tenant/:companyId/administrator/link', { companyId, displayName: 'x' }),
      admin.call('POST /api/v1/auth/tenant/:companyId/administrator/account', {
        companyId,
        displayName: 'x',
        userName: 'x',
      }),
    ]
    for (const call of calls(foreign.id))
      expect(await call).toMatchObject({ status: 404, code: 'company.not_found' })
    const tenant = await t.company('company', msp.id)
    await t.adminPool.query("insert into acting_consent (company_id, mode) values ($1, 'never')", [tenant.id])
    for (const call of calls(tenant.id)) expect(await call).toMatchObject({ code: 'acting.only_at_home' })
  })

  test('invites a member by a link if the inviter may grant the role; the link is not sent again', async () => {
    const { company, admin } = await companyWithAdmin()
    const given = { displayName: 'Wang Min', role: 'engineer' as const }
    const { data } = await admin.call('POST /api/v1/auth/invitation/link', given)
    const stored = await t.adminPool.query('select * from invitation where id = $1', [data.invitationId])
    expect(JSON.stringify(stored.rows)).not.toContain(ticketOf(data.link))
    expect(
      await admin.call('POST /api/v1/auth/invitation/:invitationId/resend', {
        invitationId: data.invitationId,
      }),
    ).toMatchObject({ code: 'invitation.no_address' })
    expect(
      (await t.open('POST /api/v1/auth/invitation/open', { ticket: ticketOf(data.link) })).data,
    ).toMatchObject({ displayName: 'Wang Min', hasAccount: false })
    expect(await t.audited(company.id)).toContainEqual({
      action: 'invitation.link_created',
      detail: { displayName: 'Wang Min', roles: ['engineer'] },
    })
    const refused = await admin.call('POST /api/v1/auth/invitation/link', {
      displayName: 'x',
      role: 'platform_administrator',
    })
    expect(refused).toMatchObject({ code: 'permission.denied' })
  })
})
