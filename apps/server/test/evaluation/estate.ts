import { computeHealth } from '../../src/modules/outlet-health/index.ts'
import { chartPermissions, permissionsOfLists } from '@netward/contract/panels/panel'
import { panelKeys, panelOf } from '@netward/contract/panels/panels'
import type { TestApp, TestPerson } from '../test-app.ts'
import { writeEstateMetrics } from './estate-metrics.ts'
import {
  brokenLine,
  departments,
  kinds,
  type LineName,
  lines,
  offline,
  oldFirmware,
  outages,
  type PlaceName,
  places,
  ups,
  withUps,
} from './estate-places.ts'
import { type Records, writeEstateRecords } from './estate-records.ts'

export const hour = 3_600_000

/** A network to ask about: the same each time, apart from its ids and the hour at which it is made. */
export interface Estate extends Records {
  readonly now: number
  readonly msp: { readonly id: string; readonly code: string }
  readonly tenant: { readonly id: string; readonly code: string }
  readonly people: Readonly<
    /** `limited` sees the outlets of 上海大区 alone; `lineless` may ask, but sees neither lines nor alarms. */
    Record<'administrator' | 'engineer' | 'limited' | 'lineless' | 'msp', TestPerson>
  >
  readonly outlet: (name: PlaceName) => string
  readonly device: (name: string) => string
  readonly line: (name: LineName) => string
  /** Of the tenant with similar names. */
  readonly theirs: { readonly outlet: string; readonly device: string; readonly line: string }
}

/**
 * 华东零售: outlets of which one is slow, one is cut off and one is empty, and what happened there in the last days. Beside it
 * a tenant with names like its own, above both an MSP.
 */
export async function arrangeEstate(t: TestApp): Promise<Estate> {
  const now = Date.now()
  const msp = await named(t, await t.company('middleman'), '江南网络服务')
  const tenant = await named(t, await t.company('company', msp.id), '华东零售')
  const other = await named(t, await t.company('company', msp.id), '华东零售食品')
  await furnish(t, tenant.id, now)
  const theirs = await furnishOther(t, other.id)
  const ids = await idsOf(t, tenant.id)
  const people = {
    administrator: await t.person(tenant.id, 'administrator'),
    engineer: await t.person(tenant.id, 'engineer'),
    limited: await withRole(t, tenant.id, seeing, departments[0]),
    lineless: await withRole(t, tenant.id, blind, null),
    msp: await t.person(msp.id, 'administrator'),
  }
  await callThem(t, people)
  const find = (kind: string) => (name: string) => {
    const id = ids.get(`${kind} ${name}`)
    if (id === undefined) throw new Error(`the estate has no ${kind} ${name}`)
    return id
  }
  const by = { outlet: find('outlet'), device: find('device'), line: find('line') }
  const records = await writeEstateRecords(t, { companyId: tenant.id, now, people, ...by })
  await writeEstateMetrics(t, { now, ...by })
  await breakLine(t, by.line(brokenLine.name), now)
  await computeHealth(t.scopes, now)
  return { now, msp, tenant, people, theirs, ...by, ...records }
}

const named = async <T extends { id: string }>(t: TestApp, company: T, name: string): Promise<T> => {
  await t.adminPool.query('update company set name = $2 where id = $1', [company.id, name])
  return company
}

