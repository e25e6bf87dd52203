import type { InputOf, peopleSyncApi } from '@netward/contract'
import type { syncIntervals } from '@netward/contract/setting-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Subscribed } from './sync-deps.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type SyncSettings = Omit<InputOf<typeof peopleSyncApi.savePeopleSync>, 'channelId'>

export interface StoredSync extends SyncSettings {
  readonly confirmedAt: string | null
  readonly confirmedBy: string | null
  readonly nextAt: string | null
  readonly department: string[]
  readonly leaverName: string | null
  readonly members: number
  readonly questions: number
}

export const usualSettings: SyncSettings = {
  enabled: false,
  interval: null,
  addsPeople: true,
  departmentId: null,
  winners: { name: 'directory', department: 'directory', roles: 'console' },
  roleRules: [],
  defaultRole: null,
  leaverRule: 'head',
  leaverMemberId: null,
  stopShare: 10,
  stopCount: 50,
}

const settingColumns = sql`s.enabled, s.interval, s.adds_people as "addsPeople", s.below_id as "departmentId", s.winners,
  s.role_rules as "roleRules", s.default_role as "defaultRole", s.leaver_rule as "leaverRule",
  s.leaver_member_id as "leaverMemberId", s.stop_share as "stopShare", s.stop_count as "stopCount"`

/** Synchronisations of the company acted in. */
export const peopleSyncRepo = {
  async find({ db, scope }: Reader, channelId: string): Promise<StoredSync | undefined> {
    const { rows } = await sql<StoredSync>`
      select ${settingColumns}, s.confirmed_at as "confirmedAt", s.confirmed_by as "confirmedBy",
        case when s.enabled and s.confirmed_at is not null then s.next_at end as "nextAt",
        case when s.below_id is null then '{}' else department_path(s.company_id, s.below_id) end as department,
        (select m.display_name from member m where m.company_id = s.company_id and m.id = s.leaver_member_id) as "leaverName",
        (select count(*)::int from people_sync_person k where k.company_id = s.company_id and k.channel_id = s.channel_id
          and k.member_id is not null and k.gone_at is null and not k.ignored) as members,
        (select count(*)::int from people_sync_question q where q.company_id = s.company_id and q.channel_id = s.channel_id
          and q.answer is null) as questions
      from people_sync s where s.company_id = ${scope.companyId} and s.channel_id = ${channelId}`.execute(db)
    return rows[0]
  },

  /** Makes it with the usual settings where there is none. */
  async lock(
    { db, scope }: Reader,
    channelId: string,
  ): Promise<SyncSettings & { confirmedAt: string | null }> {
    await sql`insert into people_sync (company_id, channel_id) values (${scope.companyId}, ${channelId})
      on conflict do nothing`.execute(db)
    const { rows } = await sql<SyncSettings & { confirmedAt: string | null }>`
      select ${settingColumns}, s.confirmed_at as "confirmedAt" from people_sync s
      where s.company_id = ${scope.companyId} and s.channel_id = ${channelId} for update`.execute(db)
    return rows[0]!
  },

  async update({ db, scope }: Reader, channelId: string, given: SyncSettings): Promise<void> {
    await sql`update people_sync set enabled = ${given.enabled}, interval = ${given.interval}, adds_people = ${given.addsPeople},
        below_id = ${given.departmentId}::bigint, winners = ${JSON.stringify(given.winners)}::jsonb,
        role_rules = ${JSON.stringify(given.roleRules)}::jsonb, default_role = ${given.defaultRole},
        leaver_rule = ${given.leaverRule}, leaver_member_id = ${given.leaverMemberId}::bigint, stop_share = ${given.stopShare},
        stop_count = ${given.stopCount}, edited_at = now(), edited_by = ${scope.actorName}
      where company_id = ${scope.companyId} and channel_id = ${channelId}`.execute(db)
  },

  async subscription({ db, scope }: Reader, channelId: string): Promise<Subscribed | undefined> {
    const { rows } = await sql<Subscribed>`
      select case when d.outside_id is not null and d.until > now() then d.until end as until, d.failure
      from directory_subscription d where d.company_id = ${scope.companyId} and d.channel_id = ${channelId}`.execute(
      db,
    )
    return rows[0]
  },

  async confirm({ db, scope }: Reader, channelId: string): Promise<void> {
    await sql`update people_sync set confirmed_at = now(), confirmed_by = ${scope.actorName}
      where company_id = ${scope.companyId} and channel_id = ${channelId} and confirmed_at is null`.execute(
      db,
    )
  },

  async platformInterval({ db }: Reader): Promise<(typeof syncIntervals)[number]> {
    const { rows } = await sql<{ interval: (typeof syncIntervals)[number] }>`
      select people_sync_interval() as interval`.execute(db)
    return rows[0]!.interval
  },

  async isMember({ db, scope }: Reader, memberId: string): Promise<boolean> {
    const { rows } = await sql`select from member where company_id = ${scope.companyId} and id = ${memberId}
      and status = 'enabled'`.execute(db)
    return rows.length > 0
  },

  /** Departments of the directory, as the last reading found them. */
  async departments(
    { db, scope }: Reader,
    channelId: string,
    search: string,
  ): Promise<{ id: string; name: string }[]> {
    const { rows } = await sql<{
      id: string
      name: string
    }>`select outside_id as id, name from people_sync_department
      where company_id = ${scope.companyId} and channel_id = ${channelId}
        and strpos(lower(name), lower(${search})) > 0 order by name, outside_id limit 50`.execute(db)
    return rows
  },
}
