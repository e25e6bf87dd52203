import type { InputOf, signOnApi } from '@netward/contract'
import type { SignOnKind } from '@netward/contract/sign-on-values'
import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type LinkQuery = InputOf<typeof signOnApi.pageSignOnLinks>
type CallQuery = InputOf<typeof signOnApi.pageIntegrationCalls>

export interface LinkRow {
  readonly id: string
  readonly memberId: string
  readonly displayName: string
  readonly userName: string | null
  readonly subject: string
  readonly shown: string
  readonly linkedBy: 'self' | 'administrator' | 'channel'
  readonly linkedAt: string
  readonly usedAt: string | null
}

export interface CallRow {
  readonly id: string
  readonly at: string
  readonly act: 'test' | 'sign_in' | 'link' | 'sign_out'
  readonly outcome: 'done' | 'failed' | 'refused'
  readonly reason: string | null
  readonly detail: string
  readonly subject: string
  readonly milliseconds: number
}

export interface OwnWayRow {
  readonly channelId: string
  readonly publicId: string
  readonly kind: SignOnKind
  readonly name: string
  readonly linkedAs: string | null
  readonly linkedAt: string | null
}

const linkOrders: Record<LinkQuery['sort'], RawBuilder<unknown>> = {
  linkedAt: sql`l.linked_at, l.id`,
  '-linkedAt': sql`l.linked_at desc, l.id desc`,
}
const callOrders: Record<CallQuery['sort'], RawBuilder<unknown>> = {
  at: sql`at, id`,
  '-at': sql`at desc, id desc`,
}

/** Links and calls of the company acted in. */
export const signOnLinkRepo = {
  async page(
    { db, scope }: Reader,
    { channelId, search = '', sort, page, pageSize }: LinkQuery,
  ): Promise<{ items: LinkRow[]; total: number }> {
    const from = sql`from sign_on_link l join member m on m.company_id = l.company_id and m.id = l.member_id
      where l.company_id = ${scope.companyId} and l.channel_id = ${channelId}
        and strpos(lower(m.display_name || ' ' || coalesce(m.user_name, '') || ' ' || l.subject || ' ' || l.shown), ${search.toLowerCase()}) > 0`
    const [counted, rows] = await Promise.all([
      sql<{
        n: number
      }>`select count(*)::int as n from (select 1 ${from} limit ${sql.lit(countCap + 1)}) counted`.execute(
        db,
      ),
      sql<LinkRow>`select l.id, l.member_id as "memberId", m.display_name as "displayName", m.user_name as "userName", l.subject,
          l.shown, l.linked_by as "linkedBy", l.linked_at as "linkedAt", l.used_at as "usedAt"
        ${from} order by ${linkOrders[sort]} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(
        db,
      ),
    ])
    return { items: rows.rows, total: counted.rows[0]?.n ?? 0 }
  },

  async calls(
    { db, scope }: Reader,
    { channelId, outcome, sort, page, pageSize }: CallQuery,
  ): Promise<{ items: CallRow[]; total: number }> {
    const from = sql`from integration_call where company_id = ${scope.companyId} and channel_id = ${channelId}
      and (${outcome ?? null}::text is null or outcome = ${outcome ?? null}::text)`
    const [counted, rows] = await Promise.all([
      sql<{
        n: number
      }>`select count(*)::int as n from (select 1 ${from} limit ${sql.lit(countCap + 1)}) counted`.execute(
        db,
      ),
      sql<CallRow>`select id, at, act, outcome, reason, detail, subject, milliseconds
        ${from} order by ${callOrders[sort]} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(
        db,
      ),
    ])
    return { items: rows.rows, total: counted.rows[0]?.n ?? 0 }
  },

  async channel(
    { db, scope }: Reader,
    id: string,
  ): Promise<{ kind: number; name: string; publicId: string } | undefined> {
    const { rows } = await sql<{ kind: number; name: string; publicId: string }>`
      select kind, name, public_id as "publicId" from integration_channel
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
    return rows[0]
  },

  async member({ db, scope }: Reader, id: string): Promise<{ displayName: string } | undefined> {
    const { rows } = await sql<{ displayName: string }>`select display_name as "displayName" from member
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
    return rows[0]
  },

  async insert(
    { db, scope }: Reader,
    link: { channelId: string; memberId: string; subject: string },
  ): Promise<string> {
    const { rows } = await sql<{
      id: string
    }>`insert into sign_on_link (company_id, channel_id, member_id, subject, linked_by)
      values (${scope.companyId}, ${link.channelId}, ${link.memberId}, ${link.subject}, 'administrator') returning id`.execute(
      db,
    )
    return rows[0]!.id
  },

  async remove(
    { db, scope }: Reader,
    channelId: string,
    linkId: string,
  ): Promise<{ subject: string; displayName: string } | undefined> {
    const { rows } = await sql<{
      subject: string
      displayName: string
    }>`delete from sign_on_link l using member m
      where l.id = ${linkId} and l.channel_id = ${channelId} and l.company_id = ${scope.companyId}
        and m.company_id = l.company_id and m.id = l.member_id
      returning l.subject, m.display_name as "displayName"`.execute(db)
    return rows[0]
  },

  /** Channels of the own company, and the own link to each. */
  async own({ db, scope }: Reader): Promise<OwnWayRow[]> {
    const { rows } =
      await sql<OwnWayRow>`select c.id as "channelId", c.public_id as "publicId", c.kind, c.name,
        coalesce(nullif(l.shown, ''), l.subject) as "linkedAs", l.linked_at as "linkedAt"
      from integration_channel c
      left join member m on m.company_id = c.company_id and m.person_id = ${scope.personId}
      left join sign_on_link l on l.company_id = c.company_id and l.channel_id = c.id and l.member_id = m.id
      where c.company_id = ${scope.companyId} and c.settings ? 'signIn' and not c.paused
        and ((c.settings -> 'signIn' ->> 'offered')::boolean or l.id is not null)
      order by c.kind, lower(c.name)`.execute(db)
    return rows
  },

  async removeOwn({ db, scope }: Reader, channelId: string): Promise<boolean> {
    const { rows } = await sql<{ id: string }>`delete from sign_on_link l using member m
      where l.channel_id = ${channelId} and l.company_id = ${scope.companyId}
        and m.company_id = l.company_id and m.id = l.member_id and m.person_id = ${scope.personId}
      returning l.id`.execute(db)
    return rows.length > 0
  },
}
