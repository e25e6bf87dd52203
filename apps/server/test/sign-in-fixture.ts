import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { totpCode } from '../src/modules/identity/index.ts'
import { Secrets } from '../src/platform/secrets.ts'
import type { Visitor } from './browser.ts'
import { fromBase32 } from './from-base32.ts'
import type { Kept } from './outbox.ts'
import { startOwnServer } from './own-server.ts'
import { ApiClient, operatorPassword, type ServerProcess } from './server-process.ts'

export const firstPassword = 'Long-enough-7'

export interface Account {
  readonly userName: string
  readonly phone: string
  readonly email: string
}

/** A server whose messages are read from its outbox, and setup for sign-in tests. */
export interface SignInServer {
  readonly server: ServerProcess
  readonly sql: pg.Client
  readonly operator: ApiClient
  company(code: string, more?: { name?: string; prefix?: string }): Promise<string>
  /** An administrator of a company, with a verified phone and mail address. */
  account(companyId: string, code: string, options?: { incomplete?: boolean }): Promise<Account>
  /** The last message sent to an address, once it exists. */
  sentTo(address: string, kind?: string): Promise<Kept>
  codeSentTo(address: string): Promise<string>
  linkSentTo(address: string): Promise<string>
  /** The digits of the last picture drawn. */
  lastPicture(): Promise<string>
  /** Clears failed attempts and sent messages. */
  forget(): Promise<void>
  stop(): Promise<void>
}

let made = 0

export async function startSignInServer(): Promise<SignInServer> {
  const masterKey = Buffer.alloc(32, 7)
  const { server, sql, stop } = await startOwnServer({
    NETWARD_MASTER_KEY: masterKey.toString('hex'),
    NETWARD_OUTBOX: '1',
  })
  const operator = await ApiClient.signIn(server.consoleUrl, 'admin', operatorPassword)
  const pictureKey = new Secrets(masterKey).derive('image code')
  const read = new Set<string>()

  async function sentTo(to: string, kind?: string): Promise<Kept> {
    let found: (Kept & { id: string }) | undefined
    await expect
      .poll(
        async () => {
          const answer = await fetch(`${server.consoleUrl}/api/v1/outbox`)
          const { data } = (await answer.json()) as { data: (Kept & { id: string })[] }
          found = data.find(
            (message) =>
              message.to === to && !read.has(message.id) && (kind === undefined || message.kind === kind),
          )
          return found !== undefined
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    read.add(found!.id)
    return found!
  }

  return {
    server,
    sql,
    operator,
    async company(code, more = {}) {
      const answer = await operator.call('POST /api/v1/auth/tenant', {
        name: `Company ${code}`,
        code,
        kind: 'company',
        ...more,
      })
      return answer.data.companyId
    },
    async account(companyId, code, options = {}) {
      made += 1
      const userName = `person${made}`
      const phone = `1380013${String(made).padStart(4, '0')}`
      const email = `${userName}@example.test`
      await operator.actingIn(companyId).call('POST /api/v1/auth/member', {
        userName,
        displayName: `Person ${made}`,
        password: firstPassword,
        role: 'administrator',
      })
      await sql.query(
        `update person set phone = $2, phone_verified_at = now(), email = $3, email_verified_at = now(), must_complete = $4
         where user_name = $1`,
        options.incomplete ? [userName, null, null, true] : [userName, phone, email, false],
      )
      return { userName: `${userName}@${code}`, phone, email }
    },
    sentTo,
    codeSentTo: async (to) => /\d{6}/.exec((await sentTo(to, 'code')).text)![0],
    // A server on a free port does not run at its configured address.
    linkSentTo: async (to) =>
      server.consoleUrl + /\/#\/login\S+ticket=[\w-]+/.exec((await sentTo(to)).text)![0],
    async lastPicture() {
      const { rows } = await sql.query<{ id: string; hash: Buffer }>(
        'select id, hash from image_code order by expires_at desc limit 1',
      )
      for (let number = 0; number < 10_000; number += 1) {
        const digits = String(number).padStart(4, '0')
        const hash = createHmac('sha256', pictureKey).update(`${rows[0]!.id}:${digits}`).digest()
        if (hash.equals(rows[0]!.hash)) return digits
      }
      throw new Error('the picture has no digits')
    },
    async forget() {
      await sql.query('delete from sign_in_failure')
      await sql.query('delete from sent_code')
    },
    stop,
  }
}

/** Turns the second factor on; returns its code generator. */
export async function withAuthenticator(server: ServerProcess, account: Account): Promise<() => string> {
  const client = await ApiClient.signIn(server.consoleUrl, account.userName, firstPassword)
  const { data } = await client.call('POST /api/v1/auth/account/totp/begin', { password: firstPassword })
  const secret = fromBase32(data.secret)
  const step = () => Math.floor(Date.now() / 30_000)
  const confirmed = await client.call('POST /api/v1/auth/account/totp/confirm', {
    code: totpCode(secret, step()),
  })
  expect(confirmed.code).toBe(0)
  // Later than the used one, and still accepted in the next step.
  return () => totpCode(secret, step() + 1)
}

export const field = ({ page }: Visitor, label: string): Locator =>
  page.locator('.sign-in-field').getByLabel(label, { exact: true })

/** Whether a field is marked invalid with this message, and references it. */
export async function isWrong(visitor: Visitor, label: string, message: string): Promise<void> {
  const input = field(visitor, label)
  await visitor.page.locator('.sign-in-problem', { hasText: message }).first().waitFor()
  expect(await input.getAttribute('aria-invalid')).toBe('true')
  const described = (await input.getAttribute('aria-describedby'))?.split(' ') ?? []
  const texts = await Promise.all(described.map((id) => visitor.page.locator(`[id="${id}"]`).textContent()))
  expect(texts).toContain(message)
}

/** Whether the console has replaced the sign-in page. */
export async function isIn({ page }: Visitor): Promise<boolean> {
  await page.locator('.sign-in').waitFor({ state: 'detached' })
  await page.locator('.console-app').waitFor()
  return true
}
