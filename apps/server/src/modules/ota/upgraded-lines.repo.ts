import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Series } from '../../platform/metrics/metric-store.ts'
import type { Worsened } from './target.repo.ts'

/** A line that an upgraded gateway carries. Times in milliseconds. */
export interface UpgradedLine {
  readonly deviceId: string
  readonly lineId: string
  readonly lineName: string
  readonly sentAt: number
  readonly verifiedAt: number
}

export const upgradedLinesRepo = {
  campaigns(scopes: Scopes): Promise<{ company_id: string; campaign_id: string }[]> {
    return scopes.asLoginRole('select company_id, campaign_id from campaigns_comparing_lines()')
  },

  /** Lines of gateways that were upgraded within the last day and not compared within the hour, at most of so many gateways. */
  async take(db: Db, campaignId: string, most: number): Promise<UpgradedLine[]> {
    const { rows } = await sql<UpgradedLine>`
      with due as (
        select t.company_id, t.device_id, t.changed_at, t.transfer_id from campaign_target t
        where t.campaign_id = ${campaignId}::bigint and t.state = 'verified' and t.worsened is null
          and t.changed_at > now() - interval '25 hours' and t.changed_at <= now() - interval '40 minutes'
          and (t.lines_compared_at is null or t.lines_compared_at < now() - interval '1 hour')
          and exists (select from internet_line l where l.company_id = t.company_id and l.device_id = t.device_id)
        order by t.lines_compared_at nulls first, t.changed_at limit ${most}::int
      ), taken as (
        update campaign_target t set lines_compared_at = now() from due d
        where t.company_id = d.company_id and t.campaign_id = ${campaignId}::bigint and t.device_id = d.device_id
      )
      select d.device_id as "deviceId", l.id as "lineId", l.name as "lineName",
        floor(extract(epoch from coalesce(x.sent_at, d.changed_at)) * 1000)::double precision as "sentAt",
        floor(extract(epoch from d.changed_at) * 1000)::double precision as "verifiedAt"
      from due d join internet_line l on l.company_id = d.company_id and l.device_id = d.device_id
      left join device_transfer x on x.company_id = d.company_id and x.id = d.transfer_id
      order by d.device_id, l.id`.execute(db)
    return rows
  },

  async series(db: Db, lineId: string, metrics: readonly string[]): Promise<Series[]> {
    const { rows } = await sql<Series>`
      select id, company_id as "companyId", subject_id as "deviceId", metric, instance, slot, block from metric_series
      where subject_id = ${lineId}::bigint and metric = any (${metrics}::text[]) and ended_at is null
      order by slot limit 40`.execute(db)
    return rows
  },

  async setWorsened(db: Db, campaignId: string, deviceId: string, worsened: Worsened): Promise<void> {
    await sql`update campaign_target set worsened = ${JSON.stringify(worsened)}::jsonb
      where campaign_id = ${campaignId}::bigint and device_id = ${deviceId}::bigint and state = 'verified'
        and worsened is null`.execute(db)
  },
}
