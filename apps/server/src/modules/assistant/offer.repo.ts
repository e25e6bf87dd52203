import type { InputOf, OutputOf, assistantOfferApi } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Offers = OutputOf<typeof assistantOfferApi.listOffers>
type Offer = Omit<Offers['items'][number], 'taken' | 'consents'>
type Offered = OutputOf<typeof assistantOfferApi.listOffered>['items'][number]
export type OfferedRow = Offered & { readonly ownerId: string }
type Named = OutputOf<typeof assistantOfferApi.offerCompanies>[number]

const mostFound = 50

/** Services that the company acted in offers to companies below, and those that companies above offer to it. */
export const offerRepo = {
  async mayOffer({ db, scope }: Reader): Promise<boolean> {
    const { rows } = await sql<{ may: boolean }>`
      select kind <> 'company' as may from company where id = ${scope.companyId}`.execute(db)
    return rows[0]!.may
  },

  async list({ db, scope }: Reader): Promise<Offers['items']> {
    const { rows } = await sql<Offers['items'][number] & { companyIds: string[] }>`
      select o.provider_id as "providerId", o.for_all as "forAll", o.prices, o.month_tokens::float8 as "monthTokens",
        o.edited_at as "editedAt", o.edited_by as "editedBy", t.taken::float8 as taken, t.consents::int as consents,
        array(select k.customer_id from assistant_offer_company k
          where k.company_id = o.company_id and k.provider_id = o.provider_id) as "companyIds"
      from assistant_offer o join assistant_offers_taken() t on t.provider_id = o.provider_id
      where o.company_id = ${scope.companyId} order by o.provider_id`.execute(db)
    const names = await offerRepo.companies(
      { db, scope },
      { of: rows.flatMap(({ companyIds }) => companyIds) },
    )
    return rows.map(({ companyIds, ...offer }) => ({
      ...offer,
      companies: names.filter(({ id }) => companyIds.includes(id)),
    }))
  },

  async find({ db, scope }: Reader, providerId: string): Promise<Omit<Offer, 'companies'> | undefined> {
    const { rows } = await sql<Omit<Offer, 'companies'>>`
      select provider_id as "providerId", for_all as "forAll", prices, month_tokens::float8 as "monthTokens",
        edited_at as "editedAt", edited_by as "editedBy"
      from assistant_offer where company_id = ${scope.companyId} and provider_id = ${providerId}`.execute(db)
    return rows[0]
  },

  /** Those below the company acted in, by what was typed, or of these ids. */
  async companies(
    { db }: Reader,
    { search = '', of = null }: { search?: string; of?: readonly string[] | null },
  ): Promise<Named[]> {
    const most = of === null ? mostFound : of.length
    const { rows } = await sql<Named>`
      select id, name from assistant_companies_below(${search}, ${of}::bigint[], ${most}::int)`.execute(db)
    return rows
  },

  async set(
    { db, scope }: Reader,
    { providerId, forAll, prices, monthTokens, companyIds }: InputOf<typeof assistantOfferApi.setOffer>,
  ): Promise<void> {
    await sql`
      insert into assistant_offer (company_id, provider_id, for_all, prices, month_tokens, edited_by)
      values (${scope.companyId}, ${providerId}, ${forAll}, ${JSON.stringify(prices)}::jsonb, ${monthTokens}, ${scope.actorName})
      on conflict (company_id, provider_id) do update set for_all = excluded.for_all, prices = excluded.prices,
        month_tokens = excluded.month_tokens, edited_at = now(), edited_by = excluded.edited_by`.execute(db)
    await sql`delete from assistant_offer_company
      where company_id = ${scope.companyId} and provider_id = ${providerId}`.execute(db)
    await sql`insert into assistant_offer_company (company_id, provider_id, customer_id)
      select ${scope.companyId}, ${providerId}, k from unnest(${companyIds}::bigint[]) k`.execute(db)
  },

  async delete({ db, scope }: Reader, providerId: string): Promise<boolean> {
    const { rows } = await sql`delete from assistant_offer
      where company_id = ${scope.companyId} and provider_id = ${providerId} returning 1`.execute(db)
    return rows.length > 0
  },

  async offered({ db, scope }: Reader): Promise<OfferedRow[]> {
    const { rows } = await sql<OfferedRow>`
      select o.id, o.owner_id as "ownerId", o.owner_name as "ownerName", o.name, o.preset, o.address, o.model, o.models,
        o.is_abroad as "isAbroad", o.prices, o.month_tokens::float8 as "monthTokens", o.taken::float8 as taken, o.state,
        o.waits_until as "waitsUntil", o.hidden,
        exists (select from assistant_consent c
          where c.company_id = ${scope.companyId} and c.provider_id = o.id and c.ended_at is null) as consented
      from assistant_offered() o`.execute(db)
    return rows
  },

  /** Services of the company and those offered to it, in the order in which they are tried. */
  async order({ db, scope }: Reader): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from (
        select id, place from assistant_provider where company_id = ${scope.companyId}
        union all select id, place from assistant_offered()) s
      order by place nulls last, id`.execute(db)
    return rows.map(({ id }) => id)
  },

  async setOrder({ db, scope }: Reader, ids: readonly string[]): Promise<void> {
    await sql`update assistant_provider p set place = o.place
      from unnest(${ids}::bigint[]) with ordinality o (id, place)
      where p.company_id = ${scope.companyId} and p.id = o.id`.execute(db)
    await sql`
      insert into assistant_choice (company_id, owner_id, provider_id, place)
      select ${scope.companyId}, f.owner_id, f.id, o.place
      from unnest(${ids}::bigint[]) with ordinality o (id, place) join assistant_offered() f on f.id = o.id
      on conflict (company_id, provider_id) do update set place = excluded.place`.execute(db)
  },

  async hide({ db, scope }: Reader, { id, ownerId }: OfferedRow, hidden: boolean): Promise<void> {
    await sql`
      insert into assistant_choice (company_id, owner_id, provider_id, hidden)
      values (${scope.companyId}, ${ownerId}, ${id}, ${hidden})
      on conflict (company_id, provider_id) do update set hidden = excluded.hidden`.execute(db)
  },
}
