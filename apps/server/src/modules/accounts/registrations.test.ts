import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  newMail,
  newPhone,
  tokenOf,
} from '../../../test/account-fixture.ts'
import { accountSweeps } from './accounts.sweeps.ts'

let t: AccountTestApp
beforeAll(async () => {
  t = await createAccountTestApp()
})
afterAll(() => t.stop())
beforeEach(async () => {
  await t.forget()
  await setRegistration('approval')
})

const setRegistration = (mode: 'closed' | 'open' | 'approval') =>
  t.adminPool.query('update platform_setting set registration = $1', [mode])

const form = (extra: object = {}) => ({
  companyName: 'Qinghe Coffee',
  contactName: 'Lin Qing',
  password: 'Harbour-Light-7',
  ...extra,
})

async function apply(extra: { email?: string; phone?: string; [field: string]: unknown }) {
  const address = extra.email === undefined ? { phone: extra.phone! } : { email: extra.email }
  const sent = await t.codeFor('registration', address)
  return t.open('POST /api/v1/auth/registration', form({ ...sent, ...extra }) as never)
}

async function waiting(email: string): Promise<string> {
  expect(await apply({ email })).toMatchObject({ code: 0, data: { state: 'awaiting_approval' } })
  const page = await t.operator.call('POST /api/v1/auth/registration/lists', { search: email })
  return page.data.items[0]!.id
}

const signIn = (username: string, password: string) =>
  t.raw({ method: 'POST', url: '/api/v1/auth/login', payload: { username, password } })

function sweep(name: string): Promise<void> {
  const found = accountSweeps().find((one) => one.name === name)!
  return found.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
}

