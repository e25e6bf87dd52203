import { sql } from 'kysely'
import type { RequestContext } from '../../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db'>

export interface Allowance {
  readonly used: number
  readonly free: number | null
  readonly resetsOn: string
  readonly price: number | null
}

/** Of the company acted in. */
export const allowanceRepo = {
  async get({ db }: Reader): Promise<Allowance> {
    const { rows } = await sql<Allowance>`select used, free, resets_on::text as "resetsOn", price
      from work_order_allowance()`.execute(db)
    return rows[0]!
  },

  /** An order that was just made. @returns its price; null: it is free, or none is agreed */
  async count({ db }: Reader, orderId: string): Promise<number | null> {
    const { rows } = await sql<{ price: number | null }>`select order_price as price
      from work_order_count(${orderId})`.execute(db)
    return rows[0]!.price
  },

  async uncount({ db }: Reader, orderId: string): Promise<void> {
    await sql`select work_order_uncount(${orderId})`.execute(db)
  },
}
