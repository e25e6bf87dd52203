import { openTerminalStates, type TerminalOutcome } from '@netward/contract/terminal-values'
import type { TerminalEncoding, TerminalProtocol } from '@netward/contract/terminal-values'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

/** What a browser's ticket opens. */
export interface Redeemed extends Record<string, unknown> {
  id: string
  company_id: string
  device_id: string
  protocol: TerminalProtocol
  port: number
  encoding: TerminalEncoding
  username: string
  typed: Buffer | null
  stored: Buffer | null
  legacy: boolean
  idle_minutes: number
  longest_minutes: number
  /** The profile whose secret is stored; null: the device's own. */
  profile_id: string | null
  /** While consent is pending. */
  ask_until: string | null
  last_address: string | null
  company_code: string
}

export interface Standing extends Record<string, unknown> {
  id: string
  /** Null: it may continue. */
  why: TerminalOutcome | null
  ended_by: string | null
  state: 'asking' | 'waiting' | 'running' | 'ended' | 'failed'
  watchers: string[]
}

/** A part of a recording to store. */
export interface RecordedPart {
  readonly terminalId: string
  readonly n: number
  readonly content: string
  /** Of the whole recording so far. */
  readonly bytes: number
  /** A user is watching. */
  readonly watched: boolean
}

/** Queries and writes of the process that carries terminals. */
export const carrierRepo = {
  async redeem(scopes: Scopes, ticketHash: Buffer): Promise<Redeemed | undefined> {
    const [row] = await scopes.asLoginRole<Redeemed>('select * from redeem_terminal($1)', [ticketHash])
    return row
  },

  /** `used`: there was input since the last check. `product`: stopping it stops them all. */
  standing(
    scopes: Scopes,
    ids: readonly string[],
    used: readonly string[],
    product: string | null,
  ): Promise<Standing[]> {
    return scopes.asLoginRole<Standing>(
      'select id, why, ended_by, state, watchers from terminals_now($1::bigint[], $2::bigint[], $3)',
      [ids, used, product],
    )
  },

  /** Terminals that a user ended or decided on. */
  async called(scopes: Scopes, ids: readonly string[], asking: readonly string[]): Promise<string[]> {
    const rows = await scopes.asLoginRole<{ id: string }>(
      'select id from terminals_called($1::bigint[], $2::bigint[]) as id',
      [ids, asking],
    )
    return rows.map(({ id }) => id)
  },

  /** @returns the terminals whose parts were stored. */
  async keepParts(scopes: Scopes, parts: readonly RecordedPart[]): Promise<string[]> {
    const rows = await scopes.asLoginRole<{ id: string }>(
      'select id from keep_terminals($1::bigint[], $2::int[], $3::text[], $4::int[], $5::bigint[]) as id',
      [
        parts.map(({ terminalId }) => terminalId),
        parts.map(({ n }) => n),
        parts.map(({ content }) => content),
        parts.map(({ bytes }) => bytes),
        parts.filter(({ watched }) => watched).map(({ terminalId }) => terminalId),
      ],
    )
    return rows.map(({ id }) => id)
  },

  async updateStarted(scopes: Scopes, { company_id, device_id, id }: Redeemed): Promise<boolean> {
    return scopes.withCompany(company_id, async ({ db }) => {
      const { numUpdatedRows } = await db
        .updateTable('terminal_session')
        .set({ state: 'running', started_at: sql<string>`clock_timestamp()`, secret: null })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirst()
      await emitChanged(db, company_id, device_id)
      return numUpdatedRows > 0n
    })
  },

  async updateOver(
    scopes: Scopes,
    { company_id, device_id, id }: Redeemed,
    outcome: TerminalOutcome,
    endedBy: string | null,
  ) {
    await scopes.withCompany(company_id, async ({ db }) => {
      await db
        .updateTable('terminal_session')
        .set({
          state: sql<'ended' | 'failed'>`case state when 'running' then 'ended' else 'failed' end`,
          outcome,
          ended_by: endedBy,
          ended_at: sql<string>`clock_timestamp()`,
          secret: null,
          ticket_hash: null,
          recorded_bytes: sql<number>`recorded_size(id)`,
        })
        .where('id', '=', id)
        .where('state', 'in', openTerminalStates)
        .execute()
      await emitChanged(db, company_id, device_id)
    })
  },
}

async function emitChanged(db: RequestContext['db'], companyId: string, deviceId: string): Promise<void> {
  await db
    .insertInto('live_event')
    .values({ company_id: companyId, kind: 'terminal.changed', subject_id: deviceId })
    .execute()
}
