import type { InboundKind } from '@netward/contract/inbound-alarm-values'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { inboundRepo } from './inbound.repo.ts'
import { inboundAlarmRoutes, serverModule } from './index.ts'

let t: TestApp
let admin: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => inboundAlarmRoutes(app, { perAddress: 0, perSource: 5 }))
})
afterAll(() => t.stop())
beforeEach(async () => {
  const company = await t.company('company', (await t.company('middleman')).id)
  admin = await t.person(company.id, 'administrator')
})

const listKey = 'POST /monitor/api/v1/external-alarm/lists'

async function source(kind: InboundKind = 'generic', who = admin) {
  const name = `${kind} ${Math.random()}`
  const { data } = await who.call('POST /monitor/api/v1/external-alarm/source', { name, kind })
  return data
}

const post = (id: string, headers: Record<string, string>, payload: unknown) =>
  t.raw({ method: 'POST', url: `/monitor/api/v1/inbound/${id}`, headers, payload })
const send = (to: { id: string; token: string }, payload: unknown) =>
  post(to.id, { authorization: `Bearer ${to.token}` }, payload)
const changed = async (to: { id: string; token: string }, payload: unknown) =>
  ((await send(to, payload)).data as { changed: number }).changed

const list = async (filter: object = {}, who = admin) => (await who.call(listKey, filter)).data.items
const sources = async (who = admin) => (await who.call('GET /monitor/api/v1/external-alarm/sources')).data

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const raise = (deviceId: string, minutes: number) =>
  t.adminPool.query(
    `insert into alarm (company_id, subject_id, rule, instance, label, severity, raised_at)
     values ($1, $2, 'device_offline', '', '', 'major', $3)`,
    [admin.companyId, deviceId, minutesAgo(minutes)],
  )

test('an alarm begins, is repeated without a change, and ends', async () => {
  const to = await source()
  const begin = { key: 'k', state: 'firing', host: 'core-1', name: 'Down', startedAt: minutesAgo(30) }
  expect(await changed(to, begin)).toBe(1)
  expect(await changed(to, begin)).toBe(0)
  expect(await list()).toMatchObject([{ host: 'core-1', state: 'active', begun: true, match: null }])
  const end = { ...begin, state: 'resolved', endedAt: minutesAgo(10) }
  expect(await changed(to, end)).toBe(1)
  expect(await changed(to, end)).toBe(0)
  // A delivery that was late.
  expect(await changed(to, begin)).toBe(0)
  expect(await list({ state: 'cleared' })).toMatchObject([{ endedAt: end.endedAt }])
  // It comes back.
  expect(await changed(to, { ...begin, startedAt: minutesAgo(5) })).toBe(1)
  expect(await list({ state: 'active' })).toHaveLength(1)
  expect((await sources())[0]).toMatchObject({ alarms: 2, problem: null })
})

test('an end that arrives before its beginning is kept, and the beginning completes it', async () => {
  const to = await source()
  expect(await changed(to, { key: 'k', state: 'resolved', endedAt: minutesAgo(5) })).toBe(1)
  expect(await list()).toMatchObject([{ begun: false, state: 'cleared' }])
  expect(await changed(to, { key: 'k', state: 'resolved', endedAt: minutesAgo(5) })).toBe(0)
  const begin = { key: 'k', state: 'firing', name: 'Down', startedAt: minutesAgo(20) }
  expect(await changed(to, begin)).toBe(1)
  expect(await list()).toMatchObject([{ begun: true, state: 'cleared', name: 'Down' }])
  expect(await changed(to, begin)).toBe(0)
})

test('an end without a start ends what is open, and its repetition nothing', async () => {
  const to = await source()
  await send(to, { key: 'k', state: 'firing', startedAt: minutesAgo(20) })
  expect(await changed(to, { key: 'k', state: 'resolved' })).toBe(1)
  expect(await changed(to, { key: 'k', state: 'resolved' })).toBe(0)
  expect(await list()).toMatchObject([{ state: 'cleared' }])
})

