import type { InputOf, otaCampaignApi } from '@netward/contract'
import type { rollbackStates, TargetState, worsenedMetrics } from '@netward/contract/states/campaign'
import { type RawBuilder, sql } from 'kysely'
import { capped, countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type TargetQuery = InputOf<typeof otaCampaignApi.pageTargets>
type Reader = Pick<RequestContext, 'db' | 'scope'>

/** As `campaign_target.worsened` holds it. */
export interface Worsened {
  readonly lineId: string
  readonly lineName: string
  readonly metric: (typeof worsenedMetrics)[number]
  readonly before: number
  readonly after: number
}

export interface TargetRow {
  device_id: string
  name: string
  serial_number: string
  model_name: string
  presence: 'online' | 'overdue' | 'offline' | 'unknown'
  ring: number
  state: TargetState
  from_version: string
  software_version: string
  attempts: number
  bytes_sent: number
  fault_code: string | null
  fault_detail: string | null
  due_at: string | null
  changed_at: string
  backup: 'stored' | 'lacking' | null
  backing_up: boolean
  rollback: (typeof rollbackStates)[number] | null
  rollback_fault: string | null
  worsened: Worsened | null
  /** In exactly the requested order. */
  place: string
}

const orders = { name: sql`d.name`, changedAt: sql`t.changed_at` } as const

function matching({
  campaignId,
  search = '',
  state = [],
  ring,
  rollback = [],
  lines,
}: TargetQuery): RawBuilder<unknown> {
  return sql`from campaign_target t join device d on d.company_id = t.company_id and d.id = t.device_id
    where t.campaign_id = ${campaignId}::bigint
      ${state.length > 0 ? sql`and t.state = any (${state}::text[])` : sql``}
      ${rollback.length > 0 ? sql`and t.rollback = any (${rollback}::text[])` : sql``}
      ${lines === undefined ? sql`` : sql`and t.worsened is not null`}
      ${ring === undefined ? sql`` : sql`and t.ring = ${ring}::int`}
      ${search === '' ? sql`` : sql`and strpos(d.search, search_text(${search}::text)) > 0`}`
}

export const targetRepo = {
  async page({ db }: Reader, query: TargetQuery) {
    const items = await targetRepo.rows({ db }, query, query.pageSize, {
      skipped: (query.page - 1) * query.pageSize,
    })
    return { items, ...capped(await targetRepo.count({ db }, query, countCap + 1)) }
  },

  async count({ db }: Pick<Reader, 'db'>, query: TargetQuery, most: number): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n
      from (select 1 ${matching(query)} limit ${sql.lit(most)}) m`.execute(db)
    return rows[0]?.n ?? 0
  },

  async rows(
    { db }: Pick<Reader, 'db'>,
    query: TargetQuery,
    limit: number,
    { skipped = 0, after = null }: { skipped?: number; after?: TargetRow | null },
  ): Promise<TargetRow[]> {
    const direction = query.sort.startsWith('-') ? sql`desc` : sql`asc`
    const column = orders[query.sort.replace('-', '') as keyof typeof orders]
    const beyond = query.sort.startsWith('-') ? sql`<` : sql`>`
    const { rows } = await sql<TargetRow>`
      select t.device_id, d.name, d.serial_number, d.model_name, d.presence, t.ring, t.state, t.from_version,
        d.software_version, t.attempts, t.bytes_sent, t.fault_code, t.fault_detail, t.changed_at, t.backup,
        t.backing_up, t.rollback, t.rollback_fault, t.worsened, (${column})::text as place, nullif(greatest(case when t.rollback = 'wanted' then t.rollback_from else t.due_at end, now()), now()) as due_at
      ${matching(query)} ${after === null ? sql`` : sql`and (${column}, t.device_id) ${beyond} (${after.place}, ${after.device_id}::bigint)`}
      order by ${column} ${direction}, t.device_id ${direction}
      limit ${limit}::int offset ${skipped}::int`.execute(db)
    return rows
  },
}
