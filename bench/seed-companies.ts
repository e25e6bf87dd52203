import type pg from 'pg'
import { inBulk } from './seed-bulk.ts'

export interface CompanyOptions {
  /**
   * Total customers, at least 20: half of them below one large MSP, ten below a small one, the rest below
   * others.
   */
  readonly companies: number
  /** Other MSPs that share the remaining customers. */
  readonly msps?: number
}

export interface SeededCompanies {
  readonly largeMsp: string
  readonly smallMsp: string
  /** A customer of the large MSP. */
  readonly company: string
}

/** Fills a migrated database with MSPs and customers, each with a package. Deterministic for a number. */
export async function seedCompanies(
  client: pg.Client,
  { companies, msps = 20 }: CompanyOptions,
): Promise<SeededCompanies> {
  const one = async (text: string, values: unknown[] = []) =>
    (await client.query<{ id: string }>(text, values)).rows[0]!.id
  const insert = 'insert into company (parent_id, kind, name, code) values'
  const op = await one(
    `with made as (${insert} (null, 'op', 'Platform', 'op') on conflict do nothing returning id)
     select id::text from made union all select id::text from company where kind = 'op'`,
  )
  const msp = (code: string) => one(`${insert} ($1, 'middleman', $2, $2) returning id::text`, [op, code])
  const largeMsp = await msp('seed-msp-large')
  const smallMsp = await msp('seed-msp-small')
  const others: string[] = []
  for (let index = 0; index < msps; index += 1) others.push(await msp(`seed-msp-${index}`))
  const company = await one(`${insert} ($1, 'company', 'Seed large', 'seed-large') returning id::text`, [
    largeMsp,
  ])
  await inBulk(
    client,
    ['company', 'company_ancestor', 'org_node', 'company_package', 'entitlement', 'application'],
    async () => {
      await client.query(
        `${insert.replace(' values', '')}
       select case when i <= $1::int / 2 then $2::bigint when i <= $1::int / 2 + 10 then $3::bigint
         else ($4::bigint[])[1 + i % $5::int] end, 'company', 'Seed customer ' || i, 'seed-' || i
       from generate_series(1, $1::int - 1) i`,
        [companies, largeMsp, smallMsp, others, msps],
      )
      await writeWhatTriggersWrite(client)
    },
  )
  return { largeMsp, smallMsp, company }
}

async function writeWhatTriggersWrite(client: pg.Client): Promise<void> {
  await client.query(`
    insert into company_ancestor (company_id, ancestor_id, depth)
    with recursive above (company_id, ancestor_id, parent_id, depth) as (
      select id, id, parent_id, 0 from company c where not exists (select from company_ancestor a where a.company_id = c.id)
      union all
      select a.company_id, c.id, c.parent_id, a.depth + 1 from above a join company c on c.id = a.parent_id)
    select company_id, ancestor_id, depth from above;
    insert into org_node (company_id, type, name)
    select id, case kind when 'company' then 16 else 8 end, name from company where code like 'seed-%';
    insert into company_package (company_id, package_id, version)
    select c.id, p.id, p.version from company c, package p where c.code like 'seed-%' and p.code = 'basic';
    insert into entitlement (company_id, kind, granted)
    select k.company_id, of_kind.kind, of_kind.granted
    from company_package k join package_version v using (package_id, version) join company c on c.id = k.company_id
    cross join lateral (values ('devices', v.devices), ('internet_lines', v.internet_lines), ('members', v.members),
      ('outlets', v.outlets), ('work_orders', v.work_orders)) of_kind (kind, granted)
    where c.code like 'seed-%';
    insert into application (company_id, product_id, display_name, app_id, state, permissions)
    select c.id, p.id, p.name_en, 'app-seed-' || c.id || '-' || p.id, 'normal', '{}' from company c, product p
    where c.code like 'seed-%' and p.code in ('device_management', 'firmware', 'monitoring')
    on conflict do nothing;
    update company set products = array['device_management', 'firmware', 'monitoring'] where code like 'seed-%';
    truncate tenant_tally;
    insert into tenant_tally
    select parent_id, kind, standing, status, delivery, count(*) from company where kind <> 'op' group by 1, 2, 3, 4, 5`)
}
