import pg from 'pg'
import { inBulk } from './seed-bulk.ts'
import { type SeededCompanies, seedCompanies } from './seed-companies.ts'

export interface PeopleOptions {
  readonly companies: number
  /** Total members; `ofCompany` of them in one customer, the rest spread evenly. */
  readonly members: number
  readonly ofCompany?: number
}

const surnames = ['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周', '吴', 'Smith', 'Garcia', 'Novak']
const givenNames = ['伟', '芳', '秀英', '敏', '静', '磊', '洋', '艳', '勇', '军', 'Anna', 'Jan', 'Mary']

/**
 * Fills a migrated database with companies and their people: the first of each is its administrator.
 * `connection` signs in as a superuser.
 */
export async function seedPeople(
  connection: pg.ClientConfig,
  { companies, members, ofCompany = 10_000 }: PeopleOptions,
): Promise<SeededCompanies> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const seeded = await seedCompanies(client, { companies })
    await inBulk(client, ['person', 'org_node', 'member', 'member_role'], async () => {
      await client.query(
        `create temporary table seed_person as
           with called as materialized (
             select n, called, search_text(called) as search from (
               select n, ($5::text[])[1 + n % 13] || ($6::text[])[1 + n / 13] || ' ' as called
               from generate_series(0, 168) n) s),
           home as materialized (
             select company_id, id as node, row_number() over (order by company_id) as n from org_node
             where parent_id is null and company_id in (select id from company where code like 'seed-%'))
           select i, h.company_id, h.node, i = 1 or i > $2::int and i <= $2::int + $4::int as administers,
             called || md5(i::text)::varchar(4) as name,
             search || md5(i::text)::varchar(4) || ' seed' || i as search
           from generate_series(1, $3::int) i join called on called.n = i % 169
           join home h on h.n = case when i <= $2::int then (select n from home where company_id = $1::bigint)
             else 1 + i % $4::int end`,
        [seeded.company, Math.min(ofCompany, members), members, companies, surnames, givenNames],
      )
      await insertPeople(client)
    })
    await client.query('vacuum analyze')
    return seeded
  } finally {
    await client.end()
  }
}

/** Explicit ids, so that references need no lookup. */
async function insertPeople(client: pg.Client): Promise<void> {
  const tables = ['person', 'org_node', 'member']
  const next = tables.map((table) => `(select max(id) from ${table}) as ${table}`).join(', ')
  await client.query(`
    create temporary table seed_id as select s.*, coalesce(n.person, 0) + i as person_id, n.org_node + i as os_id,
      coalesce(n.member, 0) + i as member_id from seed_person s, (select ${next}) n;
    insert into person (id, home_company_id, user_name, display_name, password_hash, email, email_verified_at)
    overriding system value
    select person_id, company_id, 'seed' || i, name, 'none', 'seed' || i || '@example.test', now() from seed_id;
    insert into org_node (id, company_id, parent_id, type, name) overriding system value
    select os_id, company_id, node, case when administers then 1 else 2 end, name from seed_id;
    insert into member (id, company_id, person_id, os_id, display_name, department_id, user_name, search)
    overriding system value
    select member_id, company_id, person_id, os_id, name, node, 'seed' || i, search from seed_id;
    insert into member_role (company_id, member_id, built_in)
    select company_id, member_id, case when administers then 'administrator' else 'engineer' end from seed_id;
    update entitlement e set used = n.n from (select company_id, count(*)::int as n from seed_id group by 1) n
    where e.company_id = n.company_id and e.kind = 'members';
    -- As if each had gateways: the list shows their numbers.
    insert into device_tally (company_id, type, presence, guarded, n)
    select company_id, 'smart_cpe', presence, false, n from (select distinct company_id from seed_id) c,
      (values ('online', 18), ('offline', 2)) t (presence, n)`)
  for (const table of tables)
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    )
}
