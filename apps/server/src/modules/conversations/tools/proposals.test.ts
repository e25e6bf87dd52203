import { afterAll, beforeAll, expect, test } from 'vitest'
import { contextOf, createToolApp, failureOf, useTool } from '../../../../test/assistant-tools.ts'
import { arrangePanelWorld, type PanelWorld } from '../../../../test/panel-world.ts'
import type { TestApp, TestPerson } from '../../../../test/test-app.ts'
import { carryOut } from './proposals.ts'

let t: TestApp
let world: PanelWorld
let person: TestPerson
let reader: TestPerson
let ids: { alarmId: string; orderId: string; deviceId: string; lineId: string; outletId: string }

beforeAll(async () => {
  t = await createToolApp()
  world = await arrangePanelWorld(t)
  person = world.people.tenant
  await t.adminPool.query(`update device set data_model_root = 'Device.' where type = 'smart_cpe'`)
  reader = world.people.limited
  const first = async (name: string, input = {}) =>
    (await useTool(t, person, name, input)).data.items[0].id as string
  ids = {
    alarmId: await first('find_alarms'),
    orderId: await first('find_orders'),
    deviceId: await first('find_devices', { type: 'smart_cpe', presence: 'online' }),
    lineId: await first('find_lines'),
    outletId: await first('find_outlets'),
  }
})
afterAll(() => t.stop())

const reason = 'Because the evidence says so.'
const propose = async (kind: string, input: Record<string, unknown>) => {
  const { proposal, data } = await useTool(t, person, `propose_${kind}`, { ...input, reason })
  expect(data.state).toContain('nothing was done')
  return proposal!
}
const doneAs = (who: TestPerson, { kind, input }: Awaited<ReturnType<typeof propose>>) =>
  carryOut(kind, input, contextOf(t, who).call)
const count = async (text: string) => Number((await t.adminPool.query<{ n: string }>(text)).rows[0]!.n)

test('proposals write nothing, and name what they are about', async () => {
  const before = await count(
    'select (select count(*) from work_order) + (select count(*) from device_command) as n',
  )
  const alarm = await propose('acknowledge_alarm', { alarmId: ids.alarmId })
  expect(alarm).toMatchObject({ subject: { kind: 'alarm', id: ids.alarmId }, reason })
  expect(alarm.input).not.toHaveProperty('reason')
  await propose('open_order', { title: 'Line slow', lineId: ids.lineId })
  await propose('restart_device', { deviceId: ids.deviceId })
  await propose('note_order', { orderId: ids.orderId, note: 'Checked.' })
  expect(
    await count('select (select count(*) from work_order) + (select count(*) from device_command) as n'),
  ).toBe(before)
})

test('a person carries each kind out by its endpoint; without the right it is refused', async () => {
  const kinds = {
    acknowledge_alarm: [{ alarmId: ids.alarmId, comment: 'Looking into it' }, null],
    open_order: [{ title: 'Line slow', lineId: ids.lineId, category: 'internet_line' }, 'order'],
    note_order: [{ orderId: ids.orderId, note: 'Checked.' }, 'order'],
    run_diagnostic: [{ deviceId: ids.deviceId, kind: 'ping', host: '223.5.5.5' }, 'gateway'],
    restart_device: [{ deviceId: ids.deviceId }, null],
    new_template: [
      {
        name: 'Guest Wi-Fi',
        settings: [{ section: 'wifi', which: { by: 'place', place: 1 }, field: 'ssid', value: 'Guest' }],
      },
      'template',
    ],
  } as const
  for (const [kind, [input, made]] of Object.entries(kinds)) {
    const proposal = await propose(kind, input)
    expect([kind, (await doneAs(reader, proposal)).ok]).toEqual([kind, false])
    const done = await doneAs(person, proposal)
    expect([kind, done.ok, done.ok && (done.made?.kind ?? null)]).toEqual([kind, true, made])
  }
  const alarm = (await useTool(t, person, 'alarm', { alarmId: ids.alarmId })).data
  expect(alarm.acknowledgedAt).not.toBeNull()
})

test('a new version of a template shows what it was before', async () => {
  const templateId = (await useTool(t, person, 'templates', { search: 'Guest' })).data.items[0].id
  const proposal = await propose('new_template', {
    templateId,
    name: 'Guest Wi-Fi',
    settings: [{ section: 'wifi', which: { by: 'place', place: 1 }, field: 'ssid', value: 'Visitors' }],
  })
  expect(proposal.before).toContain('"Guest"')
  expect(proposal.input['definition']).toContain('"Visitors"')
  expect(await doneAs(person, proposal)).toMatchObject({ ok: true })
  expect((await useTool(t, person, 'templates', { templateId })).data).toMatchObject({ latestVersion: 2 })
  expect(
    await carryOut('new_template', { name: 'x', definition: 'no JSON' }, contextOf(t, person).call),
  ).toMatchObject({
    ok: false,
    message: expect.stringContaining('definition'),
  })
})

test('a line test that cannot run is refused by its endpoint, in words', async () => {
  const named = await propose('test_line', { lineId: ids.lineId, kind: 'icmp', host: '223.5.5.5' })
  expect(named.input).toMatchObject({ lineId: ids.lineId, host: '223.5.5.5' })
  // No probe, no gateway that measures: the endpoint says so in words.
  expect((await doneAs(reader, named)).ok).toBe(false)
})

test('a proposal about a thing of another company, or of the wrong kind, is none', async () => {
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const input = { orderId: ids.orderId, note: 'x', reason }
  expect((await failureOf(t, stranger, 'propose_note_order', input)).reason).toBe('not_found')
  const switchId = (await useTool(t, person, 'find_devices', { type: 'switch' })).data.items[0].id
  expect(
    (await failureOf(t, person, 'propose_restart_device', { deviceId: switchId, reason })).message,
  ).toContain('deviceId')
})

test('the other tools answer on the estate', async () => {
  const use = async (name: string, input: Record<string, unknown>) =>
    (await useTool(t, person, name, input)).data
  expect(await use('topology', { outletId: ids.outletId })).toMatchObject({ outletId: ids.outletId })
  expect(await use('order', { orderId: ids.orderId })).toMatchObject({ id: ids.orderId })
  expect(await use('configuration', { deviceId: ids.deviceId })).toMatchObject({ deviceId: ids.deviceId })
  expect(await use('find_configuration_changes', {})).toMatchObject({ backups: { shown: 0 } })
  expect(await use('diagnostics', { deviceId: ids.deviceId })).toMatchObject({ total: expect.any(Number) })
  expect(await use('diagnostics', { lineId: ids.lineId })).toMatchObject({ lineId: ids.lineId })
  expect((await use('notes', { search: 'gateway_offline' })).items[0]).toMatchObject({
    rule: 'gateway_offline',
    title: 'Gateway offline',
    of: 'shipped',
  })
  expect((await use('notes', { search: 'qwertyuiop' })).total).toBe(0)
  expect(await use('licences', {})).toMatchObject({ quotas: expect.any(Array) })
  const { data, part } = await useTool(t, person, 'panel', { panel: 'alarms_raised', from: '-3d' })
  expect(data).toMatchObject({ title: 'Alarms raised', total: expect.any(Number) })
  expect(part).toMatchObject({ kind: 'panel', panel: 'alarms_raised' })
  const found = await use('changes', { deviceId: ids.deviceId })
  expect(found.items.some((one: { action?: string }) => one.action === 'device.reboot')).toBe(true)
  expect(await use('changes', { outletId: ids.outletId, hours: 72 })).toMatchObject({
    of: expect.any(String),
  })
})
