import { randomBytes } from 'node:crypto'
import type { BuiltInRole, CompanyKind, EndpointInput, EndpointKey, EndpointOutput } from '@netward/contract'
import { requestOf } from '@netward/contract/request'
import pg from 'pg'
import { identityRoutes, prepareInstallation } from '../src/modules/identity/index.ts'
import { type MessageConfig, outboxRoutes } from '../src/modules/messages/index.ts'
import { memberRoutes } from '../src/modules/members/index.ts'
import { organisationRoutes, tenantRoutes } from '../src/modules/organisations/index.ts'
import { platformSettings } from '../src/modules/settings/index.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { createPool } from '../src/platform/db/pool.ts'
import type { DatabaseRoles } from '../src/platform/db/roles.ts'
import { hashToken, Scopes } from '../src/platform/db/scope.ts'
import type { App } from '../src/platform/http/route.ts'
import { createHttp } from '../src/platform/http/server.ts'
import { createLogger, type Logger } from '../src/platform/log.ts'
import { Secrets } from '../src/platform/secrets.ts'
import { createMigratedDatabase } from './test-database.ts'
import { givePackage } from './test-package.ts'

/** The response of an API call. */
export interface Answered<T> {
  status: number
  code: number | string
  message: string
  data: T
  headers: Record<string, unknown>
  body: string
  /** The same, where it is no text. */
  bytes: Buffer
}

/** A signed-in person, in one company. */
export interface TestPerson {
  readonly token: string
  readonly companyId: string
  readonly personId: string
  /** Headers for acting in that company. */
  actingIn(companyId: string): TestPerson
  call<K extends EndpointKey>(key: K, input?: EndpointInput<K>): Promise<Answered<EndpointOutput<K>>>
}

export interface TestApp {
  readonly app: App
  readonly scopes: Scopes
  readonly secrets: Secrets
  readonly messages: MessageConfig
  readonly log: Logger
  readonly roles: DatabaseRoles
  /** The superuser: for setup and assertions, never on the path under test. */
  readonly adminPool: pg.Pool
  readonly admin: pg.ClientConfig
  /** The platform operator. */
  readonly operator: TestPerson
  /** Inserts a company below `parentId` (default: the platform) by SQL. */
  company(kind: Exclude<CompanyKind, 'op'>, parentId?: string): Promise<{ id: string; code: string }>
  /** A person with a role in a company, signed in. */
  person(companyId: string, role: BuiltInRole): Promise<TestPerson>
  /** Another session of a person, in one of their companies. */
  session(personId: string, companyId: string): Promise<TestPerson>
  /** A call with any token, for hostile cases. */
  raw(options: {
    method: string
    url: string
    headers?: Record<string, string>
    payload?: unknown
    /** The peer's address. */
    from?: string
  }): Promise<Answered<unknown>>
  stop(): Promise<void>
}

/** Modules whose routes every test app has. */
export const ofEveryTestApp: readonly string[] = ['identity', 'members', 'messages', 'organisations']