test('Alertmanager: an earlier start is the same alert, a later one ends what was open', async () => {
  const to = await source('alertmanager')
  const alert = (startsAt: string, status = 'firing') => ({
    version: '4',
    alerts: [{ status, labels: { alertname: 'Down' }, startsAt, endsAt: minutesAgo(1), fingerprint: 'f' }],
  })
  const [early, middle, late] = [minutesAgo(60), minutesAgo(50), minutesAgo(20)]
  expect(await changed(to, alert(middle))).toBe(1)
  expect(await changed(to, alert(early))).toBe(0)
  expect(await changed(to, alert(late))).toBe(1)
  expect(await list({ sort: 'startedAt' })).toMatchObject([{ endedAt: late }, { endedAt: null }])
  expect(await changed(to, alert(early, 'resolved'))).toBe(1)
  expect(await list({ state: 'active' })).toEqual([])
})

test('hosts are matched by the import from Zabbix, by address and by name, where one device alone fits', async () => {
  const { companyId } = admin
  const byName = await arrangeDevice(t, companyId, { name: 'core-1', type: 'switch' })
  const byAddress = await arrangeDevice(t, companyId, {
    name: 'AP',
    type: 'wireless_ap',
    ip_address: '10.9.0.7',
  })
  const imported = await arrangeDevice(t, companyId, { name: 'Printer', type: 'printer' })
  await arrangeDevice(t, companyId, { name: 'Twin', type: 'switch' })
  await arrangeDevice(t, companyId, { name: 'Twin', type: 'switch' })
  await t.adminPool.query(
    `with i as (insert into zabbix_import (company_id, file_name, version, hosts, created_by_name)
       values ($1, 'a.yaml', '7.0', 1, 'Wang') returning id)
     insert into zabbix_host (company_id, import_id, n, host, name, disabled, driver, type, brand, model_name, serial_number,
       note, groups, findings, refused, device_id)
     select $1, id, 1, 'srv-print-01', 'Printer', false, 'snmp', 'printer', '', '', '', '', '{}', '[]', false, $2 from i`,
    [companyId, imported],
  )
  const stranger = await t.company('company')
  await arrangeDevice(t, stranger.id, { name: 'theirs', type: 'switch', ip_address: '10.9.0.99' })
  const to = await source('zabbix')
  const hosts = [
    ['core-1', '', byName],
    ['unknown', '10.9.0.7', byAddress],
    ['srv-print-01', '', imported],
    ['Twin', '', null],
    ['theirs', '10.9.0.99', null],
  ] as const
  for (const [n, [host, address]] of hosts.entries())
    await send(to, { eventId: String(n), value: '1', severity: '3', host, address, name: 'x', age: '1m' })
  const found = await list()
  for (const [host, , deviceId] of hosts)
    expect([host, found.find((one) => one.host === host)?.deviceId]).toEqual([host, deviceId])
  expect((await list({ matched: 'no' })).map(({ host }) => host).toSorted()).toEqual(['Twin', 'theirs'])

  // A device that comes later.
  const later = await arrangeDevice(t, companyId, { name: 'theirs', type: 'switch' })
  const module = serverModule({} as never)
  const tools = { scopes: t.scopes, log: t.log, signal: new AbortController().signal }
  for (const sweep of module.sweeps!()) await sweep.run(tools)
  expect((await list({ deviceId: later })).map(({ host }) => host)).toEqual(['theirs'])
})

