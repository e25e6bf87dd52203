import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { informWith } from '../../../test/acs-client.ts'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { arrangeDevice } from '../../../test/devices.ts'
import { stranger } from '../../../test/stranger.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { hashLabel } from './claims.service.ts'

let f: AcsFixture
beforeAll(async () => {
  // All gateways call from one address, with a short patience.
  f = await createAcsFixture({ wrongAnswersPerMinute: 1_000_000 })
})
afterAll(() => f.stop())

async function outlet(companyId: string, name = 'Shop'): Promise<string> {
  const [row] = await f.sql<{ id: string }>(
    'insert into outlet (company_id, name) values ($1, $2) returning id::text',
    [companyId, name],
  )
  return row!.id
}

async function line(companyId: string, outletId: string, deviceId: string): Promise<string> {
  const [row] = await f.sql<{ id: string }>(
    `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps, device_id, wan_name)
     values ($1, $2, 'Line', 'telecom', 'broadband', 100, 20, $3, 'WAN1') returning id::text`,
    [companyId, outletId, deviceId],
  )
  return row!.id
}

const carrierOf = async (lineId: string) =>
  (
    await f.sql<{ device_id: string | null; wan_name: string }>(
      'select device_id::text, wan_name from internet_line where id = $1',
      [lineId],
    )
  )[0]

async function arrived(gateway: ReturnType<AcsFixture['gateway']>) {
  return vi.waitFor(async () => {
    gateway.informNow()
    const device = await f.deviceOf(gateway)
    expect(device).toMatchObject({ state: 'claimed', credential_state: 'own' })
    return device!
  }, 20_000)
}

const replace = (person: TestPerson, deviceId: string, by: { newDeviceId?: string; poolId?: string }) =>
  person.call('POST /api/v1/device/:deviceId/replace', { deviceId, ...by })

describe('a claim into an outlet', () => {
  test('puts the gateway there, with the department of the outlet', async () => {
    const { id } = await f.company()
    const outletId = await outlet(id)
    const [department] = await f.sql<{ id: string }>(
      `with d as (insert into org_node (company_id, type, name, parent_id)
         select $1, 4, 'East', id from org_node where company_id = $1 and parent_id is null returning id)
       update outlet set department_id = (select id from d) where id = $2 returning department_id::text as id`,
      [id, outletId],
    )
    const { gateway, poolId, claimer } = await stranger(f, id)
    const claim = await claimer.call('POST /api/v1/device/pool/claim', { poolIds: [poolId], outletId })
    expect(claim).toMatchObject({ code: 0, data: { accepted: 1 } })
    expect(await arrived(gateway)).toMatchObject({
      company_id: id,
      outlet_id: outletId,
      department_id: department!.id,
    })
  })

  test('is refused for an outlet of another company, which is not found', async () => {
    const [{ id }, other] = [await f.company(), await f.company()]
    const foreign = await outlet(other.id)
    const { gateway, poolId, claimer } = await stranger(f, id)
    const claim = await claimer.call('POST /api/v1/device/pool/claim', {
      poolIds: [poolId],
      outletId: foreign,
    })
    expect(claim).toMatchObject({ status: 404, code: 'outlet.not_found' })
    gateway.stop()
  })
})

