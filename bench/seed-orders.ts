import pg from 'pg'
import { inBulk } from './seed-bulk.ts'
import { type CompanyOptions, seedCompanies, type SeededCompanies } from './seed-companies.ts'

export interface OrderOptions extends CompanyOptions {
  readonly orders: number
  /** Of one company, all of them open. */
  readonly ofLarge: number
}

/**
 * Fills a migrated database with work orders of two years: of the large company all are open, of the others three in a
 * hundred.
 */
export async function seedOrders(
  admin: pg.ClientConfig,
  { orders, ofLarge, ...options }: OrderOptions,
): Promise<SeededCompanies> {
  const client = new pg.Client(admin)
  await client.connect()
  const seeded = await seedCompanies(client, options)
  await client.query(
    `update company set products = array['device_management', 'firmware', 'monitoring', 'work_orders'] where code like 'seed-%'`,
  )
  await inBulk(client, ['work_order'], async () => {
    await client.query(
      `insert into work_order (company_id, number, type, category, title, description, impact, urgency, priority, state,
         subject_name, contact_name, created_at, created_by, assignee_id, assignee_name, respond_due, resolve_due, responded_at,
         resolved_at, closed_at)
       select company_id, i, (array['fault', 'request', 'change'])[1 + i % 3], 'internet_line', 'Order ' || i || ' of shop ' || i % 997,
         'No internet since ' || i % 24, 'medium', 'medium', 1 + i % 4, state, 'Router ' || i % 5000, 'Person ' || i % 300,
         at, 'Seed', case when state in ('assigned', 'in_progress') then 1 + i % 5000 end,
         case when state in ('assigned', 'in_progress') then 'Person ' || i % 5000 end, at + interval '2 hours',
         at + interval '8 hours', case when state = 'closed' then at end, case when state = 'closed' then at end,
         case when state = 'closed' then at end
       from (
         select i, case when i <= $2 then $3::bigint else ids[1 + i % array_length(ids, 1)] end as company_id,
           case when i <= $2 or i % 33 = 0 then (array['new', 'assigned', 'in_progress', 'suspended'])[1 + i / 33 % 4]
             else 'closed' end as state,
           now() - i % 1051200 * interval '1 minute' as at
         from generate_series(1, $1::int) i,
           (select array_agg(id) as ids from company where code like 'seed-%' and kind = 'company' and id <> $3::bigint) k) made`,
      [orders, ofLarge, seeded.company],
    )
    await client.query(
      `insert into work_order_counter (company_id, last) select company_id, max(number) from work_order group by company_id`,
    )
  })
  // As autovacuum leaves tables that change little.
  await client.query('vacuum (analyze)')
  await client.end()
  return seeded
}
