import pg from 'pg'
import { inBulk } from './seed-bulk.ts'
import { seedCompanies, type SeededCompanies } from './seed-companies.ts'

export interface WatchOptions {
  /** Half of them below one large MSP, at 10 outlets and 20 devices each. */
  readonly companies: number
  /** Of the large company, at 10 devices and 2 lines each. */
  readonly outlets: number
  /** Of the history in hours; days go back a year. */
  readonly days: number
}

const products = `array['device_management', 'firmware', 'monitoring', 'link_testing', 'work_orders']`

/** Fills a migrated database with what pages to watch count: outlets, devices, lines, and their hours, alarms and orders. */
export async function seedWatch(
  admin: pg.ClientConfig,
  { companies, outlets, days }: WatchOptions,
): Promise<SeededCompanies> {
  const client = new pg.Client(admin)
  await client.connect()
  const seeded = await seedCompanies(client, { companies })
  await client.query(
    `update company set products = ${products} where code like 'seed-%';
     insert into application (company_id, product_id, display_name, app_id, state, permissions)
     select c.id, p.id, p.name_en, 'app-seed-' || c.id || '-' || p.id, 'normal', '{}' from company c, product p
     where c.code like 'seed-%' and p.code = any (${products}) on conflict do nothing;
     update entitlement set granted = 1000000 where granted is not null`,
  )
  await client.query('set synchronous_commit = off')
  await client.query(
    `insert into outlet (company_id, name, region, city_code)
     select c.id, 'Site ' || n, (array['华东/上海', '华北/北京', '华南/广州', '西南/成都'])[1 + n % 4],
       (array['310000', '110000', '440100', '510100'])[1 + n % 4]
     from company c cross join lateral generate_series(1, case when c.id = $1 then $2::int else 10 end) n
     where c.code like 'seed-%' and c.kind = 'company'`,
    [seeded.company, outlets],
  )
  await client.query(
    `insert into device (company_id, outlet_id, name, type, driver, presence, manufacturer, model_name, software_version, first_inform_at,
       claimed_at)
     select o.company_id, o.id, 'Device ' || o.id || '-' || n, (array['smart_cpe', 'switch', 'wireless_ap', 'router', 'printer'])[1 + n % 5],
       'snmp', case when (o.id + n) % 50 = 0 then 'offline' else 'online' end, 'Maker ' || n % 4, 'Model ' || n % 12,
       '1.' || n % 3, now(), now() - (o.id % 400) * interval '1 day'
     from outlet o cross join lateral generate_series(1, case when o.company_id = $1 then 10 else 2 end) n`,
    [seeded.company],
  )
  await client.query(
    `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
     select o.company_id, o.id, 'Line ' || n, (array['telecom', 'unicom', 'mobile'])[1 + (o.id + n) % 3], 'broadband', 500, 50
     from outlet o cross join lateral generate_series(1, case when o.company_id = $1 then 2 else 1 end) n`,
    [seeded.company],
  )
  await client.query(
    `update line_standing set state = case when line_id % 100 = 0 then 'down' else 'up' end, measured_at = now(), measured_by = 'server',
       loss = (line_id % 40) / 10.0, rtt = 5 + line_id % 60, jitter = 1, mos = 4.2;
     update outlet_health set score = 60 + outlet_id % 41, offline = outlet_id % 97 = 0, devices = 10, devices_online = 9,
       line_minutes = 1440, line_minutes_within = 1400, critical = (outlet_id % 31 = 0)::int, computed_at = now(),
       band = case when outlet_id % 97 = 0 or 60 + outlet_id % 41 < 75 then 'poor' when 60 + outlet_id % 41 < 90 then 'fair' else 'good' end`,
  )
  await history(client, seeded.company, days)
  await events(client, seeded.company)
  // As autovacuum leaves tables that change little.
  await client.query('vacuum (analyze)')
  await client.end()
  return seeded
}

