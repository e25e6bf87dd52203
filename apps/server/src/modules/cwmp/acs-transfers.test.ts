import { randomUUID } from 'node:crypto'
import { type AcsRequest, type CpeMessage, eventCode } from '@netward/cwmp'
import { type SimulatedGateway, simulatedImage } from '@netward/testkit'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'
import { cancelTransfers, orderTransfers, type TransferOrder } from '../devices/index.ts'
import { turnsRepo } from './exchange.repo.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

interface Device {
  id: string
  company_id: string
}

async function online(options: Parameters<AcsFixture['gateway']>[0] = {}) {
  const company = await f.company()
  const { username, password } = company
  // Its periodic Informs do not interfere with the test.
  const gateway = f.gateway({ username, password, timeScale: 0.1, rebootSeconds: 0.5, ...options })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1)
  await oneSession(gateway)
  return { company, gateway, device: (await f.deviceOf(gateway)) as unknown as Device }
}

const order = (device: Device, more: Partial<TransferOrder> = {}): TransferOrder => ({
  deviceId: device.id,
  direction: 'download',
  fileType: '3 Vendor Configuration File',
  url: 'http://127.0.0.1:1/f/secret-token',
  fileSize: 4,
  targetFileName: 'config.bin',
  ...more,
})

async function ask(device: Device, more: Partial<TransferOrder> = {}) {
  const [ordered] = await f.t.scopes.withCompany(device.company_id, ({ db }) =>
    orderTransfers(
      f.t.secrets,
      { db, companyId: device.company_id, by: null },
      [order(device, more)],
      'test.transfer_ended',
    ),
  )
  return ordered!
}

async function transfer(id: string) {
  const [row] = await f.sql('select * from device_transfer where id = $1', [id])
  return row
}

const commandOf = async (id: string) =>
  (await f.sql('select * from device_command where id = $1', [id]))[0] as Record<string, unknown>

const reported = (id: string) =>
  f.sql<{ state: string; reference: string | null }>(
    `select j.payload->>'state' as state, j.payload->>'reference' as reference
     from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'test.transfer_ended' and j.payload->>'transferId' = $1 order by j.id`,
    [id],
  )

const yes = { startTime: '0001-01-01T00:00:00Z', completeTime: '0001-01-01T00:00:00Z' }

/** A gateway that accepts each transfer, whose end the test reports. */
async function accepting(status: number) {
  const asked: AcsRequest[] = []
  const times =
    status === 0 ? { startTime: '2026-01-01T00:00:00Z', completeTime: '2026-01-01T00:00:09Z' } : yes
  const made = await online({
    intercept: (request): CpeMessage | undefined => {
      if (request.method !== 'Download' && request.method !== 'Upload') return undefined
      asked.push(request)
      return request.method === 'Download'
        ? { method: 'DownloadResponse', status, ...times }
        : { method: 'UploadResponse', status, ...times }
    },
  })
  return { ...made, asked }
}

/** A session that reports the end of a transfer, with event 7 or without. */
async function reportsEnd(gateway: SimulatedGateway, commandKey: string, faultCode = '0', events?: string[]) {
  gateway.reportTransfer({
    method: 'TransferComplete',
    commandKey,
    faultCode,
    faultString: faultCode === '0' ? '' : 'no such file',
    startTime: '2026-01-01T00:00:00Z',
    completeTime: '2026-01-01T00:01:00Z',
  })
  await oneSession(gateway, events)
}

test('a download moves from queued over sent to started, and ends with its TransferComplete in a later session', async () => {
  const { gateway, device, asked } = await accepting(1)
  const { transferId, commandId, commandKey } = await ask(device, {
    username: 'u',
    password: 'hunter2',
    reference: 'target-7',
    delaySeconds: 5,
  })
  expect(await transfer(transferId)).toMatchObject({ state: 'queued' })
  const queued = await commandOf(commandId)
  expect(JSON.stringify(queued['request'])).not.toMatch(/hunter2|secret-token/)
  await oneSession(gateway)
  expect(asked).toEqual([
    {
      method: 'Download',
      commandKey,
      fileType: '3 Vendor Configuration File',
      url: 'http://127.0.0.1:1/f/secret-token',
      username: 'u',
      password: 'hunter2',
      fileSize: 4,
      targetFileName: 'config.bin',
      delaySeconds: 5,
      successUrl: '',
      failureUrl: '',
    },
  ])
  expect(await transfer(transferId)).toMatchObject({ state: 'started', accepted_at: expect.any(Date) })
  // The secret is not needed any more.
  expect(await commandOf(commandId)).toMatchObject({ state: 'sent', secret: null })
  await oneSession(gateway)
  expect(asked).toHaveLength(1)
  expect(await reported(transferId)).toEqual([])

  await reportsEnd(gateway, commandKey, '0', [eventCode.transferComplete])
  expect(await transfer(transferId)).toMatchObject({
    state: 'transferred',
    fault_code: null,
    started_at: new Date('2026-01-01T00:00:00Z'),
    completed_at: new Date('2026-01-01T00:01:00Z'),
    ended_at: expect.any(Date),
  })
  expect(await commandOf(commandId)).toMatchObject({ state: 'done' })
  expect(await reported(transferId)).toEqual([{ state: 'transferred', reference: 'target-7' }])
  expect(await f.timelineOf(gateway)).toContain('command.done')

  // TR-069 3.7.1.5: without our response it reports again.
  await reportsEnd(gateway, commandKey, '0', [eventCode.transferComplete])
  expect(await reported(transferId)).toHaveLength(1)
  expect(await f.timelineOf(gateway)).not.toContain('transfer_complete')
})

