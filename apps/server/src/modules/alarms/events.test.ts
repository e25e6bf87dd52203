import type { EndpointInput } from '@netward/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { lookNow, minute } from './alarm-fixture.ts'
import { lookAtDue } from './evaluation/due.ts'
import { eventsOfRules, type ReceivedEvent } from './evaluation/event-rules.ts'
import { alarmRoutes } from './index.ts'

let t: TestApp
let company: { id: string }
let engineer: TestPerson
let device: string
let sequence = 0

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => alarmRoutes(app, { scopes, store: openMetricStore(scopes) }))
})
afterAll(() => t.stop())
beforeEach(async () => {
  company = await t.company('company')
  engineer = await t.person(company.id, 'engineer')
  device = await arrangeDevice(t, company.id, { type: 'switch', name: 'Core', presence: 'online' })
})

type Definition = EndpointInput<'POST /monitor/api/v1/alarm/rules'>['definition']
const ofLog = (text: string, more: object = {}): Definition => ({
  of: { kind: 'syslog', when: { text } },
  clearMinutes: 30,
  severity: 'major',
  ...more,
})
const add = async (definition: Definition, name = 'Own') =>
  (await engineer.call('POST /monitor/api/v1/alarm/rules', { name, watch: false, definition })).data.key
const said = (text: string, more: object = {}, at = Date.now()): ReceivedEvent => ({
  deviceId: device,
  at,
  instance: '',
  event: { kind: 'syslog', severity: 3, facility: 23, app: 'IFNET/4/LINK', text, ...more },
})
const trapped = (name: string, instance = '', text = '', oid = '1.3.6.1.4.1.2011.1'): ReceivedEvent => ({
  deviceId: device,
  at: Date.now(),
  instance,
  event: { kind: 'trap', names: ['vendor', name], oid, text },
})
/** As the process that stores messages does. */
async function receive(...events: ReceivedEvent[]): Promise<void> {
  await t.scopes.asLoginRole('select syslog_write($1, $2, $3)', [
    '[]',
    '[]',
    JSON.stringify(await eventsOfRules(t.scopes, events)),
  ])
}
async function alarms(): Promise<{ rule: string; state: string; because: string | null }[]> {
  const { rows } = await t.adminPool.query(
    'select rule, state, cleared_because as because from alarm where device_id = $1 order by id',
    [device],
  )
  return rows
}
const list = async () => (await engineer.call('POST /monitor/api/v1/alarm/lists', {})).data.items

test('a message raises an alarm with its text, a quiet time clears it', async () => {
  const key = await add(ofLog('link*down'))
  await receive(said('Link Gi0/1 is DOWN'), said('Link Gi0/1 is up'))
  await lookNow(t)
  const [alarm] = await list()
  expect(alarm).toMatchObject({
    rule: key,
    ruleName: 'Own',
    severity: 'major',
    subjectName: 'Core',
    metric: null,
  })
  const { data } = await engineer.call('GET /monitor/api/v1/alarm/:alarmId', { alarmId: alarm!.id })
  expect(data.timeline).toMatchObject([{ kind: 'raised', text: 'Link Gi0/1 is DOWN' }])
  await receive(said('link Gi0/1 down again'))
  await lookNow(t)
  expect(await alarms()).toHaveLength(1)
  await t.adminPool.query(`update alarm_subject set due_at = now() where subject_id = $1`, [device])
  await lookNow(t, Date.now() + 31 * minute)
  expect(await alarms()).toEqual([{ rule: key, state: 'cleared', because: 'quiet' }])
})

test('a rule names severity, facility and program, counts, and is cleared by a message', async () => {
  const key = await add({
    of: {
      kind: 'syslog',
      when: { severity: 'error', facilities: ['local7'], app: 'IFNET*', text: 'down' },
      clearWhen: { text: 'up' },
    },
    bad: 2,
    minutes: 10,
    severity: 'minor',
  })
  await receive(
    said('down', { severity: 4 }),
    said('down', { facility: 22 }),
    said('down', { app: 'SSH' }),
    said('down', {}, Date.now() - 20 * minute),
    said('down'),
  )
  await lookNow(t)
  expect(await alarms()).toEqual([])
  await receive(said('down'))
  await lookNow(t)
  expect(await alarms()).toEqual([{ rule: key, state: 'active', because: null }])
  await receive(said('up'))
  await lookNow(t)
  expect(await alarms()).toEqual([{ rule: key, state: 'cleared', because: 'recovered' }])
})

