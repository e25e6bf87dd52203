import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { dutySweep, handoverSweep, rotaRoutes } from './index.ts'

let t: TestApp
let companyId: string
let li: TestPerson
let wang: TestPerson
let memberOf: Record<'li' | 'wang', string>
let rotaId: string

beforeAll(async () => {
  t = await createTestApp((app) => rotaRoutes(app))
})
afterAll(() => t.stop())

/** Li is on call until the sweep that follows `endShift`, and Wang after that. */
beforeEach(async () => {
  companyId = (await t.company('company')).id
  li = await t.person(companyId, 'administrator')
  wang = await t.person(companyId, 'engineer')
  const { rows } = await t.adminPool.query<{ id: string; person_id: string }>(
    `update member set display_name = case person_id when $2 then 'Li' else 'Wang' end where company_id = $1
     returning id::text, person_id::text`,
    [companyId, li.personId],
  )
  const idOf = (who: TestPerson) => rows.find((row) => row.person_id === who.personId)!.id
  memberOf = { li: idOf(li), wang: idOf(wang) }
  const { data } = await li.call('POST /monitor/api/v1/alarm/rota', {
    name: 'Network',
    timeZone: 'Asia/Shanghai',
    layers: [{ name: 'First', startsOn: '2026-01-05', period: 'week', memberIds: [memberOf.li] }],
  })
  rotaId = data.id
  await sweep()
})

const tools = () => ({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
const sweep = () => dutySweep.run(tools())
async function endShift(): Promise<void> {
  await li.call('POST /monitor/api/v1/alarm/rota/:rotaId/override', {
    rotaId,
    memberId: memberOf.wang,
    startsAt: new Date(Date.now() - 60_000).toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
}
const listed = async (who: TestPerson) =>
  (await who.call('POST /monitor/api/v1/alarm/rota/handover/lists', { rotaId })).data.items
const accept = (who: TestPerson, handoverId: string) =>
  who.call('POST /monitor/api/v1/alarm/rota/handover/:handoverId/accept', { handoverId })
async function noticed(): Promise<string[]> {
  const { rows } = await t.adminPool.query<{ said: string }>(
    `select m.display_name || ' ' || e.notice as said from work_notice n join work_event e on e.id = n.event_id
     join member m on m.company_id = n.company_id and m.person_id = n.recipient where n.company_id = $1 order by 1`,
    [companyId],
  )
  return rows.map(({ said }) => said)
}

async function alarm(
  name: string,
  values: { acknowledged?: boolean; severity?: string } = {},
): Promise<void> {
  const deviceId = await arrangeDevice(t, companyId, { name, type: 'switch' })
  await t.adminPool.query(
    `insert into alarm (company_id, subject_id, rule, instance, label, severity, raised_at, acknowledged_at, acknowledged_by)
     values ($1, $2, 'disk_full', '/', '', $3, now(), case when $4 then now() end, case when $4 then 'Li' end)`,
    [companyId, deviceId, values.severity ?? 'major', values.acknowledged ?? false],
  )
}

async function order(title: string, promisedIn: string | null): Promise<void> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into work_order (company_id, number, type, category, title, impact, urgency, priority, created_by, assignee_id, assignee_name, state)
     values ($1, (select count(*) + 1 from work_order where company_id = $1), 'carrier_fault', 'line', $2, 'high', 'high', 1, 'A',
       $3::bigint, case when $3::bigint is not null then 'Li' end, case when $3::bigint is null then 'new' else 'in_progress' end) returning id::text`,
    [companyId, title, promisedIn === null ? li.personId : null],
  )
  if (promisedIn !== null)
    await t.adminPool.query(
      `insert into work_order_carrier (company_id, order_id, isp, promised_at) values ($1, $2, 'telecom', now() + $3::interval)`,
      [companyId, rows[0]!.id, promisedIn],
    )
}

test('the end of a shift makes its hand-over once, filled from the data, whatever runs again', async () => {
  await alarm('Core')
  await alarm('Edge', { acknowledged: true, severity: 'critical' })
  await order('Fibre cut', '4 hours')
  await order('Replace AP', null)
  await endShift()
  await Promise.all([sweep(), sweep()])
  await sweep()
  const items = await listed(wang)
  expect(items).toMatchObject([
    {
      from: 'Li',
      to: 'Wang',
      open: 2,
      unacknowledged: 1,
      completedAt: null,
      acceptedAt: null,
      mayComplete: false,
      mayAccept: true,
      alarms: [
        { subjectName: 'Edge', watched: true, active: true },
        { subjectName: 'Core', watched: false, active: true },
      ],
      orders: [
        { title: 'Fibre cut', byIsp: true },
        { title: 'Replace AP', byIsp: false },
      ],
    },
  ])
  expect(items[0]!.shiftEndedAt).not.toBeNull()
  expect(await noticed()).toEqual(['Li handover_write', 'Wang handover_accept'])
})

test('who leaves completes it, and who follows accepts it, completed or not', async () => {
  await endShift()
  await sweep()
  const [made] = await listed(li)
  expect(made).toMatchObject({ mayComplete: true, mayAccept: false, watched: '' })
  const write = (who: TestPerson) =>
    who.call('POST /monitor/api/v1/alarm/rota/:rotaId/handover', {
      rotaId,
      memberId: memberOf.wang,
      watched: 'S1 flaps',
    })
  expect((await write(li)).data).toEqual({ id: made!.id })
  expect(await listed(li)).toMatchObject([{ watched: 'S1 flaps', mayComplete: false }])
  expect((await accept(li, made!.id)).code).toBe('rota.not_asked')
  expect((await accept(wang, made!.id)).code).toBe(0)
  expect(await listed(wang)).toMatchObject([{ mayAccept: false, acceptedAt: expect.any(String) }])
})

test('one that was written by hand before the end of the shift stands for it', async () => {
  await li.call('POST /monitor/api/v1/alarm/rota/:rotaId/handover', { rotaId, memberId: memberOf.wang })
  expect(await noticed()).toEqual(['Wang handover_accept'])
  await endShift()
  await sweep()
  const items = await listed(wang)
  expect(items).toHaveLength(1)
  expect(items[0]!.shiftEndedAt).not.toBeNull()
})

test('a shift that the same person takes again after a gap is not handed over', async () => {
  await li.call('PUT /monitor/api/v1/alarm/rota/:rotaId', {
    rotaId,
    name: 'Network',
    timeZone: 'UTC',
    layers: [
      {
        name: 'First',
        startsOn: '2026-01-05',
        period: 'week',
        memberIds: [memberOf.li],
        fromMinute: (new Date().getUTCHours() * 60 + new Date().getUTCMinutes() + 60) % 1440,
        toMinute: (new Date().getUTCHours() * 60 + new Date().getUTCMinutes() + 120) % 1440,
      },
    ],
  })
  await sweep()
  expect(await listed(li)).toEqual([])
})

test('an hour later both are reminded once, and nobody of what is done', async () => {
  await endShift()
  await sweep()
  await handoverSweep.run(tools())
  expect(await noticed()).toEqual(['Li handover_write', 'Wang handover_accept'])
  await t.adminPool.query(
    `update rota_handover set shift_ended_at = now() - interval '61 minutes' where rota_id = $1`,
    [rotaId],
  )
  await handoverSweep.run(tools())
  await handoverSweep.run(tools())
  expect(await noticed()).toEqual([
    'Li handover_write',
    'Li handover_write_late',
    'Wang handover_accept',
    'Wang handover_accept_late',
  ])
})
