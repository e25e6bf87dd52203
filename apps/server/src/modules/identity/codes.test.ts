import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  newMail,
  newPhone,
} from '../../../test/account-fixture.ts'
import { oneHourLater, codeSentTo, imageCode, outboxOf } from '../../../test/outbox.ts'
import { callContext } from '../../platform/http/context.ts'
import { sendCode, spendCode } from './codes.ts'

let t: AccountTestApp
let company: { id: string }
beforeAll(async () => {
  t = await createAccountTestApp()
  company = await t.company('company')
})
afterAll(() => t.stop())
beforeEach(() => oneHourLater(t))

const call = callContext({ requestId: 'test', language: 'en', remoteAddress: '127.0.0.1', userAgent: 'test' })
const other = (code: string) => (code === '000000' ? '111111' : '000000')

async function withPhone() {
  const person = await t.account(company.id, 'engineer')
  const phone = newPhone()
  await t.adminPool.query('update person set phone = $2, phone_verified_at = now() where id = $1', [
    person.personId,
    phone,
  ])
  return { ...person, phone }
}

const ask = (payload: object, from?: string) =>
  t.raw({ method: 'POST', url: '/api/v1/auth/code', payload, ...(from === undefined ? {} : { from }) })
const askFor = async (phone: string, purpose = 'sign_in') => {
  const answer = await ask({ purpose, phone })
  expect(answer.code).toBe(0)
  const { codeId } = answer.data as { codeId: string }
  return { codeId, code: (await codeSentTo(t, phone)) ?? '' }
}
const byPhone = (phone: string, given: { codeId: string; code: string }, extra: object = {}) =>
  t.raw({ method: 'POST', url: '/api/v1/auth/login', payload: { phone, ...given, ...extra } })

describe('signing in with a phone and a code', () => {
  test('opens a session once; a second use of the code is wrong', async () => {
    const { phone } = await withPhone()
    const sent = await askFor(phone)
    expect(await byPhone(phone, sent)).toMatchObject({ status: 200, code: 0 })
    expect((await byPhone(phone, sent)).code).toBe('code.wrong')
  })

  test('one of many concurrent uses succeeds', async () => {
    const { phone } = await withPhone()
    const sent = await askFor(phone)
    const answers = await Promise.all(Array.from({ length: 3 }, () => byPhone(phone, sent)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  })

  test('wrong codes count for the account as wrong passwords do', async () => {
    const { phone } = await withPhone()
    const sent = await askFor(phone)
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await byPhone(phone, { ...sent, code: other(sent.code) })).code).toBe('code.wrong')
    expect((await byPhone(phone, sent)).code).toBe('sign_in.image_code_needed')
    expect((await byPhone(phone, sent, await imageCode(t))).code).toBe(0)
  })

  test('a code expires after five minutes', async () => {
    const { phone } = await withPhone()
    const sent = await askFor(phone)
    await t.adminPool.query(`update sent_code set expires_at = expires_at - interval '5 minutes'`)
    expect((await byPhone(phone, sent)).code).toBe('code.wrong')
  })
})