test('a shipped rule follows traps of a device, an own one those of an interface', async () => {
  const key = await add({
    of: { kind: 'trap', when: { oid: '1.3.6.1.4.1.2011', text: 'loop' }, clearWhen: { text: 'loop*gone' } },
    severity: 'minor',
  })
  await receive(
    trapped('power_failed'),
    trapped('other', 'Gi1', 'Loop on Gi1'),
    trapped('other', 'Gi2', 'Loop on Gi2'),
    trapped('other', 'Gi3', 'Loop', '1.3.6.1.4.1.20111.1'),
  )
  await lookNow(t)
  const shown = (await list()).map(({ rule, instance }) => `${rule} ${instance}`)
  expect(shown.toSorted()).toEqual([`${key} Gi1`, `${key} Gi2`, 'power_supply_failed '].toSorted())
  const alarmId = (await list()).find(({ rule }) => rule === 'power_supply_failed')!.id
  await receive(trapped('power_restored'), trapped('other', 'Gi1', 'Loop on Gi1 is gone'))
  await lookNow(t)
  expect((await list()).map(({ instance }) => instance)).toEqual(['Gi2'])
  // The timeline says what the traps mean.
  const { data } = await engineer.call('GET /monitor/api/v1/alarm/:alarmId', { alarmId })
  expect(data.timeline.map(({ kind, trap }) => [kind, trap])).toEqual([
    ['cleared', 'power_restored'],
    ['raised', 'power_failed'],
  ])
})

test('an event is followed once: by two workers at once, and facts that come again', async () => {
  const key = await add(ofLog('fault'))
  await receive(said('fault'))
  await Promise.all(Array.from({ length: 4 }, () => lookAtDue(t.scopes, Date.now())))
  await lookNow(t)
  expect(await alarms()).toHaveLength(1)
  expect((await t.adminPool.query('select from alarm_inbox')).rowCount).toBe(0)
  // A collector sends facts again that were committed.
  await t.adminPool.query(
    `insert into device_polling (device_id, company_id, state) values ($1, $2, 'ok') on conflict do nothing`,
    [device, company.id],
  )
  const collector = `events-${(sequence += 1)}`
  await t.adminPool.query(
    `insert into poller_share (share, owner, until) values ($1::bigint % 64, $2, now() + interval '1 hour')
     on conflict (share) do update set owner = excluded.owner`,
    [device, collector],
  )
  const fact = {
    kind: 'event',
    deviceId: device,
    at: Date.now(),
    instance: '',
    rule: key,
    clears: false,
    count: 1,
    text: '',
  }
  const send = () =>
    t.scopes.asLoginRole('select poller_facts($1, $2, 1, $3::jsonb)', [
      collector,
      'e',
      JSON.stringify([fact]),
    ])
  await send()
  await send()
  expect((await t.adminPool.query('select from alarm_inbox')).rowCount).toBe(1)
  await lookNow(t)
  expect(await alarms()).toHaveLength(1)
})

test('a value that is written meanwhile does not put an event off', async () => {
  await add(ofLog('fault'))
  await receive(said('fault'))
  const { rows } = await t.adminPool.query<{ revision: number }>(
    'select revision from alarm_subject where subject_id = $1',
    [device],
  )
  const later = Date.now() + 60 * minute
  await t.scopes.asLoginRole('select alarm_advance($1)', [
    JSON.stringify({
      devices: [{ id: device, revision: rows[0]!.revision, writes: true, due: later, events: null }],
      changes: [],
      places: [],
    }),
  ])
  await lookNow(t)
  expect(await alarms()).toHaveLength(1)
})

test('a rule that watches notes the text, and a rule that is changed to other things clears', async () => {
  const key = (
    await engineer.call('POST /monitor/api/v1/alarm/rules', {
      name: 'W',
      watch: true,
      definition: ofLog('fault'),
    })
  ).data.key
  await receive(said('a fault'))
  await lookNow(t)
  expect(await alarms()).toEqual([])
  const { data } = await engineer.call('GET /monitor/api/v1/alarm/rules/:key/watched', { key })
  expect(data).toMatchObject([{ subjectName: 'Core', text: 'a fault', value: null }])
  const edit = (definition: Definition) =>
    engineer.call('PUT /monitor/api/v1/alarm/rules/:key', { key, enabled: true, watch: false, definition })
  await edit(ofLog('fault'))
  await receive(said('fault'))
  await lookNow(t)
  expect(await alarms()).toHaveLength(1)
  await edit({ of: { kind: 'metric', metric: 'cpu_usage', compare: 'above', raise: 90 }, severity: 'major' })
  await lookNow(t)
  expect(await alarms()).toEqual([{ rule: key, state: 'cleared', because: 'rule' }])
})

