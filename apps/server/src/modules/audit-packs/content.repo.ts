import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

/** What packs read of the company acted in, batch by batch in the order of `id`. */
type Reader = Pick<RequestContext, 'db' | 'scope'>
interface Span {
  readonly fromAt: string
  readonly toAt: string
}

/** Of a batch. */
export const batchRows = 2000

export interface MemberRow {
  readonly id: string
  readonly name: string
  readonly account: string | null
  readonly department: string[]
  readonly status: 'enabled' | 'disabled'
  readonly roles: string[]
  readonly administers: boolean
  readonly outsideOnly: boolean
  readonly secondFactor: boolean
  readonly createdAt: string
  readonly lastSignInAt: string | null
}

export interface RoleRow {
  readonly id: string
  readonly name: string
  readonly permissions: string[]
  readonly dataScope: 'company' | 'department' | 'outlets'
  readonly outlets: number
  readonly members: number
  readonly publishedBy: string | null
  readonly affiliation: 'own' | 'following' | 'detached'
  readonly updatedAt: string
  readonly updatedBy: string | null
}

export interface AccessRow {
  readonly companyName: string
  readonly name: string
  readonly account: string | null
  readonly status: 'enabled' | 'disabled'
  readonly builtIn: string | null
  readonly roleName: string | null
  readonly isGranted: boolean
  readonly since: string | null
  readonly until: string | null
  readonly givenBy: string | null
}

export interface VisitRow {
  readonly id: string
  readonly name: string
  readonly companyName: string
  readonly beganAt: string
  readonly lastSeenAt: string
  readonly endedAt: string | null
}

export interface RequestRow {
  readonly id: string
  readonly name: string
  readonly companyName: string
  readonly how: 'request' | 'break_glass'
  readonly state: 'waiting' | 'approved' | 'refused' | 'ended'
  readonly reason: string
  readonly askedAt: string
  readonly decidedAt: string | null
  readonly decidedBy: string | null
  readonly until: string | null
}

export interface TerminalRow {
  readonly id: string
  readonly device: string
  readonly person: string
  readonly companyName: string | null
  readonly fromOutside: boolean
  readonly address: string
  readonly reason: string
  readonly protocol: string
  readonly username: string
  readonly state: string
  readonly outcome: string | null
  readonly endedBy: string | null
  readonly decidedBy: string | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly recordedBytes: number
}

export interface CommandRow {
  readonly id: string
  readonly at: string
  readonly device: string
  readonly command: string
  readonly failed: boolean
  readonly by: string | null
  readonly byCompany: string | null
}

export interface VersionRow {
  readonly id: string
  readonly at: string
  readonly device: string
  readonly by: string | null
  readonly lines: number
}

export interface UpgradeRow {
  readonly campaignId: string
  readonly deviceId: string
  readonly at: string
  readonly device: string
  readonly campaign: string
  readonly by: string
  readonly fromVersion: string
  readonly version: string
  readonly state: string
  readonly rollback: string | null
  readonly fault: string | null
}