test('the comparison: both within ten minutes, only they, only we', async () => {
  const [a, b] = [
    await arrangeDevice(t, admin.companyId, { name: 'a', type: 'switch' }),
    await arrangeDevice(t, admin.companyId, { name: 'b', type: 'switch' }),
  ]
  await raise(a, 100)
  await raise(a, 300)
  await raise(b, 100)
  const to = await source()
  const alarms = [
    { key: '1', state: 'firing', host: 'a', startedAt: minutesAgo(109) },
    { key: '2', state: 'firing', host: 'a', startedAt: minutesAgo(311) },
    { key: '3', state: 'firing', host: 'nobody', startedAt: minutesAgo(100) },
  ]
  expect(await changed(to, { alarms })).toBe(3)
  const compare = async (filter: object = {}) =>
    (await admin.call('POST /monitor/api/v1/external-alarm/comparison', filter)).data
  const data = await compare({ timeZone: 'Asia/Shanghai' })
  expect(data).toMatchObject({ both: 1, theirs: 2, ours: 2, unmatched: 1 })
  expect(data.days.reduce((all, day) => all + day.both + day.theirs + day.ours, 0)).toBe(5)
  expect(await list({ comparison: 'both' })).toMatchObject([
    { deviceId: a, match: { rule: 'device_offline' } },
  ])
  expect((await list({ comparison: 'theirs' })).map(({ host }) => host)).toEqual(['nobody', 'a'])
  const ours = await list({ comparison: 'ours' })
  expect(ours.map(({ deviceName, id }) => [deviceName, id])).toEqual([
    ['b', null],
    ['a', null],
  ])
  // Compared with a source that raised nothing, all of ours are ours alone.
  const silent = await source()
  expect(await compare({ sourceId: [silent.id] })).toMatchObject({ both: 0, theirs: 0, ours: 3 })
  expect(await list({ from: minutesAgo(200), sourceId: [to.id] })).toHaveLength(2)
})

test('alarms of lines and outlets are matched and compared as those of devices are', async () => {
  const { companyId } = admin
  const outletOf = async (name: string, code: string) =>
    (
      await t.adminPool.query<{ id: string }>(
        'insert into outlet (company_id, name, code) values ($1, $2, $3) returning id::text',
        [companyId, name, code],
      )
    ).rows[0]!.id
  const lineOf = async (outletId: string, name: string, account: string, address: string | null = null) =>
    (
      await t.adminPool.query<{ id: string }>(
        `insert into internet_line (company_id, outlet_id, name, isp, type, account, down_mbps, up_mbps, ip_address)
         values ($1, $2, $3, 'telecom', 'broadband', $4, 100, 20, $5) returning id::text`,
        [companyId, outletId, name, account, address],
      )
    ).rows[0]!.id
  const [shop, depot] = [await outletOf('Shop 1', 'SH-001'), await outletOf('Depot', 'SH-002')]
  const byAccount = await lineOf(shop, 'Main', 'AD-778')
  const byAddress = await lineOf(shop, 'Backup', '', '198.51.100.7')
  await lineOf(depot, 'Main', 'AD-779')
  await raise(byAccount, 60)
  await raise(byAddress, 300)
  await t.adminPool.query(
    'update alarm a set outlet_id = l.outlet_id from internet_line l where l.id = a.line_id and a.company_id = $1',
    [companyId],
  )
  const to = await source()
  const firing = (key: string, more: object) => ({ key, state: 'firing', startedAt: minutesAgo(62), ...more })
  const alarms = [
    firing('1', { host: 'AD-778' }),
    firing('2', { host: 'isp-probe', address: '198.51.100.7' }),
    firing('3', { host: 'sh-001' }),
    firing('4', { host: 'Depot' }),
    // Two lines have this name.
    firing('5', { host: 'Main' }),
  ]
  await send(to, { alarms })
  const found = new Map((await list()).map((one) => [one.host, one]))
  expect(found.get('AD-778')).toMatchObject({
    lineId: byAccount,
    lineName: 'Main',
    deviceId: null,
    outletId: null,
  })
  expect(found.get('isp-probe')).toMatchObject({ lineId: byAddress, match: null })
  expect(found.get('sh-001')).toMatchObject({ outletId: shop, outletName: 'Shop 1', lineId: null })
  expect(found.get('Main')).toMatchObject({ outletId: null, lineId: null })
  // The alarm of the line is one of its outlet too.
  expect((await list({ comparison: 'both' })).map(({ host }) => host).toSorted()).toEqual([
    'AD-778',
    'sh-001',
  ])
  expect((await list({ comparison: 'theirs', matched: 'yes' })).map(({ host }) => host).toSorted()).toEqual([
    'Depot',
    'isp-probe',
  ])
  expect(await list({ comparison: 'ours' })).toMatchObject([{ lineId: byAddress, lineName: 'Backup' }])
  expect((await list({ outletId: depot })).map(({ host }) => host)).toEqual(['Depot'])
  const { data } = await admin.call('POST /monitor/api/v1/external-alarm/comparison', {})
  expect(data).toMatchObject({ both: 2, theirs: 3, ours: 1, unmatched: 1 })
})

