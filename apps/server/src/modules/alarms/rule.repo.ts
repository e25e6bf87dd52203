import type { RuleDefinition } from '@netward/contract/alarm-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface RuleRow {
  readonly id: string
  /** Of the shipped rule that it copies; null: the company's own. */
  readonly code: string | null
  readonly version: number | null
  readonly name: string | null
  readonly enabled: boolean
  readonly watch: boolean
  /** When it raises by itself; null: once somebody confirms it. */
  readonly watchUntil: string | null
  readonly definition: RuleDefinition
  readonly editedAt: string
  readonly editedBy: string
  readonly published: boolean
  readonly sourceCompanyName: string | null
  /** As the company above has it. */
  readonly original: { readonly enabled: boolean; readonly definition: RuleDefinition } | null
  readonly follows: boolean
}

/** A shipped rule that watches since an update. */
export interface UpdatedRow {
  readonly until: string
  readonly before: RuleDefinition | null
  /** Whether a confirmation here is one for all companies. */
  readonly everywhere: boolean
}

export interface RouteReach {
  readonly severities: readonly string[]
  readonly rules: readonly string[]
  readonly ofBell: boolean
  readonly raises: boolean
}

export interface WatchedRow {
  readonly deviceId: string | null
  readonly lineId: string | null
  readonly subjectName: string
  readonly deviceType: string | null
  readonly label: string
  readonly value: number | null
  readonly text: string | null
  readonly raisedAt: string
  readonly clearedAt: string | null
}

interface WrittenRule {
  readonly name: string | null
  readonly enabled: boolean
  readonly watch: boolean
  readonly definition: RuleDefinition
}

const shown = sql`id, code, version, name, enabled, watch, watch_until as "watchUntil", definition, edited_at as "editedAt", edited_by as "editedBy", published,
  source_company_name as "sourceCompanyName", original, follows`

/** Rules of the company acted in. */
export const ruleRepo = {
  async all({ db, scope }: Reader): Promise<RuleRow[]> {
    const { rows } = await sql<RuleRow>`
      select ${shown} from alarm_rule where company_id = ${scope.companyId} order by lower(name), id`.execute(
      db,
    )
    return rows
  },

  /** What notifies people or groups of the company of raised alarms. */
  async routes({ db, scope }: Reader): Promise<RouteReach[]> {
    const { rows } = await sql<RouteReach>`
      select severities, rules, enabled and channel_id is null and person_id is null as "ofBell", enabled and 'raised' = any (events) as raises
      from notice_route where company_id = ${scope.companyId} and covers = 'own'`.execute(db)
    return rows
  },

  /** Active alarms of each rule. */
  async active({ db, scope }: Reader): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ rule: string; n: number }>`
      select rule, count(*)::int as n from alarm
      where company_id = ${scope.companyId} and state = 'active' group by rule`.execute(db)
    return new Map(rows.map(({ rule, n }) => [rule, n]))
  },

  /** How many alarms each rule that watches would have raised. */
  async watched({ db, scope }: Reader): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ rule: string; n: number }>`
      select rule, count(*)::int as n from alarm_watch where company_id = ${scope.companyId} group by rule`.execute(
      db,
    )
    return new Map(rows.map(({ rule, n }) => [rule, n]))
  },

  /** The newest of them. */
  async watchedOf({ db, scope }: Reader, rule: string): Promise<WatchedRow[]> {
    const { rows } = await sql<WatchedRow>`
      select w.device_id as "deviceId", w.line_id as "lineId", coalesce(d.name, l.name, c.name) as "subjectName",
        d.type as "deviceType", w.label, w.value, w.text,
        w.raised_at as "raisedAt", w.cleared_at as "clearedAt"
      from alarm_watch w left join device d on d.company_id = w.company_id and d.id = w.device_id
      left join internet_line l on l.company_id = w.company_id and l.id = w.line_id
      left join company c on c.id = w.company_id and w.subject_id is null
      where w.company_id = ${scope.companyId} and w.rule = ${rule} and coalesce(d.id, l.id, c.id) is not null order by w.raised_at desc, w.id desc limit 50`.execute(
      db,
    )
    return rows
  },

  /** Shipped rules that watch since an update, by code. */
  async updated({ db }: Reader): Promise<ReadonlyMap<string, UpdatedRow>> {
    const { rows } = await sql<UpdatedRow & { code: string }>`
      select code, until, before, scope_is_op() as everywhere from shipped_rules_watching()`.execute(db)
    return new Map(rows.map(({ code, ...row }) => [code, row]))
  },

  async confirm({ db }: Reader, code: string): Promise<void> {
    await sql`select shipped_rule_confirm(${code})`.execute(db)
  },

  /** Companies that follow each published rule, and those that changed their copy. */
  async reach({ db }: Reader): Promise<ReadonlyMap<string, { follow: number; changed: number }>> {
    const { rows } = await sql<{ id: string; follow: number; changed: number }>`
      select source_id as id, follow, changed from alarm_rule_reach()`.execute(db)
    return new Map(rows.map(({ id, follow, changed }) => [id, { follow, changed }]))
  },

  /** Whether companies may be below the one acted in. */
  async isAbove({ db, scope }: Reader): Promise<boolean> {
    const row = await db
      .selectFrom('company')
      .select('kind')
      .where('id', '=', scope.companyId)
      .executeTakeFirst()
    return row !== undefined && row.kind !== 'company'
  },

  async publish({ db, scope }: Reader, id: string, published: boolean): Promise<void> {
    await db
      .updateTable('alarm_rule')
      .set({ published })
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .execute()
  },

  async insert(
    { db, scope }: Reader,
    shipped: { code: string; version: number } | null,
    { name, enabled, watch, definition }: WrittenRule,
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into alarm_rule (company_id, code, version, name, enabled, watch, definition, edited_by)
      values (${scope.companyId}, ${shipped?.code ?? null}, ${shipped?.version ?? null}, ${name}, ${enabled}, ${watch},
        ${JSON.stringify(definition)}::jsonb, ${scope.actorName}) returning id`.execute(db)
    return rows[0]!.id
  },

  async update(
    { db, scope }: Reader,
    id: string,
    { name, enabled, watch, definition }: WrittenRule,
    version: number | null,
    follows: boolean,
  ) {
    await sql`update alarm_rule set name = ${name}, enabled = ${enabled}, watch = ${watch}, definition = ${JSON.stringify(definition)}::jsonb,
        version = ${version}, follows = ${follows}, edited_at = now(), edited_by = ${scope.actorName}
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  /** It watches from now on, as a rule that has just come from above. */
  async beginWatching({ db, scope }: Reader, id: string): Promise<void> {
    await sql`update alarm_rule set watch_until = watching_ends(now())
      where id = ${id} and company_id = ${scope.companyId} and watch`.execute(db)
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db.deleteFrom('alarm_rule').where('id', '=', id).where('company_id', '=', scope.companyId).execute()
  },
}