async function furnish(t: TestApp, companyId: string, now: number): Promise<void> {
  const run = (text: string, value: unknown) =>
    t.adminPool.query(text, [companyId, JSON.stringify(value), new Date(now)])
  await run(
    `insert into org_node (company_id, parent_id, type, name)
     select $1, r.id, 4, v.name from org_node r, jsonb_array_elements_text($2::jsonb) v (name)
     where r.company_id = $1 and r.parent_id is null and $3::timestamptz is not null`,
    departments,
  )
  await run(
    `insert into outlet (company_id, name, code, region, department_id, address, created_at)
     select $1, p.name, p.code, p.region, n.id, p.address, $3::timestamptz - interval '90 days'
     from jsonb_to_recordset($2::jsonb) p (name text, code text, region text, department text, address text)
     left join org_node n on n.company_id = $1 and n.name = p.department`,
    places,
  )
  const of = places.flatMap((place, at) =>
    'isEmpty' in place
      ? []
      : [...kinds, ...(withUps.includes(place.name) ? [ups] : [])].map((kind, part) => ({
          ...kind,
          outlet: place.name,
          name: `${place.name}${kind.suffix}`,
          serial: `NW${kind.type === 'smart_cpe' ? 'G3' : 'D0'}26${String(1000 + 10 * at + part)}`,
          address: `10.${20 + at}.0.${part === 0 ? 1 : 9 + part}`,
          presence: (offline as readonly string[]).includes(`${place.name}${kind.suffix}`)
            ? 'offline'
            : 'online',
          version: oldFirmware.name === `${place.name}${kind.suffix}` ? oldFirmware.version : kind.version,
        })),
  )
  await run(
    `insert into device (company_id, outlet_id, name, type, driver, presence, manufacturer, model_name, software_version,
       serial_number, oui, ip_address, claimed_at, first_inform_at, last_boot_at, data_model_root)
     select $1, o.id, d.name, d.type, d.driver, d.presence, d.brand, d.model, d.version, d.serial, 'AABBCC', d.address::inet,
       $3::timestamptz - interval '80 days', $3::timestamptz - interval '80 days', $3::timestamptz - interval '12 days',
       case d.driver when 'cwmp' then 'Device.' end
     from jsonb_to_recordset($2::jsonb) d (outlet text, name text, type text, driver text, presence text, brand text, model text,
       version text, serial text, address text)
     join outlet o on o.company_id = $1 and o.name = d.outlet`,
    of,
  )
  await run(
    `insert into device_presence (device_id, company_id, last_inform_at)
     select id, company_id, $3::timestamptz - case presence when 'offline' then interval '3 hours' else interval '2 minutes' end
     from device where company_id = $1 and $2::text is not null and driver = 'cwmp'
     on conflict (device_id) do nothing`,
    null,
  )
  await run(
    `insert into internet_line (company_id, outlet_id, name, isp, type, account, down_mbps, up_mbps, monthly_price, created_at)
     select $1, o.id, l.name, l.isp, l.type, l.account, l.down, l.up, 680, $3::timestamptz - interval '80 days'
     from jsonb_to_recordset($2::jsonb) l (name text, place text, isp text, type text, account text, down float, up float)
     join outlet o on o.company_id = $1 and o.name = l.place`,
    lines,
  )
  await run(
    `insert into line_outage (company_id, line_id, began_at, ended_at, down_minutes, worst_at, worst_loss, second_view, cause,
       responsibility, cause_by, cause_at, note)
     select $1, l.id, b.at, b.at + make_interval(mins => v.minutes), v.minutes, b.at, 100, 'none', v.cause, v.responsibility,
       case when v.cause <> 'unknown' then '周敏' else '' end, case when v.cause <> 'unknown' then b.at + interval '1 hour' end, v.note
     from jsonb_to_recordset($2::jsonb) v (line text, "hoursAgo" int, minutes int, cause text, responsibility text, note text)
     join internet_line l on l.company_id = $1 and l.name = v.line,
     lateral (select date_trunc('minute', $3::timestamptz) - make_interval(hours => v."hoursAgo") as at) b`,
    outages,
  )
}