describe('guessing a code', () => {
  test('refuses the right code after five attempts', async () => {
    const address = { phone: newPhone() }
    const { codeId } = await sendCode(t.deps, call, { purpose: 'sign_in', address })
    const code = (await codeSentTo(t, address.phone)) ?? ''
    const given = { purpose: 'sign_in', codeId, address }
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(spendCode(t.deps, { ...given, code: other(code) })).rejects.toThrow('code.wrong')
    await expect(spendCode(t.deps, { ...given, code })).rejects.toThrow('code.wrong')
  })

  test('refuses a new code within a minute, and more than ten a day, from any source', async () => {
    const address = { phone: newPhone() }
    const send = (remoteAddress: string) =>
      sendCode(t.deps, { ...call, remoteAddress }, { purpose: 'sign_in', address })
    await send('198.51.100.1')
    await expect(send('198.51.100.2')).rejects.toThrow('code.too_soon')
    for (let more = 1; more < 10; more += 1) {
      await oneHourLater(t)
      await send(`198.51.100.${more}`)
    }
    await oneHourLater(t)
    await expect(send('198.51.100.99')).rejects.toMatchObject({ code: 'code.too_soon' })
  })

  test('many concurrent requests send one code', async () => {
    const address = { phone: newPhone() }
    const send = () => sendCode(t.deps, call, { purpose: 'sign_in', address })
    const all = await Promise.allSettled(Array.from({ length: 6 }, send))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test.each([
  ['another purpose', { purpose: 'reset_password' }],
  ['another address', { address: { phone: '13900000000' } }],
  ['the same digits as a mail address', { address: { email: '13800000000' } }],
  ['another request', { codeId: 'another-request-of-the-same' }],
  ['something else that it is bound to', { boundTo: 'ticket-2' }],
])('refuses a code for %s', async (_what, changed) => {
  const given = { purpose: 'sign_in', address: { phone: '13800000000' }, boundTo: 'ticket-1' }
  const { codeId } = await sendCode(t.deps, call, given)
  const code = (await codeSentTo(t, '13800000000')) ?? ''
  await expect(spendCode(t.deps, { ...given, codeId, code, ...changed })).rejects.toThrow('code.wrong')
  await spendCode(t.deps, { ...given, codeId, code })
  await t.forget()
})

describe('asking for a code', () => {
  test('gives the same answer for an unknown phone, with the same work, and sends nothing', async () => {
    const { phone } = await withPhone()
    const stranger = newPhone()
    const count = async () =>
      (
        await t.adminPool.query(`select (select count(*)::int from sent_code) as codes,
        (select count(*)::int from outgoing_message) as messages`)
      ).rows[0] as { codes: number; messages: number }
    const before = await count()
    const shape = (answer: { body: string }) => answer.body.replace(/"codeId":"[\w-]{24}"/, '')
    const known = await ask({ purpose: 'sign_in', phone }, '198.51.100.1')
    const between = await count()
    const unknown = await ask({ purpose: 'sign_in', phone: stranger }, '198.51.100.2')
    const after = await count()
    expect(shape(unknown)).toBe(shape(known))
    expect([after.codes - between.codes, after.messages - between.messages]).toEqual([
      between.codes - before.codes,
      between.messages - before.messages,
    ])
    const sentTo = (await outboxOf(t)).map(({ to }) => to)
    expect(sentTo).toContain(phone)
    expect(sentTo).not.toContain(stranger)
    expect((await ask({ purpose: 'sign_in', phone: stranger }, '198.51.100.2')).code).toBe('code.too_soon')
  })

  test('repeated requests for one phone, or from one address, require an image code', async () => {
    const phone = newPhone()
    await ask({ purpose: 'sign_in', phone }, '198.51.100.10')
    await ask({ purpose: 'sign_in', phone }, '198.51.100.11')
    expect((await ask({ purpose: 'sign_in', phone }, '198.51.100.12')).code).toBe('sign_in.image_code_needed')
    const codes: unknown[] = []
    for (let time = 0; time < 6; time += 1)
      codes.push((await ask({ purpose: 'sign_in', phone: newPhone() }, '198.51.100.20')).code)
    expect(codes).toEqual([0, 0, 0, 0, 0, 'sign_in.image_code_needed'])
    const solved = { purpose: 'sign_in', phone: newPhone(), ...(await imageCode(t)) }
    expect((await ask(solved, '198.51.100.20')).code).toBe(0)
    expect((await ask({ ...solved, phone: newPhone() }, '198.51.100.20')).code).toBe(
      'sign_in.image_code_wrong',
    )
  })

  test('sends codes by mail for registering and completing only; completing requires its ticket', async () => {
    const email = newMail()
    expect((await ask({ purpose: 'sign_in', email })).code).toBe('code.channel_unavailable')
    expect((await ask({ purpose: 'registration', email })).code).toBe(0)
    expect(await codeSentTo(t, email)).toMatch(/^\d{6}$/)
    expect((await ask({ purpose: 'complete_account', email: newMail() })).code).toBe('ticket.invalid')
    expect((await ask({ purpose: 'registration' })).code).toBe('request.invalid')
  })

  test('refuses codes for registering while registration is closed', async () => {
    await t.adminPool.query(`update platform_setting set registration = 'closed'`)
    expect((await ask({ purpose: 'registration', email: newMail() })).code).toBe('registration.closed')
    await t.adminPool.query(`update platform_setting set registration = 'approval'`)
  })
})

test('stored rows reveal neither codes nor addresses', async () => {
  const { phone } = await withPhone()
  await ask({ purpose: 'sign_in', phone })
  const { rows } = await t.adminPool.query(
    'select row_to_json(c)::text as code, row_to_json(m)::text as message from sent_code c, outgoing_message m',
  )
  const stored = JSON.stringify(rows)
  const code = await codeSentTo(t, phone)
  expect(stored).not.toContain(phone)
  expect(stored).not.toContain(Buffer.from(phone).toString('hex'))
  expect(stored).not.toContain(`"${code}"`)
  const left = await t.adminPool.query('select sealed from outgoing_message where sealed is not null')
  expect(left.rows).toEqual([])
})