describe('a company that applies', () => {
  test('exists immediately where registration is open: 15 days of trial, its administrator signs in with the proved address', async () => {
    await setRegistration('open')
    const phone = newPhone()
    const answer = await apply({ phone })
    expect(answer).toMatchObject({
      code: 0,
      data: { state: 'active', companyCode: expect.stringMatching(/^qinghe-coffee-[a-z0-9]{4}$/) },
    })
    const { companyCode } = answer.data as { companyCode: string }
    const { rows } = await t.adminPool.query<{
      days: number
      kind: string
      standing: string
      parent: string
    }>(
      `select c.kind, c.standing, p.kind as parent, extract(epoch from c.trial_ends_at - now()) / 86400::float8 as days
       from company c join company p on p.id = c.parent_id where c.code = $1`,
      [companyCode],
    )
    expect(rows[0]).toMatchObject({ kind: 'company', standing: 'trial', parent: 'op' })
    expect(rows[0]!.days).toBeCloseTo(15, 2)
    for (const name of [phone, `admin@${companyCode}`]) {
      const signed = await signIn(name, 'Harbour-Light-7')
      const identity = await t.raw({
        method: 'POST',
        url: '/api/v1/auth/org/struct/check/identity',
        headers: { authorization: `Bearer ${tokenOf(signed)}` },
        payload: {},
      })
      expect(identity.data).toEqual({ identity: 3 })
    }
  })

  test('waits where the operator approves: is notified, listed with its parent, and cannot sign in', async () => {
    const email = newMail()
    await waiting(email)
    expect(await t.sentTo(email)).toContainEqual(
      expect.objectContaining({ kind: 'registration_received', params: { companyName: 'Qinghe Coffee' } }),
    )
    const page = await t.operator.call('POST /api/v1/auth/registration/lists', { state: 'waiting' })
    expect(page.data.items[0]).toMatchObject({
      email,
      contactName: 'Lin Qing',
      state: 'waiting',
      parentName: 'Netward',
      decidedAt: null,
    })
    const registrationId = page.data.items[0]!.id
    const one = await t.operator.call('POST /api/v1/auth/registration/lists', { registrationId })
    expect(one.data.items.map(({ id }) => id)).toEqual([registrationId])
    expect(JSON.stringify(page)).not.toContain('argon2')
    expect((await signIn(email, 'Harbour-Light-7')).code).toBe('sign_in.wrong')
    const { rows } = await t.adminPool.query(
      `select 1 from live_event e join company c on c.id = e.company_id
       where e.kind = 'registration.changed' and c.kind = 'op'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(await t.audited(t.operator.companyId)).toContainEqual(
      expect.objectContaining({ action: 'registration.received' }),
    )
  })

  test('is refused where registration is closed, without spending the code', async () => {
    await setRegistration('closed')
    const email = newMail()
    const sent = await t.codeFor('registration', { email })
    const closed = await t.open('POST /api/v1/auth/registration', form({ email, ...sent }) as never)
    expect(closed).toMatchObject({ status: 409, code: 'registration.closed' })
    await setRegistration('open')
    expect((await t.open('POST /api/v1/auth/registration', form({ email, ...sent }) as never)).code).toBe(0)
  })

  test('is placed below the MSP of its prefix, and below the platform for any other prefix', async () => {
    await setRegistration('open')
    const msp = await t.company('middleman')
    const customer = await t.company('company', msp.id)
    await t.adminPool.query('update company set prefix = code where id = any ($1)', [[msp.id, customer.id]])
    const parentOf = async (prefix: string) => {
      const answer = await apply({ email: newMail(), prefix })
      const { rows } = await t.adminPool.query<{ parent_id: string }>(
        'select parent_id::text from company where code = $1',
        [(answer.data as { companyCode: string }).companyCode],
      )
      return rows[0]!.parent_id
    }
    expect(await parentOf(msp.code.toUpperCase())).toBe(msp.id)
    expect(await parentOf(customer.code)).toBe(t.operator.companyId)
    expect(await parentOf('nobody-has-this')).toBe(t.operator.companyId)
  })

  test('proves its address: refuses a wrong code and one of another address or purpose', async () => {
    const [email, other] = [newMail(), newMail()]
    const sent = await t.codeFor('registration', { email: other })
    const stolen = await t.open('POST /api/v1/auth/registration', form({ email, ...sent }) as never)
    expect(stolen).toMatchObject({ status: 400, code: 'code.wrong' })
    const signing = await t.codeFor('sign_in', { email })
    expect((await t.open('POST /api/v1/auth/registration', form({ email, ...signing }) as never)).code).toBe(
      'code.wrong',
    )
    const right = await t.codeFor('registration', { email })
    const wrong = String((Number(right.code) + 1) % 1_000_000).padStart(6, '0')
    expect(
      (await t.open('POST /api/v1/auth/registration', form({ email, ...right, code: wrong }) as never)).code,
    ).toBe('code.wrong')
    expect((await t.open('POST /api/v1/auth/registration', form({ email, ...right }) as never)).code).toBe(0)
    expect((await t.open('POST /api/v1/auth/registration', form({ email, ...right }) as never)).code).toBe(
      'code.wrong',
    )
  })

  test('learns that its address has an account only after proving the address', async () => {
    const company = await t.company('company')
    const holder = await t.account(company.id, 'engineer')
    const guessed = await t.open(
      'POST /api/v1/auth/registration',
      form({ email: holder.email, codeId: 'x'.repeat(24), code: '000000' }) as never,
    )
    expect(guessed.code).toBe('code.wrong')
    for (const mode of ['open', 'approval'] as const) {
      await setRegistration(mode)
      expect(await apply({ email: holder.email.toUpperCase() })).toMatchObject({
        status: 409,
        code: 'account.email_taken',
      })
    }
    const phone = newPhone()
    await t.adminPool.query('update person set phone = $2, phone_verified_at = now() where id = $1', [
      holder.personId,
      phone,
    ])
    expect(await apply({ phone })).toMatchObject({ status: 409, code: 'account.phone_taken' })
  })

  test('names an invalid field, and refuses a common password before spending the code', async () => {
    const email = newMail()
    const sent = await t.codeFor('registration', { email })
    const common = await t.open(
      'POST /api/v1/auth/registration',
      form({ email, ...sent, password: 'P@ssw0rd1' }) as never,
    )
    expect(common).toMatchObject({
      status: 400,
      code: 'sign_in.password_too_common',
      data: { fields: [{ field: 'password' }] },
    })
    const weak = await t.open(
      'POST /api/v1/auth/registration',
      form({ email, ...sent, password: 'short' }) as never,
    )
    expect(weak).toMatchObject({ code: 'request.invalid', data: { fields: [{ field: 'password' }] } })
    expect((await t.open('POST /api/v1/auth/registration', form({ email, ...sent }) as never)).code).toBe(0)
  })

  test('one source creates a few companies and then has to wait, right or wrong', async () => {
    await setRegistration('open')
    const codes: (string | number)[] = []
    for (let made = 0; made < 7; made += 1) codes.push((await apply({ email: newMail() })).code)
    expect(codes.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
    expect(codes.at(-1)).toBe('sign_in.wait')
  })

  test('treats hostile names as plain text', async () => {
    await setRegistration('open')
    const answer = await apply({
      email: newMail(),
      companyName: `清禾'); drop table person; --<script>`,
      contactName: '=HYPERLINK("x")',
    })
    expect((answer.data as { companyCode: string }).companyCode).toMatch(/^[a-z0-9][a-z0-9-]{1,30}$/)
    expect((await apply({ email: newMail(), companyName: '清禾咖啡' })).data).toMatchObject({
      companyCode: expect.stringMatching(/^company-[a-z0-9]{4}$/),
    })
  })

  test('applying again with the same address replaces the pending application', async () => {
    const email = newMail()
    await waiting(email)
    await apply({ email, companyName: 'Second thought' })
    const page = await t.operator.call('POST /api/v1/auth/registration/lists', { search: email })
    expect(page.data.items.map(({ companyName }) => companyName)).toEqual(['Second thought'])
  })
})

