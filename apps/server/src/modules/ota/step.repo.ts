import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { CampaignRow } from './campaign.repo.ts'
import type { RingNow } from './campaign-plan.ts'

export interface StepCounts {
  /** Up to the open one. */
  readonly rings: RingNow[]
  readonly underWayInAll: number
  readonly waitingInAll: number
  readonly targets: number
  readonly verifiedInAll: number
  readonly failedInAll: number
  readonly rolledBackInAll: number
}

export type CampaignStep = CampaignRow & { minute_sent: number; to_roll_back: boolean }

export interface FirmwareFile {
  readonly version: string
  readonly size: number
  readonly file_name: string
  readonly hardware_versions: string[]
}

/** The whole campaign as a step reads and changes it. */
export const stepRepo = {
  due(scopes: Scopes): Promise<{ company_id: string; campaign_id: string }[]> {
    return scopes.asLoginRole('select company_id, campaign_id from campaigns_due()')
  },

  /**
   * Undefined while another worker holds it. Weaker than `for update`, so that device reports are still
   * recorded.
   */
  async lock(db: Db, id: string): Promise<CampaignStep | undefined> {
    const { rows } = await sql<CampaignStep>`
      select c.*, '' as company_name,
        case when c.minute_began > now() - interval '1 minute' then c.minute_sent else 0 end as minute_sent,
        exists (select from campaign_target t where t.campaign_id = c.id
          and is_going_back(t.rollback)) as to_roll_back
      from campaign c where c.id = ${id}::bigint for no key update skip locked`.execute(db)
    return rows[0]
  },

  async firmware(db: Db, { firmware_id }: CampaignRow): Promise<FirmwareFile | undefined> {
    const { rows } = await sql<FirmwareFile>`
      select version, size, file_name, hardware_versions from firmware where id = ${firmware_id}::bigint and state = 'released'`.execute(
      db,
    )
    return rows[0]
  },

  /** From the trigger-maintained target counters. */
  async counts(db: Db, { id, ring, ring_sizes }: CampaignRow): Promise<StepCounts> {
    const { rows } = await sql<RingNow & { of: number; targets: number; rolledBack: number }>`
      select ring as of, sum(n)::int as targets,
        coalesce(sum(n) filter (where standing = 'waiting'), 0)::int as waiting,
        coalesce(sum(n) filter (where standing = 'under_way'), 0)::int as "underWay",
        coalesce(sum(n) filter (where standing in ('verified', 'lost', 'worse')), 0)::int as verified,
        coalesce(sum(n) filter (where standing in ('failed', 'rolled_back')), 0)::int as failed,
        coalesce(sum(n) filter (where standing = 'lost'), 0)::int as lost,
        coalesce(sum(n) filter (where standing = 'worse'), 0)::int as worse,
        coalesce(sum(n) filter (where standing = 'rolled_back'), 0)::int as "rolledBack"
      from campaign_count where campaign_id = ${id}::bigint group by ring`.execute(db)
    const inAll = (numberOf: (row: (typeof rows)[number]) => number) =>
      rows.reduce((sum, row) => sum + numberOf(row), 0)
    const none = { waiting: 0, underWay: 0, verified: 0, failed: 0, lost: 0, worse: 0 }
    return {
      rings: Array.from({ length: (ring ?? 0) + 1 }, (_, index) => ({
        ...(rows.find((row) => row.of === index) ?? none),
        size: ring_sizes[index] ?? 0,
      })),
      targets: inAll(({ targets }) => targets),
      waitingInAll: inAll(({ waiting }) => waiting),
      underWayInAll: inAll(({ underWay }) => underWay),
      verifiedInAll: inAll(({ verified }) => verified),
      failedInAll: inAll(({ failed, rolledBack }) => failed - rolledBack),
      rolledBackInAll: inAll(({ rolledBack }) => rolledBack),
    }
  },

  async openRing(db: Db, id: string, ring: number, forgiven: readonly number[]): Promise<void> {
    await sql`update campaign set state = 'running', ring = ${ring}, ring_opened_at = now(), ring_settled_at = null,
        forgiven = ${[...forgiven]}::int[], started_at = coalesce(started_at, now()) where id = ${id}::bigint`.execute(
      db,
    )
  },

  async settle(db: Db, id: string): Promise<void> {
    await sql`update campaign set ring_settled_at = now() where id = ${id}::bigint`.execute(db)
  },

  async setState(
    db: Db,
    id: string,
    state: 'running' | 'paused' | 'completed' | 'completed_with_failures' | 'cancelled',
    stopReason: CampaignRow['stop_reason'] = null,
  ): Promise<void> {
    const over = state !== 'running' && state !== 'paused'
    await sql`update campaign set state = ${state}, stop_reason = ${stopReason}::text,
        ended_at = case when ${over} then now() end where id = ${id}::bigint`.execute(db)
    // Reports of gateways being rolled back are still needed.
    if (over)
      await sql`delete from campaign_news k where k.campaign_id = ${id}::bigint and not exists (
        select from campaign_target t where t.company_id = k.company_id and t.campaign_id = k.campaign_id
          and t.device_id = k.device_id and is_going_back(t.rollback))`.execute(db)
  },

  /** Whether the company that owns the programme is still above that of this transaction. */
  async isBelow(db: Db, companyId: string): Promise<boolean> {
    const { rows } = await sql<{ below: boolean }>`
      select is_below(${companyId}::bigint) or scope_company() = ${companyId}::bigint as below`.execute(db)
    return rows[0]?.below ?? false
  },

  /** Its company moved away from the planners: no further gateway is asked; those in progress finish. */
  async endPlan(db: Db, id: string): Promise<void> {
    await sql`update campaign set state = 'cancelled', stop_reason = 'moved_away' where id = ${id}::bigint`.execute(
      db,
    )
  },

  async setProgress(
    db: Db,
    id: string,
    { verifiedInAll: verified, failedInAll: failed, rolledBackInAll: back }: StepCounts,
  ): Promise<void> {
    await sql`update campaign set verified = ${verified}, failed = ${failed}, rolled_back = ${back},
        state = case when state = 'completed' and ${failed + back} > 0 then 'completed_with_failures' else state end
      where id = ${id}::bigint
        and (verified, failed, rolled_back) is distinct from (${verified}, ${failed}, ${back})`.execute(db)
  },

  async publish(db: Db, companyId: string, id: string): Promise<void> {
    await sql`insert into live_event (company_id, kind, subject_id, data)
      values (${companyId}::bigint, 'campaign.changed', ${id}, '{}')`.execute(db)
  },
}
