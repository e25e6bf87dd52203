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
  remote_address: string | null
  first_seen_at: string
  last_seen_at: string
  informs: number
  claim_open_until: string | null
  seen_by: 'platform' | 'enrolment_url' | 'pre_registration'
  duplicate: boolean
  claim_asked_at: string | null
  total: string
}

/** A claim that waits for an approval. */
interface AskedRow {
  id: string
  oui: string
  product_class: string
  serial_number: string
  manufacturer: string
  model_name: string
  remote_address: string
  last_seen_at: string
  company_id: string
  company_name: string
  asked_at: string
  asked_by: string
  total: string
}

/** What a claim assigns once the gateway calls in: an outlet, or the place of another gateway. */
export interface Place {
  readonly outletId?: string | undefined
  readonly replacesId?: string | undefined
}

/**
 * `asked`: awaits approval. `ambiguous`: the secret is correct, and the product class must select one of
 * several gateways.
 */
export interface LabelClaim {
  outcome: 'claimed' | 'asked' | 'refused' | 'ambiguous'
  product_class: string
}

/** The pool, which no request role reaches: only functions that decide what the caller may see. */
export const claimRepo = {
  async page({ db }: Reader, search: string | null, limit: number, offset: number): Promise<PoolRow[]> {
    return (await sql<PoolRow>`select * from pool_page(${search}, ${limit}, ${offset})`.execute(db)).rows
  },

  async claim({ db }: Reader, ids: readonly string[], name: string, { outletId, replacesId }: Place) {
    const found = await sql<{ id: string; label: string; accepted: boolean; asked: boolean }>`
      select * from pool_claim(${ids}::bigint[], ${name}, ${outletId ?? null}::bigint,
        ${replacesId ?? null}::bigint)`.execute(db)
    return found.rows
  },

  async pageAsked({ db }: Reader, limit: number, offset: number): Promise<AskedRow[]> {
    return (await sql<AskedRow>`select * from pool_claims_asked(${limit}, ${offset})`.execute(db)).rows
  },

  /** Undefined where no claim waits for the company acted in. */
  async decide({ db }: Reader, id: string, approve: boolean) {
    const { rows } = await sql<{ company_name: string; identity: string }>`
      select * from pool_decide(${id}::bigint, ${approve})`.execute(db)
    return rows[0]
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
