import { chartPermissions, permissionsOfLists } from '@netward/contract/panels/panel'
import { panelKeys, panelOf } from '@netward/contract/panels/panels'
import type { TestApp, TestPerson } from './test-app.ts'

export interface PanelWorld {
  readonly msp: { id: string }
  readonly tenant: { id: string }
  readonly people: Readonly<Record<'platform' | 'msp' | 'tenant' | 'limited', TestPerson>>
}

/** Rights to every panel and what it opens. */
const rights = [
  ...new Set([
    ...Object.values(chartPermissions),
    ...Object.values(permissionsOfLists),
    ...panelKeys.map((key) => panelOf(key).permission),
    'DMS_SERVER_MANAGE_OPERATIONS_CENTER',
  ]),
]

/**
 * Two customers of an MSP and one of another: outlets in regions and departments, devices, alarms and orders of the last days. The
 * limited person sees one department of the first customer.
 */
export async function arrangePanelWorld(t: TestApp): Promise<PanelWorld> {
  const msp = await t.company('middleman')
  const tenant = await t.company('company', msp.id)
  const second = await t.company('company', msp.id)
  const apart = await t.company('company')
  for (const { id } of [tenant, second, apart]) await furnish(t, id)
  const people = {
    platform: t.operator,
    msp: await t.person(msp.id, 'administrator'),
    tenant: await t.person(tenant.id, 'administrator'),
    limited: await limitedTo(t, tenant.id, 'north'),
  }
  await busy(t, tenant.id, people.tenant)
  return { msp, tenant, people }
}

async function furnish(t: TestApp, companyId: string): Promise<void> {
  await t.adminPool.query(
    `with n as (insert into org_node (company_id, parent_id, type, name)
         select $1, r.id, 4, v.name from org_node r, (values ('north'), ('south')) v (name)
         where r.company_id = $1 and r.parent_id is null returning id, name),
       o as (insert into outlet (company_id, name, region, department_id)
         select $1, 'outlet ' || g, (array['East/Shanghai', 'East/Hangzhou', 'West', ''])[1 + g % 4], n.id
         from generate_series(1, 12) g left join n on n.name = case g % 3 when 0 then 'north' when 1 then 'south' end
         returning id, name)
     insert into device (company_id, outlet_id, name, type, driver, presence, guard, first_inform_at, oui, serial_number)
     select $1, o.id, o.name || ' device ' || k, (array['smart_cpe', 'switch', 'wireless_ap'])[1 + k],
       (array['cwmp', 'snmp', 'snmp'])[1 + k], (array['online', 'offline', 'overdue', 'unknown', 'online'])[1 + (o.id + k) % 5],
       case when o.id % 7 = 0 and k = 0 then 'quarantined' else 'none' end, now(), 'AABBCC',
       o.id || '-' || k
     from o, generate_series(0, 2) k`,
    [companyId],
  )
  await t.adminPool.query(
    `with l as (
         insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
         select $1, o.id, o.name || ' line', (array['telecom', 'unicom'])[1 + o.id % 2], 'broadband', 100, 50
         from outlet o where o.company_id = $1 returning id, company_id)
     insert into line_outage (company_id, line_id, began_at, ended_at, down_minutes, worst_at, second_view)
     select l.company_id, l.id, b.at, b.at + interval '30 minutes', 30, b.at,
       case when l.id % 8 = 0 then 'disagrees' else 'none' end
     from l, lateral (select now() - make_interval(hours => (l.id % 11)::int * 12) as at) b where l.id % 3 <> 0`,
    [companyId],
  )
  await t.adminPool.query(
    `update line_standing set state = (array['up', 'down', 'blind'])[1 + line_id % 3], week_target = 'within',
       day_target = (array['within', 'outside'])[1 + line_id / 2 % 2], judged_at = now(), measured_by = 'probe'
     where company_id = $1`,
    [companyId],
  )
  await t.adminPool.query(
    `insert into rollup_hour (company_id, outlet_id, kind, part, at, counted, good, within, judged, expected)
     select l.company_id, l.outlet_id, k, case k when 'line' then l.id::text else '' end, date_trunc('hour', now()) - interval '3 hours',
       60, 30 + l.id % 30, 20, case k when 'line' then 60 else 0 end, 60 from internet_line l, unnest(array['line', 'outlet']) k where l.company_id = $1`,
    [companyId],
  )
  // As its sweep computes it: bands by chance.
  await t.adminPool.query(
    `update outlet_health set band = (array['good', 'good', 'fair', 'poor', 'unknown'])[1 + outlet_id % 5], computed_at = now()
     where company_id = $1`,
    [companyId],
  )
  await t.adminPool.query(
    `insert into alarm (company_id, subject_id, outlet_id, department_id, rule, instance, label, severity, state, raised_at,
       cleared_at, cleared_because, acknowledged_at, group_id)
     select d.company_id, d.id, d.outlet_id, d.department_id, (array['gateway_offline', 'cpu'])[1 + k % 2], '', 'x',
       (array['critical', 'major', 'minor', 'warning'])[1 + (d.id / 2 + k) % 4],
       case when k = 0 then 'active' else 'cleared' end, now() - make_interval(hours => 1 + 7 * k::int),
       case when k > 0 then now() - make_interval(hours => k::int) end, case when k > 0 then 'recovered' end,
       case when k > 1 then now() - make_interval(hours => 6 * k::int) end, 1
     from device d, generate_series(0, 12, 3) k where d.company_id = $1`,
    [companyId],
  )
  await t.adminPool.query(
    `insert into work_order (company_id, number, type, category, title, impact, urgency, priority, state, outlet_id, department_id,
       created_at, created_by, respond_due, resolve_due, responded_at, resolved_at, closed_at, score)
     select $1, row_number() over (), 'fault', 'other', 'order', 'medium', 'medium', 1 + k % 4,
       (array['new', 'in_progress', 'resolved', 'closed', 'cancelled'])[1 + k % 5], o.id, o.department_id, c.at, 'x',
       c.at + interval '1 hour', c.at + interval '8 hours',
       case when k % 5 > 0 then c.at + interval '30 minutes' end,
       case when k % 5 in (2, 3) then c.at + make_interval(hours => 2 + k) end,
       case when k % 5 = 3 then c.at + interval '20 hours' when k % 5 = 4 then c.at + interval '1 hour' end,
       case when k % 5 = 3 then 1 + k % 5 end
     from outlet o, generate_series(0, 14) k, lateral (select now() - make_interval(hours => 3 + 11 * k) as at) c
     where o.company_id = $1`,
    [companyId],
  )
}

