import { sql } from 'kysely'
import { cappedCount } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Contact } from './contact.ts'

export interface OpenedInvitation extends Contact, Record<string, unknown> {
  readonly company_id: string
  readonly company_name: string
  readonly company_prefix: string | null
  readonly display_name: string
  readonly invited_by: string
  /** The person who has verified the invitation's address; null if none. */
  readonly person_id: string | null
}

/** Fields of a new invitation. */
export interface NewInvitation extends Contact {
  readonly displayName: string
  /** Keys of built-in roles, ids of custom ones. */
  readonly roles: readonly string[]
  readonly departmentId: string
  readonly ticketHash: Buffer
}

export interface AcceptedInvitation {
  readonly ticketHash: Buffer
  readonly personId: string | null
  readonly userNames: readonly string[]
  readonly displayName: string | null
  readonly passwordHash: string | null
  readonly requestId: string
}

export type InvitationState = 'open' | 'accepted' | 'expired' | 'revoked'

const stateOf = sql<InvitationState>`case when accepted_at is not null then 'accepted'
  when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'open' end`

/** Users limited to departments see the invitations into those. */
const inScope = sql<boolean>`sees_department(invitation.department_id)`

export const invitationRepo = {
  async isMember({ db }: RequestContext, { phone, email }: Contact): Promise<boolean> {
    const { rows } = await sql<{
      member: boolean
    }>`select is_member_with(${phone}, ${email}) as member`.execute(db)
    return rows[0]?.member ?? false
  },

  /** Invitations that the company sent within a day, in total and to this address. */
  async countSent(
    { db, scope }: RequestContext,
    { phone, email }: Contact,
  ): Promise<{ company: number; address: number }> {
    return db
      .selectFrom('invitation')
      .select([
        sql<number>`coalesce(sum(sends), 0)::int`.as('company'),
        sql<number>`coalesce(sum(sends) filter (where phone = ${phone} or lower(email) = lower(${email})), 0)::int`.as(
          'address',
        ),
      ])
      .where('company_id', '=', scope.companyId)
      .where('sent_at', '>', sql<string>`now() - interval '1 day'`)
      .executeTakeFirstOrThrow()
  },

  /** Indexes (from 0) of the addresses that belong to a member or an open invitation. */
  async taken(
    { db, scope }: RequestContext,
    contacts: readonly Contact[],
  ): Promise<{ n: number; member: boolean }[]> {
    const { rows } = await sql<{ n: number; member: boolean }>`
      select * from (
        select (k.n - 1)::int as n, is_member_with(k.phone, k.email) as member, exists (
          select from invitation i where i.company_id = ${scope.companyId} and i.accepted_at is null
            and i.revoked_at is null and i.expires_at > now()
            and (i.phone = k.phone or lower(i.email) = lower(k.email))) as open
        from unnest(${contacts.map(({ phone }) => phone)}::text[], ${contacts.map(({ email }) => email)}::text[])
          with ordinality k (phone, email, n)) found
      where member or open`.execute(db)
    return rows
  },

  /** Replaces expired ones. Returns the new ids by address, for addresses without an open invitation. */
  async insert(
    { db, scope }: RequestContext,
    invitations: readonly NewInvitation[],
  ): Promise<Map<string, string>> {
    const phones = invitations.flatMap(({ phone }) => phone ?? [])
    const emails = invitations.flatMap(({ email }) => email?.toLowerCase() ?? [])
    await db
      .deleteFrom('invitation')
      .where('company_id', '=', scope.companyId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '<=', sql<string>`now()`)
      .where(sql<boolean>`(phone = any (${phones}::text[]) or lower(email) = any (${emails}::text[]))`)
      .execute()
    const made = await db
      .insertInto('invitation')
      .values(
        invitations.map((invitation) => ({
          company_id: scope.companyId,
          display_name: invitation.displayName,
          phone: invitation.phone,
          email: invitation.email,
          roles: [...invitation.roles],
          department_id: invitation.departmentId,
          ticket_hash: invitation.ticketHash,
          invited_by: scope.actorName,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'phone', 'email'])
      .execute()
    return new Map(made.map(({ id, phone, email }) => [phone ?? email ?? '', id]))
  },

  /** One without an address: the caller hands its link over. */
  async insertByLink(
    { db, scope }: RequestContext,
    given: Omit<NewInvitation, keyof Contact>,
  ): Promise<string> {
    const { id } = await db
      .insertInto('invitation')
      .values({
        company_id: scope.companyId,
        display_name: given.displayName,
        roles: [...given.roles],
        department_id: given.departmentId,
        ticket_hash: given.ticketHash,
        invited_by: scope.actorName,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /** Into a tenant below, without an address. */
  async insertForAdministrator(
    { db, scope, requestId }: RequestContext,
    companyId: string,
    displayName: string,
    ticketHash: Buffer,
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select invite_administrator(${companyId}, ${displayName}, null, null, ${ticketHash}, ${scope.actorName},
        ${requestId}) as id`.execute(db)
    return rows[0]!.id
  },

  async insertAdministrator(
    { db, scope, requestId }: RequestContext,
    given: { companyId: string; userName: string; displayName: string; passwordHash: string },
  ): Promise<{ member_id: string; company_code: string }> {
    const { rows } = await sql<{ member_id: string; company_code: string }>`
      select * from create_administrator(${given.companyId}, ${given.userName}, ${given.displayName},
        ${given.passwordHash}, ${scope.actorName}, ${requestId})`.execute(db)
    return rows[0]!
  },

  async page(
    { db, scope }: RequestContext,
    { page, pageSize, state }: { page: number; pageSize: number; state: InvitationState | undefined },
  ) {
    const matching = db
      .selectFrom('invitation')
      .where('company_id', '=', scope.companyId)
      .where(inScope)
      .$if(state !== undefined, (query) => query.where(stateOf, '=', state!))
    const items = await matching
      .select(['id', 'display_name', 'phone', 'email', 'invited_by', 'created_at', 'expires_at'])
      .select(
        sql<
          string[]
        >`array(select coalesce(r.name, b.ref) from unnest(invitation.roles) with ordinality b (ref, n)
          left join role r on r.company_id = invitation.company_id and r.id::text = b.ref order by b.n)`.as(
          'roles',
        ),
      )
      .select(stateOf.as('state'))
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { items, ...(await cappedCount(db, matching)) }
  },

  /** Neither accepted nor revoked. */
  lock: ({ db, scope }: RequestContext, id: string) =>
    db
      .selectFrom('invitation')
      .select(['id', 'display_name', 'phone', 'email', 'roles', 'department_id', 'sent_at', 'sends'])
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .where(inScope)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),

  async updateTicket({ db }: RequestContext, id: string, ticketHash: Buffer): Promise<void> {
    await db
      .updateTable('invitation')
      .set({
        ticket_hash: ticketHash,
        sent_at: sql<string>`now()`,
        sends: sql<number>`sends + 1`,
        expires_at: sql<string>`now() + interval '7 days'`,
      })
      .where('id', '=', id)
      .execute()
  },

  async revoke({ db }: RequestContext, id: string): Promise<void> {
    await db
      .updateTable('invitation')
      .set({ revoked_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
  },

  async find(scopes: Scopes, ticketHash: Buffer): Promise<OpenedInvitation | null> {
    const rows = await scopes.asLoginRole<OpenedInvitation>('select * from find_invitation($1)', [ticketHash])
    return rows[0] ?? null
  },

  async accept(
    scopes: Scopes,
    given: AcceptedInvitation,
  ): Promise<{ company_id: string; person_id: string }> {
    const rows = await scopes.asLoginRole<{ company_id: string; person_id: string }>(
      'select * from accept_invitation($1, $2, $3, $4, $5, $6)',
      [
        given.ticketHash,
        given.personId,
        given.userNames,
        given.displayName,
        given.passwordHash,
        given.requestId,
      ],
    )
    return rows[0]!
  },
}