test('no token but the own one is taken, in a header alone', async () => {
  const mine = await source()
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const theirs = await source('generic', stranger)
  const alarm = { key: 'k', state: 'firing' }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const refused = [
    await post(mine.id, {}, alarm),
    await post(mine.id, bearer(theirs.token), alarm),
    await post(theirs.id, bearer(mine.token), alarm),
    await post('999999999', bearer(mine.token), alarm),
    await post('x', bearer(mine.token), alarm),
    await post(`${mine.id}?token=${mine.token}`, {}, alarm),
    // A session of a person.
    await post(mine.id, bearer(admin.token), alarm),
    await post(mine.id, bearer('x'.repeat(5000)), alarm),
  ]
  expect(refused.map(({ status, code }) => [status, code])).toEqual(
    refused.map(() => [401, 'inbound.refused']),
  )
  expect((await post(mine.id, { 'x-netward-token': mine.token }, alarm)).status).toBe(200)
  expect(await list({}, stranger)).toEqual([])
  // The token opens nothing else.
  const other = await t.raw({
    method: 'GET',
    url: '/monitor/api/v1/external-alarm/sources',
    headers: { ...bearer(mine.token), 'x-company-id': admin.companyId },
  })
  expect(other.status).toBe(401)
})

test('a token is stored hashed, renewed, revoked, and ends with its company', async () => {
  const to = await source()
  const { rows } = await t.adminPool.query('select s::text as all from inbound_source s where id = $1', [
    to.id,
  ])
  expect(rows[0].all).not.toContain(to.token)
  const renewed = (
    await admin.call('POST /monitor/api/v1/external-alarm/source/:sourceId/token', { sourceId: to.id })
  ).data
  const alarm = { key: 'k', state: 'firing' }
  expect((await send(to, alarm)).status).toBe(401)
  expect((await send(renewed, alarm)).status).toBe(200)
  await admin.call('POST /monitor/api/v1/external-alarm/source/:sourceId/revoke', { sourceId: to.id })
  expect((await send(renewed, alarm)).status).toBe(401)
  expect(await sources()).toMatchObject([{ tokenHint: null, alarms: 1 }])
  const last = await source()
  await t.adminPool.query(`update company set status = 'frozen' where id = $1`, [admin.companyId])
  expect((await send(last, alarm)).status).toBe(401)
})

test('hostile deliveries do no harm, and the source says why', async () => {
  const to = await source()
  const key = 'k'
  const text = `<img src=x onerror=alert(1)>\u0000\u001b[2J\u202e=cmd|'/c calc'!A1 \ud800`
  const hostile = { key, state: 'firing', host: text, name: text, text, extra: { __proto__: { x: 1 } } }
  expect((await send(to, hostile)).status).toBe(200)
  const [row] = await list()
  expect(row?.name).toBe(`<img src=x onerror=alert(1)>[2J=cmd|'/c calc'!A1 \ufffd`)
  const headers = { authorization: `Bearer ${to.token}`, 'content-type': 'application/json' }
  expect((await post(to.id, headers, '{"key":')).status).toBe(400)
  expect((await post(to.id, headers, `"${'x'.repeat(1024 * 1024)}"`)).status).toBe(413)
  expect((await post(to.id, headers, '[]')).code).toBe('inbound.unreadable')
  expect(await sources()).toMatchObject([{ problem: 'unreadable', alarms: 1 }])
  await send(to, { key: 'other', state: 'firing' })
  expect(await sources()).toMatchObject([{ problem: null, alarms: 2 }])
})

test('a flood is refused so that the sender tries again, and does not reach another source', async () => {
  const [to, quiet] = [await source(), await source()]
  const flood = (n: number) => ({
    alarms: Array.from({ length: 1000 }, (_, k) => ({ key: `${n}-${k}`, state: 'firing' })),
  })
  const statuses: number[] = []
  for (let n = 0; n < 4; n += 1) statuses.push((await send(to, flood(n))).status)
  expect(statuses).toEqual([200, 503, 503, 503])
  expect((await send(quiet, { key: 'k', state: 'firing' })).status).toBe(200)
  expect((await sources()).find(({ id }) => id === to.id)).toMatchObject({
    problem: 'too_many',
    alarms: 1000,
  })
})

