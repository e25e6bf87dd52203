import type { ErrorCode } from '@netward/contract'
import { sql } from 'kysely'
import { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Channel } from '../messages/index.ts'

export interface Standing extends Record<string, unknown> {
  company_id: string | null
  refusal: ErrorCode | null
  second_factor: boolean
  must_complete: boolean
  /** A sign-in channel is the only way into that company. */
  outside_only: boolean
}

export interface Contacts extends Record<string, unknown> {
  /** Verified ones only. */
  phone: string | null
  email: string | null
  /** Values that must not be the password: user name, display name, name and code of the company. */
  names: string[]
  company_id: string
  display_name: string
  /** Prefix of the company that created the name; empty if it has none. */
  prefix: string
}

export const personRepo = {
  /** The person who has verified this address. */
  async findAt(scopes: Scopes, channel: Channel, address: string): Promise<string | null> {
    const rows = await scopes.asLoginRole<{ id: string | null }>('select person_at($1, $2) as id', [
      channel,
      address,
    ])
    return rows[0]?.id ?? null
  },

  async contacts(scopes: Scopes, personId: string): Promise<Contacts> {
    const rows = await scopes.asLoginRole<Contacts>(
      'select phone, email, names, company_id, display_name, prefix from contacts_of($1)',
      [personId],
    )
    return rows[0]!
  },

  async passwordHash(scopes: Scopes, personId: string): Promise<string | null> {
    const rows = await scopes.asLoginRole<{ hash: string | null }>('select password_hash_of($1) as hash', [
      personId,
    ])
    return rows[0]?.hash ?? null
  },

  async standing(
    scopes: Scopes,
    personId: string,
    companyId: string | null,
    prefix: string,
  ): Promise<Standing | null> {
    const rows = await scopes.asLoginRole<Standing>(
      'select company_id, refusal, second_factor, must_complete, outside_only from sign_in_standing($1, $2, $3)',
      [personId, companyId, prefix],
    )
    return rows[0] ?? null
  },

  async setPassword(
    on: Scopes | Db,
    change: { personId: string; hash: string; keepSessionId: string | null; messages: readonly object[] },
  ): Promise<void> {
    const messages = JSON.stringify(change.messages)
    if (on instanceof Scopes) {
      await on.asLoginRole('select set_password($1, $2, $3, $4)', [
        change.personId,
        change.hash,
        change.keepSessionId,
        messages,
      ])
    } else {
      await sql`select set_password(${change.personId}::bigint, ${change.hash}, ${change.keepSessionId}::bigint,
        ${messages}::jsonb)`.execute(on)
    }
  },
}