/** The real server over a real database, without listening; `routes` registers the modules under test. */
export async function createTestApp(
  routes: (app: App, test: Omit<TestApp, 'operator'>) => void | Promise<void> = () => {},
): Promise<TestApp> {
  const database = await createMigratedDatabase()
  const log = createLogger(process.env['TEST_LOG'] ?? 'silent')
  const secrets = new Secrets(randomBytes(32))
  const { roles } = await migrate(database.admin, 'test-login')
  const pool = createPool({ ...database.admin, user: roles.login, password: 'test-login' }, log, 10)
  const adminPool = new pg.Pool({ ...database.admin, max: 3 })
  adminPool.on('error', () => {})
  const scopes = new Scopes(pool, roles)
  await prepareInstallation(scopes, 'Operator-Test-1')
  const http = await createHttp({ log, trustedProxies: [] })
  const app: App = {
    http,
    scopes,
    secrets,
    checkAnswers: true,
    fileLimit: async (kind) => (await platformSettings(scopes))[`${kind}Limit`],
  }
  const messages = {
    publicUrl: 'https://netward.test',
    smtpUrl: null,
    mailFrom: 'netward@netward.test',
    outbox: true,
  }
  identityRoutes(app, { scopes, secrets, messages })
  outboxRoutes(app, { scopes, secrets, messages })
  organisationRoutes(app)
  tenantRoutes(app, { secrets, messages })
  memberRoutes(app, { scopes, secrets, messages })

  const raw: TestApp['raw'] = async ({ method, url, headers = {}, payload, from }) => {
    const response = await http.inject({
      method: method as 'GET',
      url,
      headers: { 'accept-language': 'en-us', ...headers },
      ...(from === undefined ? {} : { remoteAddress: from }),
      ...(payload === undefined ? {} : { payload: payload as object }),
    })
    const isJson = response.headers['content-type']?.toString().includes('application/json') === true
    const body = isJson ? (JSON.parse(response.body) as Record<string, unknown>) : {}
    return {
      status: response.statusCode,
      code: (body['code'] ?? '') as string | number,
      message: (body['message'] ?? '') as string,
      data: body['data'],
      headers: response.headers,
      body: response.body,
      bytes: response.rawPayload,
    }
  }

  function personOf(token: string, companyId: string, personId: string, acted: string | null): TestPerson {
    return {
      token,
      companyId,
      personId,
      actingIn: (target) => personOf(token, companyId, personId, target),
      call: async (key, input) => {
        const { method, url, payload } = requestOf(key, { ...input })
        const headers = {
          authorization: `Bearer ${token}`,
          'x-company-id': companyId,
          ...(acted === null ? {} : { 'x-tenant-company-id': acted, 'x-proxy': '1' }),
        }
        return (await raw({ method, url, headers, payload })) as Answered<never>
      },
    }
  }

  async function signedIn(personId: string, companyId: string): Promise<TestPerson> {
    const token = randomBytes(16).toString('hex')
    await scopes.asLoginRole('select open_session($1, $2, $3, 3600, 36000, $4, $5)', [
      hashToken(token),
      personId,
      companyId,
      '127.0.0.1',
      'test',
    ])
    return personOf(token, companyId, personId, null)
  }

  const op = (
    await adminPool.query<{ company_id: string; person_id: string }>(
      'select company_id::text, person_id::text from member',
    )
  ).rows[0]!
  const test: Omit<TestApp, 'operator'> = {
    app,
    scopes,
    secrets,
    messages,
    log,
    roles,
    adminPool,
    admin: database.admin,
    raw,
    async company(kind, parentId) {
      const code = `c${randomBytes(4).toString('hex')}`
      const { rows } = await adminPool.query<{ id: string }>(
        `insert into company (parent_id, kind, name, code) values ($1, $2, $3, $4) returning id::text`,
        [parentId ?? op.company_id, kind, `Company ${code}`, code],
      )
      await givePackage(adminPool, rows[0]!.id)
      await adminPool.query('insert into org_node (company_id, type, name) values ($1, $2, $3)', [
        rows[0]!.id,
        kind === 'middleman' ? 8 : 16,
        code,
      ])
      return { id: rows[0]!.id, code }
    },
    async person(companyId, role) {
      const name = `p${randomBytes(4).toString('hex')}`
      const { rows } = await adminPool.query<{ id: string; person_id: string }>(
        `with p as (insert into person (home_company_id, user_name, display_name, password_hash) values ($1, $2, $2, '') returning id),
              m as (insert into member (company_id, person_id, os_id, display_name)
                    select $1, p.id, n.id, $2 from p, org_node n where n.company_id = $1 and n.parent_id is null
                    returning id, person_id)
         insert into member_role (company_id, member_id, built_in) select $1, m.id, $3 from m
         returning member_id::text as id, (select person_id::text from m) as person_id`,
        [companyId, name, role],
      )
      return signedIn(rows[0]!.person_id, companyId)
    },
    session: signedIn,
    async stop() {
      await http.close()
      await pool.end()
      await adminPool.end()
      await database.drop()
    },
  }
  await routes(app, test)
  return { ...test, operator: await signedIn(op.person_id, op.company_id) }
}
