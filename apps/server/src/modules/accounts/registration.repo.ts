import type { Language } from '@netward/phrases/server'
import { sql } from 'kysely'
import { cappedCount } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Contact } from './contact.ts'

export interface Application extends Contact {
  readonly prefix: string
  readonly companyName: string
  readonly contactName: string
  readonly passwordHash: string
  readonly requestId: string
  /** Versions of documents, by kind. */
  readonly accepted: object
}

/** Recipient of the decision. */
export interface Decided extends Contact {
  readonly company_name: string
  readonly language: Language
}

export const registrationRepo = {
  async insertCompany(
    scopes: Scopes,
    given: Application,
    codes: readonly string[],
  ): Promise<{ company_id: string; company_code: string; person_id: string }> {
    const [row] = await scopes.asLoginRole<{ company_id: string; company_code: string; person_id: string }>(
      'select * from register_company($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [
        given.prefix,
        given.companyName,
        codes,
        given.contactName,
        given.phone,
        given.email,
        given.passwordHash,
        given.requestId,
        JSON.stringify(given.accepted),
      ],
    )
    return row!
  },

  async insert(scopes: Scopes, given: Application, language: Language): Promise<void> {
    await scopes.asLoginRole('select apply_for_company($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      given.prefix,
      given.companyName,
      given.contactName,
      given.phone,
      given.email,
      given.passwordHash,
      language,
      given.requestId,
      JSON.stringify(given.accepted),
    ])
  },

  async page(
    { db, scope }: RequestContext,
    {
      page,
      pageSize,
      state,
      search = '',
      registrationId,
    }: {
      page: number
      pageSize: number
      state?: 'waiting' | 'approved' | 'refused' | undefined
      search?: string | undefined
      registrationId?: string | undefined
    },
  ) {
    const term = search.toLowerCase()
    const matching = db
      .selectFrom('company_registration')
      .where('company_id', '=', scope.companyId)
      .$if(state !== undefined, (query) => query.where('state', '=', state!))
      .$if(registrationId !== undefined, (query) => query.where('id', '=', registrationId!))
      .$if(term !== '', (query) =>
        query.where(
          sql<boolean>`strpos(lower(concat_ws(' ', company_name, contact_name, phone, email)), ${term}) > 0`,
        ),
      )
    const items = await matching
      .select([
        'id',
        'company_name',
        'contact_name',
        'phone',
        'email',
        'state',
        'parent_name',
        'created_at',
        'decided_at',
        'decided_by',
        'reason',
      ])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { items, ...(await cappedCount(db, matching)) }
  },

  find: ({ db, scope }: RequestContext, id: string) =>
    db
      .selectFrom('company_registration')
      .select('company_name')
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .executeTakeFirst(),

  async approve(
    { db, scope }: RequestContext,
    id: string,
    codes: readonly string[],
  ): Promise<Decided & { company_id: string; company_code: string }> {
    const { rows } = await sql<Decided & { company_id: string; company_code: string }>`
      select * from approve_registration(${id}, ${codes}, ${scope.actorName})`.execute(db)
    return rows[0]!
  },

  async refuse({ db, scope }: RequestContext, id: string, reason: string): Promise<Decided> {
    const { rows } = await sql<Decided>`
      select * from refuse_registration(${id}, ${reason}, ${scope.actorName})`.execute(db)
    return rows[0]!
  },

  async expire(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select expire_registrations()')
  },

  /** Returns how many were frozen. */
  async freezeEndedTrials(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select freeze_ended_trials($1) as n', [most])
    return row?.n ?? 0
  },
}
