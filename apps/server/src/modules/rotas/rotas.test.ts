import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { upload } from '../../../test/upload.ts'
import { rotaRoutes } from './index.ts'

let t: TestApp
let admin: TestPerson
let colleague: TestPerson
let members: { memberId: string; name: string; self: boolean }[]

beforeAll(async () => {
  t = await createTestApp((app) => rotaRoutes(app))
})
afterAll(() => t.stop())

beforeEach(async () => {
  const { id } = await t.company('company')
  admin = await t.person(id, 'administrator')
  colleague = await t.person(id, 'engineer')
  await t.adminPool.query(
    `update member set display_name = case person_id when $2 then 'Wang' else 'Li' end where company_id = $1`,
    [id, admin.personId],
  )
  members = (await admin.call('GET /monitor/api/v1/alarm/rota/members', {})).data
})

const memberOf = (name: string) => members.find((one) => one.name === name)!.memberId
const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const layer = (more: object = {}) => ({
  name: 'First',
  startsOn: '2026-01-05',
  period: 'week' as const,
  memberIds: [memberOf('Wang')],
  ...more,
})
async function make(more: object = {}): Promise<string> {
  const { data } = await admin.call('POST /monitor/api/v1/alarm/rota', {
    name: 'Network',
    timeZone: 'Asia/Shanghai',
    layers: [layer()],
    ...more,
  })
  return data.id
}
const listed = async (who = admin) => (await who.call('POST /monitor/api/v1/alarm/rota/lists', {})).data.items
const detail = async (rotaId: string, more: object = {}, who = admin) =>
  (await who.call('GET /monitor/api/v1/alarm/rota/:rotaId', { rotaId, ...more })).data
const onDuty = async () => (await listed())[0]?.onDuty?.name ?? null

test('a list says who is on call, who is next, and which hours nobody covers', async () => {
  expect(members).toEqual([
    { memberId: memberOf('Li'), name: 'Li', self: false },
    { memberId: memberOf('Wang'), name: 'Wang', self: true },
  ])
  await make({ layers: [layer({ memberIds: [memberOf('Wang'), memberOf('Li')], period: 'day' })] })
  const [rota] = await listed(colleague)
  expect(rota).toMatchObject({ name: 'Network', gapMinutes: 0, gapFrom: null })
  expect(new Set([rota?.onDuty?.name, rota?.next?.name])).toEqual(new Set(['Wang', 'Li']))
  expect(rota?.next?.from).toBe(rota?.onDuty?.until)
  const rotaId = rota!.id
  const weekdays = { ...layer(), days: [1, 2, 3, 4, 5] }
  await admin.call('PUT /monitor/api/v1/alarm/rota/:rotaId', {
    rotaId,
    name: 'Network',
    timeZone: 'Asia/Shanghai',
    layers: [weekdays],
  })
  // Four days of two weeks.
  expect((await listed())[0]?.gapMinutes).toBe(4 * 1440)
  const { schedule } = await detail(rotaId, { day: '2026-11-06', days: 3 })
  expect(schedule.map(({ from, member }) => [from, member?.name ?? null])).toEqual([
    ['2026-11-05T16:00:00.000Z', 'Wang'],
    ['2026-11-06T16:00:00.000Z', null],
  ])
})

test('holidays and days worked instead count, and an unknown year is said', async () => {
  const rotaId = await make({
    layers: [
      layer({ calendar: 'workdays' }),
      layer({ name: 'Holidays', calendar: 'days_off', memberIds: [memberOf('Li')] }),
    ],
  })
  // The National Day of 2026 begins on a Thursday, and Saturday the tenth is worked.
  const { schedule, holidays, unknownYears } = await detail(rotaId, { day: '2026-09-30', days: 12 })
  expect(schedule.map(({ from, member }) => [from.slice(0, 10), member?.name])).toEqual([
    ['2026-09-29', 'Wang'],
    ['2026-09-30', 'Li'],
    ['2026-10-07', 'Wang'],
    ['2026-10-10', 'Li'],
  ])
  expect(holidays.find(({ day }) => day === '2026-10-10')).toMatchObject({ off: false })
  expect(unknownYears).toEqual([])
  expect((await detail(rotaId, { day: '2030-01-01' })).unknownYears).toEqual([2030])
  const send = (who: TestPerson, content: string) =>
    upload(t, who, '/monitor/api/v1/alarm/rota/holidays/import', {
      content,
      filename: 'a.csv',
      type: 'text/csv',
    })
  const days = 'day,kind,name\n2030-01-01,off,元旦\n2030-01-05,work,\n'
  expect((await send(admin, days)).code).toBe('permission.denied')
  expect((await send(t.operator, `${days}2030-02-30,off,\n2030-01-06,perhaps,\n`)).code).toBe(41033)
  expect(await send(t.operator, days)).toMatchObject({ data: { imported: 2 } })
  const known = await detail(rotaId, { day: '2030-01-01', days: 6 })
  expect(known.unknownYears).toEqual([])
  expect(known.schedule.map(({ from, member }) => [from.slice(0, 10), member?.name])).toEqual([
    ['2029-12-31', 'Li'],
    ['2030-01-01', 'Wang'],
    ['2030-01-05', 'Li'],
  ])
})

