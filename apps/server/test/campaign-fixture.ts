import type { EndpointInput } from '@netward/contract'
import { type SimulatedGateway, simulatedImage } from '@netward/testkit'
import { expect, vi } from 'vitest'
import { otaSweeps } from '../src/modules/ota/index.ts'
import type { AcsFixture } from './acs-fixture.ts'
import type { TestPerson } from './test-app.ts'
import { upload } from './upload.ts'

export const oneRing = {
  rings: [{ kind: 'percent' as const, value: 100, soakMinutes: 0 }],
  timeZone: 'Asia/Shanghai',
}

/** Hours of the day in UTC that began an hour ago, or begin in an hour. */
export function hoursFrom(hours: -1 | 1) {
  const minuteOf = (ms: number) => Math.floor(ms / 60_000) % 1440
  const from = Date.now() + hours * 3_600_000
  return { fromMinute: minuteOf(from), toMinute: minuteOf(from + 2 * 3_600_000) }
}

/** Common steps of campaign tests. */
export function campaignsOf(fixture: () => AcsFixture) {
  const f = () => fixture()

  /** The worker's periodic step. */
  async function step(): Promise<void> {
    const { t, url } = f()
    const [sweep] = otaSweeps({ secrets: t.secrets, filesUrl: url })
    const failed: unknown[] = []
    const log = { error: (detail: unknown) => failed.push(detail) } as unknown as typeof t.log
    await sweep!.run({ scopes: t.scopes, log, signal: new AbortController().signal })
    expect(failed).toEqual([])
  }

  async function online(
    company: { username: string; password: string },
    options: Parameters<AcsFixture['gateway']>[0] = {},
  ) {
    const { username, password } = company
    const gateway = f().gateway({
      username,
      password,
      timeScale: 0.02,
      rebootSeconds: 1,
      periodicInforms: true,
      periodicInformInterval: 20,
      ...options,
    })
    gateway.start()
    await gateway.waitFor((g) => g.state.sessions >= 2, 20_000)
    const device = (await f().deviceOf(gateway)) as { id: string; product_class: string; model_name: string }
    return { gateway, deviceId: device.id, model: device.model_name, productClass: device.product_class }
  }

  async function released(
    person: TestPerson,
    productClass: string,
    version = '9.9.1',
    bytes = 600_000,
    more: Partial<EndpointInput<'POST /ota/api/v2/ota/firmware'>> = {},
  ) {
    const made = await person.call('POST /ota/api/v2/ota/firmware', {
      version,
      models: [productClass],
      ...more,
    })
    const firmwareId = made.data.id
    const sent = await upload(f().t, person, `/ota/api/v2/ota/firmware/${firmwareId}/file`, {
      content: simulatedImage({ productClass: '', version }, bytes),
      filename: 'image.bin',
    })
    expect(sent).toMatchObject({ code: 0, data: { size: bytes } })
    const at = 'POST /ota/api/v2/ota/firmware/:firmwareId/move'
    expect((await person.call(at, { firmwareId, move: 'release' })).data).toMatchObject({ state: 'released' })
    return firmwareId
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

  /** Changes its hours to those of `hoursFrom`. */
  const setHours = (campaignId: string, hours: -1 | 1) => {
    const { fromMinute, toMinute } = hoursFrom(hours)
    return f().sql('update campaign set from_minute = $2, to_minute = $3 where id = $1', [
      campaignId,
      fromMinute,
      toMinute,
    ])
  }

  /** Runs steps and sessions until everything requested is done. */
  async function until(gateways: readonly SimulatedGateway[], there: () => Promise<boolean>): Promise<void> {
    await vi.waitFor(
      async () => {
        await step()
        for (const gateway of gateways) if (gateway.state.phase === 'idle') gateway.informNow()
        expect(await there()).toBe(true)
      },
      { timeout: 30_000, interval: 100 },
    )
  }

  /** A gateway, a firmware for it, and a running campaign. */
  async function running(
    options: Parameters<AcsFixture['gateway']>[0] = {},
    more: Parameters<typeof campaignOf>[2] = {},
  ) {
    const company = await f().company()
    const { admin } = company
    const { gateway, deviceId, productClass } = await online(company, options)
    const firmwareId = await released(admin, productClass)
    const campaignId = await campaignOf(admin, firmwareId, { deviceIds: [deviceId], retries: 0, ...more })
    await move(admin, campaignId, 'start')
    const state = async () => (await targetsOf(admin, campaignId))[0]!.state
    const overdue = () =>
      f().sql("update campaign_target set due_at = now() - interval '1 second' where campaign_id = $1", [
        campaignId,
      ])
    return { company, admin, gateway, deviceId, productClass, firmwareId, campaignId, state, overdue }
  }

  /** A campaign that has upgraded TR-098 gateways, which have no partitions, from 1.0 to 2.0. */
  async function upgraded(productClass: string, count: number, more: Parameters<typeof campaignOf>[2] = {}) {
    const { id: companyId, admin } = await f().company()
    const devices = await f().sql<{ id: string }>(
      `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version, presence,
         data_model_root)
       select $1::bigint, 'u' || n, 'smart_cpe', 'AABBCC', $2, $2 || '-' || n, 'Upgraded', '1.0', 'online',
         'InternetGatewayDevice.' from generate_series(1, $3::int) n returning id::text`,
      [companyId, productClass, count],
    )
    await released(admin, productClass, '1.0')
    const campaignId = await campaignOf(admin, await released(admin, productClass, '2.0'), {
      filters: { type: ['smart_cpe'] },
      ...more,
    })
    await move(admin, campaignId, 'start')
    await step()
    await f().sql("update device set software_version = '2.0' where company_id = $1", [companyId])
    await step()
    await step()
    await step()
    expect((await summary(admin, campaignId)).state).toBe('completed')
    return { companyId, admin, campaignId, deviceIds: devices.map(({ id }) => id) }
  }

  return { step, online, released, campaignOf, move, summary, targetsOf, setHours, until, running, upgraded }
}
