import { afterAll, beforeAll, expect, test } from 'vitest'
import { informWith } from '../../../test/acs-client.ts'
import { arrangeDevice } from '../../../test/devices.ts'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture({ poolPerSource: 100 })
})
afterAll(() => f.stop())

let serials = 0
const serial = () => `A${process.pid}X${++serials}`

/** A customer of an MSP that has guessed the serial number of a gateway which calls in without credentials. */
async function guessed() {
  const msp = await f.t.company('middleman')
  const { id, admin } = await f.company(msp.id)
  const serialNumber = serial()
  await f.sql(`insert into pre_registration (company_id, oui, serial_number) values ($1, '00D09E', $2)`, [
    id,
    serialNumber,
  ])
  await informWith(f.url, { serialNumber }, { username: 'x', password: 'y' })
  await f.acs.flush()
  const mspAdmin = await f.t.person(msp.id, 'administrator')
  return { id, admin, mspAdmin, serialNumber, ...(await entryOf(admin, serialNumber)) }
}

async function entryOf(person: TestPerson, serialNumber: string) {
  const { data } = await person.call('POST /api/v1/device/pool/lists', { search: serialNumber })
  const entry = data.items.find((row) => row.serialNumber === serialNumber)
  return { entry, poolId: entry?.id ?? '0' }
}

const claim = (person: TestPerson, poolId: string) =>
  person.call('POST /api/v1/device/pool/claim', { poolIds: [poolId] })
const asked = async (person: TestPerson) =>
  (await person.call('POST /api/v1/device/pool/approval/lists', {})).data.items
const decide = (person: TestPerson, poolId: string, approve: boolean) =>
  person.call('POST /api/v1/device/pool/:poolId/approval', { poolId, approve })

/** Imports pre-registrations of a company as a person of its own or of a level above. */
function register(person: TestPerson, companyId: string, lines: readonly string[]) {
  return f.t.raw({
    method: 'POST',
    url: '/api/v1/device/pre-registration/import',
    headers: {
      authorization: `Bearer ${person.token}`,
      'x-company-id': person.companyId,
      ...(person.companyId !== companyId && { 'x-tenant-company-id': companyId, 'x-proxy': '1' }),
      'content-type': 'multipart/form-data; boundary=b',
    },
    payload: `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${lines.join('\n')}\r\n--b--\r\n`,
  })
}

/** A gateway in the pool whose label secret somebody registered for a customer of an MSP. */
async function labelled(by: 'company' | 'msp' | 'platform') {
  const msp = await f.t.company('middleman')
  const { id, admin } = await f.company(msp.id)
  const mspAdmin = await f.t.person(msp.id, 'administrator')
  const serialNumber = serial()
  const person = { company: admin, msp: mspAdmin, platform: f.t.operator }[by]
  const imported = await register(person, id, [
    'serialNumber,oui,labelSecret',
    `${serialNumber},00D09E,label-7`,
  ])
  expect(imported.data).toEqual({ imported: 1 })
  await informWith(f.url, { serialNumber }, { username: 'x', password: 'y' })
  await f.acs.flush()
  return { id, admin, mspAdmin, serialNumber }
}

const claimByLabel = (person: TestPerson, serialNumber: string) =>
  person.call('POST /api/v1/device/pool/claim-by-label', {
    oui: '00D09E',
    serialNumber,
    labelSecret: 'label-7',
  })

test('a label secret that the company registered itself opens no claim until a level above approves it', async () => {
  const { id, admin, mspAdmin, serialNumber } = await labelled('company')
  expect(await claimByLabel(admin, serialNumber)).toMatchObject({ code: 0, data: { asked: true } })
  const { entry, poolId } = await entryOf(admin, serialNumber)
  expect(entry).toMatchObject({ claimOpenUntil: null, claimAskedAt: expect.any(String) })
  await informWith(f.url, { serialNumber }, { username: 'x', password: 'y' })
  expect(await f.sql('select 1 from device where serial_number = $1', [serialNumber])).toEqual([])
  expect(await asked(mspAdmin)).toMatchObject([{ id: poolId, companyId: id }])
  expect((await decide(mspAdmin, poolId, true)).code).toBe(0)
  expect((await entryOf(admin, serialNumber)).entry!.claimOpenUntil).not.toBeNull()
})

test('a claim by label that awaits approval stands against another company, and yields to one with proof', async () => {
  const { admin, serialNumber } = await labelled('company')
  const other = await f.company()
  await claimByLabel(admin, serialNumber)
  expect((await claimByLabel(other.admin, serialNumber)).code).toBe('gateway.claim_refused')
  await f.sql('update pre_registration set registered_by = 1 where serial_number = $1', [serialNumber])
  expect(await claimByLabel(other.admin, serialNumber)).toMatchObject({ code: 0, data: { asked: false } })
})

test.each(['msp', 'platform'] as const)(
  'a label secret that the %s registered opens the claim',
  async (by) => {
    const { admin, serialNumber } = await labelled(by)
    expect(await claimByLabel(admin, serialNumber)).toMatchObject({ code: 0, data: { asked: false } })
    expect((await entryOf(admin, serialNumber)).entry!.claimOpenUntil).not.toBeNull()
  },
)

test('staff of the MSP claims by label for a customer without approval', async () => {
  const { id, mspAdmin, serialNumber } = await labelled('company')
  const claimed = await claimByLabel(mspAdmin.actingIn(id), serialNumber)
  expect(claimed).toMatchObject({ code: 0, data: { asked: false } })
})

