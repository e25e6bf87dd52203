import { sql } from 'kysely'
import type { InputOf, discoveryApi, OutputOf } from '@netward/contract'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
/** Also a job of the queue, which has a company and no person. */
type Company = Pick<RequestContext, 'db'> & { readonly scope: { readonly companyId: string } }

export type FindRow = OutputOf<typeof discoveryApi.pageFinds>['items'][number]

/** What a find needs to become a device. */
export interface TakenFind {
  readonly id: string
  readonly jobId: string
  readonly address: string
  readonly port: number
  readonly answers: 'snmp' | 'refused' | 'other'
  readonly mac: string | null
  readonly name: string
  readonly type: string
  readonly vendor: string
  readonly model: string
  readonly serialNumber: string
  readonly state: FindRow['state']
  readonly outletId: string | null
  readonly outletName: string | null
  /** Sets that the job names, of which one answered; null: those that fit are tried. */
  readonly credentialId: string | null
}

const shown = sql`f.id, f.job_id as "jobId", host(f.address) as address, f.port, f.answers,
  (select c.name from snmp_credential c where c.company_id = f.company_id and c.id = f.credential_id) as "credentialName",
  f.mac::text as mac, f.mac_vendor as "macVendor", f.name, f.type, f.vendor, f.model, f.version,
  f.serial_number as "serialNumber", f.description, f.state,
  d.id as "deviceId", d.name as "deviceName", f.first_at as "firstAt", f.last_at as "lastAt",
  f.run = j.run as seen,
  coalesce((select jsonb_agg(jsonb_build_object('because', c->>'because', 'deviceId', cd.id::text,
      'findId', cf.id::text, 'name', coalesce(cd.name, host(cf.address), '')) order by n)
    from jsonb_array_elements(f.claims) with ordinality k (c, n)
    left join device cd on cd.company_id = f.company_id and cd.id = (c->>'deviceId')::bigint
    left join discovery_find cf on cf.company_id = f.company_id and cf.id = (c->>'findId')::bigint
    where f.state = 'conflict'), '[]') as claims`

const orders: Readonly<Record<string, ReturnType<typeof sql>>> = {
  address: sql`f.address, f.id`,
  name: sql`lower(f.name), f.id`,
  vendor: sql`lower(f.vendor), f.id`,
  model: sql`lower(f.model), f.id`,
  lastAt: sql`f.last_at, f.id`,
  '-address': sql`f.address desc, f.id desc`,
  '-name': sql`lower(f.name) desc, f.id desc`,
  '-vendor': sql`lower(f.vendor) desc, f.id desc`,
  '-model': sql`lower(f.model) desc, f.id desc`,
  '-lastAt': sql`f.last_at desc, f.id desc`,
}

function matching(
  { scope }: Reader,
  query: Pick<
    InputOf<typeof discoveryApi.pageFinds>,
    'jobId' | 'search' | 'state' | 'type' | 'vendor' | 'answers'
  >,
) {
  const { jobId, search = '', state = [], type = [], vendor = [], answers = [] } = query
  const term = search.replaceAll(':', '').length === 12 ? search.replaceAll(':', '') : search
  return sql`f.company_id = ${scope.companyId} and f.job_id = ${jobId}
    and (${term} = '' or strpos(f.search, search_text(${term})) > 0)
    and (${state.length === 0} or f.state = any (${state}::text[]))
    and (${type.length === 0} or f.type = any (${type}::text[]))
    and (${vendor.length === 0} or f.vendor = any (${vendor}::text[]))
    and (${answers.length === 0} or f.answers = any (${answers}::text[]))`
}

const toTake = sql`f.id, f.job_id as "jobId", host(f.address) as address, f.port, f.answers, f.mac::text as mac, f.name, f.type,
  f.vendor, f.model, f.serial_number as "serialNumber", f.state, f.outlet_id as "outletId",
  visible_outlet_name(f.outlet_id) as "outletName",
  case when j.credential_ids <> '{}' then f.credential_id end as "credentialId"`

