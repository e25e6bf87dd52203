import type { alarmApi, InputOf } from '@netward/contract'
import { acknowledgedHours, type alarmClearings, type AlarmSeverity } from '@netward/contract/alarm-values'
import { type RawBuilder, sql } from 'kysely'
import { countCap, countRows } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { standsIn } from '../outlets/index.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>
export type AlarmQuery = InputOf<typeof alarmApi.pageAlarms>
type Filters = Omit<AlarmQuery, 'page' | 'pageSize' | 'sort' | 'state' | 'from' | 'to' | 'severity'>

/** Column names of the contract. */
export interface AlarmRow {
  readonly id: string
  readonly companyId: string
  readonly companyName: string
  readonly deviceId: string | null
  readonly lineId: string | null
  readonly subjectName: string
  readonly deviceType: string | null
  readonly outletId: string | null
  readonly outletName: string | null
  readonly rule: string
  readonly ruleName: string | null
  readonly metric: string | null
  readonly instance: string
  readonly label: string
  readonly value: number | null
  readonly threshold: number | null
  readonly severity: AlarmSeverity
  readonly severityByHand: boolean
  readonly state: 'active' | 'cleared'
  readonly raisedAt: string
  readonly clearedAt: string | null
  readonly clearedBecause: (typeof alarmClearings)[number] | null
  readonly flapping: boolean
  readonly noDataSince: string | null
  readonly acknowledgedAt: string | null
  readonly acknowledgedBy: string | null
  readonly acknowledgedUntil: string | null
  readonly muted: boolean
  readonly inMaintenance: boolean
  readonly assigneeId: string | null
  readonly assigneeName: string | null
  readonly behindId: string | null
  readonly behindName: string | null
  readonly behindIt: number
  readonly groupId: string
  readonly groupSize: number
}

export interface RelatedRow {
  readonly id: string
  readonly severity: AlarmSeverity
  readonly rule: string
  readonly ruleName: string | null
  readonly deviceId: string | null
  readonly lineId: string | null
  readonly subjectName: string
  readonly deviceType: string | null
  readonly state: 'active' | 'cleared'
  readonly raisedAt: string
  readonly clearedAt: string | null
}

export interface EventRow {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly actorName: string | null
  readonly actorCompanyName: string | null
}

/** An alarm that somebody acts on. */
export interface ActedAlarm {
  readonly id: string
  readonly subjectId: string | null
  readonly subjectName: string
  readonly label: string
  readonly state: 'active' | 'cleared'
  readonly severity: AlarmSeverity
  readonly muted: boolean
  readonly assigneeId: string | null
  readonly acknowledgedAt: string | null
}

const name = sql`coalesce(d.name, l.name, visible_company_name(a.company_id))`
const subject = sql`a.device_id as "deviceId", a.line_id as "lineId", ${name} as "subjectName",
  d.type as "deviceType"`
const shown = sql`a.id, a.company_id as "companyId", visible_company_name(a.company_id) as "companyName",
  ${subject}, a.outlet_id as "outletId", visible_outlet_name(a.outlet_id) as "outletName",
  a.rule, a.rule_name as "ruleName", a.metric, a.instance, a.label, a.value, a.threshold, a.severity,
  a.severity_by_hand as "severityByHand", a.state, a.raised_at as "raisedAt",
  a.cleared_at as "clearedAt", a.cleared_because as "clearedBecause", a.flapping, a.no_data_since as "noDataSince",
  a.acknowledged_at as "acknowledgedAt", a.acknowledged_by as "acknowledgedBy",
  case when not has_open_order(a) then a.acknowledged_until end as "acknowledgedUntil",
  a.muted, a.in_maintenance as "inMaintenance", a.assignee_id as "assigneeId", a.assignee_name as "assigneeName",
  a.behind_id as "behindId", (select alarm_subject_name(b) from alarm b where b.id = a.behind_id) as "behindName",
  (select count(*)::int from alarm b where b.behind_id = a.id and b.state = 'active') as "behindIt",
  a.group_id as "groupId",
  (select count(*)::int from alarm b where b.group_id = a.group_id and b.state = a.state) as "groupSize"`