describe('the operator', () => {
  test('approves: company on trial, administrator with the proved address and chosen password, notified by message', async () => {
    const email = newMail()
    const registrationId = await waiting(email)
    const approved = await t.operator.call('POST /api/v1/auth/registration/:registrationId/approve', {
      registrationId,
    })
    expect(approved).toMatchObject({ code: 0, data: { companyCode: expect.any(String) } })
    expect((await signIn(email, 'Harbour-Light-7')).code).toBe(0)
    expect((await t.sentTo(email)).at(-1)).toMatchObject({
      kind: 'registration_approved',
      params: { companyCode: approved.data.companyCode },
    })
    const page = await t.operator.call('POST /api/v1/auth/registration/lists', { search: email })
    expect(page.data.items[0]).toMatchObject({ state: 'approved', decidedBy: 'admin' })
    const { rows } = await t.adminPool.query('select password_hash from company_registration where id = $1', [
      registrationId,
    ])
    expect(rows).toEqual([{ password_hash: null }])
    expect(await t.audited(t.operator.companyId)).toContainEqual(
      expect.objectContaining({ action: 'registration.approved' }),
    )
  })

  test('refuses with a reason that the applicant receives', async () => {
    const email = newMail()
    const registrationId = await waiting(email)
    const refused = await t.operator.call('POST /api/v1/auth/registration/:registrationId/refuse', {
      registrationId,
      reason: 'Not a company that we know',
    })
    expect(refused.code).toBe(0)
    expect((await t.sentTo(email)).at(-1)).toMatchObject({
      kind: 'registration_refused',
      params: { reason: 'Not a company that we know' },
    })
    expect((await signIn(email, 'Harbour-Light-7')).code).toBe('sign_in.wrong')
    const page = await t.operator.call('POST /api/v1/auth/registration/lists', {
      state: 'refused',
      search: email,
    })
    expect(page.data.items[0]).toMatchObject({ reason: 'Not a company that we know', decidedBy: 'admin' })
  })

  test('decides once: one of two concurrent decisions wins, and the company exists once', async () => {
    const email = newMail()
    const registrationId = await waiting(email)
    const answers = await Promise.all([
      t.operator.call('POST /api/v1/auth/registration/:registrationId/approve', { registrationId }),
      t.operator.call('POST /api/v1/auth/registration/:registrationId/approve', { registrationId }),
      t.operator.call('POST /api/v1/auth/registration/:registrationId/refuse', {
        registrationId,
        reason: 'no',
      }),
    ])
    expect(answers.map(({ code }) => String(code)).toSorted()).toEqual([
      '0',
      'registration.decided',
      'registration.decided',
    ])
    const again = await t.operator.call('POST /api/v1/auth/registration/:registrationId/approve', {
      registrationId,
    })
    expect(again).toMatchObject({ status: 409, code: 'registration.decided' })
  })

  test('learns that the address was taken in the meantime, and the application still waits', async () => {
    const email = newMail()
    const registrationId = await waiting(email)
    const company = await t.company('company')
    const other = await t.account(company.id, 'engineer')
    await t.adminPool.query('update person set email = $2 where id = $1', [other.personId, email])
    const approved = await t.operator.call('POST /api/v1/auth/registration/:registrationId/approve', {
      registrationId,
    })
    expect(approved).toMatchObject({ status: 409, code: 'account.email_taken' })
    const page = await t.operator.call('POST /api/v1/auth/registration/lists', { search: email })
    expect(page.data.items[0]?.state).toBe('waiting')
    const phone = newPhone()
    await apply({ phone })
    await t.adminPool.query('update person set phone = $2, phone_verified_at = now() where id = $1', [
      other.personId,
      phone,
    ])
    const found = await t.operator.call('POST /api/v1/auth/registration/lists', { search: phone })
    const byPhone = await t.operator.call('POST /api/v1/auth/registration/:registrationId/approve', {
      registrationId: found.data.items[0]!.id,
    })
    expect(byPhone).toMatchObject({ status: 409, code: 'account.phone_taken' })
  })

  test('gets not found for an unknown application', async () => {
    for (const call of [
      t.operator.call('POST /api/v1/auth/registration/:registrationId/approve', { registrationId: '999' }),
      t.operator.call('POST /api/v1/auth/registration/:registrationId/refuse', {
        registrationId: '999',
        reason: 'x',
      }),
    ])
      expect(await call).toMatchObject({ status: 404, code: 'registration.not_found' })
  })

  test('decides alone: administrators of MSPs and tenants, also acting in a tenant, see and decide nothing', async () => {
    const registrationId = await waiting(newMail())
    const msp = await t.company('middleman')
    const admin = await t.person(msp.id, 'administrator')
    for (const person of [admin, t.operator.actingIn(msp.id)]) {
      expect((await person.call('POST /api/v1/auth/registration/lists')).code).toBe('permission.denied')
      const approve = await person.call('POST /api/v1/auth/registration/:registrationId/approve', {
        registrationId,
      })
      expect(approve.code).toBe('permission.denied')
    }
  })
})

