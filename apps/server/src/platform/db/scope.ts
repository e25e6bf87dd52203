import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ErrorCode, Identity, PermissionCode, StateAuthor } from '@netward/contract'
import type { ConsoleProduct } from '@netward/contract/product-routes'
import { personalTokenPrefix } from '@netward/contract/personal-token-values'
import type { WallLook } from '@netward/contract/wall-values'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { AppError, refusalSqlState } from '../errors.ts'
import type { DatabaseRoles } from './roles.ts'
import { plainAddress } from '../source-address.ts'
import { closeDatabase, type Db, databaseOver } from './transaction.ts'

/**
 * Actor, home company and data scope: decided by the database from the token and the claims of the headers.
 */
export interface Scope {
  readonly kind: 'company' | 'tree' | 'platform'
  /** The company acted in: owner of new rows. */
  readonly companyId: string
  /** Root of the visible companies. */
  readonly rootId: string
  /** The company that the person is a member of here. */
  readonly homeCompanyId: string
  readonly identity: Identity
  readonly acting: boolean
  /** Only some outlets and departments of the company are visible. */
  readonly isPartial: boolean
  readonly sessionId: string
  readonly personId: string
  readonly memberId: string
  readonly osId: string
  readonly actorName: string
}

/** Claims of a request, which the database verifies. */
export interface Claims {
  readonly token: string
  readonly companyId: string | null
  readonly tenantCompanyId: string | null
  readonly proxy: boolean
  /** The peer, for the audit log. */
  readonly address?: string
}

/** Requirements of an endpoint that decide whether a request may begin. */
export interface RequestNeeds {
  readonly needed: PermissionCode | null
  readonly reads: boolean
  /** The product of the endpoint: while it is stopped, so is the endpoint. */
  readonly product?: ConsoleProduct | null
  /** Personal tokens may read it as well. */
  readonly forPersonalTokens?: boolean
}

/** Calls a definer function as the login role. */
export type LoginQuery = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

export interface Transaction {
  readonly db: Db
  readonly client: pg.PoolClient
}

/** What a wall screen may show. */
export interface Wall {
  readonly id: string
  readonly name: string
  readonly pages: readonly string[]
  readonly filters: Readonly<Record<string, string | string[]>>
  readonly timeZone: string
  readonly language: 'zh' | 'en'
  readonly look: WallLook
  readonly expiresAt: string
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
  outlet_ids: string[] | null
  department_ids: string[] | null
  stop: ({ code: ErrorCode } & ProductStop) | null
}

/** Details of a stopped product for the caller. */
interface ProductStop {
  productCode: string
  productNameZh: string
  productNameEn: string
  messageZh: string
  messageEn: string
  /** Null: until it is enabled again. */
  until: string | null
  productId: string
  /** Why there is no active application; null where it is stopped by something else. */
  missing: 'activating' | 'abnormal' | 'not_activated' | 'not_in_package' | null
  /** Of the company that disabled it. */
  level: StateAuthor['level'] | null
}

const becomesScope = `
    set_config('role', r.role, true), set_config('netward.company_id', r.company_id::text, true),
    set_config('netward.root_id', r.root_id::text, true), set_config('netward.home_id', r.home_company_id::text, true),
    set_config('netward.person_id', r.person_id::text, true), set_config('netward.actor_name', r.actor_name, true),
    set_config('netward.identity', r.identity::text, true),
    set_config('netward.outlet_ids', r.outlet_ids::text, true),
    set_config('netward.department_ids', r.department_ids::text, true)`

const begins = (name: string) => `
  select r.*, case when r.refusal is null and $6::text is null then null
      else request_stop(r.refusal, $6, r.company_id, r.person_id, r.identity) end as stop,
    set_config('netward.address', $7::text, true), ${becomesScope}
  from ${name}($1, $2, $3, $4, $5) r`
const beginRequest = { name: 'begin_request', text: begins('begin_request') }
const beginPersonal = { name: 'begin_personal_request', text: begins('begin_personal_request') }

const beginWall = `
  select r.*, null as stop, ${becomesScope} from begin_wall_request($1, $2::inet) r`

const beginCompany = `
  select set_config('role', $1, true), set_config('netward.company_id', $2, true), set_config('netward.root_id', $2, true),
    set_config('netward.home_id', $2, true)`

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * The only access to tenant data. Each method is one transaction with its scope set by its first statement.
 */
export class Scopes {
  readonly #pool: pg.Pool
  readonly #roles: DatabaseRoles
  readonly #lastScopes = new LRUCache<string, Known>({ max: 20_000 })
  readonly #touched = new LRUCache<string, true>({ max: 50_000, ttl: 60_000 })

  constructor(pool: pg.Pool, roles: DatabaseRoles) {
    this.#pool = pool
    this.#roles = roles
  }

