import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { deviceRoutes } from './index.ts'

let t: TestApp
let msp: { id: string }
let customer: { id: string }
let second: { id: string }
let stranger: { id: string }
let admin: TestPerson
let mspAdmin: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => deviceRoutes(app, { secrets }))
  msp = await t.company('middleman')
  customer = await t.company('company', msp.id)
  second = await t.company('company', msp.id)
  stranger = await t.company('company')
  admin = await t.person(customer.id, 'administrator')
  mspAdmin = await t.person(msp.id, 'administrator')
})
afterAll(() => t.stop())

const reboots = async (deviceId: string) =>
  (
    await t.adminPool.query<{
      state: string
      company_id: string
      minutes: number
      request: object
      created_by: string
    }>(
      `select state, company_id::text, round(extract(epoch from expires_at - created_at) / 60)::int as minutes, request,
         created_by::text from device_command where device_id = $1 and kind = 'reboot' order by id`,
      [deviceId],
    )
  ).rows
const jobs = async (deviceId: string) =>
  (
    await t.adminPool.query<{ payload: Record<string, unknown> }>(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
       where k.identifier = 'device.connect' and j.payload->>'deviceId' = $1`,
      [deviceId],
    )
  ).rows.map((row) => row.payload)

describe('rebooting', () => {
  test('accepts an offline device: its command waits an hour, and it is called once', async () => {
    const id = await arrangeDevice(t, customer.id, { presence: 'offline' })
    const answer = await admin.call('POST /api/v1/device/batch/reboot', { deviceIds: [id, id] })
    expect(answer).toMatchObject({ status: 200, code: 0, data: { accepted: 1, failed: [] } })
    expect(await reboots(id)).toEqual([
      {
        state: 'waiting',
        company_id: customer.id,
        minutes: 60,
        request: { commandKey: expect.stringMatching(/^[0-9a-f]{32}$/) },
        created_by: admin.personId,
      },
    ])
    expect(await jobs(id)).toEqual([{ deviceId: id, companyId: customer.id }])
  })

  test('does not queue a second reboot while one is open, and does after its hour', async () => {
    const id = await arrangeDevice(t, customer.id)
    const reboot = () => admin.call('POST /api/v1/device/batch/reboot', { deviceIds: [id] })
    await Promise.all([reboot(), reboot(), reboot()])
    expect(await reboots(id)).toHaveLength(1)
    await t.adminPool.query(`update device_command set expires_at = now() where device_id = $1`, [id])
    expect(await reboot()).toMatchObject({ code: 0 })
    expect((await reboots(id)).map((row) => row.state)).toEqual(['expired', 'waiting'])
  })

  test('names each refused device with its reason and continues with the others: 50001', async () => {
    const good = await arrangeDevice(t, customer.id)
    const quarantined = await arrangeDevice(t, customer.id, {
      guard: 'quarantined',
      ip_address: '203.0.113.20',
    })
    const duplicate = await arrangeDevice(t, customer.id, { guard: 'duplicate', serial_number: 'DUP1' })
    const released = await arrangeDevice(t, customer.id, { state: 'released', serial_number: 'REL1' })
    const foreign = await arrangeDevice(t, stranger.id, { serial_number: 'FOREIGN' })
    const answer = await admin.call('POST /api/v1/device/batch/reboot', {
      deviceIds: [good, quarantined, duplicate, released, foreign],
    })
    expect(answer).toMatchObject({ status: 200, code: 50001, data: { accepted: 1 } })
    expect(answer.data.failed).toHaveLength(4)
    const refused = answer.data.failed.map(({ id }) => id)
    expect(new Set(refused)).toEqual(new Set([quarantined, duplicate, released, foreign]))
    expect(Object.fromEntries(answer.data.failed.map(({ ip, reason }) => [ip, reason]))).toEqual({
      '203.0.113.20': 'The device is quarantined: approve it first',
      DUP1: 'The device has a duplicate identity: approve it first',
      REL1: 'The device has been released',
      [foreign]: expect.any(String),
    })
    expect(answer.body).not.toContain('FOREIGN')
    expect(await reboots(good)).toHaveLength(1)
    for (const id of [quarantined, duplicate, released, foreign]) expect(await reboots(id)).toEqual([])
  })

  test('when nothing is accepted: 50002', async () => {
    const answer = await admin.call('POST /api/v1/device/batch/reboot', { deviceIds: ['999999999'] })
    expect(answer).toMatchObject({
      status: 200,
      code: 50002,
      data: { accepted: 0, failed: [{ ip: '999999999' }] },
    })
  })

  test('an MSP reboots devices of several customers in one call, each inside its own company', async () => {
    const ids = [
      await arrangeDevice(t, customer.id),
      await arrangeDevice(t, second.id),
      await arrangeDevice(t, msp.id),
    ]
    expect(await mspAdmin.call('POST /api/v1/device/batch/reboot', { deviceIds: ids })).toMatchObject({
      code: 0,
      data: { accepted: 3 },
    })
    expect((await reboots(ids[1]!))[0]).toMatchObject({ company_id: second.id })
    expect(await jobs(ids[1]!)).toEqual([{ deviceId: ids[1], companyId: second.id }])
    const { rows } = await t.adminPool.query(
      `select company_id::text, acting_company_id::text from audit_log where action = 'device.reboot' and subject_id = $1 order by company_id`,
      [ids[1]],
    )
    expect(rows).toEqual([
      { company_id: msp.id, acting_company_id: second.id },
      { company_id: second.id, acting_company_id: msp.id },
    ])
    const foreign = await arrangeDevice(t, stranger.id)
    expect(await mspAdmin.call('POST /api/v1/device/batch/reboot', { deviceIds: [foreign] })).toMatchObject({
      code: 50002,
    })
    expect(
      await t.operator.call('POST /api/v1/device/batch/reboot', { deviceIds: [foreign, ids[0]!] }),
    ).toMatchObject({
      code: 0,
      data: { accepted: 2 },
    })
  })

  test('reports the progress of the last reboot of each device, where the caller has access', async () => {
    const [own, below, never] = [
      await arrangeDevice(t, msp.id),
      await arrangeDevice(t, customer.id),
      await arrangeDevice(t, customer.id),
    ]
    const foreign = await arrangeDevice(t, stranger.id)
    const reboot = () => mspAdmin.call('POST /api/v1/device/batch/reboot', { deviceIds: [own, below] })
    await reboot()
    await t.adminPool.query(
      `update device_command set state = 'failed', fault_code = '9002', finished_at = now() where device_id = $1`,
      [below],
    )
    const deviceIds = [own, below, never, foreign]
    const rebootsOf = async (person: TestPerson) => {
      const { data } = await person.call('POST /api/v1/device/batch/restarts', { deviceIds, kind: 'reboot' })
      return Object.fromEntries(data.restarts.map(({ deviceId, state, fault }) => [deviceId, [state, fault]]))
    }
    expect(await rebootsOf(mspAdmin)).toEqual({
      [own]: ['waiting', null],
      [below]: ['failed', expect.any(String)],
    })
    expect(await rebootsOf(admin)).toEqual({ [below]: ['failed', expect.any(String)] })
    await reboot()
    expect(await rebootsOf(admin)).toEqual({ [below]: ['waiting', null] })
  })

  test('reports a batch by its own commands, whatever is requested later', async () => {
    const person = await t.person(msp.id, 'administrator')
    const [open, fresh] = [await arrangeDevice(t, customer.id), await arrangeDevice(t, msp.id)]
    const reboot = (...deviceIds: string[]) => person.call('POST /api/v1/device/batch/reboot', { deviceIds })
    // Its reboot is already pending: the batch refers to that one.
    await reboot(open)
    await reboot(open, fresh)
    await t.adminPool.query(
      `update device_command set state = 'done', finished_at = now() where device_id = any ($1)`,
      [[open, fresh]],
    )
    await reboot(open)
    await reboot(fresh)
    const [batch] = (await person.call('POST /api/v1/device/batch/restarts/lists', {})).data.items
    const states = async (commandIds?: string[]) => {
      const { data } = await person.call('POST /api/v1/device/batch/restarts', {
        deviceIds: [open, fresh],
        kind: 'reboot',
        ...(commandIds && { commandIds }),
      })
      return data.restarts.map(({ state }) => state)
    }
    expect(await states(batch!.devices.map(({ commandId }) => commandId))).toEqual(['done', 'done'])
    expect(await states()).toEqual(['waiting', 'waiting'])
    const foreign = await arrangeDevice(t, stranger.id)
    await t.operator.call('POST /api/v1/device/batch/reboot', { deviceIds: [foreign] })
    const { rows } = await t.adminPool.query<{ id: string }>(
      'select id::text from device_command where device_id = $1',
      [foreign],
    )
    expect(await states([rows[0]!.id])).toEqual([])
  })

  test('only the requester finds the restarts of several devices, for a week', async () => {
    const person = await t.person(msp.id, 'administrator')
    const [one, other] = [await arrangeDevice(t, customer.id), await arrangeDevice(t, msp.id)]
    const foreign = await arrangeDevice(t, stranger.id)
    const batches = async (who: TestPerson) =>
      (await who.call('POST /api/v1/device/batch/restarts/lists', {})).data.items
    const reboot = (deviceIds: string[]) => person.call('POST /api/v1/device/batch/reboot', { deviceIds })
    // A single device is followed on its own page.
    await reboot([one])
    expect(await batches(person)).toEqual([])
    expect((await reboot([one, foreign])).code).toBe(50001)
    expect(await batches(person)).toEqual([])
    expect((await reboot([one, other, foreign])).code).toBe(50001)
    await person.call('POST /api/v1/device/batch/factory-reset', {
      deviceIds: [one, other],
      reason: 'It hangs',
    })
    const found = await batches(person)
    expect(found.map(({ kind }) => kind)).toEqual(['factory_reset', 'reboot'])
    for (const { devices } of found)
      expect(new Set(devices.map(({ id }) => id))).toEqual(new Set([one, other]))
    for (const who of [mspAdmin, admin, t.operator, person.actingIn(customer.id)])
      expect((await batches(who)).filter(({ id }) => found.some((mine) => mine.id === id))).toEqual([])
    await t.adminPool.query(
      `update restart_batch set created_at = now() - interval '8 days' where kind = 'reboot' and created_by = $1`,
      [person.personId],
    )
    await t.adminPool.query('select prune_stored(1000)')
    expect((await batches(person)).map(({ kind }) => kind)).toEqual(['factory_reset'])
  })

  test('refuses a caller without the permission before any lookup', async () => {
    const management = await t.person(customer.id, 'management_layer')
    const id = await arrangeDevice(t, customer.id)
    expect(await management.call('POST /api/v1/device/batch/reboot', { deviceIds: [id] })).toMatchObject({
      status: 403,
      code: 'permission.denied',
    })
    expect(await reboots(id)).toEqual([])
  })

  test.each([
    [[]],
    [['0']],
    [['1; drop table device']],
    [Array.from({ length: 1001 }, (_, index) => String(index + 1))],
  ])('refuses ids %# as invalid', async (deviceIds) => {
    expect(await admin.call('POST /api/v1/device/batch/reboot', { deviceIds })).toMatchObject({ status: 400 })
  })
})

describe('tagging', () => {
  const tagsOf = async (id: string) =>
    (await t.adminPool.query<{ tags: string[] }>('select tags from device where id = $1', [id])).rows[0]?.tags

  test('adds and removes tags in several companies, and sends the changes to live screens', async () => {
    const first = await arrangeDevice(t, customer.id, { tags: ['a', 'b'] })
    const other = await arrangeDevice(t, second.id, { tags: ['c'] })
    expect(
      await mspAdmin.call('POST /api/v1/device/batch/tag', {
        deviceIds: [first, other],
        add: ['c', "o'x"],
        remove: ['a'],
      }),
    ).toMatchObject({ code: 0, data: { accepted: 2 } })
    expect(await tagsOf(first)).toEqual(['b', 'c', "o'x"])
    expect(await tagsOf(other)).toEqual(['c', "o'x"])
    const { rows } = await t.adminPool.query(
      `select count(*)::int as n from live_event where kind = 'device.changed' and subject_id = any ($1)`,
      [[first, other]],
    )
    expect(rows).toEqual([{ n: 2 }])
  })

  test('refuses a device with too many tags, and tags the others', async () => {
    const full = await arrangeDevice(t, customer.id, {
      tags: Array.from({ length: 20 }, (_, index) => `t${index}`),
      name: 'Lobby',
      serial_number: 'FULL',
    })
    const free = await arrangeDevice(t, customer.id)
    const answer = await admin.call('POST /api/v1/device/batch/tag', {
      deviceIds: [full, free],
      add: ['more'],
    })
    expect(answer).toMatchObject({
      code: 50001,
      data: { accepted: 1, failed: [{ ip: 'FULL', name: 'Lobby' }] },
    })
    expect(await tagsOf(full)).toHaveLength(20)
    expect(await tagsOf(free)).toEqual(['more'])
  })
})
