import { digestOf, sealContent } from '../../src/modules/configurations/sealed-content.ts'
import { terminalProfiles } from '../../src/modules/configurations/reader/profiles.ts'
import type { TestApp, TestPerson } from '../test-app.ts'
import {
  acts,
  type Alarm,
  alarms,
  configuration,
  configurationLines,
  type Order,
  orders,
} from './estate-events.ts'
import { brokenLine, type LineName, newFirmware, type PlaceName } from './estate-places.ts'

/** What happened in the company: by the names that cases use. */
export interface Records {
  readonly alarms: Readonly<Record<keyof typeof alarms, string>>
  readonly orders: Readonly<Record<keyof typeof orders, string>>
}

const hour = 3_600_000

interface Where {
  readonly companyId: string
  readonly now: number
  readonly people: Readonly<Record<'administrator' | 'engineer', TestPerson>>
  readonly outlet: (name: PlaceName) => string
  readonly device: (name: string) => string
  readonly line: (name: LineName) => string
}

export async function writeEstateRecords(t: TestApp, where: Where): Promise<Records> {
  const ago = (hours: number) => new Date(where.now - hours * hour)
  await writeAlarms(t, where, ago)
  await writeOrders(t, where, ago)
  await writeConfigurations(t, where, ago)
  await writeOthers(t, where, ago)
  const idsOf = async <K extends string>(text: string, keys: readonly K[]) => {
    const { rows } = await t.adminPool.query<{ id: string }>(text, [where.companyId])
    return Object.fromEntries(keys.map((key, at) => [key, rows[at]!.id])) as Record<K, string>
  }
  return {
    alarms: await idsOf(
      'select id::text from alarm where company_id = $1 order by id',
      Object.keys(alarms) as (keyof typeof alarms)[],
    ),
    orders: await idsOf(
      'select id::text from work_order where company_id = $1 order by number',
      Object.keys(orders) as (keyof typeof orders)[],
    ),
  }
}

type Ago = (hours: number) => Date

async function writeAlarms(t: TestApp, { companyId, device, line }: Where, ago: Ago): Promise<void> {
  for (const one of Object.values<Alarm>(alarms)) {
    const subject = one.rule.startsWith('line_') ? line(one.subject as LineName) : device(one.subject)
    await t.adminPool.query(
      `insert into alarm (company_id, subject_id, outlet_id, department_id, rule, metric, instance, label, value, threshold, severity,
         state, raised_at, cleared_at, cleared_because, group_id)
       select $1, $2::bigint, o.id, o.department_id, $3, $10, '', '', $4, $5, $6, case when $8::timestamptz is null then 'active' else 'cleared' end,
         $7, $8, case when $8::timestamptz is not null then 'recovered' end, 1
       from outlet o where o.company_id = $1 and o.name = left($9, 3)`,
      [
        companyId,
        subject,
        one.rule,
        one.value ?? null,
        one.threshold ?? null,
        one.severity,
        ago(one.hoursAgo),
        one.clearedHoursAgo === undefined ? null : ago(one.clearedHoursAgo),
        one.subject,
        { cpu_high: 'cpu_usage', line_loss: 'line_loss', ups_on_battery: 'ups_on_battery' }[one.rule] ?? null,
      ],
    )
  }
}