test('a replacement by a label that the company registered itself awaits approval', async () => {
  const { id, admin, serialNumber } = await labelled('company')
  const deviceId = await arrangeDevice(f.t, id)
  const replaced = await admin.call('POST /api/v1/device/:deviceId/replace', {
    deviceId,
    label: { oui: '00D09E', serialNumber, labelSecret: 'label-7' },
  })
  expect(replaced).toMatchObject({ code: 0, data: { done: false, asked: true } })
})

test('a guessed serial number shows no address, and a claim on it opens nothing', async () => {
  const { admin, serialNumber, entry, poolId } = await guessed()
  expect(entry).toMatchObject({ seenBy: 'pre_registration', remoteAddress: null, claimAskedAt: null })
  const byAddress = await admin.call('POST /api/v1/device/pool/lists', { search: '127.0.0.1' })
  expect(byAddress.data.items).toEqual([])
  expect((await claim(admin, poolId)).data).toMatchObject({ accepted: 1, asked: 1 })
  const { entry: after } = await entryOf(admin, serialNumber)
  expect(after).toMatchObject({ claimOpenUntil: null, claimAskedAt: expect.any(String) })
  await informWith(f.url, { serialNumber }, { username: 'x', password: 'y' })
  expect(await f.sql('select 1 from device where serial_number = $1', [serialNumber])).toEqual([])
})

test('the MSP above approves a claim; the company itself, its staff and other MSPs do not', async () => {
  const { id, admin, mspAdmin, serialNumber, poolId } = await guessed()
  await claim(admin, poolId)
  const stranger = await f.t.person((await f.t.company('middleman')).id, 'administrator')
  expect((await decide(admin, poolId, true)).code).not.toBe(0)
  expect((await decide(mspAdmin.actingIn(id), poolId, true)).code).not.toBe(0)
  expect((await decide(stranger, poolId, true)).code).toBe('gateway.claim_not_asked')
  expect(await asked(stranger)).toEqual([])
  expect(await asked(mspAdmin)).toMatchObject([{ id: poolId, companyId: id, remoteAddress: '127.0.0.1' }])
  expect((await decide(mspAdmin, poolId, true)).code).toBe(0)
  expect(await asked(mspAdmin)).toEqual([])
  const { entry } = await entryOf(admin, serialNumber)
  expect(Date.parse(entry!.claimOpenUntil!)).toBeGreaterThan(Date.now() + 14 * 60_000)
  expect((await decide(mspAdmin, poolId, true)).code).toBe('gateway.claim_not_asked')
  const log = await f.sql(
    `select action, detail->>'approve' as approve from audit_log
     where company_id = any ($1) and action = 'gateway.claim_decided' order by id`,
    [[id, mspAdmin.companyId]],
  )
  expect(log).toHaveLength(2)
})

test('an MSP does not approve its own claim; the platform does', async () => {
  const msp = await f.t.company('middleman')
  const mspAdmin = await f.t.person(msp.id, 'administrator')
  const serialNumber = serial()
  await f.sql(`insert into pre_registration (company_id, oui, serial_number) values ($1, '00D09E', $2)`, [
    msp.id,
    serialNumber,
  ])
  await informWith(f.url, { serialNumber }, { username: 'x', password: 'y' })
  await f.acs.flush()
  const { poolId } = await entryOf(mspAdmin, serialNumber)
  expect((await claim(mspAdmin, poolId)).data).toMatchObject({ asked: 1 })
  expect(await asked(mspAdmin)).toEqual([])
  expect((await decide(mspAdmin, poolId, true)).code).toBe('gateway.claim_not_asked')
  expect((await decide(f.t.operator, poolId, true)).code).toBe(0)
})

test('a rejected claim ends the pre-registration that it rests on', async () => {
  const { admin, mspAdmin, serialNumber, poolId } = await guessed()
  await claim(admin, poolId)
  expect((await decide(mspAdmin, poolId, false)).code).toBe(0)
  expect((await entryOf(admin, serialNumber)).entry).toBeUndefined()
  expect((await claim(admin, poolId)).code).toBe(50002)
})

test('a gateway that another company released is offered to no company that registers its serial number', async () => {
  const { username, password, admin } = await f.company()
  const serialNumber = serial()
  await informWith(f.url, { serialNumber }, { username, password })
  const [device] = await f.sql<{ id: string }>('select id::text from device where serial_number = $1', [
    serialNumber,
  ])
  expect((await admin.call('POST /api/v1/device/:deviceId/release', { deviceId: device!.id })).code).toBe(0)
  const other = await f.company()
  await f.sql(`insert into pre_registration (company_id, oui, serial_number) values ($1, '00D09E', $2)`, [
    other.id,
    serialNumber,
  ])
  await informWith(f.url, { serialNumber }, { username: 'x', password: 'y' })
  await f.acs.flush()
  expect((await entryOf(other.admin, serialNumber)).entry).toBeUndefined()
  const { entry, poolId } = await entryOf(f.t.operator, serialNumber)
  expect(entry).toMatchObject({ seenBy: 'platform' })
  expect((await claim(other.admin, poolId)).code).toBe(50002)
})

test('a company has no more open pre-registrations than its quota has room for devices', async () => {
  const { id, admin } = await f.company()
  await f.sql(
    `insert into entitlement (company_id, kind, used, granted, changes_at) values ($1, 'devices', 1, 3, 'infinity')
     on conflict (company_id, kind) do update set used = 1, granted = 3, changes_at = 'infinity'`,
    [id],
  )
  const load = (rows: number) =>
    register(admin, id, ['serialNumber,oui', ...Array.from({ length: rows }, () => `${serial()},00D09E`)])
  expect((await load(3)).code).toBe('pre_registration.limit')
  expect((await load(2)).data).toEqual({ imported: 2 })
  expect((await load(1)).code).toBe('pre_registration.limit')
})