const related = sql`a.id, a.severity, a.rule, a.rule_name as "ruleName", ${subject}, a.state,
  a.raised_at as "raisedAt", a.cleared_at as "clearedAt"`

/** Its device or line is visible too, whatever names the alarm. */
const source = sql`alarm a left join device d on d.company_id = a.company_id and d.id = a.device_id
  left join internet_line l on l.company_id = a.company_id and l.id = a.line_id`
const seen = sql`(a.subject_id is null or d.id is not null or l.id is not null)`

export const alarmRepo = {
  /** @param namedRules shipped rules whose name in the caller's language holds the search */
  async page(
    ctx: Reader,
    query: AlarmQuery,
    namedRules: readonly string[],
  ): Promise<{ items: AlarmRow[]; total: number }> {
    const where = all(listed(ctx, query, namedRules))
    const [total, page] = await Promise.all([
      countRows(ctx.db, sql`${source} where ${where}`),
      sql<AlarmRow>`select ${shown} from ${source} where ${where} order by ${orderOf(query)}
        limit ${query.pageSize}::int offset ${(query.page - 1) * query.pageSize}::int`.execute(ctx.db),
    ])
    return { items: page.rows, total }
  },

  async all(
    ctx: Reader,
    query: AlarmQuery,
    namedRules: readonly string[],
    most: number,
  ): Promise<AlarmRow[]> {
    const { rows } = await sql<AlarmRow>`select ${shown} from ${source}
      where ${all(listed(ctx, query, namedRules))} order by ${orderOf(query)} limit ${most}::int`.execute(
      ctx.db,
    )
    return rows
  },

  /** Of active alarms. */
  async counts(
    ctx: Reader,
    filters: Filters,
    namedRules: readonly string[],
  ): Promise<{ severity: AlarmSeverity; count: number; unacknowledged: number }[]> {
    const where = all([sql`a.state = 'active'`, ...filtersOf(ctx, filters, namedRules)])
    const { rows } = await sql<{ severity: AlarmSeverity; count: number; unacknowledged: number }>`
      select severity, least(count(*), ${sql.lit(countCap)})::int as count,
        least(count(*) filter (where acknowledged_at is null and not muted
          and not in_maintenance), ${sql.lit(countCap)})::int as unacknowledged
      from (select a.severity, a.acknowledged_at, a.muted, a.in_maintenance from ${source} where ${where} limit 50000) counted
      group by severity`.execute(ctx.db)
    return rows
  },

  async find({ db }: Reader, id: string): Promise<AlarmRow | undefined> {
    const { rows } =
      await sql<AlarmRow>`select ${shown} from ${source} where a.id = ${id} and ${seen}`.execute(db)
    return rows[0]
  },

  async timeline({ db }: Reader, id: string): Promise<EventRow[]> {
    const { rows } = await sql<EventRow>`
      select id, at, kind, detail, actor_name as "actorName", actor_company_name as "actorCompanyName"
      from alarm_event where alarm_id = ${id} order by id desc limit 200`.execute(db)
    return rows
  },

  async suppressed({ db }: Reader, id: string): Promise<RelatedRow[]> {
    const { rows } = await sql<RelatedRow>`
      select ${related} from ${source} where a.behind_id = ${id} and ${seen} order by a.state, a.raised_at, a.id limit 50`.execute(
      db,
    )
    return rows
  },

  /** Those that are not behind it. */
  async group({ db }: Reader, { id, groupId }: AlarmRow): Promise<RelatedRow[]> {
    const { rows } = await sql<RelatedRow>`
      select ${related} from ${source}
      where a.group_id = ${groupId} and a.id <> ${id} and a.behind_id is distinct from ${id} and ${seen}
      order by a.raised_at, a.id limit 50`.execute(db)
    return rows
  },

  async earlier(
    { db }: Reader,
    { id, companyId, deviceId, lineId, rule, instance, raisedAt }: AlarmRow,
  ): Promise<Pick<AlarmRow, 'id' | 'severity' | 'label' | 'raisedAt' | 'clearedAt'>[]> {
    const { rows } = await sql<Pick<AlarmRow, 'id' | 'severity' | 'label' | 'raisedAt' | 'clearedAt'>>`
      select a.id, a.severity, a.label, a.raised_at as "raisedAt", a.cleared_at as "clearedAt" from alarm a
      where a.subject_id is not distinct from ${deviceId ?? lineId}::bigint and a.rule = ${rule}
        and (a.subject_id is not null or a.instance = ${instance} and a.company_id = ${companyId})
        and a.raised_at <= ${raisedAt}::timestamptz and a.id <> ${id}
      order by a.raised_at desc, a.id desc limit 10`.execute(db)
    return rows
  },

  async owners({ db }: Reader, ids: readonly string[]): Promise<{ id: string; companyId: string }[]> {
    const { rows } = await sql<{ id: string; companyId: string }>`
      select id, company_id as "companyId" from alarm where id = any (${ids}::bigint[])`.execute(db)
    return rows
  },

  async assignedTo({ db, scope }: Reader, personId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from alarm
      where company_id = ${scope.companyId} and assignee_id = ${personId}::bigint and state = 'active'`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  },

  /** Locked, in order. */
  async lock({ db, scope }: Reader, ids: readonly string[]): Promise<ActedAlarm[]> {
    const { rows } = await sql<ActedAlarm>`
      select a.id, a.subject_id as "subjectId", ${name} as "subjectName", a.label, a.state, a.severity, a.muted,
        a.assignee_id as "assigneeId", a.acknowledged_at as "acknowledgedAt"
      from ${source} where a.id = any (${ids}::bigint[]) and a.company_id = ${scope.companyId} and ${seen}
      order by a.id for update of a`.execute(db)
    return rows
  },

  async update(
    { db, scope }: Reader,
    ids: readonly string[],
    { severity, acknowledgedBy, muted, assignee }: AlarmChange,
  ): Promise<void> {
    const isAcknowledged = typeof acknowledgedBy === 'string'
    await db
      .updateTable('alarm')
      .set({
        ...(severity !== undefined && { severity, severity_by_hand: true }),
        ...(acknowledgedBy !== undefined && {
          acknowledged_by: acknowledgedBy,
          acknowledged_at: isAcknowledged ? sql`now()` : null,
          acknowledged_until: isAcknowledged
            ? sql`now() + make_interval(hours => ${sql.lit(acknowledgedHours)})`
            : null,
        }),
        ...(muted !== undefined && { muted }),
        ...(assignee !== undefined && { assignee_id: assignee.id, assignee_name: assignee.name }),
      })
      .where('company_id', '=', scope.companyId)
      .where('id', 'in', ids)
      .execute()
  },

  async note(
    { db, scope }: Reader,
    alarms: readonly Pick<ActedAlarm, 'id' | 'subjectId'>[],
    kind: string,
    detail: Record<string, unknown>,
  ): Promise<void> {
    await db
      .insertInto('alarm_event')
      .values(
        alarms.map(({ id, subjectId }) => ({
          company_id: scope.companyId,
          alarm_id: id,
          subject_id: subjectId,
          kind,
          detail: JSON.stringify(detail),
        })),
      )
      .execute()
  },

  /** Members of the company acted in, by name; one where `memberId` is given. */
  async members(
    { db, scope }: Reader,
    { search = '', memberId }: { search?: string | undefined; memberId?: string },
  ): Promise<{ id: string; personId: string; name: string }[]> {
    const { rows } = await sql<{ id: string; personId: string; name: string }>`
      select m.id, m.person_id as "personId", m.display_name as name from member m
      where m.company_id = ${scope.companyId} and m.status = 'enabled'
        and (${search} = '' or strpos(lower(m.display_name), lower(${search})) > 0)
        and (${memberId ?? null}::bigint is null or m.id = ${memberId ?? null}::bigint)
      order by m.display_name, m.id limit 50`.execute(db)
    return rows
  },
}

export interface AlarmChange {
  /** By hand. */
  readonly severity?: AlarmSeverity
  /** From now on, for 24 hours; null: by nobody. */
  readonly acknowledgedBy?: string | null
  readonly muted?: boolean
  readonly assignee?: { readonly id: string | null; readonly name: string | null }
}

function listed(ctx: Reader, query: AlarmQuery, namedRules: readonly string[]): Sql[] {
  const { state, severity = [], from, to } = query
  return [
    ...(state === 'all' ? [] : [sql`a.state = ${state}`]),
    ...(severity.length === 0 ? [] : [sql`a.severity = any (${severity}::text[])`]),
    ...(from === undefined ? [] : [sql`a.raised_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`a.raised_at < ${to}::timestamptz`]),
    ...filtersOf(ctx, query, namedRules),
  ]
}

