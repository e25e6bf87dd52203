import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { EndpointInput } from '@netward/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { campaignsOf, oneRing } from '../../../test/campaign-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { otaJobs, otaSweeps } from './index.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())
const { step, released, move, summary } = campaignsOf(() => f)

/** Two portions and a bit: the request adds the first. */
const count = 4_100
type Rings = EndpointInput<'POST /ota/api/v2/ota/campaign'>['rings']
const filters = { type: ['smart_cpe' as const] }

async function gateways(companyId: string, productClass: string, from = 1, to = count): Promise<void> {
  await f.sql(
    `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version, presence)
     select $1::bigint, 'q' || n, 'smart_cpe', 'AABBCC', $2, $1::text || '-' || n, 'Quiet', '1.0', 'online'
     from generate_series($3::int, $4::int) n`,
    [companyId, productClass, from, to],
  )
}

async function made(person: TestPerson, firmwareId: string, rings: Rings = oneRing.rings) {
  const { code, data } = await person.call('POST /ota/api/v2/ota/campaign', {
    name: 'Many',
    firmwareId,
    filters,
    ...oneRing,
    rings,
  })
  expect(code).toBe(0)
  return data
}

/** A campaign in preparation, in its own company, and its job. */
async function preparing(productClass: string, rings: Rings = oneRing.rings) {
  const { admin, id } = await f.company()
  await gateways(id, productClass)
  const firmwareId = await released(admin, productClass, '2.0')
  const { campaignId, ...answered } = await made(admin, firmwareId, rings)
  expect(answered).toEqual({ targets: count, state: 'preparing' })
  return { admin, id, firmwareId, campaignId, work: () => prepare(id, campaignId) }
}

/** What a worker does. */
async function prepare(companyId: string, campaignId: string): Promise<void> {
  const tools = { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal }
  await otaJobs()['campaign.prepare']!({ companyId, campaignId }, tools)
}

const jobOf = (campaignId: string) =>
  f.sql<{ key: string }>(
    `select key from graphile_worker._private_jobs where key like 'campaign.prepare:%:' || $1::text`,
    [campaignId],
  )

const taken = async (campaignId: string) =>
  (
    await f.sql<{ n: number; once: number }>(
      'select count(*)::int as n, count(distinct device_id)::int as once from campaign_target where campaign_id = $1',
      [campaignId],
    )
  )[0]!

test('a job adds many gateways, those that matched at creation, before the campaign starts', async () => {
  const rings: Rings = [
    { kind: 'count', value: 10, soakMinutes: 0 },
    { kind: 'percent', value: 50, soakMinutes: 0 },
    { kind: 'percent', value: 100, soakMinutes: 0 },
  ]
  const { admin, id, firmwareId, campaignId, work } = await preparing('P1', rings)
  expect(await jobOf(campaignId)).toHaveLength(1)
  expect(await summary(admin, campaignId)).toMatchObject({
    state: 'preparing',
    becomes: 'draft',
    targets: count,
    prepared: 2_000,
  })
  // Nothing starts before preparation completes.
  expect((await move(admin, campaignId, 'start')).data).toEqual({ state: 'scheduled' })
  await step()
  await step()
  expect(await summary(admin, campaignId)).toMatchObject({
    state: 'preparing',
    becomes: 'scheduled',
    ring: null,
  })
  expect((await move(admin, campaignId, 'start')).code).toBe('campaign.move_not_allowed')
  // Gateways not yet added are also taken by the campaign.
  const dry = await admin.call('POST /ota/api/v2/ota/dry-run', { firmwareId, filters })
  expect(dry.data).toMatchObject({ fits: 0, misfits: [{ misfit: 'busy', count }] })
  // One gateway joins and one leaves in between.
  await gateways(id, 'P1', count + 1, count + 1)
  await f.sql(
    `update device set state = 'released' where id = (select device_ids[1] from campaign_portion where campaign_id = $1
       order by place limit 1)`,
    [campaignId],
  )
  await work()
  const whole = await summary(admin, campaignId)
  expect(whole).toMatchObject({ state: 'scheduled', becomes: null, targets: count - 1, prepared: count - 1 })
  expect(whole.rings.map(({ size }) => size)).toEqual([10, 2_049, 2_040])
  expect(await taken(campaignId)).toEqual({ n: count - 1, once: count - 1 })
  expect(await f.sql('select 1 from campaign_portion')).toEqual([])
  // Running twice creates nothing twice.
  await work()
  expect(await taken(campaignId)).toEqual({ n: count - 1, once: count - 1 })
  await step()
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'running', ring: 0 })
})

