import type * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  newMail,
  newPhone,
} from '../../../test/account-fixture.ts'
import { oneHourLater } from '../../../test/outbox.ts'

const hashings = vi.hoisted(() => ({ count: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>()
  return {
    ...real,
    verify: (...given: Parameters<typeof real.verify>) => {
      hashings.count += 1
      return real.verify(...given)
    },
  }
})

let t: AccountTestApp
let known: { email: string; phone: string; userName: string; company: string }
beforeAll(async () => {
  t = await createAccountTestApp()
  const company = await t.company('company')
  const person = await t.account(company.id, 'engineer')
  const phone = newPhone()
  await t.adminPool.query('update person set phone = $2, phone_verified_at = now() where id = $1', [
    person.personId,
    phone,
  ])
  known = { email: person.email, phone, userName: person.userName, company: company.code }
})
afterAll(() => t.stop())
beforeEach(() => oneHourLater(t))

/** The server's work for a call: statements and hashes. */
async function workOf(url: string, payload: object) {
  const statements = vi.spyOn(t.scopes, 'asLoginRole')
  hashings.count = 0
  const answer = await t.raw({ method: 'POST', url: `/api/v1/auth/${url}`, payload })
  const work = { statements: statements.mock.calls.map(([text]) => text), hashings: hashings.count }
  statements.mockRestore()
  const visible = { status: answer.status, body: answer.body.replace(/"(requestId|codeId)":"[^"]+"/g, '') }
  return { ...work, ...visible }
}

const codeId = 'no-request-has-this-id'
const newPassword = 'Fresh-start-77'

// Each call for an existing and an absent account: nothing that a caller can see or measure may differ.
test.each<[string, string, () => object, () => object]>([
  [
    'a password for a mail address',
    'login',
    () => ({ username: known.email, password: 'Wrong-password-1' }),
    () => ({ username: newMail(), password: 'Wrong-password-1' }),
  ],
  [
    'a password for a name of a company',
    'login',
    () => ({ username: `${known.userName}@${known.company}`, password: 'Wrong-password-1' }),
    () => ({ username: `nobody@${known.company}`, password: 'Wrong-password-1' }),
  ],
  [
    'a password for a name of no company',
    'login',
    () => ({ username: `${known.userName}@${known.company}`, password: 'Wrong-password-1' }),
    () => ({ username: 'nobody@nowhere', password: 'Wrong-password-1' }),
  ],
  [
    'a code for a phone',
    'login',
    () => ({ phone: known.phone, codeId, code: '123456' }),
    () => ({ phone: newPhone(), codeId, code: '123456' }),
  ],
  [
    'asking for a code',
    'code',
    () => ({ purpose: 'sign_in', phone: known.phone }),
    () => ({ purpose: 'sign_in', phone: newPhone() }),
  ],
  [
    'asking for a code to reset a password',
    'code',
    () => ({ purpose: 'reset_password', phone: known.phone }),
    () => ({ purpose: 'reset_password', phone: newPhone() }),
  ],
  ['asking for a link', 'password/forgot', () => ({ email: known.email }), () => ({ email: newMail() })],
  [
    'a new password with a wrong code',
    'password/reset',
    () => ({ phone: known.phone, codeId, code: '123456', newPassword }),
    () => ({ phone: newPhone(), codeId, code: '123456', newPassword }),
  ],
])('%s: the same answer after the same work', async (_what, url, there, absent) => {
  // The very first call creates the hash that absent accounts are checked against.
  await workOf('login', { username: 'warm-up', password: 'Wrong-password-1' })
  const forSomebody = await workOf(url, there())
  const forNobody = await workOf(url, absent())
  expect(forNobody).toEqual(forSomebody)
  expect(forSomebody.statements.length).toBeGreaterThan(1)
})
