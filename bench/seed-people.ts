import pg from 'pg'
import { type SeededCompanies, seedCompanies } from './seed-companies.ts'

export interface PeopleOptions {
  readonly companies: number
  /** Members in all; `ofCompany` of them in one customer, the rest spread evenly. */
  readonly members: number
  readonly ofCompany?: number
}

const surnames = ['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周', '吴', 'Smith', 'Garcia', 'Novak']
const givenNames = ['伟', '芳', '秀英', '敏', '静', '磊', '洋', '艳', '勇', '军', 'Anna', 'Jan', 'Mary']

/** Fills a migrated database with companies and their people. `connection` signs in as a superuser. */
export async function seedPeople(
  connection: pg.ClientConfig,
  { companies, members, ofCompany = 10_000 }: PeopleOptions,
): Promise<SeededCompanies> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`set synchronous_commit = off; set work_mem = '256MB'`)
    const seeded = await seedCompanies(client, { companies })
    await client.query(
      `create temporary table seed_person as
         select i, case when i <= $2::int then $1::bigint else c.id end as company_id,
           ($5::text[])[1 + i % array_length($5::text[], 1)] || ($6::text[])[1 + (i / 13) % array_length($6::text[], 1)]
             || ' ' || md5(i::text)::varchar(4) as name
         from generate_series(1, $3::int) i
         left join (select id, row_number() over (order by id) as n from company where code like 'seed-%') c
           on c.n = 1 + i % $4::int`,
      [seeded.company, Math.min(ofCompany, members), members, companies, surnames, givenNames],
    )
    await client.query(`
      insert into person (home_company_id, user_name, display_name, password_hash, email, email_verified_at)
      select company_id, 'seed' || i, name, 'none', 'seed' || i || '@example.test', now() from seed_person`)
    await client.query(`
      insert into org_node (company_id, parent_id, type, name)
      select s.company_id, n.id, 2, 'seed' || s.i
      from seed_person s join org_node n on n.company_id = s.company_id and n.parent_id is null`)
    await client.query(`
      insert into member (company_id, person_id, os_id, display_name)
      select p.home_company_id, p.id, n.id, p.display_name
      from person p join org_node n on n.company_id = p.home_company_id and n.name = p.user_name
      where p.user_name like 'seed%'`)
    await client.query(`
      update org_node n set name = m.display_name from member m where m.company_id = n.company_id and m.os_id = n.id`)
    await client.query(`
      insert into member_role (company_id, member_id, built_in)
      select m.company_id, m.id, 'engineer' from member m join person p on p.id = m.person_id
      where p.user_name like 'seed%'`)
    await client.query('vacuum analyze')
    return seeded
  } finally {
    await client.end()
  }
}
