import { sql } from 'kysely'
import type { Holding } from '../../platform/holding.ts'
import { noted } from './rotas.service.ts'

interface Touched {
  readonly id: string
  readonly name: string
}

/** Turns on rotas, and shifts to come in which the member stands in. Without a successor the others move up. */
export const turnsHeld: Holding = {
  kind: 'turns',

  async held({ db, scope }, memberIds) {
    const { rows } = await sql<{ memberId: string; name: string }>`
      select m.member_id as "memberId", r.name from rota r join (
        select t.rota_id, t.member_id from rota_turn t
          where t.company_id = ${scope.companyId} and t.member_id = any (${[...memberIds]}::bigint[])
        union select c.rota_id, c.member_id from rota_change c where c.company_id = ${scope.companyId}
          and c.member_id = any (${[...memberIds]}::bigint[]) and c.state in ('asked', 'standing') and c.ends_at > now()
      ) m on m.rota_id = r.id
      where r.company_id = ${scope.companyId} order by 1, 2`.execute(db)
    return rows
  },

  async handOver(ctx, from, to) {
    const { db, scope } = ctx
    const touched = new Map<string, string>()
    const keep = ({ rows }: { rows: Touched[] }) => {
      for (const { id, name } of rows) touched.set(id, name)
    }
    const turns = sql`company_id = ${scope.companyId} and member_id = ${from.memberId}`
    const named = sql`select r.id, r.name from rota r join gone on gone.rota_id = r.id
      where r.company_id = ${scope.companyId}`
    keep(
      to === null
        ? await sql<Touched>`with gone as (delete from rota_turn where ${turns} returning rota_id) ${named}`.execute(
            db,
          )
        : await sql<Touched>`with gone as (update rota_turn set member_id = ${to.memberId} where ${turns}
            returning rota_id) ${named}`.execute(db),
    )
    const changes = sql`${turns} and state in ('asked', 'standing') and ends_at > now()`
    // Nobody stands in for themselves: such a change ends.
    const change =
      to === null
        ? sql`update rota_change set state = 'withdrawn', stands_since = null where ${changes} returning rota_id`
        : sql`update rota_change set member_id = ${to.memberId},
            state = case when asked_by = ${to.memberId} then 'withdrawn' else state end,
            stands_since = case when asked_by = ${to.memberId} then null else stands_since end
            where ${changes} returning rota_id`
    keep(await sql<Touched>`with gone as (${change}) ${named}`.execute(db))
    for (const [rotaId, name] of touched)
      await noted(ctx, 'edited', rotaId, { name, before: from.memberId, after: to?.memberId ?? null })
    return touched.size
  },
}
