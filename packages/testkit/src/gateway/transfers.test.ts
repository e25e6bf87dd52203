import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Command, TransferComplete } from '@netward/cwmp'
import { afterEach, expect, test } from 'vitest'
import { SimulatedGateway } from './gateway.ts'
import type { GatewayOptions } from './options.ts'
import { ScriptedAcs } from './scripted-acs.ts'
import { simulatedImage } from './simulated-files.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A file server that records its requests and uploads. */
async function files(content: Buffer, options: { ranges?: boolean; cut?: boolean; status?: number } = {}) {
  const asked: (string | undefined)[] = []
  const received: Buffer[] = []
  const server = http.createServer((request, response) => {
    asked.push(request.headers.range)
    if (options.status !== undefined) return response.writeHead(options.status).end()
    if (request.method === 'PUT') {
      request.on('data', (chunk: Buffer) => received.push(chunk))
      return request.on('end', () => response.writeHead(201).end())
    }
    if (options.cut === true) {
      response.writeHead(200, { 'Content-Length': content.length + 100 })
      return response.write(content, () => response.destroy())
    }
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (options.ranges !== true || range === null) return response.end(content)
    const part = content.subarray(Number(range[1]), Number(range[2]) + 1)
    response.writeHead(206, {
      'Content-Range': `bytes ${range[1]}-${Number(range[1]) + part.length - 1}/${content.length}`,
    })
    return response.end(part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`, asked, received }
}

async function managed(command: (acs: ScriptedAcs) => Command, options: Partial<GatewayOptions> = {}) {
  const acs = await new ScriptedAcs().listen()
  closing.push(() => acs.close())
  acs.commands.push(command(acs))
  const gateway = new SimulatedGateway({
    url: acs.url,
    timeScale: 0.001,
    periodicInformInterval: 1_000_000,
    ...options,
  })
  closing.push(() => gateway.stop())
  gateway.start()
  return { acs, gateway }
}

const download = (url: string, fileSize = 0, fileType = '1 Firmware Upgrade Image'): Command => ({
  id: '1',
  kind: 'download',
  download: {
    commandKey: 'fw-9',
    fileType,
    url,
    username: '',
    password: '',
    fileSize,
    targetFileName: '',
    delaySeconds: 0,
    successUrl: '',
    failureUrl: '',
  },
})

const upload = (url: string): Command => ({
  id: '1',
  kind: 'upload',
  upload: {
    commandKey: 'up-1',
    fileType: '1 Vendor Configuration File',
    url,
    username: '',
    password: '',
    delaySeconds: 0,
  },
})

const reported = (acs: ScriptedAcs) =>
  acs.actions.flatMap((action) =>
    action.kind === 'transfer_complete' ? [action.message as TransferComplete] : [],
  )

const twoSessions = (gateway: SimulatedGateway) => gateway.waitFor(({ state }) => state.sessions >= 2)
const image = simulatedImage({ productClass: 'LR200', version: '5.0.1' }, 3000)

test('firmware is fetched, started by a reboot, and reported with 7 TRANSFER COMPLETE and M Download', async () => {
  const server = await files(image)
  const { acs, gateway } = await managed(() => download(server.url, image.length))
  await twoSessions(gateway)
  expect(acs.informs[1]?.events).toEqual([
    { code: '7 TRANSFER COMPLETE', commandKey: '' },
    { code: 'M Download', commandKey: 'fw-9' },
    { code: '1 BOOT', commandKey: '' },
  ])
  expect(reported(acs)).toMatchObject([{ commandKey: 'fw-9', faultCode: '0' }])
  expect(gateway.value('DeviceInfo.SoftwareVersion')).toBe('5.0.1')
})

test('it fetches in ranges where the server knows them', async () => {
  const server = await files(image, { ranges: true })
  const { gateway } = await managed(() => download(server.url, image.length), { rangeBytes: 1024 })
  await twoSessions(gateway)
  expect(server.asked).toEqual(['bytes=0-1023', 'bytes=1024-2047', 'bytes=2048-3071'])
  expect(gateway.value('DeviceInfo.SoftwareVersion')).toBe('5.0.1')
})

test.each([
  ['9016', { status: 404 }, image.length, {}],
  ['9012', { status: 401 }, image.length, {}],
  ['9017', { cut: true }, image.length, {}],
  ['9018', {}, image.length + 1, {}],
  ['9018', {}, image.length, { productClass: 'OTHER' }],
  ['9010', { status: 404 }, image.length, { model: 'korvus-edge1' }],
  ['9019', {}, image.length, { odd: { transferFault: '9019' } }],
] as const)(
  'it fails with %s where the file is not to be had or no good',
  async (code, server, size, options) => {
    const { url } = await files(image, server)
    const { acs, gateway } = await managed(() => download(url, size), options)
    await twoSessions(gateway)
    expect(reported(acs)).toMatchObject([{ commandKey: 'fw-9', faultCode: code }])
    expect(gateway.value('DeviceInfo.SoftwareVersion')).toBe(gateway.factory.model.softwareVersion)
  },
)

test('a file server elsewhere is not spoken to', async () => {
  const { acs, gateway } = await managed(() => download('http://203.0.113.9/file'))
  await twoSessions(gateway)
  expect(reported(acs)).toMatchObject([{ faultCode: '9015' }])
})

test('its configuration is sent, and taken back', async () => {
  const server = await files(Buffer.alloc(0))
  const { acs, gateway } = await managed(() => upload(server.url))
  await twoSessions(gateway)
  expect(acs.informs[1]?.events).toContainEqual({ code: 'M Upload', commandKey: 'up-1' })
  const saved = Buffer.concat(server.received)
  expect(saved.toString()).not.toContain('ManagementServer')
  const back = await files(Buffer.from(saved.toString().replace('branch-2.4GHz', 'renamed')))
  acs.commands.push(download(back.url, 0, '3 Vendor Configuration File'))
  gateway.informNow()
  await gateway.waitFor(({ state }) => state.sessions >= 4)
  expect(gateway.value('WiFi.SSID.1.SSID')).toBe('renamed')
})

test('with two partitions it starts from the other one, and back from the first when that is set', async () => {
  const server = await files(image)
  const { acs, gateway } = await managed(() => download(server.url), { partitions: 2 })
  await twoSessions(gateway)
  expect(gateway.value('DeviceInfo.ActiveFirmwareImage')).toBe('Device.DeviceInfo.FirmwareImage.2')
  expect(gateway.value('DeviceInfo.FirmwareImage.1.Version')).toBe('4.2.1')
  expect(gateway.value('DeviceInfo.SoftwareVersion')).toBe('5.0.1')
  acs.commands.push(
    {
      id: '2',
      kind: 'set_parameter_values',
      values: [
        {
          name: 'Device.DeviceInfo.BootFirmwareImage',
          value: 'Device.DeviceInfo.FirmwareImage.1',
          type: 'string',
        },
      ],
    },
    { id: '3', kind: 'reboot' },
  )
  gateway.informNow()
  await gateway.waitFor(({ state }) => state.sessions >= 4)
  expect(gateway.value('DeviceInfo.SoftwareVersion')).toBe('4.2.1')
})

test('habits after an upgrade: silence, or the old version', async () => {
  const server = await files(image)
  const gone = await managed(() => download(server.url), { odd: { afterUpgrade: 'never_back' } })
  await gone.gateway.waitFor(({ state }) => state.phase === 'stopped')
  expect(reported(gone.acs)).toEqual([])
  const old = await managed(() => download(server.url), { odd: { afterUpgrade: 'old_version' } })
  await twoSessions(old.gateway)
  expect(reported(old.acs)).toMatchObject([{ faultCode: '0' }])
  expect(old.gateway.value('DeviceInfo.SoftwareVersion')).toBe('4.2.1')
})

test('TransferComplete comes without events or without its key, where firmware is so', async () => {
  const server = await files(image)
  const { acs, gateway } = await managed(() => download(server.url), {
    odd: { noTransferEvents: true, noCommandKey: true },
  })
  await twoSessions(gateway)
  expect(acs.informs[1]?.events).toEqual([{ code: '1 BOOT', commandKey: '' }])
  expect(reported(acs)).toMatchObject([{ commandKey: '', faultCode: '0' }])
})

test('reports queued transfers while they wait', async () => {
  const server = await files(image)
  const { acs, gateway } = await managed(() => download(server.url), { transferSeconds: 1_000_000 })
  acs.commands.push({ id: '2', kind: 'get_queued_transfers' })
  await gateway.waitFor(({ state }) => state.sessions >= 1)
  expect(acs.outcomeOf('2')).toMatchObject({
    result: { transfers: [{ commandKey: 'fw-9', state: 1, about: { isDownload: true } }] },
  })
})