/** Hours and days of outlets, lines and types of devices, and hours of lines. */
async function history(client: pg.Client, company: string, days: number): Promise<void> {
  await inBulk(client, ['rollup_hour', 'rollup_company_hour', 'rollup_day', 'line_hour'], async () => {
    const counted = `60, 59, 57, 60, 0, 60`
    const things = `(select company_id, outlet_id, 'line' as kind, id::text as part from internet_line
      union all select company_id, id, 'outlet', '' from outlet
      union all select distinct company_id, outlet_id, 'device', type from device) t`
    await client.query(
      `insert into rollup_hour (company_id, outlet_id, kind, part, at, counted, good, within, judged, blind, expected, tests, loss_mean,
         rtt_mean, p95_mean, jitter_mean)
       select company_id, outlet_id, kind, part, h, ${counted}, case kind when 'line' then 60 else 0 end, 0.2, 5 + outlet_id % 60,
         9 + outlet_id % 90, 1.2 from ${things}
       cross join generate_series(date_trunc('hour', now()) - case when company_id = $1 then $2::int else 1 end * interval '1 day',
         date_trunc('hour', now()), interval '1 hour') h`,
      [company, days],
    )
    await client.query(
      `truncate rollup_company_hour;
       insert into rollup_company_hour (company_id, kind, at, counted, good, expected)
       select company_id, kind, at, sum(counted), sum(good), sum(expected) from rollup_hour
       where kind in ('outlet', 'line', 'device') group by 1, 2, 3`,
    )
    await client.query(
      `insert into rollup_day (company_id, outlet_id, kind, part, day, at, counted, good, within, judged, blind, expected)
       select company_id, outlet_id, kind, part, d::date, d, 1440, 1430, 1400, 1440, 0, 1440 from ${things}
       cross join generate_series(date_trunc('day', now()) - case when company_id = $1 then 365 else 30 end * interval '1 day',
         date_trunc('day', now()), interval '1 day') d`,
      [company],
    )
    await client.query(
      `insert into line_hour (company_id, line_id, hour, minutes, loss, rtt, p95, jitter, mos, tests, loss_mean, rtt_mean, p95_mean,
         jitter_mean, mos_mean)
       select company_id, id, h, repeat('u', 60), m, m, m, m, m, 60, 0.2, 5 + id % 60, 9 + id % 90, 1.2, 4.2
       from internet_line cross join (select array_fill(1.5::real, array[60]) as m) filled
       cross join generate_series(date_trunc('hour', now()) - case when company_id = $1 then 8 else 1 end * interval '1 day',
         date_trunc('hour', now()), interval '1 hour') h`,
      [company],
    )
  })
}

/** Alarms, outages and orders of a year; of the large company 300 alarms and 600 orders are open, of others one of each. */
async function events(client: pg.Client, company: string): Promise<void> {
  await inBulk(client, ['alarm', 'work_order', 'line_outage'], async () => {
    await client.query(
      `insert into alarm (company_id, subject_id, outlet_id, rule, instance, label, severity, state, raised_at, cleared_at, cleared_because,
         group_id)
       select d.company_id, d.id, d.outlet_id, 'device_offline', '', d.name, (array['critical', 'major', 'minor'])[1 + n % 3],
         case when n = 0 then 'active' else 'cleared' end, at, case when n > 0 then at + interval '40 minutes' end,
         case when n > 0 then 'recovered' end, d.id
       from device d cross join lateral generate_series(case when d.id % 33 = 1 then 0 else 1 end, case when d.company_id = $1 then 5 else 1 end) n
       cross join lateral (select now() - (d.id % 300 + n * 60) * interval '1 day' * case when n = 0 then 0.01 else 1 end as at) t`,
      [company],
    )
    await client.query(
      `insert into work_order (company_id, number, type, category, title, impact, urgency, priority, state, subject_name, outlet_id,
         created_at, created_by, assignee_id, assignee_name, respond_due, resolve_due, responded_at, resolved_at, closed_at, score)
       select company_id, row_number() over (partition by company_id order by id, n), 'fault', 'internet_line', 'Order ' || id, 'medium',
         'medium', 1 + id % 4, case when is_open then 'assigned' else 'closed' end, name, id, at, 'Seed', 1 + id % 200, 'Person ' || id % 200,
         at + interval '2 hours', at + interval '8 hours', case when not is_open then at + interval '1 hour' end,
         case when not is_open then at + interval '5 hours' end, case when not is_open then at + interval '6 hours' end,
         case when not is_open then 3 + id % 3 end
       from (select o.company_id, o.id, o.name, n, n = 1 and o.id % 2 = 0 as is_open,
           now() - (o.id % 30 + n * 18) * interval '1 day' as at
         from outlet o cross join lateral generate_series(1, case when o.company_id = $1 then 20 else 2 end) n) made`,
      [company],
    )
    await client.query(
      `insert into work_order_counter (company_id, last) select company_id, max(number) from work_order group by company_id
       on conflict (company_id) do update set last = excluded.last`,
    )
    await client.query(
      `insert into line_outage (company_id, line_id, began_at, ended_at, down_minutes, worst_at, worst_loss, second_view)
       select company_id, id, at, at + interval '25 minutes', 25, at, 100, 'none' from internet_line
       cross join lateral generate_series(1, 4) n cross join lateral (select now() - (id % 80 + n * 7) * interval '1 day' as at) t`,
    )
  })
}
