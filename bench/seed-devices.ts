import pg from 'pg'
import { inBulk } from './seed-bulk.ts'
import { type SeededCompanies, seedCompanies } from './seed-companies.ts'

export interface SeedOptions {
  /** Customers in all, 20 at least: half of them below one large MSP, ten below a small one, the rest below others. */
  readonly companies: number
  /** Devices in all: 80 % of them below the large MSP, `ofCompany` in one of its customers, 50 a customer of the small. */
  readonly devices: number
  /** Devices of the one large customer. */
  readonly ofCompany?: number
  /** Other MSPs that share the remaining customers. */
  readonly msps?: number
}

/**
 * Fills a migrated database with an estate: companies, devices and their presence, made in the database by
 * generate_series with the indexes built afterwards. The same numbers give the same estate. `connection` signs in as
 * a superuser.
 */
export async function seedDevices(
  connection: pg.ClientConfig,
  options: SeedOptions,
): Promise<SeededCompanies> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const seeded = await seedCompanies(client, options)
    await inBulk(client, ['device', 'device_presence'], () => insertDevices(client, options, seeded))
    await fillTallies(client)
    // As autovacuum leaves a database that has stood for a while: without it index-only scans read the heap.
    await client.query(
      'vacuum analyze device, device_presence, device_tally, device_tally_msp, company, company_ancestor',
    )
    return seeded
  } finally {
    await client.end()
  }
}

async function insertDevices(
  client: pg.Client,
  { devices, ofCompany = 10_000 }: SeedOptions,
  { company, largeMsp, smallMsp }: SeededCompanies,
): Promise<void> {
  await client.query(
    `create temporary table seed_owner as
       select c.id, c.parent_id, row_number() over (partition by kind order by c.id) as n, kind
       from (select id, parent_id, case parent_id when $1::bigint then 'large' when $2::bigint then 'small' else 'other' end as kind
             from company where code like 'seed-%' and company.kind = 'company' and id <> $3::bigint) c`,
    [largeMsp, smallMsp, company],
  )
  await client.query('create index on seed_owner (kind, n)')
  const small = Math.min(500, Math.floor(devices / 10))
  await client.query(
    `with size as (
       select (select count(*) from seed_owner where kind = 'large') as large,
         (select count(*) from seed_owner where kind = 'small') as small,
         (select count(*) from seed_owner where kind = 'other') as other),
     placed as materialized (
       select i, md5(i::text) as h,
         case when i <= $2::int then 'one' when i <= $2::int + $3::int then 'small'
              when i <= $1::int * 0.8 then 'large' else 'other' end as kind
       from generate_series(1, $1::int) i)
     insert into device (company_id, msp_id, name, type, presence, manufacturer, oui, product_class, serial_number,
       model_name, hardware_version, software_version, ip_address, mac_address, data_model_root, cwmp_version,
       periodic_interval, enrolled_by, credential_state, tags, claimed_at, first_inform_at, last_boot_at)
     select coalesce(o.id, $4::bigint), coalesce(o.parent_id, $5::bigint),
       (array['Beijing','Shanghai','Shenzhen','Chengdu','Hangzhou','Wuhan','Xiamen','Harbin'])[1 + ('x' || substr(h, 1, 2))::bit(8)::int % 8]
         || '-' || substr(h, 3, 4) || '-' || i,
       'smart_cpe',
       case when i % 100 < 93 then 'online' when i % 100 < 99 then 'offline' else 'unknown' end,
       'Vendor ' || (1 + i % 4), (array['00259E','48575A','A4B1C2','D8B370'])[1 + i % 4], 'CPE',
       (array['HW','ZT','FH','TP'])[1 + i % 4] || upper(substr(h, 1, 12)),
       (array['CPE-100','CPE-200','CPE-300','HG8245','HG8546','F660','F670','AX3000','AX6000','MX204','NR5G','LTE-7'])[1 + i % 12],
       'V' || (1 + i % 3), 'V' || (1 + i % 8) || '.0.' || (i % 5),
       ('100.64.0.0'::inet + (i % 4000000)),
       ((array['00259e','48575a','a4b1c2','d8b370'])[1 + i % 4] || lpad(to_hex(i % 16777216), 6, '0'))::macaddr,
       'InternetGatewayDevice.', '1.0', 300, 'bootstrap', 'own',
       case when i % 10 = 0 then array['area-' || (i % 50)] else '{}' end,
       timestamptz '2026-01-01' + i * interval '20 seconds', timestamptz '2026-01-01' + i * interval '20 seconds',
       timestamptz '2026-06-01' + i * interval '5 seconds'
     from placed cross join size left join seed_owner o on o.kind = placed.kind
       and o.n = 1 + i % case placed.kind when 'large' then size.large when 'small' then size.small else size.other end`,
    [devices, ofCompany, small, company, largeMsp],
  )
  await client.query(
    `insert into device_presence (device_id, company_id, msp_id, last_inform_at, due_at)
     select id, company_id, msp_id,
       now() - case presence when 'online' then interval '1 second' * (id % 300) else interval '1 minute' * (10 + id % 100000) end,
       case presence when 'online' then now() + interval '1 hour' end
     from device where first_inform_at is not null`,
  )
}

async function fillTallies(client: pg.Client): Promise<void> {
  await client.query(`
    truncate device_tally, device_tally_msp;
    insert into device_tally select company_id, presence, guard <> 'none', count(*) from device
      where state = 'claimed' group by 1, 2, 3;
    insert into device_tally_msp select msp_id, presence, guard <> 'none', count(*) from device
      where state = 'claimed' group by 1, 2, 3;
    truncate device_tag;
    insert into device_tag select company_id, msp_id, unnest(tags), count(*) from device
      where state = 'claimed' group by 1, 2, 3`)
}