test('of more alarms than a source may have the oldest make room, and old ones are deleted', async () => {
  const to = await source()
  const events = [9, 8, 7, 6].map((minutes) => ({
    state: 'active' as const,
    key: String(minutes),
    episode: '',
    severity: 'minor' as const,
    host: '',
    address: null,
    name: '',
    text: '',
    startedAt: minutesAgo(minutes),
    endedAt: null,
  }))
  await t.scopes.asLoginRole('select inbound_take($1, $2, 3)', [to.id, JSON.stringify(events)])
  expect((await list({ sort: 'startedAt' })).map(({ startedAt }) => startedAt)).toEqual(
    events.slice(1).map(({ startedAt }) => startedAt),
  )
  await t.adminPool.query(
    `update external_alarm set started_at = now() - interval '91 days' where company_id = $1 and key = '8'`,
    [admin.companyId],
  )
  expect(await inboundRepo.prune(t.scopes)).toBe(1)
  expect(await sources()).toMatchObject([{ alarms: 2 }])
})

test.each(['zabbix', 'alertmanager', 'generic'] as const)(
  'the test of %s leaves one resolved alarm',
  async (kind) => {
    const { id: sourceId } = await source(kind)
    const key = 'POST /monitor/api/v1/external-alarm/source/:sourceId/test'
    expect((await admin.call(key, { sourceId })).code).toBe(0)
    expect(await list()).toMatchObject([{ host: 'netward-test', state: 'cleared', begun: true }])
  },
)

test('sources belong to their company, and to people of the whole of it', async () => {
  const { id: sourceId } = await source()
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  for (const key of [
    'POST /monitor/api/v1/external-alarm/source/:sourceId/token',
    'POST /monitor/api/v1/external-alarm/source/:sourceId/revoke',
    'POST /monitor/api/v1/external-alarm/source/:sourceId/test',
    'DELETE /monitor/api/v1/external-alarm/source/:sourceId',
  ] as const)
    expect((await stranger.call(key, { sourceId })).code).toBe('external_alarm.source_not_found')
  const reader = await t.person(admin.companyId, 'user_layer')
  const add = 'POST /monitor/api/v1/external-alarm/source'
  expect((await reader.call(add, { name: 'x', kind: 'generic' })).code).toBe('permission.denied')
  const [{ name } = { name: '' }] = await sources()
  expect((await admin.call(add, { name, kind: 'zabbix' })).code).toBe('external_alarm.source_name_taken')
  expect(
    (await admin.call('DELETE /monitor/api/v1/external-alarm/source/:sourceId', { sourceId })).code,
  ).toBe(0)
  expect(await sources()).toEqual([])
})

test('somebody of one outlet sees alarms of its devices alone, and manages no source', async () => {
  const { companyId } = admin
  const made = await t.adminPool.query(
    `insert into outlet (company_id, name) values ($1, 'Shop') returning id`,
    [companyId],
  )
  const mine = await arrangeDevice(t, companyId, { name: 'mine', type: 'switch' })
  await arrangeDevice(t, companyId, { name: 'other', type: 'switch' })
  await t.adminPool.query('update device set outlet_id = $1 where id = $2', [made.rows[0].id, mine])
  const person = await t.person(companyId, 'engineer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions, data_scope, outlet_ids)
       values ($1, 'Part', array['DMS_SERVER_ALARM', 'DMS_SERVER_ALARM_EDIT'], 'outlets', array[$2::bigint]) returning id)
     update member_role set role_id = r.id, built_in = null
     from r, member m where m.person_id = $3 and member_role.member_id = m.id`,
    [companyId, made.rows[0].id, person.personId],
  )
  const to = await source()
  const alarms = ['mine', 'other', 'unknown'].map((host) => ({ key: host, state: 'firing', host }))
  await send(to, { alarms })
  expect((await list({}, person)).map(({ host }) => host)).toEqual(['mine'])
  const add = await person.call('POST /monitor/api/v1/external-alarm/source', { name: 'x', kind: 'generic' })
  expect(add.code).toBe('external_alarm.whole_company')
})
