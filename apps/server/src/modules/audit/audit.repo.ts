import type { auditApi, InputOf } from '@netward/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { cappedCount } from '../../platform/db/capped-count.ts'
import { closedCompanies } from '../../platform/db/closed-companies.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export type AuditQuery = InputOf<typeof auditApi.pageAudit>

export interface AuditRow {
  id: string
  at: string
  company_id: string
  company_name: string
  action: string
  actor_name: string | null
  person_id: string | null
  actor_account: string | null
  acting_company_name: string | null
  from_outside: boolean
  subject_kind: string | null
  subject_id: string | null
  detail: Record<string, unknown>
  /** Its company does not admit the reader: the entry has details that are hidden from them. */
  withheld: boolean
  request_id: string | null
  address: string | null
  /** What its object is called by now; null where the reader does not see it, or it is gone. */
  subject_name: string | null
}

interface Between {
  readonly from: string
  readonly to: string
  /** The id of an entry. */
  readonly last?: string | undefined
  readonly most: number
  /** Of these parts of actions before the dot alone. */
  readonly groups?: readonly string[] | undefined
}

/** Maximum people matched by a name search; a longer text finds fewer. */
const maxPeople = 200

const hours = { '12h': 12, '24h': 24, '3d': 72, '7d': 168 } as const

export const auditRepo = {
  async page(ctx: RequestContext, query: AuditQuery) {
    const found = await matching(ctx, query)
    // The ids of the page first: rows before a far page are then read from an index only.
    const items = await rows(
      ctx,
      found
        .select(['audit_log.at', 'audit_log.id'])
        .orderBy('audit_log.at', 'desc')
        .orderBy('audit_log.id', 'desc')
        .limit(query.pageSize)
        .offset((query.page - 1) * query.pageSize),
    )
    return { items, ...(await cappedCount(ctx.db, found)) }
  },

  /** The newest entries, in keyset batches: `most` at most. */
  async *batches(ctx: RequestContext, query: AuditQuery, most: number): AsyncGenerator<AuditRow[]> {
    const found = await matching(ctx, query)
    const batch = 500
    let last: AuditRow | undefined
    for (let left = most; left > 0; left -= batch) {
      const after = last
      const next = await rows(
        ctx,
        found
          .$if(after !== undefined, (further) =>
            further.where(
              sql<boolean>`(audit_log.at, audit_log.id) < (${momentOf(after!.id)}, ${after?.id})`,
            ),
          )
          .select(['audit_log.at', 'audit_log.id'])
          .orderBy('audit_log.at', 'desc')
          .orderBy('audit_log.id', 'desc')
          .limit(Math.min(batch, left)),
      )
      if (next.length > 0) yield next
      if (next.length < Math.min(batch, left)) return
      last = next.at(-1)
    }
  },

  /** Entries of the company acted in, from `from` on and before `to`, the oldest first, after `last`. */
  async between(
    ctx: Pick<RequestContext, 'db' | 'scope'>,
    { from, to, last, most, groups }: Between,
  ): Promise<AuditRow[]> {
    const found = ctx.db
      .selectFrom('audit_log')
      .where('company_id', '=', ctx.scope.companyId)
      .where('at', '>=', from)
      .where('at', '<', to)
      .$if(groups !== undefined, (only) =>
        only.where(sql<boolean>`split_part(action, '.', 1) = any (${[...(groups ?? [])]}::text[])`),
      )
      .$if(last !== undefined, (further) =>
        further.where(sql<boolean>`(audit_log.at, audit_log.id) > (${momentOf(last!)}, ${last})`),
      )
      .select(['audit_log.at', 'audit_log.id'])
      .orderBy('audit_log.at')
      .orderBy('audit_log.id')
      .limit(most)
    return (await rows(ctx, found)).toReversed()
  },

  /** When the oldest entry that is kept was written. */
  async oldest({ db, scope }: Pick<RequestContext, 'db' | 'scope'>): Promise<string | null> {
    const oldest = await db
      .selectFrom('audit_log')
      .select('at')
      .where('company_id', '=', scope.companyId)
      .orderBy('at')
      .limit(1)
      .executeTakeFirst()
    return oldest?.at ?? null
  },

  async companies({ db }: RequestContext, search: string): Promise<{ id: string; name: string }[]> {
    return db
      .selectFrom('company')
      .select(['id', 'name'])
      .$if(search !== '', (query) =>
        query.where(sql<boolean>`strpos(lower(name), ${search.toLowerCase()}) > 0`),
      )
      .orderBy('name')
      .orderBy('id')
      .limit(20)
      .execute()
  },

  async seesCompany({ db }: RequestContext, id: string): Promise<boolean> {
    const found = await db.selectFrom('company').select('id').where('id', '=', id).executeTakeFirst()
    return found !== undefined
  },
}

