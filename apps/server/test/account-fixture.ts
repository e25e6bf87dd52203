import { randomBytes } from 'node:crypto'
import type { BuiltInRole, EndpointInput, EndpointKey } from '@netward/contract'
import { requestOf } from '@netward/contract/request'
import { accountRoutes } from '../src/modules/accounts/index.ts'
import { auditRoutes } from '../src/modules/audit/index.ts'
import { hashPassword, type IdentityDeps, sendCode } from '../src/modules/identity/index.ts'
import type { Recipient } from '../src/modules/messages/index.ts'
import { settingsRoutes } from '../src/modules/settings/index.ts'
import { callContext } from '../src/platform/http/context.ts'
import { type Answered, createTestApp, type TestApp, type TestPerson } from './test-app.ts'

/** Messages sent to an address. */
interface SentMessage {
  kind: string
  language: string
  params: Record<string, string>
}

export interface AccountTestApp extends TestApp {
  readonly deps: IdentityDeps
  /** Pending messages for a phone or mail address, newest last. */
  sentTo(address: string): Promise<SentMessage[]>
  /** A code as its receiver reads it. */
  codeFor(purpose: string, address: Recipient, boundTo?: string): Promise<{ codeId: string; code: string }>
  /** A person with a password of their own (`ownPassword`) and a verified mail address. */
  account(
    companyId: string,
    role: BuiltInRole,
  ): Promise<TestPerson & { readonly email: string; readonly userName: string }>
  /** Adds a person to another company; returns a session there. */
  joins(person: TestPerson, companyId: string, role: BuiltInRole): Promise<TestPerson>
  /** An unauthenticated call. */
  open<K extends EndpointKey>(key: K, input: EndpointInput<K>): Promise<Answered<unknown>>
  /** An installation that cannot send messages, while `work` runs. */
  withoutChannels(work: () => Promise<void>): Promise<void>
  /** Clears all delays and sent messages. */
  forget(): Promise<void>
  audited(companyId: string): Promise<{ action: string; detail: Record<string, unknown> }[]>
}

export const ownPassword = 'Own-Pass-word-7'
export const newMail = () => `m${randomBytes(5).toString('hex')}@example.test`
export const newPhone = () => `138${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** The token that a sign-in returned. */
export const tokenOf = (answer: Answered<unknown>) =>
  (JSON.parse(answer.body) as { accessToken: string }).accessToken

export async function createAccountTestApp(
  more: Parameters<typeof createTestApp>[0] = () => {},
): Promise<AccountTestApp> {
  const ways = { outbox: true }
  const t = await createTestApp(async (app, test) => {
    const { scopes, secrets, messages } = test
    await more(app, test)
    accountRoutes(app, { scopes, secrets, messages: Object.assign(ways, { ...messages }) })
    auditRoutes(app)
    settingsRoutes(app, { secrets })
  })
  const deps: IdentityDeps = { scopes: t.scopes, secrets: t.secrets, messages: t.messages }
  const hash = await hashPassword(ownPassword)
  const call = callContext({
    requestId: 'test',
    language: 'en',
    remoteAddress: '127.0.0.1',
    userAgent: 'test',
  })

  const sentTo: AccountTestApp['sentTo'] = async (address) => {
    const { rows } = await t.adminPool.query<{ id: string; sealed: Buffer }>(
      'select id, sealed from outgoing_message where sealed is not null order by created_at, ctid',
    )
    return rows
      .map(({ id, sealed }) => JSON.parse(t.secrets.open(sealed, `message:${id}`).toString('utf8')))
      .filter(({ to }) => to.phone === address || to.email === address)
  }

  return {
    ...t,
    deps,
    sentTo,
    async codeFor(purpose, address, boundTo) {
      await t.adminPool.query('delete from sent_code')
      const { codeId } = await sendCode(deps, call, {
        purpose,
        address,
        ...(boundTo === undefined ? {} : { boundTo }),
      })
      const sent = await sentTo('phone' in address ? address.phone : address.email)
      return { codeId, code: sent.at(-1)!.params['code']! }
    },
    async account(companyId, role) {
      const made = await t.person(companyId, role)
      const email = newMail()
      const { rows } = await t.adminPool.query<{ user_name: string }>(
        'update person set password_hash = $2, email = $3, email_verified_at = now() where id = $1 returning user_name',
        [made.personId, hash, email],
      )
      return { ...made, email, userName: rows[0]!.user_name }
    },
    async joins(person, companyId, role) {
      await t.adminPool.query(
        `with m as (insert into member (company_id, person_id, os_id, display_name)
           select $1, p.id, n.id, p.display_name from person p, org_node n
           where p.id = $2 and n.company_id = $1 and n.parent_id is null returning id)
         insert into member_role (company_id, member_id, built_in) select $1, m.id, $3 from m`,
        [companyId, person.personId, role],
      )
      return t.session(person.personId, companyId)
    },
    open: (key, input) => t.raw(requestOf(key, input)),
    async withoutChannels(work) {
      ways.outbox = false
      try {
        await work()
      } finally {
        ways.outbox = true
      }
    },
    async forget() {
      await t.adminPool.query('delete from sign_in_failure')
      await t.adminPool.query('delete from sent_code')
      await t.adminPool.query('delete from outgoing_message')
    },
    async audited(companyId) {
      const { rows } = await t.adminPool.query<{ action: string; detail: Record<string, unknown> }>(
        'select action, detail from audit_log where company_id = $1 order by id',
        [companyId],
      )
      return rows
    },
  }
}

/** Inviting and accepting, shared by tests of both. */
export function invitationsOf(app: () => AccountTestApp) {
  async function ticketSentTo(address: string): Promise<string> {
    const sent = (await app().sentTo(address)).filter(({ kind }) => kind === 'invitation')
    return sent.at(-1)!.params['ticket']!
  }

  return {
    ticketSentTo,
    companyWithAdmin: async () => {
      const company = await app().company('company')
      return { company, admin: await app().person(company.id, 'administrator') }
    },
    /** Invites an engineer by mail: returns the link's ticket. */
    invited: async (admin: TestPerson, email = newMail()) => {
      const answer = await admin.call('POST /api/v1/auth/invitation', {
        displayName: 'Wang Min',
        role: 'engineer',
        email,
      })
      if (answer.code !== 0) throw new Error(`inviting answered ${answer.code}`)
      return { email, invitationId: answer.data.invitationId, ticket: await ticketSentTo(email) }
    },
    accept: (ticket: string, extra: { password?: string; userName?: string; displayName?: string } = {}) =>
      app().open('POST /api/v1/auth/invitation/accept', {
        ticket,
        password: 'Harbour-Light-7',
        ...extra,
      }),
    infoOf: (token: string) =>
      app().raw({
        method: 'GET',
        url: '/api/v1/auth/user/simple/info',
        headers: { authorization: `Bearer ${token}` },
      }),
  }
}
