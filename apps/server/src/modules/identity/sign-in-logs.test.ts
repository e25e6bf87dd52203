import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AccountTestApp,
  createAccountTestApp,
  newMail,
  ownPassword,
} from '../../../test/account-fixture.ts'
import { codeSentTo, ticketSentTo } from '../../../test/outbox.ts'
import { createHttp } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/log.ts'
import { identityRoutes } from './identity.routes.ts'

let t: AccountTestApp
beforeAll(async () => {
  t = await createAccountTestApp()
})
afterAll(() => t.stop())

test('no log at any level holds a query string, a password, a code, a ticket, a token or an address that codes go to', async () => {
  const person = await t.account((await t.company('company')).id, 'engineer')
  const stream = new PassThrough()
  let logged = ''
  stream.on('data', (chunk: Buffer) => {
    logged += String(chunk)
  })
  const http = await createHttp({ log: createLogger('trace', stream), trustedProxies: [] })
  identityRoutes(
    { http, scopes: t.scopes, secrets: t.secrets, checkAnswers: true, fileLimit: async () => 20 },
    t.deps,
  )
  const post = (url: string, payload?: object) =>
    http.inject({ method: 'POST', url: `/api/v1/auth/${url}`, ...(payload === undefined ? {} : { payload }) })

  const query = new URLSearchParams({ username: person.email, password: ownPassword }).toString()
  const signedIn = await post(`login?${query}`)
  const { accessToken } = JSON.parse(signedIn.body) as { accessToken: string }
  expect(accessToken).toBeTruthy()
  await post(`login?username=${person.email}&password=Wrong-password-1`)
  const mail = newMail()
  await post('code', { purpose: 'registration', email: mail })
  await post('password/forgot', { email: person.email })
  const code = (await codeSentTo(t, mail)) ?? ''
  const ticket = (await ticketSentTo(t, person.email)) ?? ''
  await post('password/reset', { ticket, newPassword: 'Fresh-start-77' })
  // Also on unexpected errors.
  await t.adminPool.query('alter function find_sign_in rename to find_sign_in_gone')
  expect((await post(`login?${query}`)).statusCode).toBe(500)
  await t.adminPool.query('alter function find_sign_in_gone rename to find_sign_in')
  await http.close()

  expect(logged).toContain('/api/v1/auth/login')
  expect(logged).toContain('unexpected error')
  for (const secret of [
    '?',
    ownPassword,
    'Wrong-password-1',
    'Fresh-start-77',
    accessToken,
    code,
    ticket,
    person.email,
    mail,
  ]) {
    expect(secret).not.toBe('')
    expect(logged).not.toContain(secret)
  }
})