test('a rule over events that makes no sense is refused at its field', async () => {
  const wrong = async (definition: Definition) => {
    const { data } = await engineer.call('POST /monitor/api/v1/alarm/rules', {
      name: 'R',
      watch: false,
      definition,
    })
    return (data as unknown as { fields?: { field: string }[] }).fields?.map(({ field }) => field)
  }
  expect(await wrong(ofLog(''))).toEqual(['definition.of.when.text'])
  expect(await wrong(ofLog('x', { clearMinutes: 0 }))).toEqual(['definition.clearMinutes'])
  expect(await wrong(ofLog('x', { bad: 2 }))).toEqual(['definition.minutes'])
  expect(
    await wrong({ of: { kind: 'trap', when: { oid: '1.3.' } }, clearMinutes: 5, severity: 'minor' }),
  ).toEqual(['definition.of.when.oid'])
})

test('a device that floods keeps a bounded number of events, and hostile text stays text', async () => {
  await add(ofLog('x'))
  const hostile = `x <script>\u202e' ; drop table alarm; --${'y'.repeat(4000)}`
  await receive(said(hostile))
  await receive(...Array.from({ length: 500 }, () => said('x')))
  await lookNow(t)
  const [alarm] = await list()
  const { data } = await engineer.call('GET /monitor/api/v1/alarm/:alarmId', { alarmId: alarm!.id })
  expect(data.timeline[0]!.text).toBe(hostile.slice(0, 500))
  for (let n = 0; n < 5; n++) {
    const flood = Array.from({ length: 500 }, (_, index) => ({
      deviceId: device,
      at: Date.now(),
      instance: String(index),
      rule: 'x',
      clears: false,
      count: 1,
      text: '',
    }))
    await t.scopes.asLoginRole('select syslog_write($1, $2, $3)', ['[]', '[]', JSON.stringify(flood)])
  }
  expect((await t.adminPool.query('select from alarm_inbox')).rowCount).toBe(2000)
  await lookNow(t)
  expect((await t.adminPool.query('select from alarm_inbox')).rowCount).toBe(0)
})

test('a rule over messages is tried on those that are kept', async () => {
  await t.scopes.asLoginRole('select syslog_write($1, $2, $3)', [
    JSON.stringify(
      [300, 200, 199, 100].map((minutes) => ({
        deviceId: device,
        at: new Date(Date.now() - minutes * minute).toISOString(),
        severity: 3,
        facility: 23,
        app: 'IFNET',
        text: 'Link down',
        words: [],
      })),
    ),
    '[]',
    '[]',
  ])
  const tried = async (definition: Definition) =>
    (await engineer.call('POST /monitor/api/v1/alarm/rules/trial', { definition })).data
  expect(await tried(ofLog('LINK*down'))).toMatchObject({
    devices: 1,
    count: 3,
    alarms: [{ subjectName: 'Core', text: 'Link down' }, {}, {}],
  })
  expect((await tried(ofLog('link', { bad: 2, minutes: 5 }))).count).toBe(1)
  expect((await tried(ofLog('other'))).count).toBe(0)
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const { data } = await stranger.call('POST /monitor/api/v1/alarm/rules/trial', {
    definition: ofLog('link'),
  })
  expect(data.count).toBe(0)
})

test('a rule over traps is tried on the timeline of devices', async () => {
  await t.adminPool.query(
    `insert into device_timeline (company_id, msp_id, device_id, at, kind, detail)
     select company_id, msp_id, id, now() - make_interval(hours => k.hours), 'trap.vendor',
       jsonb_build_object('oid', '1.3.6.1', 'meaning', k.meaning, 'interface', null, 'text', 'PSU 1')
     from device cross join (values (60, 'power_failed'), (50, 'power_restored'), (20, 'power_failed')) k (hours, meaning)
     where id = $1`,
    [device],
  )
  const { data } = await engineer.call('POST /monitor/api/v1/alarm/rules/trial', {
    definition: {
      of: { kind: 'trap', when: { traps: ['power_failed'] }, clearWhen: { traps: ['power_restored'] } },
      severity: 'major',
    },
  })
  expect(data.alarms.map(({ text, clearedAt }) => [text, clearedAt !== null])).toEqual([
    ['PSU 1', true],
    ['PSU 1', false],
  ])
})
