import type { InputOf, OutputOf, offboardingApi } from '@netward/contract'
import { credentialDays } from '@netward/contract/offboarding-values'
import { sql } from 'kysely'
import { capOf, capped } from '../../platform/db/capped-count.ts'
import type { MemberRef } from '../../platform/holding.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Query = InputOf<typeof offboardingApi.pageExposedCredentials>
type Credential = OutputOf<typeof offboardingApi.pageExposedCredentials>['items'][number]

/** Sessions of a person: in the company acted in, or as its visitor at a customer's device. */
const sessions = (companyId: string) => sql`terminal_session s
  where s.created_at > now() - make_interval(days => ${sql.lit(credentialDays)})
    and s.started_at is not null and ${companyId}::bigint in (s.company_id, s.home_company_id)`

/** Those that are not yet changed lead. */
const orders = {
  lastUsedAt: sql`changed_at is null desc, last_used_at, id`,
  '-lastUsedAt': sql`changed_at is null desc, last_used_at desc, id desc`,
  deviceName: sql`changed_at is null desc, device_name, id`,
  '-deviceName': sql`changed_at is null desc, device_name desc, id desc`,
} satisfies Record<Query['sort'], unknown>

export const credentialRepo = {
  /** How many credentials each person used. */
  async count({ db, scope }: RequestContext, people: readonly MemberRef[]): Promise<Map<string, number>> {
    const { rows } = await sql<{ personId: string; n: number }>`
      select person_id as "personId", count(*)::int as n from (
        select distinct s.person_id, s.device_id, s.protocol, s.port, s.username from ${sessions(scope.companyId)}
          and s.person_id = any (${people.map(({ personId }) => personId)}::bigint[])) used
      group by 1`.execute(db)
    return new Map(rows.map(({ personId, n }) => [personId, n]))
  },

  /** Lists those of a person who leaves. Returns how many were not listed before. */
  async list({ db, scope }: RequestContext, { personId }: MemberRef): Promise<number> {
    const { numAffectedRows } = await sql`
      insert into exposed_credential (company_id, person_id, person_name, device_company_id, device_company_name, device_id,
        device_name, is_gateway, protocol, port, username, last_used_at)
      select ${scope.companyId}::bigint, ${personId}::bigint, u.person_name, u.company_id,
        coalesce(visible_company_name(u.company_id), ''), u.device_id, u.device_name, coalesce(d.type = 'smart_cpe', false),
        u.protocol, u.port, u.username, u.created_at
      from (select distinct on (s.device_id, s.protocol, s.port, s.username) s.company_id, s.device_id, s.device_name, s.protocol,
          s.port, s.username, s.person_name, s.created_at from ${sessions(scope.companyId)}
          and s.person_id = ${personId}::bigint
        order by s.device_id, s.protocol, s.port, s.username, s.created_at desc) u
      left join device d on d.company_id = u.company_id and d.id = u.device_id
      on conflict do nothing`.execute(db)
    return Number(numAffectedRows ?? 0)
  },

  async rows(
    { db, scope }: RequestContext,
    { search, state, sort }: Query,
    limit: number,
    offset = 0,
  ): Promise<Credential[]> {
    const { rows } = await sql<Credential>`
      select id, person_name as "personName", device_company_id as "companyId", device_company_name as "companyName",
        device_id as "deviceId", device_name as "deviceName", is_gateway as "isGateway", protocol, port, username,
        last_used_at as "lastUsedAt", changed_at as "changedAt", changed_by as "changedBy"
      from exposed_credential where ${matching(scope.companyId, { search, state })}
      order by ${orders[sort]} limit ${limit}::int offset ${offset}::int`.execute(db)
    return rows
  },

  async total({ db, scope }: RequestContext, query: Pick<Query, 'search' | 'state'>) {
    const cap = capOf(query.search)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select from exposed_credential where ${matching(scope.companyId, query)} limit ${sql.lit(cap + 1)}) counted`.execute(
      db,
    )
    return capped(rows[0]!.n, cap)
  },

  async markChanged({ db, scope }: RequestContext, ids: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      update exposed_credential set changed_at = now(), changed_by = ${scope.actorName}
      where company_id = ${scope.companyId} and id = any (${[...ids]}::bigint[]) and changed_at is null
      returning device_name as name`.execute(db)
    return rows.map(({ name }) => name)
  },
}

const matching = (companyId: string, { search = '', state }: Pick<Query, 'search' | 'state'>) =>
  sql`company_id = ${companyId} and (${state ?? null}::text is null or (changed_at is null) = ${state === 'open'})
    and (${search} = '' or strpos(search, search_text(${search})) > 0)`