/** When an entry was written, to the microsecond: a row has milliseconds, and a batch may end within one. */
const momentOf = (id: string) => sql`(select e.at from audit_log e where e.id = ${id})`

type Matching = SelectQueryBuilder<Database, 'audit_log', object>

async function matching(ctx: RequestContext, query: AuditQuery): Promise<Matching> {
  const { db, scope } = ctx
  const { company, search, action, kind, subjectId, requestId } = query
  const people =
    search === undefined || search === '' ? null : await actors(ctx, search, company ?? scope.companyId)
  let found: Matching = db.selectFrom('audit_log')
  if (company === 'all') {
    // A user acting below is logged there: the copy in their own log would list the act twice.
    found = found.where(sql<boolean>`(acting_company_id is null or from_outside)`)
    // An MSP usually has no MSP below it: naming it lets its index provide the order.
    if (scope.kind === 'tree') found = found.where('msp_id', 'in', await visibleMsps(ctx))
  } else found = found.where('company_id', '=', company ?? scope.companyId)
  if (people !== null) found = found.where('person_id', 'in', people.length > 0 ? people : ['0'])
  if (action !== undefined && action.length > 0) found = found.where('action', 'in', action)
  if (kind !== undefined && kind.length > 0) found = found.where('subject_kind', 'in', kind)
  if (subjectId !== undefined && subjectId !== '') found = found.where('subject_id', '=', subjectId)
  if (requestId !== undefined && requestId !== '') found = found.where('request_id', '=', requestId)
  return within(found, query)
}

function within(found: Matching, { range, from, to }: AuditQuery): Matching {
  let result = found
  if (from !== undefined) result = result.where('at', '>=', from)
  if (to !== undefined) result = result.where('at', '<=', to)
  if (range === undefined || from !== undefined || to !== undefined) return result
  if (range !== 'today')
    return result.where('at', '>=', sql<string>`now() - make_interval(hours => ${hours[range]}::int)`)
  return result.where(
    'at',
    '>=',
    sql<string>`(select date_trunc('day', now() at time zone c.time_zone) at time zone c.time_zone
      from company c where c.id = scope_company())`,
  )
}

async function visibleMsps({ db }: RequestContext): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`select visible_msps()::text as id`.execute(db)
  return found.map(({ id }) => id)
}

async function actors({ db }: RequestContext, search: string, company: string): Promise<string[]> {
  const { rows: found } = await sql<{ ids: string[] }>`
    select audit_actors(${search}, ${company === 'all' ? null : company}, ${maxPeople})::text[] as ids`.execute(
    db,
  )
  return found[0]!.ids
}

async function rows(
  ctx: Pick<RequestContext, 'db' | 'scope'>,
  page: SelectQueryBuilder<Database, 'audit_log', { at: string; id: string }>,
): Promise<AuditRow[]> {
  const { db } = ctx
  const found = await db
    .selectFrom(page.as('page'))
    .innerJoin('audit_log as l', 'l.id', 'page.id')
    .select([
      'l.id',
      'l.at',
      'l.company_id',
      sql<string>`coalesce(visible_company_name(l.company_id), '')`.as('company_name'),
      'l.action',
      'l.actor_name',
      'l.person_id',
      'l.actor_account',
      'l.acting_company_name',
      'l.from_outside',
      'l.subject_kind',
      'l.subject_id',
      'l.detail',
      sql<boolean>`false`.as('withheld'),
      'l.request_id',
      'l.address',
      sql<string | null>`null`.as('subject_name'),
    ])
    .orderBy('page.at', 'desc')
    .orderBy('page.id', 'desc')
    .execute()
  const closed = await closedCompanies(ctx, found)
  return found.map((row) => (closed.has(row.company_id) ? { ...row, detail: {}, withheld: true } : row))
}
