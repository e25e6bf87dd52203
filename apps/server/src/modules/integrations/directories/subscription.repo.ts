import { sql } from 'kysely'
import type { Scopes, Transaction } from '../../../platform/db/scope.ts'
import type { StoredSettings } from '../channel-settings.ts'
import type { Subscription } from './entra-subscription.ts'

type Db = Pick<Transaction, 'db'>

export interface KnownSubscription {
  /** As Graph names it. */
  readonly outsideId: string | null
  readonly stateHash: Buffer | null
  /** Graph was asked for one within the last minutes. */
  readonly isAsked: boolean
}

/** A channel whose subscription is looked after. */
export interface SubscribedChannel extends KnownSubscription {
  readonly madeFor: string
  /** It has not ended. */
  readonly lives: boolean
  readonly publicId: string
  readonly settings: StoredSettings
  readonly sealed: Buffer
  readonly companyCode: string
  readonly isPlatform: boolean
  /** Its synchronisation runs by itself, and nobody paused it. */
  readonly wanted: boolean
}

export const subscriptionRepo = {
  /** Before a scope. */
  async known(
    scopes: Scopes,
    { company_id: companyId, id }: { company_id: string; id: string },
  ): Promise<KnownSubscription | null> {
    const rows = await scopes.asLoginRole<KnownSubscription & Record<string, unknown>>(
      `select outside_id as "outsideId", state_hash as "stateHash", is_asked as "isAsked"
       from directory_subscription_of($1::bigint, $2::bigint)`,
      [companyId, id],
    )
    return rows[0] ?? null
  },

  async renewSoon(
    scopes: Scopes,
    { company_id: companyId, id }: { company_id: string; id: string },
    isRemoved: boolean,
  ): Promise<void> {
    await scopes.asLoginRole('select directory_subscription_renew($1::bigint, $2::bigint, $3)', [
      companyId,
      id,
      isRemoved,
    ])
  },

  /** Queues the work on those that are due. */
  async tend(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select directory_subscriptions_tend()')
  },

  /** Notes that Graph is asked from now on: it tries the address meanwhile. */
  async begin({ db }: Db, companyId: string, channelId: string): Promise<SubscribedChannel | undefined> {
    await sql`update directory_subscription set asked_at = now()
      where company_id = ${companyId} and channel_id = ${channelId}`.execute(db)
    const { rows } = await sql<SubscribedChannel>`
      select d.outside_id as "outsideId", d.state_hash as "stateHash", true as "isAsked", d.made_for as "madeFor", coalesce(d.until > now(), false) as lives,
        c.public_id as "publicId", c.settings, c.sealed, o.code as "companyCode", o.kind = 'op' as "isPlatform",
        o.status = 'active' and not c.paused and s.enabled and s.confirmed_at is not null as wanted
      from directory_subscription d
      join integration_channel c on c.company_id = d.company_id and c.id = d.channel_id
      join people_sync s on s.company_id = d.company_id and s.channel_id = d.channel_id
      join company o on o.id = d.company_id
      where d.company_id = ${companyId} and d.channel_id = ${channelId}`.execute(db)
    return rows[0]
  },

  async made(
    { db }: Db,
    companyId: string,
    channelId: string,
    { id, until, hash, madeFor }: Subscription & { readonly hash: Buffer | null; readonly madeFor: string },
  ): Promise<void> {
    await sql`update directory_subscription set outside_id = ${id}, until = ${until}, made_for = ${madeFor}, failure = null,
        state_hash = coalesce(${hash}, state_hash), next_at = now() + (${until}::timestamptz - now()) * 0.7
      where company_id = ${companyId} and channel_id = ${channelId}`.execute(db)
  },

  /** Tried again in a while. */
  async failed(
    { db }: Db,
    companyId: string,
    channelId: string,
    failure: { readonly reason: string; readonly detail: string },
  ): Promise<void> {
    await sql`update directory_subscription set failure = ${JSON.stringify(failure)}::jsonb,
        next_at = now() + interval '30 minutes'
      where company_id = ${companyId} and channel_id = ${channelId}`.execute(db)
  },

  async delete({ db }: Db, companyId: string, channelId: string): Promise<void> {
    await sql`delete from directory_subscription
      where company_id = ${companyId} and channel_id = ${channelId}`.execute(db)
  },
}