async function writeOrders(t: TestApp, { companyId, people, line }: Where, ago: Ago): Promise<void> {
  const { engineer } = people
  // The next order takes the number behind the last one.
  await t.adminPool.query('insert into work_order_counter (company_id, last) values ($1, $2)', [
    companyId,
    orders.cutOff.number - 1,
  ])
  for (const one of Object.values<Order>(orders)) {
    const isTaken = one.state !== 'new'
    const { rows } = await t.adminPool.query<{ id: string }>(
      `insert into work_order (company_id, number, type, category, title, impact, urgency, priority, state, outlet_id, department_id,
         line_id, subject_name, created_at, created_by, respond_due, resolve_due, responded_at, resolved_at, closed_at, assignee_id,
         assignee_name)
       select $1, $2, $3, $4, $5, 'high', 'medium', 2, $6, o.id, o.department_id, $8, $9, $10::timestamptz, '周敏',
         $10::timestamptz + interval '1 hour', $10::timestamptz + interval '24 hours',
         case when $11 then $10::timestamptz + interval '20 minutes' end,
         case when $6 in ('resolved', 'closed') then $10::timestamptz + interval '5 hours' end,
         case when $6 = 'closed' then $10::timestamptz + interval '8 hours' end,
         case when $11 then $12::bigint end, case when $11 then '张伟' end
       from outlet o where o.company_id = $1 and o.name = $7 returning id::text`,
      [
        companyId,
        one.number,
        one.type,
        one.category,
        one.title,
        one.state,
        one.outlet,
        one.line === undefined ? null : line(one.line),
        one.line ?? one.outlet,
        ago(one.hoursAgo),
        isTaken,
        engineer.personId,
      ],
    )
    for (const [at, note] of one.notes.entries())
      await t.adminPool.query(
        `insert into work_order_event (company_id, order_id, at, kind, detail, actor_id, actor_name, home_company_id)
         values ($1, $2, $3, 'note', jsonb_build_object('note', $4::text), $5, '张伟', $1)`,
        [
          companyId,
          rows[0]!.id,
          ago(one.hoursAgo - (one.hoursAgo * (at + 1)) / (one.notes.length + 2)),
          note,
          engineer.personId,
        ],
      )
  }
}

async function writeConfigurations(t: TestApp, { companyId, device }: Where, ago: Ago): Promise<void> {
  const deviceId = device(configuration.device)
  for (const [lines, at] of [
    [configurationLines([]), ago(200)],
    [configurationLines(configuration.added), ago(configuration.changedHoursAgo)],
  ] as const) {
    const digest = digestOf(t.secrets, deviceId, lines, terminalProfiles.huawei_vrp)
    await t.adminPool.query(
      `insert into configuration_version (company_id, device_id, digest, content, bytes, lines, profile, first_at, last_at)
       values ($1, $2, $3, $4, $5, $6, 'huawei_vrp', $7, $7)`,
      [
        companyId,
        deviceId,
        digest,
        sealContent(t.secrets, deviceId, digest, lines),
        Buffer.byteLength(lines.join('\n')),
        lines.length,
        at,
      ],
    )
  }
  await t.adminPool.query(
    `update configuration_backup set state = 'ok', reason = null, last_at = $2, last_ok_at = $2, changed_at = $3, versions = 2 where device_id = $1`,
    [deviceId, ago(1), ago(configuration.changedHoursAgo)],
  )
  await t.adminPool.query(
    `insert into device_timeline (company_id, device_id, kind, detail, at) values ($1, $2, 'configuration.changed', '{}', $3)`,
    [companyId, deviceId, ago(configuration.changedHoursAgo)],
  )
}

async function writeOthers(t: TestApp, where: Where, ago: Ago): Promise<void> {
  const { companyId, people } = where
  await t.adminPool.query(
    `with f as (insert into file (company_id, name, media_type, size, sha256)
       values ($1, repeat('e', 32) || '.bin', 'application/octet-stream', 1, '\\x00') returning id)
     insert into firmware (company_id, version, manufacturer, models, state, file_id, file_name, size, sha256, created_by_name)
     select $1, $2, 'Netward', array['NW-G3'], 'released', id, 'nw-g3.bin', 1, '\\x00', '周敏' from f`,
    [companyId, newFirmware],
  )
  for (const { hoursAgo, action, by, kind, subject } of acts)
    await t.adminPool.query(
      `insert into audit_log (company_id, at, action, person_id, actor_name, subject_kind, subject_id, detail, msp_id)
       values ($1, $2, $3, $4, $5, $6, $7, jsonb_build_object('name', $8::text), 0)`,
      [
        companyId,
        ago(hoursAgo),
        action,
        people[by].personId,
        by === 'engineer' ? '张伟' : '周敏',
        kind,
        kind === 'outlet' ? where.outlet(subject as PlaceName) : where.device(subject),
        subject,
      ],
    )
  const gateway = where.device('西湖店网关')
  await t.adminPool.query(
    `insert into device_timeline (company_id, device_id, kind, detail, at) values ($1, $2, 'offline', '{}', $3)`,
    [companyId, gateway, ago(brokenLine.sinceHours)],
  )
}
