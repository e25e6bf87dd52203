import type { EndpointInput } from '@netward/contract'
import { type SimulatedGateway, simulatedImage } from '@netward/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { upload } from '../../../test/upload.ts'
import { otaSweeps } from './index.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

type Company = Awaited<ReturnType<AcsFixture['company']>>

/** What a worker does every few seconds. */
async function step() {
  const [sweep] = otaSweeps({ secrets: f.t.secrets, filesUrl: f.url })
  await sweep!.run({ scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal })
}

async function online(company: Company, options: Parameters<AcsFixture['gateway']>[0] = {}) {
  const { username, password } = company
  const gateway = f.gateway({
    username,
    password,
    timeScale: 0.02,
    rebootSeconds: 1,
    periodicInformInterval: 20,
    ...options,
  })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 2)
  const device = (await f.deviceOf(gateway)) as { id: string; product_class: string; model_name: string }
  return { gateway, deviceId: device.id, model: device.model_name, productClass: device.product_class }
}

async function released(person: TestPerson, productClass: string, version = '9.9.1', bytes = 600_000) {
  const made = await person.call('POST /ota/api/v2/ota/firmware', { version, models: [productClass] })
  const firmwareId = made.data.id
  const sent = await upload(f.t, person, `/ota/api/v2/ota/firmware/${firmwareId}/file`, {
    content: simulatedImage({ productClass: '', version }, bytes),
    filename: 'image.bin',
  })
  expect(sent).toMatchObject({ code: 0, data: { size: bytes } })
  expect(
    (await person.call('POST /ota/api/v2/ota/firmware/:firmwareId/move', { firmwareId, move: 'release' }))
      .data,
  ).toMatchObject({ state: 'released' })
  return firmwareId
}

const oneRing = {
  rings: [{ kind: 'percent' as const, value: 100, soakMinutes: 0 }],
  timeZone: 'Asia/Shanghai',
}

async function campaignOf(
  person: TestPerson,
  firmwareId: string,
  more: Partial<EndpointInput<'POST /ota/api/v2/ota/campaign'>>,
) {
  const made = await person.call('POST /ota/api/v2/ota/campaign', {
    name: 'To the new version',
    firmwareId,
    ...oneRing,
    ...more,
  })
  expect(made.code).toBe(0)
  return made.data.campaignId
}

const move = (person: TestPerson, campaignId: string, to: string) =>
  person.call('POST /ota/api/v2/ota/campaign/:campaignId/move', { campaignId, move: to })

const summary = async (person: TestPerson, campaignId: string) =>
  (await person.call('GET /ota/api/v2/ota/summary/:campaignId', { campaignId })).data

const targetsOf = async (person: TestPerson, campaignId: string) =>
  (await person.call('POST /ota/api/v2/ota/targets/lists', { campaignId })).data.items

/** Steps and sessions until all that was asked for has come about. */
async function until(gateways: readonly SimulatedGateway[], there: () => Promise<boolean>) {
  await vi.waitFor(
    async () => {
      await step()
      for (const gateway of gateways) if (gateway.state.phase === 'idle') gateway.informNow()
      expect(await there()).toBe(true)
    },
    { timeout: 20_000, interval: 100 },
  )
}

test('a gateway fetches its file in ranges, restarts and is verified by its new version; its URL is then over', async () => {
  const company = await f.company()
  const { gateway, deviceId, productClass } = await online(company, { rangeBytes: 100_000 })
  const firmwareId = await released(company.admin, productClass)
  const dry = await company.admin.call('POST /ota/api/v2/ota/dry-run', { firmwareId, deviceIds: [deviceId] })
  expect(dry.data).toMatchObject({ fits: 1, misfits: [], total: 1, items: [{ deviceId, misfit: null }] })
  const campaignId = await campaignOf(company.admin, firmwareId, { deviceIds: [deviceId] })
  expect(await summary(company.admin, campaignId)).toMatchObject({ state: 'draft', targets: 1, ring: null })
  expect((await move(company.admin, campaignId, 'start')).data).toEqual({ state: 'scheduled' })
  const seen = new Set<string>()
  await until([gateway], async () => {
    const [target] = await targetsOf(company.admin, campaignId)
    seen.add(target!.state)
    return target!.state === 'verified'
  })
  await until([], async () => (await summary(company.admin, campaignId)).state === 'completed')
  expect(await targetsOf(company.admin, campaignId)).toMatchObject([
    { state: 'verified', softwareVersion: '9.9.1', attempts: 1, progress: 100, faultCode: null },
  ])
  const csv = await company.admin.call('POST /ota/api/v2/ota/export', { campaignId })
  expect(csv.body).toContain('9.9.1')
  const [row] = await f.sql<{ token_hash: Buffer | null }>(
    'select token_hash from campaign_target where campaign_id = $1',
    [campaignId],
  )
  expect(row?.token_hash).toBeNull()
  const again = await company.admin.call('POST /ota/api/v2/ota/dry-run', {
    firmwareId,
    deviceIds: [deviceId],
  })
  expect(again.data).toMatchObject({ fits: 0, misfits: [{ misfit: 'at_version', count: 1 }] })
})
