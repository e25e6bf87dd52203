import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Contact } from './contact.ts'

export interface AccountRow {
  user_name: string
  display_name: string
  phone: string | null
  email: string | null
  password_changed_at: string | null
  totp: boolean
  recovery_codes_left: number
}

export interface OwnSessionRow {
  id: string
  company_name: string
  remote_address: string | null
  user_agent: string
  created_at: string
  last_seen_at: string
  expires_at: string
}

/**
 * What people may see and change of their own account: each function is limited to the transaction's person.
 */
export const ownAccountRepo = {
  async get({ db }: RequestContext): Promise<AccountRow> {
    return (await sql<AccountRow>`select * from own_account()`.execute(db)).rows[0]!
  },

  async companies({ db }: RequestContext) {
    const { rows } = await sql<{
      company_id: string
      name: string
      roles: string[]
      department: string | null
    }>`select * from own_companies()`.execute(db)
    return rows
  },

  async addresses({ db }: RequestContext): Promise<Contact> {
    return (await sql<Contact>`select * from own_addresses()`.execute(db)).rows[0]!
  },

  async rename({ db }: RequestContext, name: string): Promise<void> {
    await sql`select rename_self(${name})`.execute(db)
  },

  async setPreferences(
    { db }: RequestContext,
    { language, timeZone }: { language: string | null; timeZone: string | null },
  ): Promise<void> {
    await sql`select set_preferences(${language}, ${timeZone})`.execute(db)
  },

  /** Returns the address that this one replaces. */
  async updateContact({ db }: RequestContext, { phone, email }: Contact): Promise<string | null> {
    const { rows } = await sql<{ before: string | null }>`
      select change_own_contact(${phone}, ${email}) as before`.execute(db)
    return rows[0]?.before ?? null
  },

  async sessions({ db }: RequestContext): Promise<OwnSessionRow[]> {
    return (await sql<OwnSessionRow>`select * from own_sessions()`.execute(db)).rows
  },

  /** Ends one session, or all but one. Returns how many ended. */
  async endSessions(
    { db }: RequestContext,
    which: { only: string; but: null } | { only: null; but: string },
  ): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select end_own_sessions(${which.only}, ${which.but}) as n`.execute(db)
    return rows[0]?.n ?? 0
  },
}

/** The account of a person at first sign-in: reached by that sign-in's ticket. */
export const incompleteAccountRepo = {
  async find(scopes: Scopes, personId: string, companyId: string | null) {
    const rows = await scopes.asLoginRole<{
      user_name: string
      display_name: string
      company_name: string
      phone: string | null
      email: string | null
      password_hash: string
    }>('select * from account_to_complete($1, $2)', [personId, companyId])
    return rows[0] ?? null
  },

  async complete(
    scopes: Scopes,
    given: Contact & {
      ticketHash: Buffer
      displayName: string
      passwordHash: string
      requestId: string
    },
  ): Promise<{ person_id: string; company_id: string | null }> {
    const rows = await scopes.asLoginRole<{ person_id: string; company_id: string | null }>(
      'select * from complete_account($1, $2, $3, $4, $5, $6)',
      [given.ticketHash, given.displayName, given.passwordHash, given.phone, given.email, given.requestId],
    )
    return rows[0]!
  },
}
