import type { InputOf, OutputOf, sharingApi } from '@netward/contract'
import { sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Api = typeof sharingApi
export type Terms = OutputOf<Api['lookAtKey']>
export type Redeemed = OutputOf<Api['pageRedeemedKeys']>['items'][number]

interface RedeemedRow extends Omit<Redeemed, keyof Terms> {
  readonly terms: Terms
}

const shown = sql`r.id, r.prefix, r.terms, r.state, r.redeemed_at as "redeemedAt", r.redeemed_by as "redeemedBy", r.running`
const presented = ({ terms, ...row }: RedeemedRow): Redeemed => ({ ...terms, ...row })

export const redemptionRepo = {
  /** Null: of no use here. A wrong secret counts, once the transaction commits. */
  async look({ db }: Reader, hash: Buffer): Promise<Terms | null> {
    const { rows } = await sql<{ terms: Terms | null }>`select sharing_look(${hash}) as terms`.execute(db)
    return rows[0]!.terms
  },

  async redeem({ db }: Reader, hash: Buffer): Promise<string | null> {
    const { rows } = await sql<{ id: string | null }>`select sharing_redeem(${hash}) as id`.execute(db)
    return rows[0]!.id
  },

  async page(
    { db }: Reader,
    { search = '', kind, sort, page, pageSize }: InputOf<Api['pageRedeemedKeys']>,
  ): Promise<{ items: Redeemed[]; total: number }> {
    const from = sql`sharing_redeemed() r where (${search} = '' or strpos(lower(r.terms->>'name'), lower(${search})) > 0
        or strpos(lower(r.terms->>'companyName'), lower(${search})) > 0)
      and (${kind ?? null}::text is null or r.terms->>'kind' = ${kind ?? null})`
    const order = sort === 'redeemedAt' ? sql`r.redeemed_at, r.id` : sql`r.redeemed_at desc, r.id desc`
    const { rows } = await sql<RedeemedRow>`select ${shown} from ${from} order by ${order}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return { items: rows.map(presented), total: await countRows(db, from) }
  },

  async find({ db }: Reader, id: string): Promise<Redeemed | undefined> {
    const { rows } =
      await sql<RedeemedRow>`select ${shown} from sharing_redeemed() r where r.id = ${id}`.execute(db)
    return rows[0] && presented(rows[0])
  },

  async giveBack({ db }: Reader, id: string): Promise<void> {
    await sql`select sharing_give_back(${id}::bigint)`.execute(db)
  },
}