export const contentRepo = {
  async members({ db }: Reader, after: string): Promise<MemberRow[]> {
    const { rows } = await sql<MemberRow>`
      select id, name, account, department, status, roles, administers, outside_only as "outsideOnly",
        second_factor as "secondFactor", created_at as "createdAt", last_sign_in_at as "lastSignInAt"
      from audit_pack_members(${after}::bigint, ${batchRows}::int)`.execute(db)
    return rows
  },

  async roles({ db, scope }: Reader): Promise<RoleRow[]> {
    const { rows } = await sql<RoleRow>`
      select r.id, r.name, r.permissions, r.data_scope as "dataScope", cardinality(r.outlet_ids) as outlets,
        (select count(*)::int from member_role mr where mr.company_id = r.company_id and mr.role_id = r.id) as members,
        r.published_by as "publishedBy",
        case when r.published_by is null then 'own' when r.detached_at is null then 'following' else 'detached' end as affiliation,
        r.updated_at as "updatedAt", r.updated_by as "updatedBy"
      from role r where r.company_id = ${scope.companyId} order by r.name`.execute(db)
    return rows
  },

  /** Members of the built-in roles, by the key of the role. */
  async builtInMembers({ db, scope }: Reader): Promise<Map<string, number>> {
    const { rows } = await sql<{ role: string; n: number }>`
      select mr.built_in as role, count(*)::int as n from member_role mr
      where mr.company_id = ${scope.companyId} and mr.built_in is not null group by 1`.execute(db)
    return new Map(rows.map(({ role, n }) => [role, n]))
  },

  async companyKind({ db, scope }: Reader): Promise<'op' | 'middleman' | 'company'> {
    const { rows } = await sql<{ kind: 'op' | 'middleman' | 'company' }>`
      select kind from company where id = ${scope.companyId}`.execute(db)
    return rows[0]!.kind
  },

  async access({ db }: Reader, { fromAt, toAt }: Span): Promise<AccessRow[]> {
    const { rows } = await sql<AccessRow>`
      select company_name as "companyName", name, account, status, built_in as "builtIn", role_name as "roleName",
        is_granted as "isGranted", since, until, given_by as "givenBy"
      from audit_pack_access(${fromAt}, ${toAt})`.execute(db)
    return rows
  },

  /** How those above are admitted; undefined: as they like. */
  async consent({
    db,
    scope,
  }: Reader): Promise<{ mode: 'free' | 'request' | 'never'; ceiling: string } | undefined> {
    return db
      .selectFrom('acting_consent')
      .select(['mode', 'ceiling'])
      .where('company_id', '=', scope.companyId)
      .executeTakeFirst()
  },

  async visits({ db, scope }: Reader, { fromAt, toAt }: Span, after: string): Promise<VisitRow[]> {
    const { rows } = await sql<VisitRow>`
      select v.id, v.actor_name as name, v.actor_company_name as "companyName", v.began_at as "beganAt",
        v.last_seen_at as "lastSeenAt", v.ended_at as "endedAt"
      from acting_visit v where v.company_id = ${scope.companyId} and v.last_seen_at >= ${fromAt} and v.began_at < ${toAt}
        and v.id > ${after}::bigint order by v.id limit ${batchRows}::int`.execute(db)
    return rows
  },

  async requests({ db, scope }: Reader, { fromAt, toAt }: Span, after: string): Promise<RequestRow[]> {
    const { rows } = await sql<RequestRow>`
      select a.id, a.actor_name as name, a.actor_company_name as "companyName", a.how,
        case when a.state = 'approved' and a.until <= now() then 'ended' else a.state end as state, a.reason,
        a.asked_at as "askedAt", a.decided_at as "decidedAt", a.decided_by as "decidedBy", a.until
      from acting_access a where a.company_id = ${scope.companyId} and a.asked_at >= ${fromAt} and a.asked_at < ${toAt}
        and a.id > ${after}::bigint order by a.id limit ${batchRows}::int`.execute(db)
    return rows
  },

  /** Those that were open within the period. */
  async terminals({ db, scope }: Reader, { fromAt, toAt }: Span, after: string): Promise<TerminalRow[]> {
    const { rows } = await sql<TerminalRow>`
      select s.id, s.device_name as device, s.person_name as person, audit_pack_company(s.home_company_id) as "companyName",
        s.from_outside as "fromOutside", s.remote_address as address, s.reason, s.protocol, s.username, s.state, s.outcome,
        s.ended_by as "endedBy", s.decided_by as "decidedBy", s.created_at as "createdAt", s.started_at as "startedAt",
        s.ended_at as "endedAt", s.recorded_bytes as "recordedBytes"
      from terminal_session s where s.company_id = ${scope.companyId} and s.created_at < ${toAt}
        and coalesce(s.ended_at, now()) >= ${fromAt} and s.id > ${after}::bigint
      order by s.id limit ${batchRows}::int`.execute(db)
    return rows
  },

  /** Commands by which gateways were changed. */
  async commands({ db, scope }: Reader, { fromAt, toAt }: Span, after: string): Promise<CommandRow[]> {
    const { rows } = await sql<CommandRow>`
      select e.id, e.at, d.name as device, e.detail->>'kind' as command, e.kind = 'command.failed' as failed,
        e.actor_name as by, e.actor_company_name as "byCompany"
      from device_timeline e join device d on d.company_id = e.company_id and d.id = e.device_id
      where e.company_id = ${scope.companyId} and event_worth_listing(e.kind, e.detail)
        and e.kind in ('command.done', 'command.failed') and e.detail->>'kind' in ('set_parameter_values', 'set_parameter_attributes',
          'add_object', 'delete_object', 'provision', 'change_settings', 'factory_reset')
        and e.at >= ${fromAt} and e.at < ${toAt} and e.id > ${after}::bigint
      order by e.id limit ${batchRows}::int`.execute(db)
    return rows
  },

  /** Running configurations that differ from the one before. */
  async versions({ db, scope }: Reader, { fromAt, toAt }: Span, after: string): Promise<VersionRow[]> {
    const { rows } = await sql<VersionRow>`
      select v.id, v.first_at as at, d.name as device, v.by_name as by, v.lines
      from configuration_version v join device d on d.company_id = v.company_id and d.id = v.device_id
      where v.company_id = ${scope.companyId} and v.first_at >= ${fromAt} and v.first_at < ${toAt} and v.id > ${after}::bigint
      order by v.id limit ${batchRows}::int`.execute(db)
    return rows
  },

  /** Gateways of campaigns that were settled within the period. */
  async upgrades(
    { db, scope }: Reader,
    { fromAt, toAt }: Span,
    after: Pick<UpgradeRow, 'campaignId' | 'deviceId'>,
  ): Promise<UpgradeRow[]> {
    const { rows } = await sql<UpgradeRow>`
      select t.campaign_id as "campaignId", t.device_id as "deviceId", t.changed_at as at, d.name as device, c.name as campaign,
        c.created_by_name as by, t.from_version as "fromVersion", c.version, t.state, t.rollback,
        nullif(concat_ws(' ', t.fault_code, t.fault_detail), '') as fault
      from campaign_target t join campaign c on c.company_id = t.company_id and c.id = t.campaign_id
      join device d on d.company_id = t.company_id and d.id = t.device_id
      where t.company_id = ${scope.companyId} and t.state in ('verified', 'failed', 'rolled_back')
        and t.changed_at >= ${fromAt} and t.changed_at < ${toAt}
        and (t.campaign_id, t.device_id) > (${after.campaignId}::bigint, ${after.deviceId}::bigint)
      order by t.campaign_id, t.device_id limit ${batchRows}::int`.execute(db)
    return rows
  },
}