/** Its samples end; the sweeps that would find so do not run here. */
async function breakLine(t: TestApp, lineId: string, now: number): Promise<void> {
  const began = new Date(Math.floor((now - brokenLine.sinceHours * hour) / 60_000) * 60_000)
  await t.adminPool.query(
    `update line_standing set state = 'up', since = now() - interval '5 days', measured_by = 'probe', measured_at = now()
     where company_id = (select company_id from internet_line where id = $1)`,
    [lineId],
  )
  await t.adminPool.query(
    `update line_standing set state = 'down', since = $2, loss = 100, rtt = null, jitter = null, mos = null where line_id = $1`,
    [lineId, began],
  )
  await t.adminPool.query(
    `insert into line_outage (company_id, line_id, began_at, ended_at, down_minutes, worst_at, worst_loss, second_view)
     select company_id, id, $2, null, $3, $2, 100, 'none' from internet_line where id = $1`,
    [lineId, began, brokenLine.sinceHours * 60],
  )
}

async function furnishOther(t: TestApp, companyId: string): Promise<Estate['theirs']> {
  const { rows } = await t.adminPool.query<Estate['theirs']>(
    `with o as (insert into outlet (company_id, name, code, region) values ($1, '虹桥店', 'FD-HQ-01', '华东/上海') returning id),
       d as (insert into device (company_id, outlet_id, name, type, presence, manufacturer, model_name, software_version,
         serial_number, oui, first_inform_at)
         select $1, id, '虹桥店冷链网关', 'smart_cpe', 'online', 'Netward', 'NW-G1', '1.7.7', 'NWG1264711', 'AABBCC', now() from o
         returning id),
       l as (insert into internet_line (company_id, outlet_id, name, isp, type, account, down_mbps, up_mbps)
         select $1, id, '虹桥店冷链专线', 'telecom', 'dedicated', 'SH-TEL-99990001', 50, 50 from o returning id)
     select o.id::text as outlet, d.id::text as device, l.id::text as line from o, d, l`,
    [companyId],
  )
  return rows[0]!
}

async function idsOf(t: TestApp, companyId: string): Promise<Map<string, string>> {
  const { rows } = await t.adminPool.query<{ key: string; id: string }>(
    `select 'outlet ' || name as key, id::text from outlet where company_id = $1
     union all select 'device ' || name, id::text from device where company_id = $1
     union all select 'line ' || name, id::text from internet_line where company_id = $1`,
    [companyId],
  )
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** Rights to see everything that the assistant reads. */
const seeing = [
  ...new Set([
    ...Object.values(chartPermissions),
    ...Object.values(permissionsOfLists),
    ...panelKeys.map((key) => panelOf(key).permission),
    'DMS_SERVER_ASSISTANT',
    'DMS_SERVER_MANAGE_OPERATIONS_CENTER',
  ]),
]
const blind = ['DMS_SERVER_ASSISTANT', permissionsOfLists.devices, permissionsOfLists.outlets]

/** Of a department, or without one of the whole company. */
async function withRole(
  t: TestApp,
  companyId: string,
  permissions: readonly string[],
  department: string | null,
): Promise<TestPerson> {
  const person = await t.person(companyId, 'user_layer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions, data_scope)
         values ($1, 'role of ' || $4::bigint, $2, case when $3::text is null then 'company' else 'department' end) returning id),
       n as (insert into org_node (company_id, parent_id, type, name)
         select $1, id, 2, '值班' from org_node where company_id = $1 and name = $3 returning id),
       m as (update member set os_id = coalesce((select id from n), os_id) where person_id = $4 and company_id = $1
         returning member.id)
     update member_role mr set built_in = null, role_id = r.id from r, m where mr.member_id = m.id`,
    [companyId, permissions, department, person.personId],
  )
  return person
}

const names = {
  administrator: '周敏',
  engineer: '张伟',
  limited: '李娜',
  lineless: '王芳',
  msp: '陈杰',
} as const
async function callThem(t: TestApp, people: Estate['people']): Promise<void> {
  for (const [key, { personId }] of Object.entries(people)) {
    const name = names[key as keyof typeof names]
    await t.adminPool.query('update person set display_name = $2 where id = $1', [personId, name])
    await t.adminPool.query('update member set display_name = $2 where person_id = $1', [personId, name])
  }
}
