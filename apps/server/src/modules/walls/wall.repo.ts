import type { ErrorCode, InputOf, OutputOf, wallApi } from '@netward/contract'
import type { ChartCode } from '@netward/contract/panels/panel'
import type { WallLook } from '@netward/contract/wall-values'
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof wallApi.pageWalls>
type Row = Omit<OutputOf<typeof wallApi.pageWalls>['items'][number], 'mayEnd'> & { memberId: string | null }

const state = sql<Row['state']>`case when w.ended_at is not null then 'ended'
  when w.expires_at <= now() then 'expired' else 'active' end`
const shown = sql`w.id, w.name, w.member_id as "memberId", w.made_by as "madeBy", w.pages, w.filters,
  visible_company_name((w.filters->>'companyId')::bigint) as "companyName",
  (select n.name from org_node n where n.id = (w.filters->>'departmentId')::bigint) as "departmentName", w.ranges::text[] as ranges,
  ${state} as state, w.created_at as "createdAt", w.expires_at as "expiresAt", w.ended_at as "endedAt",
  w.ended_because as "endedBecause", w.ended_by as "endedBy", w.last_seen_at as "lastSeenAt",
  host(w.last_seen_address) as "lastSeenAddress"`

const orders: Record<Query['sort'], RawBuilder<unknown>> = {
  name: sql`lower(w.name), w.id`,
  '-name': sql`lower(w.name) desc, w.id desc`,
  createdAt: sql`w.created_at, w.id`,
  '-createdAt': sql`w.created_at desc, w.id desc`,
  expiresAt: sql`w.expires_at, w.id`,
  '-expiresAt': sql`w.expires_at desc, w.id desc`,
  lastSeenAt: sql`w.last_seen_at nulls first, w.id`,
  '-lastSeenAt': sql`w.last_seen_at desc nulls last, w.id desc`,
}

export interface NewWall {
  readonly name: string
  readonly tokenHash: Buffer
  readonly pages: readonly ChartCode[]
  readonly filters: object
  readonly ranges: readonly string[]
  readonly timeZone: string
  readonly language: 'zh' | 'en'
  readonly look: WallLook
  readonly expiresAt: string
}

/** Of the company acted in: those of customers are their own affair. */
export const wallRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', state: wanted, sort, page, pageSize }: Query,
  ): Promise<{ items: Row[]; total: number }> {
    const from = sql`wall_screen w where w.company_id = ${scope.companyId}
      and (${search} = '' or strpos(lower(w.name), lower(${search})) > 0)
      and (${wanted ?? null}::text is null or ${state} = ${wanted ?? null})`
    const { rows } = await sql<Row>`select ${shown} from ${from} order by ${orders[sort]}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return { items: rows, total: await countRows(db, from) }
  },

  async lock({ db, scope }: Reader, id: string): Promise<Row | undefined> {
    const { rows } = await sql<Row>`select ${shown} from wall_screen w
      where w.company_id = ${scope.companyId} and w.id = ${id} for update`.execute(db)
    return rows[0]
  },

  async count({ db, scope }: Reader): Promise<number> {
    return countRows(db, sql`wall_screen w where w.company_id = ${scope.companyId} and ${state} = 'active'`)
  },

  async seesCompany({ db }: Reader, id: string): Promise<boolean> {
    const { rows } = await sql<{ sees: boolean }>`select sees_company(${id}::bigint) as sees`.execute(db)
    return rows[0]?.sees === true
  },

  async insert({ db, scope }: Reader, wall: NewWall): Promise<string> {
    const row = await db
      .insertInto('wall_screen')
      .values({
        company_id: scope.companyId,
        member_id: scope.memberId,
        made_by: scope.actorName,
        name: wall.name,
        token_hash: wall.tokenHash,
        pages: [...wall.pages],
        filters: JSON.stringify(wall.filters),
        ranges: sql<string[]>`${[...wall.ranges]}::cidr[]`,
        time_zone: wall.timeZone,
        language: wall.language,
        look: wall.look,
        expires_at: wall.expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },

  async end({ db, scope }: Reader, id: string): Promise<void> {
    await sql`update wall_screen set ended_at = now(), ended_because = 'person', ended_by = ${scope.actorName}
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  /** @returns why the link opens nothing; null: the session is open */
  async open(
    scopes: Scopes,
    link: { secretHash: Buffer; tokenHash: Buffer; address: string },
  ): Promise<ErrorCode | null> {
    const [row] = await scopes.asLoginRole<{ refusal: ErrorCode | null }>(
      'select open_wall($1, $2, $3::inet) as refusal',
      [link.secretHash, link.tokenHash, link.address],
    )
    return row!.refusal
  },

  async sweep(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select sweep_walls()')
  },
}
