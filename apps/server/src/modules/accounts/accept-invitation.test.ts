import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  invitationsOf,
  ownPassword,
  tokenOf,
} from '../../../test/account-fixture.ts'

let t: AccountTestApp
beforeAll(async () => {
  t = await createAccountTestApp()
})
afterAll(() => t.stop())
beforeEach(() => t.forget())

const { accept, companyWithAdmin, infoOf, invited } = invitationsOf(() => t)

describe('an invitation to an address that has an account', () => {
  async function invitedAccount() {
    const holder = await t.account((await t.company('company')).id, 'administrator')
    const { company, admin } = await companyWithAdmin()
    return { holder, company, admin, ...(await invited(admin, holder.email)) }
  }

  test('adds the person as a member once the password of that account is given', async () => {
    const { holder, company, ticket } = await invitedAccount()
    expect((await t.open('POST /api/v1/auth/invitation/open', { ticket })).data).toMatchObject({
      hasAccount: true,
    })
    const accepted = await accept(ticket, { password: ownPassword, displayName: 'Not my name' })
    expect((await infoOf(tokenOf(accepted))).data).toMatchObject({
      userCode: holder.personId,
      companyId: company.id,
      userIdentity: 4,
      userName: holder.userName,
      displayName: holder.userName,
    })
    const companies = await holder.call('GET /api/v1/auth/user/companies')
    expect(companies.data.map(({ companyId }) => companyId).toSorted()).toEqual(
      [holder.companyId, company.id].toSorted(),
    )
  })

  test('refuses any other password, and counts and delays wrong ones like sign-ins', async () => {
    const { ticket, holder } = await invitedAccount()
    const answers = []
    for (let attempt = 0; attempt < 7; attempt += 1) answers.push(await accept(ticket))
    expect(answers[0]).toMatchObject({ status: 401, code: 'sign_in.wrong' })
    expect(answers.at(-1)).toMatchObject({ status: 429, code: 'sign_in.wait' })
    const companies = await holder.call('GET /api/v1/auth/user/companies')
    expect(companies.data).toHaveLength(1)
  })

  test('asks for the second factor if it is on', async () => {
    const { ticket, holder } = await invitedAccount()
    await t.adminPool.query(
      'insert into person_totp (person_id, secret, confirmed_at) values ($1, $2, now())',
      [holder.personId, Buffer.from('x')],
    )
    expect(await accept(ticket, { password: ownPassword })).toMatchObject({
      status: 401,
      code: 'sign_in.second_factor',
      data: { ticket: expect.any(String) },
    })
  })

  test('asks to complete an account that is not complete', async () => {
    const { ticket, holder } = await invitedAccount()
    await t.adminPool.query('update person set must_complete = true where id = $1', [holder.personId])
    expect(await accept(ticket, { password: ownPassword })).toMatchObject({
      status: 403,
      code: 'sign_in.complete_account',
    })
  })

  test('is refused as already a member if the person joined another way', async () => {
    const { ticket, holder, company } = await invitedAccount()
    await t.joins(holder, company.id, 'engineer')
    expect(await accept(ticket, { password: ownPassword })).toMatchObject({
      status: 409,
      code: 'invitation.already_member',
    })
  })

  test('is refused if the account is disabled', async () => {
    const { ticket, holder } = await invitedAccount()
    await t.adminPool.query('update person set disabled_at = now() where id = $1', [holder.personId])
    expect(await accept(ticket, { password: ownPassword })).toMatchObject({ status: 403, code: 40032 })
    expect((await t.open('POST /api/v1/auth/invitation/open', { ticket })).code).toBe(0)
  })
})