test('an override puts somebody on call, and ends', async () => {
  const rotaId = await make()
  expect(await onDuty()).toBe('Wang')
  const override = {
    rotaId,
    memberId: memberOf('Li'),
    startsAt: inHours(-1),
    endsAt: inHours(5),
    reason: 'Ill',
  }
  expect((await colleague.call('POST /monitor/api/v1/alarm/rota/:rotaId/override', override)).code).toBe(0)
  expect(await onDuty()).toBe('Li')
  const { changes } = await detail(rotaId)
  expect(changes).toMatchObject([{ member: { name: 'Li' }, askedBy: null, state: 'standing', reason: 'Ill' }])
  const changeId = changes[0]!.id
  await admin.call('DELETE /monitor/api/v1/alarm/rota/change/:changeId', { changeId })
  expect(await onDuty()).toBe('Wang')
  expect((await admin.call('DELETE /monitor/api/v1/alarm/rota/change/:changeId', { changeId })).code).toBe(
    'rota.change_over',
  )
  const wrong = async (more: object) => {
    const { code, data } = await admin.call('POST /monitor/api/v1/alarm/rota/:rotaId/override', {
      ...override,
      ...more,
    })
    return [code, (data as unknown as { fields: { field: string }[] }).fields[0]?.field]
  }
  expect(await wrong({ memberId: '999999' })).toEqual(['rota.member_not_found', 'memberId'])
  expect(await wrong({ endsAt: inHours(-2) })).toEqual(['rota.times_swapped', 'endsAt'])
  expect(await wrong({ startsAt: inHours(-9), endsAt: inHours(-8) })).toEqual(['rota.change_over', 'endsAt'])
})

test('a swap needs the consent of the colleague, and only of hours that are one’s own', async () => {
  const rotaId = await make({ layers: [layer({ memberIds: [memberOf('Li')] })] })
  const swap = { rotaId, memberId: memberOf('Wang'), startsAt: inHours(2), endsAt: inHours(6) }
  expect(
    (await admin.call('POST /monitor/api/v1/alarm/rota/:rotaId/swap', { ...swap, memberId: memberOf('Li') }))
      .code,
  ).toBe('rota.not_your_shift')
  expect(
    (
      await colleague.call('POST /monitor/api/v1/alarm/rota/:rotaId/swap', {
        ...swap,
        memberId: memberOf('Li'),
      })
    ).code,
  ).toBe('rota.asked_yourself')
  const { data } = await colleague.call('POST /monitor/api/v1/alarm/rota/:rotaId/swap', swap)
  const changeId = data.id
  const at4 = async () =>
    (await detail(rotaId)).schedule.find(({ from, to }) => from <= inHours(4) && inHours(4) < to)?.member
      ?.name
  expect(await at4()).toBe('Li')
  expect((await detail(rotaId, {}, colleague)).changes).toMatchObject([{ state: 'asked', mayAnswer: false }])
  expect((await detail(rotaId)).changes).toMatchObject([{ askedBy: { name: 'Li' }, mayAnswer: true }])
  const answer = (who: TestPerson, accept: boolean) =>
    who.call('POST /monitor/api/v1/alarm/rota/change/:changeId/answer', { changeId, accept })
  expect((await answer(colleague, true)).code).toBe('rota.not_asked')
  expect((await answer(admin, true)).code).toBe(0)
  expect(await at4()).toBe('Wang')
  expect((await answer(admin, false)).code).toBe('rota.change_over')
  // What is given away already cannot be given again.
  expect((await colleague.call('POST /monitor/api/v1/alarm/rota/:rotaId/swap', swap)).code).toBe(
    'rota.not_your_shift',
  )
  const second = { ...swap, startsAt: inHours(7), endsAt: inHours(8) }
  const asked = await colleague.call('POST /monitor/api/v1/alarm/rota/:rotaId/swap', second)
  expect(
    (
      await admin.call('POST /monitor/api/v1/alarm/rota/change/:changeId/withdraw', {
        changeId: asked.data.id,
      })
    ).code,
  ).toBe('rota.not_asked')
  await colleague.call('POST /monitor/api/v1/alarm/rota/change/:changeId/withdraw', {
    changeId: asked.data.id,
  })
  expect((await detail(rotaId)).changes.map(({ state }) => state)).toEqual(['standing'])
})

test('the turn of one who is disabled goes to the next layer', async () => {
  const rotaId = await make({
    layers: [
      layer({ memberIds: [memberOf('Li')] }),
      layer({ name: 'Second', memberIds: [memberOf('Wang')] }),
    ],
  })
  expect(await onDuty()).toBe('Li')
  await t.adminPool.query(`update member set status = 'disabled' where id = $1`, [memberOf('Li')])
  expect(await onDuty()).toBe('Wang')
  expect((await detail(rotaId)).layers[0]?.members).toMatchObject([{ name: 'Li', active: false }])
})