/** What belongs to the work of a person, and what stands behind quotas, versions, tests and stock. */
async function busy(t: TestApp, companyId: string, { personId }: TestPerson): Promise<void> {
  const run = (text: string, ...values: unknown[]) => t.adminPool.query(text, values)
  await run(
    `update work_order set assignee_id = $2, assignee_name = 'x' where company_id = $1 and id % 2 = 0
       and state not in ('new', 'cancelled')`,
    companyId,
    personId,
  )
  await run(
    `update device set manufacturer = 'Acme', model_name = 'M' || id % 2, software_version = '1.' || id % 3,
       polling = case when id % 5 = 0 then 'snmp_silent' end where company_id = $1`,
    companyId,
  )
  await run(
    `with f as (insert into file (company_id, name, media_type, size, sha256)
       values ($1, repeat('a', 32) || '.bin', 'application/octet-stream', 1, '\\x00') returning id)
     insert into firmware (company_id, version, models, state, file_id, file_name, size, sha256, created_by_name)
     select $1, '1.1', array['M1'], 'released', id, 'x.bin', 1, '\\x00', 'x' from f`,
    companyId,
  )
  await run(
    `insert into line_run (company_id, line_id, kind, target, state, passed, give_up_at, created_at, ended_at)
     select company_id, id, k, '', 'done', id % 3 > 0, now(), now() - interval '1 hour', now()
     from internet_line, unnest(array['icmp', 'dns']) k where company_id = $1`,
    companyId,
  )
  await run(
    `insert into licence (company_id, kind, quantity, issuer_company_id, issuer_name) values ($1, 'devices', 500, $1, 'x')`,
    companyId,
  )
  await run(
    `with m as (insert into part_model (company_id, name, category, serialised) values ($1, 'SFP', 'optical', false) returning id),
       w as (insert into warehouse (company_id, name, kind) values ($1, 'North', 'fixed') returning id)
     insert into part_stock (company_id, warehouse_id, model_id, minimum) select $1, w.id, m.id, 5 from m, w`,
    companyId,
  )
}

async function limitedTo(t: TestApp, companyId: string, department: string): Promise<TestPerson> {
  const person = await t.person(companyId, 'user_layer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions, data_scope) values ($1, 'limited', $2, 'department') returning id),
       n as (insert into org_node (company_id, parent_id, type, name)
         select $1, id, 2, 'limited' from org_node where company_id = $1 and name = $3 returning id),
       m as (update member set os_id = n.id from n where person_id = $4 and company_id = $1 returning member.id)
     update member_role mr set built_in = null, role_id = r.id from r, m where mr.member_id = m.id`,
    [companyId, rights, department, person.personId],
  )
  return person
}