describe('replacing a gateway', () => {
  test('by one that is in no outlet of the company: name, note, tags, outlet and lines stay, the queue ends', async () => {
    const { id, admin } = await f.company()
    const outletId = await outlet(id)
    const old = await arrangeDevice(f.t, id, {
      name: 'Counter',
      tags: ['main'],
      presence: 'offline',
      serial_number: 'OLD1',
    })
    await f.sql('update device set outlet_id = $2, note = $3 where id = $1', [old, outletId, 'mind the dog'])
    const next = await arrangeDevice(f.t, id, { name: 'SPARE', serial_number: 'NEW1' })
    const lineId = await line(id, outletId, old)
    await admin.call('POST /api/v1/device/batch/reboot', { deviceIds: [old] })

    expect(await replace(admin, old, { newDeviceId: next })).toMatchObject({ code: 0, data: { done: true } })

    const after = await admin.call('GET /api/v1/device/:deviceId', { deviceId: next })
    expect(after.data).toMatchObject({
      name: 'Counter',
      tags: ['main'],
      note: 'mind the dog',
      outletId,
      outletName: 'Shop',
      state: 'claimed',
    })
    const before = await admin.call('GET /api/v1/device/:deviceId', { deviceId: old })
    expect(before.data).toMatchObject({ state: 'replaced', replacedBy: { id: next, serialNumber: 'NEW1' } })
    expect(await carrierOf(lineId)).toEqual({ device_id: next, wan_name: 'WAN1' })
    const commands = await admin.call('GET /api/v1/device/:deviceId/commands', { deviceId: old })
    expect(commands.data.items.map(({ state }) => state)).toEqual(['cancelled'])
    const kinds = async (deviceId: string) =>
      (await admin.call('GET /api/v1/device/:deviceId/timeline', { deviceId })).data.items.map(
        ({ kind, detail }) => [kind, detail['serial']],
      )
    expect(await kinds(old)).toContainEqual(['replaced', 'NEW1'])
    expect(await kinds(next)).toContainEqual(['replaces', 'OLD1'])
    const audited = await f.sql(
      `select detail from audit_log where company_id = $1 and action = 'device.replaced' and subject_id = $2`,
      [id, old],
    )
    expect(audited).toMatchObject([{ detail: { by: next } }])
    // It cannot be repeated, and the released one grants nothing.
    expect((await replace(admin, old, { newDeviceId: next })).code).toBe('device.move_not_allowed')
  })

  test.each([
    ['stands in an outlet', { placed: true }, 'device.move_not_allowed'],
    ['is quarantined', { guard: 'quarantined' as const }, 'device.move_not_allowed'],
    ['is another company’s', { foreign: true }, 'device.not_found'],
  ])('by one that %s is refused, and nothing changes', async (_what, made, code) => {
    const { id, admin } = await f.company()
    const other = await f.company()
    const outletId = await outlet(id)
    const old = await arrangeDevice(f.t, id, { name: 'Counter' })
    const next = await arrangeDevice(f.t, 'foreign' in made ? other.id : id, {
      ...('guard' in made && { guard: made.guard }),
    })
    if ('placed' in made) await f.sql('update device set outlet_id = $2 where id = $1', [next, outletId])
    expect((await replace(admin, old, { newDeviceId: next })).code).toBe(code)
    expect((await admin.call('GET /api/v1/device/:deviceId', { deviceId: old })).data.state).toBe('claimed')
  })

  test('by one of the pool happens when it calls in, also with a full quota: it is net zero', async () => {
    const { id, admin } = await f.company()
    const outletId = await outlet(id)
    const old = await arrangeDevice(f.t, id, { name: 'Counter', tags: ['main'] })
    await f.sql('update device set outlet_id = $2 where id = $1', [old, outletId])
    const lineId = await line(id, outletId, old)
    await f.sql(`update entitlement set granted = used where company_id = $1 and kind = 'devices'`, [id])
    const { gateway, poolId, claimer } = await stranger(f, id)

    expect(await replace(claimer, old, { poolId })).toMatchObject({ code: 0, data: { done: false } })
    const waiting = await admin.call('GET /api/v1/device/:deviceId', { deviceId: old })
    expect(waiting.data).toMatchObject({
      state: 'claimed',
      replacementAwaited: { serialNumber: gateway.factory.deviceId.serialNumber },
    })

    const device = await arrived(gateway)
    expect(device).toMatchObject({ name: 'Counter', tags: ['main'], outlet_id: outletId, company_id: id })
    const before = await admin.call('GET /api/v1/device/:deviceId', { deviceId: old })
    expect(before.data).toMatchObject({ state: 'replaced', replacementAwaited: null })
    expect(await carrierOf(lineId)).toEqual({ device_id: String(device['id']), wan_name: 'WAN1' })
  })

  test('by a label asks for the product class where the secret fits several', async () => {
    const { id, admin } = await f.company()
    const deviceId = await arrangeDevice(f.t, id)
    const serialNumber = 'LABELLED1'
    await f.sql(
      `with fits as (insert into gateway_pool (oui, product_class, serial_number, remote_address)
         select '00D09E', c, $2, '192.0.2.9' from unnest(array['GW', 'AP']) c)
       insert into pre_registration (company_id, oui, serial_number, label_hash, expires_at)
       values ($1, '00D09E', $2, $3, now() + interval '1 day')`,
      [id, serialNumber, hashLabel(f.t.secrets, 'label-7')],
    )
    const label = { oui: '00D09E', serialNumber, labelSecret: 'label-7' }
    const by = (given: object) =>
      admin.call('POST /api/v1/device/:deviceId/replace', {
        deviceId,
        label: { ...label, ...given },
      })
    expect((await by({ labelSecret: 'another' })).code).toBe('gateway.claim_refused')
    expect(await by({})).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ field: 'label.productClass' }] },
    })
    expect(await by({ productClass: 'AP' })).toMatchObject({ code: 0, data: { done: false } })
  })

  test('names exactly one new gateway', async () => {
    const { id, admin } = await f.company()
    const old = await arrangeDevice(f.t, id)
    const none = await replace(admin, old, {})
    expect(none).toMatchObject({ status: 400, code: 'request.invalid' })
    expect(none.data).toMatchObject({ fields: [{ field: 'newDeviceId' }] })
    expect((await replace(admin, old, { newDeviceId: '1', poolId: '1' })).code).toBe('request.invalid')
  })
})

