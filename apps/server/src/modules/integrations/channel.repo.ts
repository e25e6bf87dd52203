import type { InputOf, integrationApi } from '@netward/contract'
import type { ChannelKind, ChannelState } from '@netward/contract/integration-values'
import type { callActs, callOutcomes } from '@netward/contract/sign-on-values'
import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { StoredSettings } from './channel-settings.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof integrationApi.pageChannels>

export interface Failure {
  readonly reason: string
  readonly detail: string
}

export interface ChannelRow {
  readonly id: string
  readonly kind: ChannelKind
  readonly name: string
  readonly target: string
  readonly state: ChannelState
  readonly failingSince: string | null
  readonly failure: Failure | null
  readonly sentAt: string | null
  readonly editedAt: string
  readonly editedBy: string
}

export interface ChannelChoice extends Pick<ChannelRow, 'id' | 'kind' | 'name' | 'state'> {
  /** It can also call. */
  readonly calls: boolean
}

export interface RouteOfChannel {
  readonly id: string
  readonly name: string | null
  readonly byVoice: boolean
}

export interface StoredChannel extends ChannelRow {
  readonly settings: StoredSettings
  readonly sealed: Buffer
  readonly hasCallback: boolean
  readonly publicId: string
  readonly secretEndsOn: string | null
}

interface Spent {
  readonly messages: number
  readonly calls: number
  /** Yuan. */
  readonly cost: number
}

/** A line of the log of calls. */
export interface NotedCall {
  readonly act: (typeof callActs)[number]
  readonly outcome: (typeof callOutcomes)[number]
  readonly reason: string | null
  readonly detail: string
  readonly subject: string
  readonly milliseconds: number
}

/** Of the mailbox for replies. */
export interface InboxState extends Pick<ChannelRow, 'failingSince' | 'failure'> {
  readonly readAt: string
}

export interface WrittenChannel {
  readonly kind: ChannelKind
  readonly name: string
  readonly target: string
  readonly settings: StoredSettings
  readonly sealed: Buffer
  /** Of the secret in the address that the vendor reports calls to; undefined: as it is. */
  readonly callbackHash?: Buffer | null
  readonly secretEndsOn: string | null
  /** Of a robot: its identity at the vendor. */
  readonly robotHash: Buffer | null
}

const stateOf = sql`case when paused then 'paused' when failing_since is not null then 'failing'
  when sent_at is null then 'unused' else 'working' end`

const shown = sql`id, kind, name, target, ${stateOf} as state, failing_since as "failingSince", failure,
  sent_at as "sentAt", edited_at as "editedAt", edited_by as "editedBy"`

const orders: Record<Query['sort'], RawBuilder<unknown>> = {
  name: sql`lower(name), id`,
  '-name': sql`lower(name) desc, id desc`,
  editedAt: sql`edited_at, id`,
  '-editedAt': sql`edited_at desc, id desc`,
}