describe('by the clock', () => {
  test('freezes the company at the end of a trial, and its sessions answer 40031', async () => {
    await setRegistration('open')
    const email = newMail()
    await apply({ email })
    const token = tokenOf(await signIn(email, 'Harbour-Light-7'))
    const info = () =>
      t.raw({
        method: 'GET',
        url: '/api/v1/auth/user/simple/info',
        headers: { authorization: `Bearer ${token}` },
      })
    await sweep('trial.end')
    expect((await info()).code).toBe(0)
    const formal = await t.company('company')
    const { rows } = await t.adminPool.query<{ id: string }>(
      `update company set trial_ends_at = now() - interval '1 minute'
       where standing = 'trial' and id = (select home_company_id from person where email = $1) returning id::text`,
      [email],
    )
    await sweep('trial.end')
    expect(await info()).toMatchObject({ status: 403, code: 40031 })
    expect((await signIn(email, 'Harbour-Light-7')).code).toBe(40031)
    expect(await t.audited(rows[0]!.id)).toContainEqual(
      expect.objectContaining({
        action: 'company.frozen',
        detail: expect.objectContaining({ because: 'ended' }),
      }),
    )
    const { rows: untouched } = await t.adminPool.query('select status from company where id = $1', [
      formal.id,
    ])
    expect(untouched).toEqual([{ status: 'active' }])
  })

  test('ends a trial that the operator created', async () => {
    const made = await t.operator.call('POST /api/v1/auth/tenant', {
      name: 'On trial',
      code: 'on-trial',
      kind: 'company',
      standing: 'trial',
    })
    const { rows } = await t.adminPool.query<{ ends: boolean }>(
      'select trial_ends_at is not null as ends from company where id = $1',
      [made.data.companyId],
    )
    expect(rows).toEqual([{ ends: true }])
  })

  test('deletes an application without a decision after 30 days, with its data', async () => {
    const [old, young] = [newMail(), newMail()]
    await waiting(old)
    await waiting(young)
    await t.adminPool.query(
      `update company_registration set created_at = now() - interval '31 days' where email = $1`,
      [old],
    )
    await sweep('registration.expire')
    const { rows } = await t.adminPool.query(
      'select email from company_registration where email = any ($1)',
      [[old, young]],
    )
    expect(rows).toEqual([{ email: young }])
  })
})

test('an application stores no password', async () => {
  await waiting(newMail())
  const { rows } = await t.adminPool.query<{ stored: string }>(
    `select string_agg(password_hash, ' ') as stored from company_registration where state = 'waiting'`,
  )
  expect(rows[0]!.stored).toContain('$argon2id$')
  expect(rows[0]!.stored).not.toContain('Harbour-Light-7')
})
