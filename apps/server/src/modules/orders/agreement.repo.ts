import type { InputOf, serviceAgreementApi } from '@netward/contract'
import type { ServiceLevel } from '@netward/contract/work-order-values'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof serviceAgreementApi.pageAgreements>
export type AgreementInput = InputOf<typeof serviceAgreementApi.addAgreement>

export interface AgreementRow {
  readonly id: string
  readonly companyId: string
  readonly companyName: string
  readonly name: string
  readonly startsOn: string
  readonly endsOn: string | null
  readonly note: string
  readonly version: number
  readonly level: ServiceLevel
  readonly prices: AgreementInput['prices']
  readonly editedAt: string
  readonly editedBy: string
  readonly agreedAt: string | null
  readonly agreedBy: string | null
}

const shown = sql`s.id, s.company_id as "companyId", visible_company_name(s.company_id) as "companyName", s.name,
  s.starts_on::text as "startsOn", s.ends_on::text as "endsOn", s.note, s.version, s.level,
  jsonb_build_object('order', s.prices->'order', 'visit', s.prices->'visit', 'overtime', s.prices->'overtime',
    'part', s.prices->'part') as prices, s.edited_at as "editedAt",
  s.edited_by as "editedBy", s.agreed_at as "agreedAt", s.agreed_by as "agreedBy"`

const orders = {
  startsOn: sql`s.starts_on, s.id`,
  '-startsOn': sql`s.starts_on desc, s.id desc`,
  name: sql`lower(s.name), s.id`,
  '-name': sql`lower(s.name) desc, s.id desc`,
}

export const agreementRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', companyId, sort, page, pageSize }: Query,
  ): Promise<{ items: AgreementRow[]; total: number }> {
    const company = scope.kind === 'company' ? scope.companyId : (companyId ?? null)
    const where = sql`(${company}::bigint is null or s.company_id = ${company}::bigint)
      and (${companyId ?? null}::bigint is null or s.company_id = ${companyId ?? null}::bigint)
      and strpos(lower(s.name), lower(${search})) > 0`
    const { rows: items } = await sql<AgreementRow>`select ${shown} from service_agreement s where ${where}
      order by ${orders[sort]} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    const counted = await sql<{ n: number }>`select count(*)::int as n from (select 1 from service_agreement s
      where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(db)
    return { items, total: counted.rows[0]?.n ?? 0 }
  },

  /** Of the company acted in, locked. */
  async lock({ db, scope }: Reader, id: string): Promise<AgreementRow | undefined> {
    const { rows } = await sql<AgreementRow>`select ${shown} from service_agreement s
      where s.id = ${id} and s.company_id = ${scope.companyId} for update of s`.execute(db)
    return rows[0]
  },

  /** One change at a time: agreements of a company do not overlap. */
  async lockAll({ db, scope }: Reader): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtextextended('service agreements', ${scope.companyId}))`.execute(
      db,
    )
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from service_agreement
      where company_id = ${scope.companyId}`.execute(db)
    return rows[0]?.n ?? 0
  },

  async overlapping(
    { db, scope }: Reader,
    id: string | null,
    { startsOn, endsOn }: Pick<AgreementInput, 'startsOn' | 'endsOn'>,
  ): Promise<boolean> {
    const { rows } = await sql`select 1 from service_agreement where company_id = ${scope.companyId}
      and id is distinct from ${id}::bigint
      and daterange(starts_on, ends_on, '[]') && daterange(${startsOn}::date, ${endsOn}::date, '[]') limit 1`.execute(
      db,
    )
    return rows.length > 0
  },

  async save(
    { db, scope }: Reader,
    id: string | null,
    { name, startsOn, endsOn, note, level, prices }: AgreementInput,
  ): Promise<{ id: string; version: number }> {
    const values = {
      name,
      starts_on: startsOn,
      ends_on: endsOn,
      note,
      level: JSON.stringify(level),
      prices: JSON.stringify(prices),
      edited_at: sql<string>`now()`,
      edited_by: scope.actorName,
    }
    const saved =
      id === null
        ? await db
            .insertInto('service_agreement')
            .values({ company_id: scope.companyId, ...values })
            .returning(['id', 'version'])
            .executeTakeFirstOrThrow()
        : await db
            .updateTable('service_agreement')
            .set({ ...values, version: sql<number>`version + 1`, agreed_at: null, agreed_by: null })
            .where('company_id', '=', scope.companyId)
            .where('id', '=', id)
            .returning(['id', 'version'])
            .executeTakeFirstOrThrow()
    await db
      .insertInto('service_agreement_version')
      .values({
        company_id: scope.companyId,
        agreement_id: saved.id,
        version: saved.version,
        level: JSON.stringify(level),
        prices: JSON.stringify(prices),
        edited_by: scope.actorName,
      })
      .execute()
    return saved
  },

  async agree({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .updateTable('service_agreement')
      .set({ agreed_at: sql<string>`now()`, agreed_by: scope.actorName })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('service_agreement')
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },
}