/** Channels of the company acted in. */
export const channelRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', kind, state, sort, page, pageSize }: Query,
  ): Promise<{ items: ChannelRow[]; total: number }> {
    const where = sql`company_id = ${scope.companyId}
      and strpos(lower(name || ' ' || target), ${search.toLowerCase()}) > 0
      and (${kind ?? null}::smallint is null or kind = ${kind ?? null}::smallint)
      and (${state ?? null}::text is null or ${stateOf} = ${state ?? null}::text)`
    const [counted, rows] = await Promise.all([
      sql<{ n: number }>`select count(*)::int as n from (
        select 1 from integration_channel where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(db),
      sql<ChannelRow>`select ${shown} from integration_channel where ${where} order by ${orders[sort]}
        limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db),
    ])
    return { items: rows.rows, total: counted.rows[0]?.n ?? 0 }
  },

  async choices({ db, scope }: Reader): Promise<ChannelChoice[]> {
    const { rows } = await sql<ChannelChoice>`
      select id, kind, name, ${stateOf} as state, jsonb_typeof(settings -> 'voice') is not distinct from 'object' as calls from integration_channel where company_id = ${scope.companyId}
        and (kind in (4, 5, 10, 11) or kind in (1, 2, 8) and (settings ->> 'sendsMessages')::boolean)
      order by kind, lower(name)`.execute(db)
    return rows
  },

  async find({ db, scope }: Reader, id: string): Promise<StoredChannel | undefined> {
    const { rows } =
      await sql<StoredChannel>`select ${shown}, settings, sealed, callback_hash is not null as "hasCallback",
        public_id as "publicId", secret_ends_on::text as "secretEndsOn" from integration_channel
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
    return rows[0]
  },

  async inboxState({ db, scope }: Reader, id: string): Promise<InboxState | undefined> {
    const { rows } =
      await sql<InboxState>`select read_at as "readAt", failing_since as "failingSince", failure from integration_inbox
      where channel_id = ${id} and company_id = ${scope.companyId}`.execute(db)
    return rows[0]
  },

  /** What a gateway of SMS was asked for today, and this month. */
  async spent({ db, scope }: Reader, id: string): Promise<{ today: Spent; month: Spent }> {
    const { rows } = await sql<{ isToday: boolean } & Spent>`
      with today as (select (now() at time zone o.time_zone)::date as day from company o where o.id = ${scope.companyId})
      select span.today as "isToday", coalesce(sum(s.messages), 0)::int as messages, coalesce(sum(s.calls), 0)::int as calls,
        coalesce(sum(s.cost), 0)::double precision as cost
      from today t cross join (values (true), (false)) span (today)
      left join integration_spend s on s.company_id = ${scope.companyId} and s.channel_id = ${id}
        and s.day between case when span.today then t.day else date_trunc('month', t.day)::date end and t.day
      group by span.today`.execute(db)
    const of = (isToday: boolean): Spent => {
      const { messages, calls, cost } = rows.find((row) => row.isToday === isToday)!
      return { messages, calls, cost }
    }
    return { today: of(true), month: of(false) }
  },

  async lock({ db, scope }: Reader, id: string): Promise<StoredChannel | undefined> {
    const { rows } =
      await sql<StoredChannel>`select ${shown}, settings, sealed, callback_hash is not null as "hasCallback",
        public_id as "publicId", secret_ends_on::text as "secretEndsOn" from integration_channel
      where id = ${id} and company_id = ${scope.companyId} for update`.execute(db)
    return rows[0]
  },

  async count({ db, scope }: Reader): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from integration_channel where company_id = ${scope.companyId}`.execute(db)
    return rows[0]!.n
  },

  async insert(
    { db, scope }: Reader,
    { kind, name, target, settings, sealed, callbackHash, secretEndsOn, robotHash }: WrittenChannel,
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into integration_channel (company_id, kind, name, target, settings, sealed, callback_hash, secret_ends_on, robot_hash, edited_by)
      values (${scope.companyId}, ${kind}::smallint, ${name}, ${target}, ${JSON.stringify(settings)}::jsonb, ${sealed},
        ${callbackHash ?? null}, ${secretEndsOn}::date, ${robotHash}, ${scope.actorName}) returning id`.execute(
      db,
    )
    return rows[0]!.id
  },

  /** Changed settings may have mended it: the next message says. */
  async update(
    { db, scope }: Reader,
    id: string,
    { name, target, settings, sealed, callbackHash, secretEndsOn, robotHash }: WrittenChannel,
  ): Promise<void> {
    await sql`update integration_channel set name = ${name}, target = ${target},
        settings = ${JSON.stringify(settings)}::jsonb, sealed = ${sealed},
        callback_hash = case when ${callbackHash === undefined} then callback_hash else ${callbackHash ?? null}::bytea end,
        secret_ends_on = ${secretEndsOn}::date, robot_hash = ${robotHash},
        secret_noted_on = case when secret_ends_on is distinct from ${secretEndsOn}::date then null else secret_noted_on end,
        edited_at = now(), edited_by = ${scope.actorName}
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  async pause({ db, scope }: Reader, id: string, paused: boolean): Promise<void> {
    await sql`update integration_channel set paused = ${paused}, edited_at = now(), edited_by = ${scope.actorName}
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  /** Notification rules that send through it; a person's own have no name. */
  async routes({ db, scope }: Reader, id: string): Promise<RouteOfChannel[]> {
    const { rows } = await sql<RouteOfChannel>`select id, name, by_voice as "byVoice" from notice_route
      where company_id = ${scope.companyId} and channel_id = ${id} order by lower(name), id`.execute(db)
    return rows
  },

  /** Rules by which alarms of companies below reach this channel, or a gateway that it takes over from; a person's own as ''. */
  async customerRoutes({ db, scope }: Reader, id: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`with recursive carriers as (
        select ${id}::bigint as id
        union
        select c.id from integration_channel c join carriers k on (c.settings ->> 'fallbackId')::bigint = k.id
        where c.company_id = ${scope.companyId})
      select distinct coalesce(r.name, '') as name from notice_route r join carriers k on k.id = r.channel_id
      where r.company_id = ${scope.companyId} and r.covers <> 'own' order by 1`.execute(db)
    return rows.map(({ name }) => name)
  },

  /** An enabled administrator of the company with a password, whom the channel does not sign in. */
  async isBreakGlass({ db }: Reader, memberId: string, channelId: string | null): Promise<boolean> {
    const { rows } = await sql<{
      fits: boolean
    }>`select sign_on_break_glass(${memberId}::bigint, ${channelId}::bigint) as fits`.execute(db)
    return rows[0]?.fits === true
  },

  async countLinks({ db, scope }: Reader, id: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from sign_on_link
      where company_id = ${scope.companyId} and channel_id = ${id}`.execute(db)
    return rows[0]!.n
  },

  /** Members who are linked to these channels. */
  async linkedMembers(
    { db, scope }: Reader,
    ids: readonly string[],
  ): Promise<{ channelId: string; memberId: string }[]> {
    const { rows } = await sql<{ channelId: string; memberId: string }>`
      select channel_id as "channelId", member_id as "memberId" from sign_on_link
      where company_id = ${scope.companyId} and channel_id = any (${[...ids]}::bigint[])`.execute(db)
    return rows
  },

  /** Who the caller is to a channel. */
  async ownLink({ db, scope }: Reader, id: string): Promise<{ subject: string; shown: string } | undefined> {
    const { rows } = await sql<{ subject: string; shown: string }>`
      select l.subject, l.shown from sign_on_link l
      join member m on m.company_id = l.company_id and m.id = l.member_id
      where l.company_id = ${scope.companyId} and l.channel_id = ${id} and m.person_id = ${scope.personId}`.execute(
      db,
    )
    return rows[0]
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('integration_channel')
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .execute()
  },

  /** False: as many tests as are allowed have been made in the last minute. */
  async takeTest({ db, scope }: Reader, id: string, most: number): Promise<boolean> {
    const { rows } = await sql<{ id: string }>`update integration_channel c
      set tested_at = array(select t from unnest(c.tested_at) t where t > now() - interval '1 minute') || now()
      where id = ${id} and company_id = ${scope.companyId}
        and (select count(*) from unnest(c.tested_at) t where t > now() - interval '1 minute') < ${most}
      returning id`.execute(db)
    return rows.length > 0
  },

  /** What came of a message: the state of the channel follows. */
  async note(db: Db, companyId: string, id: string, failure: Failure | null): Promise<void> {
    await (
      failure === null
        ? sql`update integration_channel set failing_since = null, failure = null, sent_at = now()
            where id = ${id} and company_id = ${companyId}`
        : sql`update integration_channel set failing_since = coalesce(failing_since, now()),
            failure = ${JSON.stringify(failure)}::jsonb where id = ${id} and company_id = ${companyId}`
    ).execute(db)
  },

  /** What a channel did at its service; its state follows. */
  async noteCall(db: Db, companyId: string, id: string, call: NotedCall): Promise<void> {
    await sql`select integration_note(${companyId}::bigint, ${id}::bigint, ${call.act}, ${call.outcome}, ${call.reason},
      ${call.detail}, ${call.subject}, ${call.milliseconds}::int)`.execute(db)
  },

  async caller({
    db,
    scope,
  }: Reader): Promise<{ companyCode: string; companyName: string; isPlatform: boolean }> {
    const { rows } = await sql<{ companyCode: string; companyName: string; isPlatform: boolean }>`
      select code as "companyCode", name as "companyName", kind = 'op' as "isPlatform" from company where id = ${scope.companyId}`.execute(
      db,
    )
    return rows[0]!
  },

  /** Whether people are kept in step with its directory. */
  async isSynchronised({ db, scope }: Reader, id: string): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from people_sync where company_id = ${scope.companyId} and channel_id = ${id}) as found`.execute(
      db,
    )
    return rows[0]!.found
  },

  /** Verified addresses of the caller. */
  async ownContact({ db }: Reader): Promise<{ email: string | null; phone: string | null }> {
    const { rows } = await sql<{ email: string | null; phone: string | null }>`
      select email, phone from own_contact()`.execute(db)
    return rows[0] ?? { email: null, phone: null }
  },
}