describe('one gateway, two companies after each other (design §3)', () => {
  test('is released by one and claimed by the other: new credentials, and the history stays with the first', async () => {
    const [first, second] = [await f.company(), await f.company()]
    const serialNumber = `TWO${process.pid}`
    const deviceIn = async (companyId: string) => {
      const [row] = await f.sql<{ id: string }>(
        'select id::text from device where company_id = $1 and serial_number = $2',
        [companyId, serialNumber],
      )
      return row!.id
    }
    await informWith(f.url, { serialNumber }, first)
    const one = await deviceIn(first.id)
    await first.admin.call('PUT /api/v1/device/:deviceId', { deviceId: one, name: 'Ours', note: 'secret' })
    await f.sql('update device set outlet_id = $2 where id = $1', [one, await outlet(first.id)])
    const [before] = await f.sql('select username from gateway where device_id = $1', [one])
    const released = await first.admin.call('POST /api/v1/device/:deviceId/release', { deviceId: one })
    expect(released.code).toBe(0)

    await informWith(f.url, { serialNumber }, second)
    const two = await deviceIn(second.id)
    const read = (admin: TestPerson, deviceId: string) =>
      admin.call('GET /api/v1/device/:deviceId', { deviceId })
    expect((await read(second.admin, two)).data).toMatchObject({
      name: serialNumber,
      note: '',
      outletId: null,
    })
    const [after] = await f.sql('select username from gateway where device_id = $1', [two])
    expect(after).not.toEqual(before)
    const kinds = async (admin: TestPerson, deviceId: string) =>
      (await admin.call('GET /api/v1/device/:deviceId/timeline', { deviceId })).data.items.map(
        ({ kind }) => kind,
      )
    expect(await kinds(first.admin, one)).toEqual(expect.arrayContaining(['claimed', 'released']))
    expect(await kinds(second.admin, two)).not.toContain('released')
    expect((await read(first.admin, one)).data).toMatchObject({ state: 'released', outletName: 'Shop' })
    expect((await read(second.admin, one)).code).toBe('device.not_found')
    expect((await read(first.admin, two)).code).toBe('device.not_found')
  })
})