  /**
   * Runs `work` as the session's person. Commits when it returns, rolls back when it throws.
   *
   * `work` starts before the database has answered, with the scope that the same claims had the last time:
   * its statements travel behind begin_request in the same packet. That is safe because they run after it on
   * the same connection, under the role and scope that it sets, and nothing is committed or answered before
   * the guess is confirmed. After a wrong guess everything is rolled back and `work` runs again: it must have
   * no effect but its statements. It also runs again after a deadlock, three times at most.
   * @throws AppError with the refusal of begin_request.
   */
  async withRequest<T>(
    claims: Claims,
    { needed, reads, product = null, forPersonalTokens = false }: RequestNeeds,
    work: (transaction: Transaction, scope: Scope) => Promise<T>,
  ): Promise<T> {
    const tokenHash = hashToken(claims.token)
    // Keyed by the hash: the memory of a process holds no tokens.
    const key = `${tokenHash.toString('base64')} ${claims.companyId} ${claims.tenantCompanyId} ${claims.proxy}`
    const guess = this.#lastScopes.get(key)
    const attempt = (guessed: Known | undefined) =>
      this.#transaction(reads, async (client) => {
        const begun = client.query<BeginRow>({
          ...(forPersonalTokens && claims.token.startsWith(personalTokenPrefix)
            ? beginPersonal
            : beginRequest),
          values: [
            tokenHash,
            claims.companyId,
            claims.tenantCompanyId,
            claims.proxy,
            needed,
            product,
            claims.address ?? null,
          ],
        })
        const early = guessed && work({ db: databaseOver(client, guessed.role), client }, guessed.scope)
        // All its statements must be over before the connection is reused.
        const [judged] = await Promise.allSettled([begun.then(({ rows }) => this.#judge(rows[0])), early])
        if (judged.status === 'rejected') throw judged.reason
        const known = judged.value
        // A person who was refused meanwhile begins a new visit.
        if (!guessed) this.forgetVisit(known.scope)
        this.#touch(known.scope)
        if (early && guessed.signature === known.signature) return early
        if (early) throw new WrongGuess()
        this.#lastScopes.set(key, known)
        return work({ db: databaseOver(client, known.role), client }, known.scope)
      })
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(tries === 1 ? guess : undefined)
      } catch (error) {
        this.#lastScopes.delete(key)
        if (error instanceof WrongGuess) continue
        if (!isDeadlock(error) || tries === maxAttempts) throw error
        // The other transaction needs a moment to take its locks; an immediate retry would meet it again.
        await setTimeout(tries * (10 + Math.random() * 20))
      }
    }
  }

  #judge(row: BeginRow | undefined): Known {
    if (!row) throw new AppError('40001')
    if (row.refusal !== null || row.stop !== null) throw refusedBy(row)
    const scope: Scope = {
      kind: this.#kindOf(row.role),
      companyId: row.company_id,
      rootId: row.root_id,
      homeCompanyId: row.home_company_id,
      identity: row.identity,
      acting: row.acting,
      isPartial: row.outlet_ids !== null || row.department_ids !== null,
      sessionId: row.session_id,
      personId: row.person_id,
      memberId: row.member_id,
      osId: row.os_id,
      actorName: row.actor_name,
    }
    return { scope, role: row.role ?? '', signature: JSON.stringify(scope) }
  }

  /**
   * Records use of the session, its membership, and where it acts, beside the request and at most once a
   * minute.
   */
  #touch({ sessionId, acting, companyId, homeCompanyId }: Scope): void {
    if (sessionId.startsWith(personalSessions)) {
      this.#once(sessionId, 'select touch_personal_token($1)', [sessionId])
      return
    }
    this.#once(`${sessionId} of ${homeCompanyId}`, 'select touch_session($1, $2)', [sessionId, homeCompanyId])
    if (acting)
      this.#once(visitOf({ sessionId, companyId }), 'select touch_visit($1, $2, $3)', [
        sessionId,
        homeCompanyId,
        companyId,
      ])
  }

  /** The session leaves the tenant that it acts in: its next request there begins a visit. */
  forgetVisit(scope: Pick<Scope, 'sessionId' | 'companyId'>): void {
    this.#touched.delete(visitOf(scope))
  }

  #once(key: string, text: string, values: readonly unknown[]): void {
    if (this.#touched.has(key)) return
    this.#touched.set(key, true)
    this.asLoginRole(text, [...values]).catch(() => this.#touched.delete(key))
  }

  /**
   * Runs `work` as a wall screen, which only reads. The address is that of this request.
   * @throws AppError with the refusal of begin_wall_request.
   */
  async withWall<T>(
    { token, address }: { token: string; address: string },
    work: (transaction: Transaction, scope: Scope, wall: Wall) => Promise<T>,
  ): Promise<T> {
    const tokenHash = hashToken(token)
    return this.#transaction(true, async (client) => {
      const { rows } = await client.query<BeginRow & { wall: Wall }>({
        name: 'begin_wall_request',
        text: beginWall,
        values: [tokenHash, plainAddress(address)],
      })
      const { scope, role } = this.#judge(rows[0])
      this.#once(`wall ${tokenHash.toString('base64')} ${address}`, 'select touch_wall($1, $2::inet)', [
        tokenHash,
        plainAddress(address),
      ])
      return work({ db: databaseOver(client, role), client }, scope, rows[0]!.wall)
    })
  }

  /** Runs `work` inside one company: for jobs and gateways, whose company the server derived itself. */
  async withCompany<T>(companyId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(false, async (client) => {
      await client.query({
        name: 'begin_company',
        text: beginCompany,
        values: [this.#roles.company, companyId],
      })
      return work({ db: databaseOver(client, this.#roles.company), client })
    })
  }

  /** The login role itself: it may call the definer functions granted to it, and reaches no table. */
  async asLoginRole<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.#connected(async (client) => {
      try {
        return (await client.query<Row>({ text, values, name: narrowName(text) })).rows
      } catch (error) {
        throw refusalOf(error) ?? error
      }
    })
  }

  /** Several such calls, all or none. */
  async asLoginRoleTogether<T>(work: (query: LoginQuery) => Promise<T>): Promise<T> {
    return this.#transaction(false, (client) =>
      work(
        async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
          (await client.query<Row>({ text, values, name: narrowName(text) })).rows,
      ),
    )
  }

  #kindOf(role: string | null): Scope['kind'] {
    return role === this.#roles.platform ? 'platform' : role === this.#roles.tree ? 'tree' : 'company'
  }

  async #transaction<T>(reads: boolean, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#connected(async (client, markBroken) => {
      try {
        // Not awaited: if it fails, so does the next statement.
        client.query(reads ? 'begin read only' : 'begin').catch(() => {})
        const result = await work(client)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(markBroken)
        throw refusalOf(error) ?? error
      } finally {
        closeDatabase(client)
      }
    })
  }

  /** Lends a connection of the pool, and returns it unless it broke meanwhile. */
  async #connected<T>(work: (client: pg.PoolClient, markBroken: () => void) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    let broken = false
    const markBroken = () => {
      broken = true
    }
    client.on('error', markBroken)
    try {
      return await work(client, markBroken)
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

/** Ids of personal tokens as sessions (begin_personal_request). */
const personalSessions = '-4000'

const visitOf = ({ sessionId, companyId }: Pick<Scope, 'sessionId' | 'companyId'>) =>
  `${sessionId} ${companyId}`

/** The session was refused, or lacks a permission. Its person is kept for the audit log. */
export class RefusedRequest extends AppError {
  readonly personId: string | null
  readonly actorName: string | null
  readonly companyId: string | null

  constructor(
    code: ErrorCode,
    who: { personId: string | null; actorName: string | null; companyId: string | null },
    stop: ProductStop | null = null,
  ) {
    // Only names fill in the text: tenant-written text stays data.
    const { productNameZh = '', productNameEn = '' } = stop ?? {}
    super(code, { params: { productNameZh, productNameEn }, data: stop })
    this.personId = who.personId
    this.actorName = who.actorName
    this.companyId = who.companyId
  }
}

function refusedBy({ refusal, stop, person_id, actor_name, company_id }: BeginRow): RefusedRequest {
  const who = { personId: person_id, actorName: actor_name, companyId: company_id }
  if (stop === null) return new RefusedRequest(refusal ?? 'system.error', who)
  const { code, ...details } = stop
  return new RefusedRequest(code, who, details)
}

interface Known {
  readonly scope: Scope
  readonly role: string
  readonly signature: string
}

/** The claims have another meaning than the last time: the work runs again with the new scope. */
class WrongGuess extends Error {
  override name = 'WrongGuess'
}

/** Attempts of a request that is aborted in favour of others. */
const maxAttempts = 4

/** This transaction was aborted in a deadlock (SQLSTATE 40P01): a repeat comes after the other. */
function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01'
}

/** A definer function's refusal, as the error for the caller. */
export function refusalOf(error: unknown): AppError | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== refusalSqlState) return null
  const details = detailOf(error.detail)
  return new AppError(error.message as ErrorCode, {
    cause: error,
    ...(details && { params: details, data: details }),
  })
}

/** Parameters of a refusal: its DETAIL, an object of texts and numbers. */
function detailOf(detail: string | undefined): Record<string, string | number> | null {
  return detail?.startsWith('{') === true ? (JSON.parse(detail) as Record<string, string | number>) : null
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
