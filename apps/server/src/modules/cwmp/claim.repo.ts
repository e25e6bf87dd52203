import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Key } from './acs-rows.ts'

type Reader = Pick<RequestContext, 'db'>

interface PoolRow {
  id: string
  oui: string
  product_class: string
  serial_number: string
  manufacturer: string
  remote_address: string
  first_seen_at: string
  last_seen_at: string
  informs: number
  claim_open_until: string | null
  seen_by: 'platform' | 'enrolment_url' | 'pre_registration'
  duplicate: boolean
  total: string
}

/** What a gateway is given once it calls in: an outlet, or the place of another gateway. */
export interface Place {
  readonly outletId?: string | undefined
  readonly replacesId?: string | undefined
}

/** `ambiguous`: the secret is right, and a product class must say which of several gateways it is. */
export interface LabelClaim {
  outcome: 'claimed' | 'refused' | 'ambiguous'
  product_class: string
}

/** The pool, which no request role reaches: only through functions that decide what the caller may see. */
export const claimRepo = {
  async page({ db }: Reader, search: string | null, limit: number, offset: number): Promise<PoolRow[]> {
    return (await sql<PoolRow>`select * from pool_page(${search}, ${limit}, ${offset})`.execute(db)).rows
  },

  async claim({ db }: Reader, ids: readonly string[], name: string, { outletId, replacesId }: Place) {
    const found = await sql<{ id: string; label: string; accepted: boolean }>`
      select * from pool_claim(${ids}::bigint[], ${name}, ${outletId ?? null}::bigint,
        ${replacesId ?? null}::bigint)`.execute(db)
    return found.rows
  },

  async claimByLabel(
    { db }: Reader,
    key: Key,
    labelHash: Buffer,
    { outletId, replacesId }: Place,
  ): Promise<LabelClaim> {
    const found = await sql<LabelClaim>`
      select outcome, product_class from claim_by_label(${key.oui}, ${key.productClass}, ${key.serialNumber}, ${labelHash},
        ${outletId ?? null}::bigint, ${replacesId ?? null}::bigint)`.execute(db)
    return found.rows[0]!
  },
}
