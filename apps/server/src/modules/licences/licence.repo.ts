import type { LicenceState, QuotaKind } from '@netward/contract/states/licence'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { cappedCount } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export interface LicenceFilter {
  readonly kinds: readonly QuotaKind[]
  readonly states: readonly LicenceState[]
  readonly purpose: 'use' | 'pool' | undefined
  readonly companyId: string | undefined
  readonly search: string
}

/** Contract type `licenceState`. */
const state: RawBuilder<LicenceState> = sql`case
  when licence.revoked_at is not null then 'revoked'
  when licence.ends_at <= now() then 'expired'
  when licence.starts_at > now() then 'pending'
  when licence.purpose = 'use' and entitlement.used > entitlement.granted then 'exceeded'
  when licence.ends_at is null then 'permanent'
  else 'valid' end`

const orders = {
  createdAt: sql.ref('licence.id'),
  quantity: sql.ref('licence.quantity'),
  startsAt: sql.ref('licence.starts_at'),
  endsAt: sql`coalesce(licence.ends_at, 'infinity')`,
  companyName: sql.ref('company.name'),
} as const satisfies Record<string, Expression<unknown>>
export type LicenceOrder = keyof typeof orders

function rowsOf({ db }: Pick<RequestContext, 'db'>) {
  return db
    .selectFrom('licence')
    .innerJoin('company', 'company.id', 'licence.company_id')
    .leftJoin('entitlement', (join) =>
      join
        .onRef('entitlement.company_id', '=', 'licence.company_id')
        .onRef('entitlement.kind', '=', 'licence.kind'),
    )
}

function shown(ctx: Pick<RequestContext, 'db'>) {
  return rowsOf(ctx)
    .selectAll('licence')
    .select([
      'company.name as company_name',
      'entitlement.used',
      'entitlement.granted',
      state.as('state'),
      sql<number>`case licence.purpose when 'pool' then pool_handed(licence.id) else 0 end`.as('handed'),
    ])
}

export type LicenceRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

function matching({ kinds, states, purpose, companyId, search }: LicenceFilter): RawBuilder<boolean> {
  const term = search.toLowerCase()
  const conditions = [sql`true`]
  if (kinds.length > 0) conditions.push(sql`licence.kind = any (${kinds}::text[])`)
  if (states.length > 0) conditions.push(sql`${state} = any (${states}::text[])`)
  if (purpose !== undefined) conditions.push(sql`licence.purpose = ${purpose}`)
  if (companyId !== undefined) conditions.push(sql`licence.company_id = ${companyId}::bigint`)
  if (term !== '')
    conditions.push(sql`(strpos(lower(company.name), ${term}) > 0 or strpos(company.code, ${term}) > 0)`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

export const licenceRepo = {
  async page(
    ctx: RequestContext,
    filter: LicenceFilter,
    order: { by: LicenceOrder; descending: boolean },
    { page, pageSize }: { page: number; pageSize: number },
  ) {
    const items = await licenceRepo.all(ctx, filter, order, pageSize, (page - 1) * pageSize)
    return { items, ...(await cappedCount(ctx.db, rowsOf(ctx).where(matching(filter)))) }
  },

  all(
    ctx: RequestContext,
    filter: LicenceFilter,
    order: { by: LicenceOrder; descending: boolean },
    limit: number,
    offset = 0,
  ): Promise<LicenceRow[]> {
    const direction = order.descending ? 'desc' : 'asc'
    return shown(ctx)
      .where(matching(filter))
      .orderBy(orders[order.by], direction)
      .orderBy('licence.id', direction)
      .limit(limit)
      .offset(offset)
      .execute()
  },

  find: (ctx: RequestContext, id: string) => shown(ctx).where('licence.id', '=', id).executeTakeFirst(),

  /** Active and upcoming pools of the company acted in. */
  pools: (ctx: RequestContext) =>
    shown(ctx)
      .where('licence.company_id', '=', ctx.scope.companyId)
      .where('licence.purpose', '=', 'pool')
      .where('licence.revoked_at', 'is', null)
      .where(sql<boolean>`(licence.ends_at is null or licence.ends_at > now())`)
      .orderBy('licence.kind')
      .orderBy('licence.id')
      .limit(200)
      .execute(),

  async insert(
    { db, scope }: RequestContext,
    given: {
      companyId: string
      kind: QuotaKind
      purpose: 'use' | 'pool'
      quantity: number
      startsAt: string | null
      endsAt: string | null
      poolId: string | null
      note: string
    },
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select issue_licence(${given.companyId}, ${given.kind}, ${given.purpose}, ${given.quantity},
        coalesce(${given.startsAt}::timestamptz, now()), ${given.endsAt}, ${given.poolId}, ${given.note},
        ${scope.actorName}) as id`.execute(db)
    return rows[0]!.id
  },

  async update(
    { db, scope }: RequestContext,
    id: string,
    { quantity, endsAt }: { quantity: number; endsAt: string | null },
  ): Promise<void> {
    await sql`select change_licence(${id}, ${quantity}, ${endsAt}, ${endsAt === null}, ${scope.actorName})`.execute(
      db,
    )
  },

  async revoke({ db, scope }: RequestContext, id: string): Promise<void> {
    await sql`select revoke_licence(${id}, ${scope.actorName})`.execute(db)
  },

  history: ({ db }: RequestContext, id: string) =>
    db
      .selectFrom('licence_history')
      .selectAll()
      .where('licence_id', '=', id)
      .orderBy('id', 'desc')
      .limit(500)
      .execute(),
}