/** Of the company acted in, by the outlets that its roles see. */
export const findRepo = {
  async page(
    reader: Reader,
    query: InputOf<typeof discoveryApi.pageFinds>,
  ): Promise<{ items: FindRow[]; total: number }> {
    const where = matching(reader, query)
    const { rows } = await sql<FindRow>`
      select ${shown} from (
        select * from discovery_find f where ${where}
        order by ${orders[query.sort]!} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}) f
      join discovery_job j on j.company_id = f.company_id and j.id = f.job_id
      left join device d on d.company_id = f.company_id and d.id = f.device_id
      order by ${orders[query.sort]!}`.execute(reader.db)
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from (select from discovery_find f where ${where} limit ${countCap + 1}) k`.execute(
      reader.db,
    )
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  async counts(
    { db, scope }: Reader,
    jobId: string,
    column: 'state' | 'type' | 'vendor',
  ): Promise<{ value: string; count: number }[]> {
    const { rows } = await sql<{ value: string; count: number }>`
      select f.${sql.raw(column)} as value, count(*)::int as count from discovery_find f
      where f.company_id = ${scope.companyId} and f.job_id = ${jobId}
      group by 1 order by 2 desc, 1 limit 12`.execute(db)
    return rows
  },

  /** Locked, in the order of their addresses. Who claims them is looked at anew. */
  async lock({ db, scope }: Company, jobId: string | null, ids: readonly string[]): Promise<TakenFind[]> {
    await sql`select settle_own_finds(${ids}::bigint[])`.execute(db)
    const { rows } = await sql<TakenFind>`
      select ${toTake} from discovery_find f join discovery_job j on j.company_id = f.company_id and j.id = f.job_id
      where f.id = any (${ids}::bigint[]) and f.company_id = ${scope.companyId}
        and (${jobId}::bigint is null or f.job_id = ${jobId}::bigint)
      order by f.address, f.id for update of f`.execute(db)
    return rows
  },

  /** New finds of a job behind an address, in their order. */
  async next({ db, scope }: Company, jobId: string, after: string, most: number): Promise<{ id: string }[]> {
    const { rows } = await sql<{ id: string }>`
      select f.id from discovery_find f where f.company_id = ${scope.companyId} and f.job_id = ${jobId}
        and f.state = 'new' and f.id > ${after} order by f.id limit ${most}`.execute(db)
    return rows
  },

  async becomes({ db, scope }: Company, id: string, deviceId: string): Promise<void> {
    await sql`update discovery_find set device_id = ${deviceId}, taken_at = now(), ignored = false
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  async is({ db, scope }: Reader, id: string, deviceId: string): Promise<void> {
    await sql`update discovery_find set device_id = ${deviceId}, decided = true, ignored = false
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  async ignore(
    { db, scope }: Reader,
    jobId: string,
    ids: readonly string[],
    ignored: boolean,
  ): Promise<number> {
    const { rows } = await sql<{ id: string }>`update discovery_find f set ignored = ${ignored}
      where f.id = any (${ids}::bigint[]) and f.job_id = ${jobId} and f.company_id = ${scope.companyId}
        and f.device_id is null and f.ignored <> ${ignored} returning f.id`.execute(db)
    return rows.length
  },

  /** A device of the company that claims the identity of the find. */
  async claimant({ db, scope }: Reader, id: string, deviceId: string): Promise<{ name: string } | undefined> {
    const { rows } = await sql<{ name: string }>`
      select d.name from discovery_find f join device d on d.company_id = f.company_id and d.id = ${deviceId}
      where f.id = ${id} and f.company_id = ${scope.companyId} and d.state = 'claimed'
        and f.claims @> jsonb_build_array(jsonb_build_object('deviceId', d.id::text))`.execute(db)
    return rows[0]
  },
}
