import { createHash } from 'node:crypto'
import type { ErrorCode, Identity, PermissionCode } from '@netward/contract'
import pg from 'pg'
import { AppError, refusalSqlState } from '../errors.ts'
import type { DatabaseRoles } from './roles.ts'
import { type Db, databaseOver } from './transaction.ts'

/** Who acts, for whom and in whose data: decided by the database from the token and the claims of the headers. */
export interface Scope {
  readonly kind: 'company' | 'tree' | 'platform'
  /** The company acted in: what new rows belong to. */
  readonly companyId: string
  /** The top of what is visible. */
  readonly rootId: string
  /** The company that the person is a member of here. */
  readonly homeCompanyId: string
  readonly identity: Identity
  readonly acting: boolean
  readonly sessionId: string
  readonly personId: string
  readonly memberId: string
  readonly osId: string
  readonly actorName: string
}

/** What a request claims of itself. The database believes none of it before it has looked. */
export interface Claims {
  readonly token: string
  readonly companyId: string | null
  readonly tenantCompanyId: string | null
  readonly proxy: boolean
}

export interface Transaction {
  readonly db: Db
  readonly client: pg.PoolClient
}

interface BeginRow {
  refusal: ErrorCode | null
  role: string | null
  session_id: string
  person_id: string
  member_id: string
  os_id: string
  actor_name: string
  home_company_id: string
  company_id: string
  root_id: string
  identity: Identity
  acting: boolean
}

const beginRequest = `
  select r.*, set_config('role', r.role, true), set_config('netward.company_id', r.company_id::text, true),
    set_config('netward.root_id', r.root_id::text, true), set_config('netward.home_id', r.home_company_id::text, true),
    set_config('netward.person_id', r.person_id::text, true), set_config('netward.identity', r.identity::text, true)
  from begin_request($1, $2, $3, $4, $5) r`

const beginCompany = `
  select set_config('role', $1, true), set_config('netward.company_id', $2, true), set_config('netward.root_id', $2, true),
    set_config('netward.home_id', $2, true)`

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The only ways to tenant data. Each is one transaction with its scope set by its first statement. */
export class Scopes {
  readonly #pool: pg.Pool
  readonly #roles: DatabaseRoles

  constructor(pool: pg.Pool, roles: DatabaseRoles) {
    this.#pool = pool
    this.#roles = roles
  }

  /**
   * Runs `work` as the session's person. Commits when it returns, rolls back when it throws.
   * @throws AppError with the refusal of begin_request; `scope` is set on it when the session itself was good.
   */
  async withRequest<T>(
    claims: Claims,
    needed: PermissionCode | null,
    work: (transaction: Transaction, scope: Scope) => Promise<T>,
  ): Promise<T> {
    return this.#transaction(async (client, begun) => {
      const [row] = (
        await client.query<BeginRow>({
          name: 'begin_request',
          text: beginRequest,
          values: [hashToken(claims.token), claims.companyId, claims.tenantCompanyId, claims.proxy, needed],
        })
      ).rows
      await begun
      if (!row) throw new AppError('40001')
      if (row.refusal !== null)
        throw new RefusedRequest(row.refusal, row.person_id, row.actor_name, row.company_id)
      const scope: Scope = {
        kind: this.#kindOf(row.role),
        companyId: row.company_id,
        rootId: row.root_id,
        homeCompanyId: row.home_company_id,
        identity: row.identity,
        acting: row.acting,
        sessionId: row.session_id,
        personId: row.person_id,
        memberId: row.member_id,
        osId: row.os_id,
        actorName: row.actor_name,
      }
      return work({ db: databaseOver(client, row.role ?? ''), client }, scope)
    })
  }

  /** Runs `work` inside one company: for jobs and gateways, whose company the server itself derived. */
  async withCompany<T>(companyId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(async (client, begun) => {
      await Promise.all([
        begun,
        client.query({ name: 'begin_company', text: beginCompany, values: [this.#roles.company, companyId] }),
      ])
      return work({ db: databaseOver(client, this.#roles.company), client })
    })
  }

  /** The login role itself: it may call the definer functions granted to it, and reaches no table. */
  async narrow<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>({ text, values, name: narrowName(text) })).rows
  }

  #kindOf(role: string | null): Scope['kind'] {
    return role === this.#roles.platform ? 'platform' : role === this.#roles.tree ? 'tree' : 'company'
  }

  async #transaction<T>(work: (client: pg.PoolClient, begun: Promise<unknown>) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    let broken = false
    const markBroken = () => {
      broken = true
    }
    client.on('error', markBroken)
    try {
      // Sent together with the first statement: one round trip less.
      const begun = client.query('begin')
      begun.catch(() => {})
      const result = await work(client, begun)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(markBroken)
      if (error instanceof pg.DatabaseError && error.code === refusalSqlState) {
        throw new AppError(error.message as ErrorCode, { cause: error })
      }
      throw error
    } finally {
      client.off('error', markBroken)
      client.release(broken)
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw new AppError('system.unavailable', { cause: error })
    }
  }
}

/** The session was refused, or may not do this. Who it was is kept for the audit log. */
export class RefusedRequest extends AppError {
  readonly personId: string | null
  readonly actorName: string | null
  readonly companyId: string | null

  constructor(code: ErrorCode, personId: string | null, actorName: string | null, companyId: string | null) {
    super(code)
    this.personId = personId
    this.actorName = actorName
    this.companyId = companyId
  }
}

const narrowNames = new Map<string, string>()
function narrowName(text: string): string {
  let name = narrowNames.get(text)
  if (name === undefined) {
    name = `n${narrowNames.size}`
    narrowNames.set(text, name)
  }
  return name
}
