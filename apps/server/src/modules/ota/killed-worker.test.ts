import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture, testLimits } from '../../../test/acs-fixture.ts'
import { campaignsOf } from '../../../test/campaign-fixture.ts'
import { startAcs } from '../cwmp/index.ts'
import { deviceFiles } from './index.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())
const { step, released, campaignOf, move, summary, targetsOf, until, running } = campaignsOf(() => f)

const soon = { timeout: 30_000, interval: 100 }

/** A company's gateways by SQL: no Informs, and their requests can be counted. */
async function quiet(companyId: string, productClass: string, count: number): Promise<void> {
  await f.sql(
    `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version, presence)
     select $1::bigint, 'q' || n, 'smart_cpe', 'AABBCC', $2, $1::text || '-' || n, 'Quiet', '1.0', 'online'
     from generate_series(1, $3::int) n`,
    [companyId, productClass, count],
  )
}

const asked = (campaignId: string) =>
  f.sql<{ transfers: number; queued: number; once: boolean }>(
    `select (select count(*)::int from device_transfer where reference = $1::text) as transfers,
       count(*) filter (where state = 'queued')::int as queued, max(attempts) <= 1 as once
     from campaign_target where campaign_id = $1::bigint`,
    [campaignId],
  )

test('a worker that is killed in the middle of a step leaves nothing half done, and another one does the step once', async () => {
  const { admin, id } = await f.company()
  await quiet(id, 'K1', 20)
  const firmwareId = await released(admin, 'K1', '2.0')
  const campaignId = await campaignOf(admin, firmwareId, { filters: { type: ['smart_cpe'] } })
  await move(admin, campaignId, 'start')
  await step()
  const blocker = await f.t.adminPool.connect()
  await blocker.query('begin')
  // The step has already set gateways aside and is about to order the downloads.
  await blocker.query('lock table device_transfer in share mode')
  const worker = fileURLToPath(new URL('../../../test/campaign-worker.ts', import.meta.url))
  const child = spawn(process.execPath, [worker, JSON.stringify(f.t.admin)], { stdio: 'inherit' })
  await vi.waitFor(async () => {
    const waiting = await f.sql(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%device_transfer%'`,
    )
    expect(waiting).toHaveLength(1)
  }, soon)
  // Another worker skips a campaign in progress.
  await step()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await blocker.query('rollback')
  blocker.release()
  await vi.waitFor(async () => {
    const left = await f.sql(
      `select 1 from pg_stat_activity where datname = current_database() and query like '%insert into device_transfer%'
         and state <> 'idle' and pid <> pg_backend_pid()`,
    )
    expect(left).toHaveLength(0)
  }, soon)
  expect(await asked(campaignId)).toEqual([{ transfers: 0, queued: 0, once: true }])
  await step()
  await step()
  expect(await asked(campaignId)).toEqual([{ transfers: 20, queued: 20, once: true }])
  // Concurrent workers run the next step once.
  await Promise.all([step(), step(), step()])
  expect(await asked(campaignId)).toEqual([{ transfers: 20, queued: 20, once: true }])
  expect((await summary(admin, campaignId)).state).toBe('running')
}, 60_000)

test('sends the commands of a gateway that is online again without scanning the queue', async () => {
  const { admin, gateway, deviceId, campaignId, state } = await running()
  gateway.stop()
  await f.sql("update device set presence = 'offline' where id = $1", [deviceId])
  await step()
  await step()
  const parked = () =>
    f.sql<{ parked: boolean }>('select parked from campaign_target where campaign_id = $1', [campaignId])
  expect(await parked()).toEqual([{ parked: true }])
  await f.sql("update device set presence = 'online' where id = $1", [deviceId])
  await step()
  expect(await state()).toBe('queued')
  expect(await f.sql('select 1 from campaign_news where campaign_id = $1', [campaignId])).toEqual([])
  expect((await summary(admin, campaignId)).rings[0]!.states).toEqual([{ state: 'queued', count: 1 }])
})

test('a step looks only at gateways that reported, and at no others', async () => {
  const { admin, id } = await f.company()
  await quiet(id, 'K2', 3)
  const campaignId = await campaignOf(admin, await released(admin, 'K2', '2.0'), {
    filters: { type: ['smart_cpe'] },
  })
  await move(admin, campaignId, 'start')
  const reported = async () =>
    (await f.sql('select device_id from campaign_news where campaign_id = $1', [campaignId])).length
  // A waiting gateway that goes offline reports nothing: it is checked before it is asked.
  await f.sql("update device set presence = 'offline' where company_id = $1", [id])
  expect(await reported()).toBe(0)
  await f.sql("update device set presence = 'online' where company_id = $1", [id])
  await step()
  await step()
  expect(await asked(campaignId)).toEqual([{ transfers: 3, queued: 3, once: true }])
  await step()
  expect(await reported()).toBe(0)
  await f.sql(
    `update device_transfer set state = 'failed', fault_code = '9010', ended_at = now()
     where id = (select min(transfer_id) from campaign_target where campaign_id = $1)`,
    [campaignId],
  )
  expect(await reported()).toBe(1)
  await step()
  expect(await reported()).toBe(0)
  expect(await targetsOf(admin, campaignId)).toMatchObject([
    { state: 'waiting', faultCode: '9010' },
    { state: 'queued' },
    { state: 'queued' },
  ])
})

// Last: it closes the ACS that the others need.
test('a download survives a restart of the ACS and finishes once', async () => {
  const { admin, gateway, campaignId, state } = await running({ rangeBytes: 60_000 })
  const { port } = f.acs.address
  await until([gateway], async () => ['sent', 'downloading', 'transferred'].includes(await state()))
  await f.acs.close()
  const restarted = await startAcs({
    config: { ...f.acsConfig, port },
    scopes: f.t.scopes,
    secrets: f.t.secrets,
    log: f.t.log,
    files: deviceFiles(f.t),
    limits: testLimits,
  })
  try {
    await until([gateway], async () => {
      // A cut connection is a transfer fault; the campaign retries when allowed.
      await f.sql("update campaign_target set due_at = null where campaign_id = $1 and state = 'waiting'", [
        campaignId,
      ])
      return ['verified', 'failed'].includes(await state())
    })
    const [target] = await targetsOf(admin, campaignId)
    expect(target).toMatchObject({ attempts: 1 })
    const transfers = await f.sql('select 1 from device_transfer where reference = $1', [campaignId])
    expect(transfers).toHaveLength(1)
    await until([], async () => (await summary(admin, campaignId)).state !== 'running')
  } finally {
    await restarted.close()
  }
}, 60_000)