test('a shift is handed over, and taken over by the next alone', async () => {
  const rotaId = await make()
  const given = { rotaId, memberId: memberOf('Li'), watched: 'S1 flaps', promised: 'Call back at 9' }
  expect(
    (
      await colleague.call('POST /monitor/api/v1/alarm/rota/:rotaId/handover', {
        ...given,
        memberId: memberOf('Wang'),
      })
    ).code,
  ).toBe('rota.not_on_duty')
  const { data } = await admin.call('POST /monitor/api/v1/alarm/rota/:rotaId/handover', given)
  const handoverId = data.id
  const page = async (who: TestPerson) =>
    (await who.call('POST /monitor/api/v1/alarm/rota/handover/lists', { rotaId })).data.items
  expect(await page(colleague)).toMatchObject([{ to: 'Li', watched: 'S1 flaps', open: 0, mayAccept: true }])
  const accept = (who: TestPerson) =>
    who.call('POST /monitor/api/v1/alarm/rota/handover/:handoverId/accept', { handoverId })
  expect((await accept(admin)).code).toBe('rota.not_asked')
  expect((await accept(colleague)).code).toBe(0)
  expect((await accept(colleague)).code).toBe('rota.handover_accepted')
})

test('shifts are imported: all rows or none', async () => {
  const rotaId = await make()
  const send = (content: string) =>
    upload(t, admin, `/monitor/api/v1/alarm/rota/${rotaId}/import`, {
      content,
      filename: 'a.csv',
      type: 'text/csv',
    })
  const bad = await send(
    'person,from,to\nLi,2030-01-01 08:00,2030-01-01 20:00\nChen,2030-01-01 20:00,later\n',
  )
  expect(bad.code).toBe(41033)
  expect((await detail(rotaId, { day: '2030-01-01' })).changes).toEqual([])
  expect(await send('person,from,to\nli,2030/01/01 8:00,2030-01-01 24:00\n')).toMatchObject({
    data: { imported: 1 },
  })
  expect((await detail(rotaId, { day: '2030-01-01' })).changes).toMatchObject([
    { startsAt: '2030-01-01T00:00:00.000Z', endsAt: '2030-01-01T16:00:00.000Z', member: { name: 'Li' } },
  ])
})

test('a rota has a bounded number of changes that are not over', async () => {
  const rotaId = await make()
  const fill = (days: string) =>
    t.adminPool.query(
      `insert into rota_change (company_id, rota_id, member_id, starts_at, ends_at, state, entered_by, stands_since)
       select $1, $2, $3, now() + $4::interval, now() + $4::interval + interval '1 hour', 'standing', 'Wang', now()
       from generate_series(1, 3000)`,
      [admin.companyId, rotaId, memberOf('Li'), days],
    )
  const override = async () =>
    (
      await admin.call('POST /monitor/api/v1/alarm/rota/:rotaId/override', {
        rotaId,
        memberId: memberOf('Li'),
        startsAt: inHours(1),
        endsAt: inHours(2),
      })
    ).code
  await fill('-9 days')
  expect(await override()).toBe(0)
  await fill('9 days')
  expect(await override()).toBe('rota.too_many_changes')
})

test('bad input names its field, and a rota is of its company', async () => {
  const rotaId = await make()
  const wrong = async (more: object) => {
    const { code, data } = await admin.call('POST /monitor/api/v1/alarm/rota', {
      name: 'Other',
      timeZone: 'Asia/Shanghai',
      layers: [layer()],
      ...more,
    })
    return [code, (data as unknown as { fields: { field: string }[] }).fields[0]?.field]
  }
  expect(await wrong({ name: 'network' })).toEqual(['rota.name_taken', 'name'])
  expect(await wrong({ timeZone: 'Mars/Base' })).toEqual(['rota.time_zone_unknown', 'timeZone'])
  expect(await wrong({ layers: [layer({ fromMinute: 60, toMinute: 60 })] })).toEqual([
    'rota.hours_empty',
    'layers.0.fromMinute',
  ])
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const theirs = (await stranger.call('GET /monitor/api/v1/alarm/rota/members', {})).data[0]!.memberId
  expect(await wrong({ layers: [layer({ memberIds: [theirs] })] })).toEqual([
    'rota.member_not_found',
    'layers.0.memberIds',
  ])
  expect(await listed(stranger)).toEqual([])
  const calls = await Promise.all([
    stranger.call('GET /monitor/api/v1/alarm/rota/:rotaId', { rotaId }),
    stranger.call('DELETE /monitor/api/v1/alarm/rota/:rotaId', { rotaId }),
    stranger.call('POST /monitor/api/v1/alarm/rota/handover/lists', { rotaId }),
  ])
  expect(calls.map(({ code }) => code)).toEqual(['rota.not_found', 'rota.not_found', 'rota.not_found'])
  const user = await t.person(admin.companyId, 'user_layer')
  expect((await user.call('DELETE /monitor/api/v1/alarm/rota/:rotaId', { rotaId })).code).toBe(
    'permission.denied',
  )
})
