import type { BuiltInRole } from '@netward/contract'
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
  /** Who has proved the invitation's address; null when nobody has. */
  readonly person_id: string | null
}

export type InvitationState = 'open' | 'accepted' | 'expired' | 'revoked'

const stateOf = sql<InvitationState>`case when accepted_at is not null then 'accepted'
  when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'open' end`

export const invitationRepo = {
  async isMember({ db }: RequestContext, { phone, email }: Contact): Promise<boolean> {
    const { rows } = await sql<{
      member: boolean
    }>`select is_member_with(${phone}, ${email}) as member`.execute(db)
    return rows[0]?.member ?? false
  },

  /** What the company has sent within a day, in all and to this address. */
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

  /** Takes the place of one that has expired. Nothing when another to the address is open. */
  async insert(
    { db, scope }: RequestContext,
    invitation: Contact & { displayName: string; role: BuiltInRole; ticketHash: Buffer },
  ): Promise<string | null> {
    await db
      .deleteFrom('invitation')
      .where('company_id', '=', scope.companyId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '<=', sql<string>`now()`)
      .where(sql<boolean>`(phone = ${invitation.phone} or lower(email) = lower(${invitation.email}))`)
      .execute()
    const made = await db
      .insertInto('invitation')
      .values({
        company_id: scope.companyId,
        display_name: invitation.displayName,
        phone: invitation.phone,
        email: invitation.email,
        built_in: invitation.role,
        ticket_hash: invitation.ticketHash,
        invited_by: scope.actorName,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return made?.id ?? null
  },

  async page(
    { db, scope }: RequestContext,
    { page, pageSize, state }: { page: number; pageSize: number; state: InvitationState | undefined },
  ) {
    const matching = db
      .selectFrom('invitation')
      .where('company_id', '=', scope.companyId)
      .$if(state !== undefined, (query) => query.where(stateOf, '=', state!))
    const items = await matching
      .select(['id', 'display_name', 'phone', 'email', 'built_in', 'invited_by', 'created_at', 'expires_at'])
      .select(stateOf.as('state'))
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { items, ...(await cappedCount(db, matching)) }
  },

  /** One that was neither accepted nor revoked. */
  lock: ({ db, scope }: RequestContext, id: string) =>
    db
      .selectFrom('invitation')
      .select(['id', 'display_name', 'phone', 'email', 'built_in', 'sent_at', 'sends'])
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
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
    const rows = await scopes.narrow<OpenedInvitation>('select * from find_invitation($1)', [ticketHash])
    return rows[0] ?? null
  },

  async accept(
    scopes: Scopes,
    given: {
      ticketHash: Buffer
      personId: string | null
      userNames: readonly string[]
      displayName: string | null
      passwordHash: string | null
      requestId: string
    },
  ): Promise<{ company_id: string; person_id: string }> {
    const rows = await scopes.narrow<{ company_id: string; person_id: string }>(
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