test('another worker resumes after one is killed while it adds gateways', async () => {
  const { id, admin, campaignId, work } = await preparing('P2')
  const blocker = await f.t.adminPool.connect()
  await blocker.query('begin')
  await blocker.query('lock table campaign_target in share mode')
  const worker = fileURLToPath(new URL('../../../test/campaign-worker.ts', import.meta.url))
  const payload = JSON.stringify({ companyId: id, campaignId })
  const child = spawn(process.execPath, [worker, JSON.stringify(f.t.admin), payload], { stdio: 'inherit' })
  const inserting = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and state <> 'idle' and query like '%insert into campaign_target%'`
  const soon = { timeout: 30_000, interval: 100 }
  await vi.waitFor(async () => expect(await f.sql(inserting)).toHaveLength(1), soon)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await blocker.query('rollback')
  blocker.release()
  await vi.waitFor(async () => expect(await f.sql(inserting)).toHaveLength(0), soon)
  const { prepared } = await summary(admin, campaignId)
  expect((await taken(campaignId)).n).toBe(prepared)
  // Two workers at once: each portion is taken by one.
  await Promise.all([work(), work()])
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'draft', targets: count, prepared: count })
  expect(await taken(campaignId)).toEqual({ n: count, once: count })
}, 60_000)

test('cancelling a campaign in preparation ends it, with the gateways prepared so far', async () => {
  const { admin, campaignId, work } = await preparing('P3')
  expect((await move(admin, campaignId, 'cancel')).data).toEqual({ state: 'cancelled' })
  await work()
  await step()
  expect(await summary(admin, campaignId)).toMatchObject({
    state: 'cancelled',
    becomes: null,
    targets: 2_000,
  })
  expect((await summary(admin, campaignId)).endedAt).not.toBeNull()
  expect(
    await f.sql("select 1 from campaign_target where campaign_id = $1 and state <> 'cancelled'", [
      campaignId,
    ]),
  ).toEqual([])
})

test('a preparation that fails or loses its worker is reported, and can be requested again', async () => {
  const { admin, id, campaignId, work } = await preparing('P4')
  await f.sql(
    'alter table campaign_target add constraint broken check (campaign_id <> ' + campaignId + ') not valid',
  )
  await expect(work()).rejects.toThrow('broken')
  await f.sql('alter table campaign_target drop constraint broken')
  expect(await summary(admin, campaignId)).toMatchObject({
    state: 'preparing_failed',
    becomes: 'draft',
    prepared: 2_000,
  })
  expect((await move(admin, campaignId, 'prepare')).data).toEqual({ state: 'preparing' })
  expect((await move(admin, campaignId, 'prepare')).code).toBe('campaign.move_not_allowed')
  const lost = otaSweeps({ secrets: f.t.secrets, filesUrl: f.url }).find(
    ({ name }) => name === 'campaign.lost',
  )!
  const look = () => lost.run({ scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal })
  await look()
  expect((await summary(admin, campaignId)).state).toBe('preparing')
  await f.sql('delete from graphile_worker._private_jobs where key = $1', [
    `campaign.prepare:${id}:${campaignId}`,
  ])
  await look()
  expect((await summary(admin, campaignId)).state).toBe('preparing_failed')
  // Requests made during preparation still apply.
  expect((await move(admin, campaignId, 'start')).data).toEqual({ state: 'scheduled' })
  expect((await move(admin, campaignId, 'pause')).data).toEqual({ state: 'paused' })
  await move(admin, campaignId, 'prepare')
  expect(await jobOf(campaignId)).toHaveLength(1)
  await work()
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'paused', targets: count, prepared: count })
})

test('a worker that stops leaves the rest to another, and reports no failure', async () => {
  const { admin, id, campaignId, work } = await preparing('P5')
  const signal = AbortSignal.abort()
  const stopped = otaJobs()['campaign.prepare']!(
    { companyId: id, campaignId },
    { scopes: f.t.scopes, log: f.t.log, signal },
  )
  await expect(stopped).rejects.toThrow('stopped')
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'preparing', prepared: 2_000 })
  await work()
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'draft', prepared: count })
})

test('the tenant can approve a campaign that is still being prepared', async () => {
  const msp = await f.t.company('middleman')
  const tenant = await f.t.company('company', msp.id)
  const own = await f.t.person(tenant.id, 'administrator')
  const above = (await f.t.person(msp.id, 'administrator')).actingIn(tenant.id)
  await gateways(tenant.id, 'P6')
  await own.call('PUT /ota/api/v2/ota/setting', { approval: true })
  const firmwareId = await released(await f.t.person(msp.id, 'administrator'), 'P6', '2.0')
  const { campaignId } = await made(above, firmwareId)
  expect((await move(above, campaignId, 'start')).data).toEqual({ state: 'awaiting_approval' })
  expect((await move(above, campaignId, 'approve')).code).toBe('campaign.only_at_home')
  expect((await move(own, campaignId, 'reject')).data).toEqual({ state: 'draft' })
  await move(above, campaignId, 'start')
  expect((await move(own, campaignId, 'approve')).data).toEqual({ state: 'scheduled' })
  // Its firmware is withdrawn and the tenant frozen: listed gateways are added, and nothing starts.
  await f.sql("update firmware set state = 'withdrawn' where id = $1", [firmwareId])
  await f.sql("update company set status = 'frozen' where id = $1", [tenant.id])
  await prepare(tenant.id, campaignId)
  await step()
  const [row] = await f.sql<{ state: string; targets: number; by: string | null }>(
    'select state, targets, approved_by_name as by from campaign where id = $1',
    [campaignId],
  )
  expect(row).toMatchObject({ state: 'scheduled', targets: count })
  expect(row!.by).not.toBeNull()
})

test('a user limited to a part of the company moves no campaign with earlier targets pending elsewhere', async () => {
  const { id, campaignId } = await preparing('P7')
  const part = await f.t.person(id, 'user_layer')
  // Two statements: the seat refers to its department.
  const [unit] = await f.sql<{ id: string; role: string }>(
    `with u as (insert into org_node (company_id, parent_id, type, name) select company_id, id, 4, 'Part' from org_node
         where company_id = $1 and parent_id is null returning id),
       r as (insert into role (company_id, name, permissions, data_scope) values ($1, 'part',
         '{DMS_SERVER_DEVICE_OTA_CAMPAIGN,DMS_SERVER_DEVICE_OTA_VIEW,DMS_SERVER_DEVICE_VIEW}', 'department') returning id)
     select (select id from u) as id, (select id from r) as role`,
    [id],
  )
  const { id: unitId, role } = unit!
  await f.sql(
    `with n as (insert into org_node (company_id, type, name, parent_id) values ($1, 2, 'me', $2) returning id)
     update member set os_id = (select id from n), department_id = $2 where person_id = $3`,
    [id, unitId, part.personId],
  )
  await f.sql(
    'update member_role set built_in = null, role_id = $1 where member_id in (select id from member where person_id = $2)',
    [role, part.personId],
  )
  const [shop] = await f.sql<{ id: string }>(
    `insert into outlet (company_id, name, department_id) values ($1, 'Shop', $2) returning id`,
    [id, unitId],
  )
  /** Bypasses the move rules, which are slow for thousands. */
  const place = (which: string) =>
    f.sql(`begin; set local session_replication_role = replica;
      update device set outlet_id = ${shop!.id}, department_id = ${unitId} where ${which}; commit`)
  await place(`id in (select device_id from campaign_target where campaign_id = ${campaignId})`)
  expect((await move(part, campaignId, 'cancel')).code).toBe('campaign.beyond_role')
  await place(`company_id = ${id}`)
  expect((await move(part, campaignId, 'cancel')).data).toEqual({ state: 'cancelled' })
}, 180_000)