function filtersOf({ scope }: Reader, filters: Filters, namedRules: readonly string[]): Sql[] {
  const {
    search = '',
    rule = [],
    companyId,
    outletId,
    deviceId,
    lineId,
    acknowledged,
    maintenance,
    suppressed,
    assignee,
    group,
    groupId,
  } = filters
  const text = search.toLowerCase()
  return [
    seen,
    ...(text === ''
      ? []
      : [
          sql`(strpos(lower(${name}), ${text}) > 0 or strpos(lower(a.label), ${text}) > 0
            or strpos(lower(a.rule_name), ${text}) > 0 or a.rule = any (${namedRules}::text[]))`,
        ]),
    ...(rule.length === 0 ? [] : [sql`a.rule = any (${rule}::text[])`]),
    // The company role sees its company alone: the index of a company serves it.
    ...(scope.kind === 'company' ? [sql`a.company_id = ${scope.companyId}::bigint`] : []),
    ...(companyId === undefined ? [] : [sql`a.company_id = ${companyId}::bigint`]),
    ...(outletId === undefined ? [] : [sql`a.outlet_id = ${outletId}::bigint`]),
    ...standsIn('a', filters),
    ...(deviceId === undefined ? [] : [sql`a.subject_id = ${deviceId}::bigint`]),
    ...(lineId === undefined ? [] : [sql`a.subject_id = ${lineId}::bigint`]),
    ...(filters.followed === undefined
      ? []
      : [
          sql`(a.subject_id = any ((select followed_ids(false))::bigint[]) or a.outlet_id = any ((select followed_ids(true))::bigint[]))`,
        ]),
    ...(acknowledged === undefined
      ? []
      : [acknowledged === 'yes' ? sql`a.acknowledged_at is not null` : sql`a.acknowledged_at is null`]),
    ...(maintenance === undefined ? [] : [sql`a.in_maintenance = ${maintenance === 'yes'}`]),
    ...(suppressed === 'all'
      ? []
      : [suppressed === 'yes' ? sql`a.behind_id is not null` : sql`a.behind_id is null`]),
    ...(assignee === undefined
      ? []
      : assignee === 'nobody'
        ? [sql`a.assignee_id is null`]
        : [sql`a.assignee_id = ${assignee === 'me' ? scope.personId : assignee}::bigint`]),
    ...(group === 'each' ? [] : [worstOfGroup]),
    ...(groupId === undefined ? [] : [sql`a.group_id = ${groupId}::bigint`]),
  ]
}

/** What stands behind another alarm leads no group. */
const worstOfGroup = sql`a.behind_id is null and not exists (select from alarm b
  where b.group_id = a.group_id and b.state = a.state and b.behind_id is null
    and (b.rank, b.raised_at, b.id) < (a.rank, a.raised_at, a.id))`

const orders = {
  raisedAt: sql`a.raised_at, a.id`,
  '-raisedAt': sql`a.raised_at desc, a.id desc`,
  clearedAt: sql`a.cleared_at, a.id`,
  '-clearedAt': sql`a.cleared_at desc, a.id desc`,
  severity: sql`a.rank desc, a.raised_at, a.id`,
  '-severity': sql`a.rank, a.raised_at desc, a.id desc`,
} satisfies Record<AlarmQuery['sort'], Sql>

const orderOf = ({ sort }: AlarmQuery): Sql => orders[sort]

const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