test('a TransferComplete without event 7 counts, and its fault belongs to the transfer', async () => {
  const { gateway, device } = await accepting(1)
  const { transferId, commandId, commandKey } = await ask(device)
  await oneSession(gateway)
  await reportsEnd(gateway, commandKey, '9016', [eventCode.periodic])
  expect(await transfer(transferId)).toMatchObject({
    state: 'failed',
    fault_code: '9016',
    fault_detail: 'no such file',
  })
  expect(await commandOf(commandId)).toMatchObject({ state: 'failed', fault_code: '9016' })
  expect(await reported(transferId)).toEqual([{ state: 'failed', reference: null }])
})

test('firmware that loses the command key means the open transfer; with two open, neither', async () => {
  const { gateway, device } = await accepting(1)
  const one = await ask(device)
  const other = await ask(device, { direction: 'upload' })
  await oneSession(gateway)
  await reportsEnd(gateway, '')
  expect(await transfer(one.transferId)).toMatchObject({ state: 'started' })
  expect(await f.timelineOf(gateway)).toContain('transfer_complete')
  await reportsEnd(gateway, one.commandKey)
  await reportsEnd(gateway, '')
  expect(await transfer(other.transferId)).toMatchObject({ state: 'transferred', direction: 'upload' })
})

test('end to end: a gateway fetches firmware, comes back with it, and then uploads its configuration', async () => {
  const image = simulatedImage({ productClass: 'LR200', version: '9.0.1' })
  const sent: Buffer[] = []
  const files = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => sent.push(chunk))
    request.on('end', () => response.end(request.method === 'GET' ? image : undefined))
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(files.address() as AddressInfo).port}/f/abc`
  const { gateway, device } = await online({ transferSeconds: 0.1 })
  const firmware = await ask(device, { fileType: '1 Firmware Upgrade Image', url, fileSize: image.length })
  await oneSession(gateway)
  await vi.waitFor(async () =>
    expect(await transfer(firmware.transferId)).toMatchObject({ state: 'transferred' }),
  )
  await vi.waitFor(async () => expect(await f.deviceOf(gateway)).toMatchObject({ software_version: '9.0.1' }))

  const backup = await ask(device, { direction: 'upload', fileType: '1 Vendor Configuration File', url })
  await oneSession(gateway)
  await vi.waitFor(async () =>
    expect(await transfer(backup.transferId)).toMatchObject({ state: 'transferred' }),
  )
  expect(Buffer.concat(sent).toString()).toContain('WiFi.SSID.1.SSID')

  const gone = await ask(device, {
    url: url.replace('127.0.0.1', 'localhost'),
    fileSize: image.length + 1,
  })
  await oneSession(gateway)
  await vi.waitFor(async () =>
    expect(await transfer(gone.transferId)).toMatchObject({ state: 'failed', fault_code: '9018' }),
  )
  files.close()
})

test('status 0 means completed, with the times of the response', async () => {
  const { gateway, device } = await accepting(0)
  const { transferId } = await ask(device)
  await oneSession(gateway)
  expect(await transfer(transferId)).toMatchObject({
    state: 'transferred',
    completed_at: new Date('2026-01-01T00:00:09Z'),
  })
})

test('a fault of the answer ends the transfer', async () => {
  const { gateway, device } = await online()
  gateway.faultNext('Download', '9013')
  const { transferId } = await ask(device)
  await oneSession(gateway)
  expect(await transfer(transferId)).toMatchObject({ state: 'failed', fault_code: '9013' })
})

test('an endless transfer fails after its deadline, and a later TransferComplete still counts', async () => {
  const { gateway, device } = await accepting(1)
  const { transferId, commandId, commandKey } = await ask(device, { minutesToComplete: 10, delaySeconds: 60 })
  await oneSession(gateway)
  const [wait] = await f.sql<{ minutes: number }>(
    `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from device_command where id = $1`,
    [commandId],
  )
  expect(wait).toEqual({ minutes: 11 })
  await f.sql(`update device_command set expires_at = now() - interval '1 second' where id = $1`, [commandId])
  await f.sql('select command_expire(100)')
  expect(await transfer(transferId)).toMatchObject({ state: 'failed', fault_code: 'no_answer' })
  await reportsEnd(gateway, commandKey)
  expect(await transfer(transferId)).toMatchObject({ state: 'transferred', fault_code: null })
  expect((await reported(transferId)).map(({ state }) => state)).toEqual(['failed', 'transferred'])
})

test('an unsent transfer can be cancelled, and a gateway of another company is not reachable', async () => {
  const { gateway, device, asked } = await accepting(1)
  const { transferId } = await ask(device)
  const stranger = await f.company()
  const inside = <T>(
    companyId: string,
    work: (orderer: Parameters<typeof orderTransfers>[1]) => Promise<T>,
  ) => f.t.scopes.withCompany(companyId, ({ db }) => work({ db, companyId, by: null }))
  expect(await inside(stranger.id, (o) => orderTransfers(f.t.secrets, o, [order(device)]))).toEqual([])
  expect(await inside(stranger.id, (o) => cancelTransfers(o, [transferId]))).toEqual([])
  expect(await inside(device.company_id, (o) => cancelTransfers(o, [transferId]))).toEqual([transferId])
  expect(await transfer(transferId)).toMatchObject({ state: 'cancelled' })
  expect(await reported(transferId)).toMatchObject([{ state: 'cancelled' }])
  await oneSession(gateway)
  expect(asked).toEqual([])
})

test('a download whose response was cut off is sent again, three times at most', async () => {
  const { device, gateway } = await online()
  const { transferId, commandId } = await ask(device)
  for (const sends of [1, 2, 3]) {
    await f.sql(
      `update device_command set state = 'sent', sends = $2, sent_at = now() - interval '1 minute' where id = $1`,
      [commandId, sends],
    )
    const rows = await turnsRepo(f.t.scopes).turn(
      device.id,
      randomUUID(),
      { learned: { rows: [], reported: {} }, news: { ended: [] } },
      { since: new Date().toISOString() },
    )
    expect(rows).toHaveLength(sends < 3 ? 1 : 0)
  }
  expect(await transfer(transferId)).toMatchObject({ state: 'sent' })
  gateway.stop()
})

test('a transfer sent before its deadline has time to be answered, and is not sent again after it', async () => {
  const { device, gateway } = await online()
  const { transferId, commandId, commandKey } = await ask(device, { until: new Date(Date.now() + 60_000) })
  const take = () =>
    turnsRepo(f.t.scopes).turn(
      device.id,
      randomUUID(),
      { learned: { rows: [], reported: {} }, news: { ended: [] } },
      { since: new Date().toISOString() },
    )
  expect(await take()).toMatchObject([{ id: commandId, sent: true }])
  const expiresAt = (await commandOf(commandId))['expires_at'] as Date
  expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(4 * 60_000)
  await f.sql(
    `update device_command set sent_at = now() - interval '1 minute',
       request = request || jsonb_build_object('notAfter', now() - interval '1 second') where id = $1`,
    [commandId],
  )
  await f.sql('select command_expire(100)')
  expect(await take()).toEqual([])
  expect(await transfer(transferId)).toMatchObject({ state: 'sent' })
  await reportsEnd(gateway, commandKey)
  expect(await transfer(transferId)).toMatchObject({ state: 'transferred' })
  gateway.stop()
})

test('a transfer that reaches its deadline between being taken and sent stays unsent', async () => {
  const { device, gateway } = await online()
  gateway.stop()
  const { commandId } = await ask(device, { until: new Date(Date.now() + 60_000) })
  const holder = randomUUID()
  await f.sql('update gateway set lease_holder = $2, lease_since = now() where device_id = $1', [
    device.id,
    holder,
  ])
  await f.sql(
    `update device_command set request = request || jsonb_build_object('notAfter', now()) where id = $1`,
    [commandId],
  )
  const rows = await turnsRepo(f.t.scopes).turn(
    device.id,
    holder,
    { learned: { rows: [], reported: {} }, news: { ended: [] } },
    { next: commandId },
  )
  expect(rows).toEqual([])
  expect(await commandOf(commandId)).toMatchObject({ state: 'waiting', sends: 0 })
})
