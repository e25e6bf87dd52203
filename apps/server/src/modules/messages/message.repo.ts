import type { Language } from '@netward/phrases/server'
import { sql } from 'kysely'
import { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Channel } from './message.ts'

/** A stored message: unreadable without the master key. */
export interface SealedMessage {
  readonly id: string
  readonly channel: Channel
  /** Base64. */
  readonly sealed: string
  readonly seconds: number
}

const queue = `select queue_message($1, $2, decode($3, 'base64'), $4)`

export const messageRepo = {
  async insert(on: Db | Scopes, { id, channel, sealed, seconds }: SealedMessage): Promise<void> {
    if (on instanceof Scopes) await on.asLoginRole(queue, [id, channel, sealed, seconds])
    else
      await sql`select queue_message(${id}, ${channel}, decode(${sealed}, 'base64'), ${seconds}::int)`.execute(
        on,
      )
  },

  async administrators(on: Db | Scopes, companyId: string): Promise<{ email: string; language: Language }[]> {
    if (on instanceof Scopes)
      return on.asLoginRole('select email, language from administrator_addresses($1)', [companyId])
    const { rows } = await sql<{ email: string; language: Language }>`
      select email, language from administrator_addresses(${companyId})`.execute(on)
    return rows
  },

  async insertAll(db: Db, messages: readonly SealedMessage[]): Promise<void> {
    await sql`select queue_messages(${JSON.stringify(messages)}::jsonb)`.execute(db)
  },

  /** The platform's name, and the company of a prefix. */
  async names(scopes: Scopes, prefix: string): Promise<{ platformName: string; pageName: string }> {
    const [row] = await scopes.asLoginRole<{ platformName: string; pageName: string }>(
      `select p.platform_name as "platformName",
         coalesce((select b.name from sign_in_branding($1) b), p.platform_name) as "pageName" from platform_settings() p`,
      [prefix],
    )
    return row!
  },

  /** Null if already sent or expired. */
  async take(scopes: Scopes, id: string): Promise<{ channel: Channel; sealed: Buffer } | null> {
    const rows = await scopes.asLoginRole<{ channel: Channel; sealed: Buffer }>(
      'select channel, sealed from take_message($1)',
      [id],
    )
    return rows[0] ?? null
  },

  async finish(scopes: Scopes, id: string, state: 'sent' | 'failed' | 'dropped'): Promise<void> {
    await scopes.asLoginRole('select finish_message($1, $2)', [id, state])
  },

  async keep(scopes: Scopes, id: string, channel: Channel, sealed: Buffer): Promise<void> {
    await scopes.asLoginRole('select keep_in_outbox($1, $2, $3)', [id, channel, sealed])
  },

  outbox(
    scopes: Scopes,
    limit: number,
  ): Promise<{ id: string; channel: Channel; sealed: Buffer; at: string }[]> {
    return scopes.asLoginRole('select id, channel, sealed, at from outbox($1)', [limit])
  },
}
