import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { oneSession } from '../../../test/one-session.ts'
import { provisioningJobs } from './provisioning.jobs.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const waiting = 15_000
const ssid = 'Device.WiFi.SSID.1.SSID'
const anyGateway = { models: [], manufacturers: [], softwareVersions: [], tags: [], outletIds: [] }

/** Runs all queued provisioning jobs, as workers would. */
async function work() {
  const tools = { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal }
  for (;;) {
    const [job] = await f.sql<{ id: string; task: string; payload: { companyId: string } }>(
      `with next as (select j.id, t.identifier as task, j.payload from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier like 'provision.%' order by j.id limit 1),
       gone as (delete from graphile_worker._private_jobs j using next where j.id = next.id)
       select * from next`,
    )
    if (!job) return
    await provisioningJobs()[job.task]?.(job.payload, tools)
  }
}

type Tenant = Awaited<ReturnType<AcsFixture['company']>>

async function online({ username, password }: Tenant) {
  const gateway = f.gateway({ username, password, timeScale: 0.1 })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1, waiting)
  await oneSession(gateway)
  const { id } = (await f.deviceOf(gateway)) as { id: string }
  return { gateway, deviceId: id, ssid: () => gateway.value('WiFi.SSID.1.SSID') }
}

async function write(by: TestPerson, name: string, value: string, selector = {}, path = ssid) {
  const made = await by.call('POST /api/v1/device/template', {
    name,
    selector: { ...anyGateway, ...selector },
    content: { values: [{ path, value }], objects: [], notifications: [] },
    acknowledged: false,
  })
  expect(made).toMatchObject({ code: 0 })
  return made.data.templateId
}

async function apply(by: TestPerson, templateId: string, version = 1) {
  const applied = await by.call('POST /api/v1/device/template/:templateId/apply', { templateId, version })
  expect(applied).toMatchObject({ code: 0 })
  await work()
}

async function estate() {
  const msp = await f.t.company('middleman')
  const boss = await f.t.person(msp.id, 'administrator')
  return { msp, boss, customer: await f.company(msp.id) }
}

const configuration = async (who: TestPerson, deviceId: string) =>
  (await who.call('GET /api/v1/device/:deviceId/configuration', { deviceId })).data
const consent = async ({ id }: Tenant, mode: 'free' | 'request' | 'never') => {
  await f.sql(
    `insert into acting_consent (company_id, mode) values ($1, $2)
     on conflict (company_id) do update set mode = excluded.mode`,
    [id, mode],
  )
  await work()
}

describe('a template of an MSP', () => {
  test('is for the companies below when it says so, with the variables and secrets of theirs', async () => {
    const { boss, customer } = await estate()
    const { ssid: name, gateway, deviceId } = await online(customer)
    const before = name()
    await apply(boss, await write(boss, 'Own', 'mine'))
    await oneSession(gateway)
    expect(name()).toBe(before)
    await apply(boss, await write(boss, 'All', '{{company.name}}', { below: true }))
    await oneSession(gateway)
    expect(name()).toMatch(/^Company /)
    const { templates, state } = await configuration(customer.admin, deviceId)
    expect(state).toBe('applied')
    expect(templates).toMatchObject([
      { name: 'All', version: 1, ownerName: expect.stringMatching(/^Company /) },
    ])
    const seen = await customer.admin.call('POST /api/v1/device/template-above/lists', {})
    expect(seen.data.items).toMatchObject([{ name: 'All', version: 1, applies: true, acceptedByName: null }])
  })

  test('is read by those below, and changed by nobody there', async () => {
    const { boss, customer } = await estate()
    const draft = await write(boss, 'Draft', 'x', { below: true })
    const templateId = await write(boss, 'All', 'x', { below: true })
    await apply(boss, templateId)
    const { admin } = customer
    const read = await admin.call('GET /api/v1/device/template-above/:templateId', { templateId })
    expect(read.data).toMatchObject({ name: 'All', content: { values: [{ path: ssid, value: 'x' }] } })
    expect(
      await admin.call('GET /api/v1/device/template-above/:templateId', { templateId: draft }),
    ).toMatchObject({ code: 'template.not_found' })
    for (const call of [
      admin.call('GET /api/v1/device/template/:templateId', { templateId }),
      admin.call('POST /api/v1/device/template/:templateId/apply', { templateId, version: 1 }),
      admin.call('POST /api/v1/device/template/:templateId/withdraw', { templateId }),
      admin.call('DELETE /api/v1/device/template/:templateId', { templateId }),
    ]) {
      expect(await call).toMatchObject({ code: 'template.not_found' })
    }
    const other = await estate()
    expect(
      (await other.customer.admin.call('POST /api/v1/device/template-above/lists', {})).data.items,
    ).toEqual([])
    expect(
      await other.customer.admin.call('POST /api/v1/device/template-above/:templateId/accept', {
        templateId,
        version: 1,
      }),
    ).toMatchObject({ code: 'template.not_found' })
  })

  test('changes nothing where nobody is let in freely, until people of the company accept that version', async () => {
    const { boss, customer } = await estate()
    await consent(customer, 'request')
    const { gateway, deviceId, ssid: name } = await online(customer)
    const before = name()
    const templateId = await write(boss, 'All', 'shop', { below: true })
    await apply(boss, templateId)
    await oneSession(gateway)
    expect(name()).toBe(before)
    const wanted = { templateId, version: 1 }
    const accept = 'POST /api/v1/device/template-above/:templateId/accept'
    const lists = 'POST /api/v1/device/template-above/lists'
    expect((await customer.admin.call(lists, {})).data.items).toMatchObject([{ applies: false }])
    await f.sql(`delete from acting_consent where company_id = $1`, [customer.id])
    expect(await boss.actingIn(customer.id).call(accept, wanted)).toMatchObject({
      code: 'template.own_people',
    })
    await consent(customer, 'request')
    expect(await customer.admin.call(accept, { ...wanted, version: 2 })).toMatchObject({
      code: 'template.version_changed',
    })
    expect(await customer.admin.call(accept, wanted)).toMatchObject({ code: 0 })
    await work()
    await oneSession(gateway)
    expect(name()).toBe('shop')
    expect((await customer.admin.call(lists, {})).data.items).toMatchObject([
      { applies: true, acceptedByName: expect.any(String) },
    ])
    await customer.admin.call('POST /api/v1/device/template-above/:templateId/refuse', { templateId })
    await work()
    expect(await configuration(customer.admin, deviceId)).toMatchObject({ templates: [], state: null })
    expect(name()).toBe('shop')
  })

  test('reports a conflict with a template of the company', async () => {
    const { boss, customer } = await estate()
    const { gateway, deviceId } = await online(customer)
    await apply(boss, await write(boss, 'Same', 'one', { below: true }))
    await apply(customer.admin, await write(customer.admin, 'Same', 'two'))
    await oneSession(gateway)
    const found = await configuration(customer.admin, deviceId)
    expect(found.conflicts).toMatchObject([
      {
        path: ssid,
        wants: expect.arrayContaining([
          { template: 'Same', value: 'two' },
          { template: expect.stringMatching(/^Same \(Company /), value: 'one' },
        ]),
      },
    ])
    const list = await boss.call('POST /api/v1/device/lists', { configuration: ['conflict'] })
    expect(list.data.items.map(({ id }) => id)).toEqual([deviceId])
    expect((await boss.call('GET /api/v1/device/template-troubles', {})).data).toEqual({
      drifted: 0,
      failed: 0,
      conflict: 1,
    })
    const searched = { configuration: ['conflict' as const], presence: ['online' as const] }
    expect((await boss.call('POST /api/v1/device/lists', searched)).data.total).toBe(1)
  })

  test('names companies of its own alone, and is gone with the move to another MSP', async () => {
    const { msp, boss, customer } = await estate()
    const stranger = await estate()
    const refused = await boss.call('POST /api/v1/device/template', {
      name: 'Some',
      selector: { ...anyGateway, below: true, companyIds: [stranger.customer.id] },
      content: { values: [{ path: ssid, value: 'x' }], objects: [], notifications: [] },
      acknowledged: false,
    })
    expect(refused).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ field: 'selector.companyIds' }] },
    })
    const second = await f.company(msp.id)
    const one = await online(customer)
    const two = await online(second)
    const before = two.ssid()
    await apply(boss, await write(boss, 'Some', 'some', { below: true, companyIds: [customer.id] }))
    await oneSession(one.gateway)
    await oneSession(two.gateway)
    expect([one.ssid(), two.ssid()]).toEqual(['some', before])
    await f.sql(
      `insert into company_move (company_id, from_id, from_name, to_id, to_name, reason, home_id)
       select $1, $2, 'a', $3, 'b', 'test', id from company where kind = 'op'`,
      [customer.id, msp.id, stranger.msp.id],
    )
    await f.sql('select * from move_portion(500)')
    expect((await configuration(customer.admin, one.deviceId)).templates).toEqual([])
    await work()
    expect(await configuration(customer.admin, one.deviceId)).toMatchObject({ state: null })
    expect(one.ssid()).toBe('some')
  })
})

describe('a version that is tried', () => {
  async function shops(count: number) {
    const { boss, customer } = await estate()
    const gateways = await Promise.all(Array.from({ length: count }, () => online(customer)))
    const templateId = await write(boss, 'All', 'first', { below: true })
    await apply(boss, templateId)
    for (const { gateway } of gateways) await oneSession(gateway)
    const edit = async (value: string) => {
      const edited = await boss.call('PUT /api/v1/device/template/:templateId', {
        templateId,
        name: 'All',
        selector: { ...anyGateway, below: true },
        content: {
          values: value === '' ? [{ path: 'Device.WiFi.Nothing', value: '1' }] : [{ path: ssid, value }],
          objects: [],
          notifications: [],
        },
        acknowledged: false,
      })
      return edited.data.version
    }
    const sessions = async () => {
      for (const { gateway } of gateways) await oneSession(gateway)
    }
    return { boss, customer, gateways, templateId, edit, sessions }
  }
  const rollout = 'POST /api/v1/device/template/:templateId/rollout'
  const names = (gateways: { ssid: () => string | undefined }[]) => gateways.map((one) => one.ssid())
  const stateFor = async (boss: TestPerson, templateId: string) =>
    (await boss.call('GET /api/v1/device/template/:templateId/rollout', { templateId })).data.rollout

  test('goes to so many gateways, then to all', async () => {
    const { boss, gateways, templateId, edit, sessions } = await shops(3)
    const version = await edit('second')
    expect(
      await boss.call(rollout, { templateId, version, devices: 1, mostFailedPercent: 10 }),
    ).toMatchObject({ code: 0 })
    await work()
    await sessions()
    expect(names(gateways)).toHaveLength(3)
    expect(names(gateways).filter((name) => name === 'second')).toHaveLength(1)
    expect(names(gateways).filter((name) => name === 'first')).toHaveLength(2)
    expect(await stateFor(boss, templateId)).toMatchObject({
      state: 'trying',
      devices: 1,
      done: 1,
      waiting: 0,
    })
    const list = await boss.call('POST /api/v1/device/template/:templateId/rollout/lists', { templateId })
    expect(list.data).toMatchObject({ total: 1, items: [{ outcome: 'done' }] })
    expect(
      await boss.call('POST /api/v1/device/template/:templateId/apply', { templateId, version }),
    ).toMatchObject({ code: 'template.rollout_open' })
    expect(
      await boss.call('POST /api/v1/device/template/:templateId/rollout/apply', { templateId }),
    ).toMatchObject({ code: 0 })
    await work()
    await sessions()
    expect(names(gateways)).toEqual(['second', 'second', 'second'])
    expect(await stateFor(boss, templateId)).toMatchObject({ state: 'applied' })
    expect(await boss.call(rollout, { templateId, version, devices: 1, mostFailedPercent: 0 })).toMatchObject(
      { code: 'template.version_applied' },
    )
  })

  test("shows why a gateway of one's own company failed", async () => {
    const { customer } = await estate()
    const { gateway } = await online(customer)
    const path = 'Device.WiFi.Nothing'
    const { data: made } = await customer.admin.call('POST /api/v1/device/template', {
      name: 'Own',
      selector: anyGateway,
      content: { values: [{ path, value: '1' }], objects: [], notifications: [] },
      acknowledged: false,
    })
    const { templateId } = made
    await customer.admin.call(rollout, { templateId, version: 1, devices: 1, mostFailedPercent: 0 })
    await work()
    await oneSession(gateway)
    const list = await customer.admin.call('POST /api/v1/device/template/:templateId/rollout/lists', {
      templateId,
    })
    expect(list.data.items).toMatchObject([
      { outcome: 'failed', problem: { path, text: expect.stringMatching(/.+/) } },
    ])
  })

  test('stops automatically when too many fail, and goes back', async () => {
    const { boss, gateways, templateId, edit, sessions } = await shops(3)
    const version = await edit('')
    await boss.call(rollout, { templateId, version, devices: 2, mostFailedPercent: 0 })
    await work()
    await sessions()
    expect(await stateFor(boss, templateId)).toMatchObject({ state: 'stopped', failed: 1, waiting: 0 })
    const list = await boss.call('POST /api/v1/device/template/:templateId/rollout/lists', {
      templateId,
      outcome: 'failed',
    })
    // The reason is internal to the customer's gateway: its own page requires consent.
    expect(list.data).toMatchObject({ items: [{ outcome: 'failed', problem: null }] })
    await boss.call('POST /api/v1/device/template/:templateId/rollout/revert', { templateId })
    await work()
    await sessions()
    expect(names(gateways)).toEqual(['first', 'first', 'first'])
    expect(await stateFor(boss, templateId)).toMatchObject({ state: 'reverted' })
    expect(
      await boss.call('POST /api/v1/device/template/:templateId/rollout/revert', { templateId }),
    ).toMatchObject({ code: 'template.no_rollout' })
  })

  test('takes a number or a percentage, and belongs to who wrote it', async () => {
    const { boss, customer, templateId, edit } = await shops(1)
    const version = await edit('second')
    for (const many of [{}, { devices: 1, percent: 5 }]) {
      expect(await boss.call(rollout, { templateId, version, mostFailedPercent: 0, ...many })).toMatchObject({
        code: 'request.invalid',
        data: { fields: [{ field: 'devices' }] },
      })
    }
    const theirs = { templateId, version, percent: 5, mostFailedPercent: 0 }
    expect(await customer.admin.call(rollout, theirs)).toMatchObject({ code: 'template.not_found' })
    expect(
      await customer.admin.call('GET /api/v1/device/template/:templateId/rollout', { templateId }),
    ).toMatchObject({ code: 'template.not_found' })

    // It ends while the job still chooses: gateways chosen afterwards try nothing either.
    const { data } = await boss.call(rollout, { templateId, version, devices: 1, mostFailedPercent: 0 })
    await work()
    await f.sql("update provision_rollout set state = 'reverted', ended_at = now() where id = $1", [
      data.rolloutId,
    ])
    const trials = () => f.sql('select 1 from provision_trial where rollout_id = $1', [data.rolloutId])
    expect(await trials()).toHaveLength(1)
    const [row] = await f.sql<{ company_id: string }>(
      'select company_id::text from provision_rollout where id = $1',
      [data.rolloutId],
    )
    const tools = { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal }
    const job = { companyId: row!.company_id, rolloutId: data.rolloutId }
    await provisioningJobs()['provision.try']!(job, tools)
    expect(await trials()).toEqual([])
  })
})

test('what a version would change is counted on all gateways below, by a job that is found again', async () => {
  const { boss, customer } = await estate()
  const { gateway, deviceId } = await online(customer)
  await customer.admin.call('POST /api/v1/device/:deviceId/parameters/read', { deviceId, paths: [ssid] })
  await oneSession(gateway)
  const templateId = await write(boss, 'All', 'shop', { below: true })
  const all = { templateId, version: 1 }
  const get = () => boss.call('GET /api/v1/device/template/:templateId/preview/all', all)
  expect((await get()).data.preview).toBeNull()
  await boss.call('POST /api/v1/device/template/:templateId/preview/all', all)
  await boss.call('POST /api/v1/device/template/:templateId/preview/all', all)
  expect((await get()).data.preview).toMatchObject({ state: 'running' })
  await work()
  expect((await get()).data.preview).toMatchObject({
    state: 'done',
    matching: 1,
    compared: 1,
    changing: 1,
    parameters: 1,
    unread: 0,
    conflicting: 0,
  })
  // Templates of companies below are hidden from those above: the contradiction counts, without a name.
  await apply(customer.admin, await write(customer.admin, 'Secretly', 'mine'))
  await boss.call('POST /api/v1/device/template/:templateId/preview/all', all)
  await work()
  expect((await get()).data.preview).toMatchObject({
    changing: 0,
    conflicting: 1,
    conflicts: [{ path: ssid, templates: ['All', null], devices: 1 }],
    moreConflicts: 0,
  })
  // Only the existence of contradictions among them is reported.
  const inside = 'Device.Users.User.1.Username'
  await apply(customer.admin, await write(customer.admin, 'One', 'one', {}, inside))
  await apply(customer.admin, await write(customer.admin, 'Other', 'other', {}, inside))
  await boss.call('POST /api/v1/device/template/:templateId/preview/all', all)
  await work()
  expect((await get()).data.preview).toMatchObject({
    conflicting: 1,
    conflicts: [{ path: ssid, templates: ['All', null], devices: 1 }],
    moreConflicts: 1,
  })
})

test('a foreign ParameterKey is reported, and the gateway is compared', async () => {
  const { boss, customer } = await estate()
  await apply(boss, await write(boss, 'All', 'shop', { below: true }))
  const { gateway, deviceId } = await online(customer)
  await oneSession(gateway)
  expect((await configuration(customer.admin, deviceId)).foreignKey).toBeNull()
  const ours = gateway.value('ManagementServer.ParameterKey')
  gateway.changeValue('ManagementServer.ParameterKey', 'another-acs')
  gateway.changeValue('WiFi.SSID.1.SSID', 'theirs')
  await oneSession(gateway)
  await oneSession(gateway)
  const found = await configuration(customer.admin, deviceId)
  expect(found).toMatchObject({ foreignKey: { key: 'another-acs' }, state: 'drifted' })
  const foreign = async () =>
    (await f.timelineOf(gateway)).filter((kind) => kind === 'parameter_key.foreign').length
  expect(await foreign()).toBe(1)
  await customer.admin.call('POST /api/v1/device/:deviceId/configuration/apply', { deviceId, check: false })
  await oneSession(gateway)
  await oneSession(gateway)
  expect((await configuration(customer.admin, deviceId)).foreignKey).toBeNull()
  expect(gateway.value('ManagementServer.ParameterKey')).toBe(ours)
  expect(await foreign()).toBe(1)
})

test('parameters are suggested as gateways here are known to have them', async () => {
  const { customer, boss } = await estate()
  const { gateway, deviceId } = await online(customer)
  await customer.admin.call('POST /api/v1/device/:deviceId/parameters/read', {
    deviceId,
    paths: ['Device.WiFi.'],
  })
  await oneSession(gateway)
  const ask = 'POST /api/v1/device/template-parameters/lists'
  const { data } = await customer.admin.call(ask, { search: 'ssid.1.ss' })
  expect(data).toContainEqual({ path: ssid, type: expect.stringContaining('string'), word: null })
  expect((await boss.call(ask, { search: 'ssid.1.ss' })).data).toEqual([])
  // A search by description, in either language, offers the paths of both data models.
  const both = (word: string) => [
    { path: ssid, type: null, word },
    { path: 'InternetGatewayDevice.LANDevice.1.WLANConfiguration.1.SSID', type: null, word },
  ]
  expect((await boss.call(ask, { search: 'wifi 名称' })).data).toEqual(both('Wi-Fi · SSID'))
  expect((await boss.call(ask, { search: 'Wi-Fi name' })).data).toEqual(both('Wi-Fi · SSID'))
  const typed = await customer.admin.call(ask, { search: 'SSID' })
  expect(typed.data[0]).toEqual({ ...both('Wi-Fi · SSID')[0], type: expect.stringContaining('string') })
  expect((await boss.call(ask, { search: '端口转发', tables: true })).data).toMatchObject([
    { path: 'Device.NAT.PortMapping.' },
    { path: expect.stringMatching(/WANIPConnection.1.PortMapping\.$/) },
  ])
})

test('gateways that came in one statement are configured, and cost no more for being many', async () => {
  const { boss, customer } = await estate()
  await apply(
    boss,
    await write(boss, 'All', 'shop', { below: true, softwareFrom: '2', softwareBelow: '3.10' }),
  )
  await f.sql(
    `insert into device (company_id, name, type, driver, oui, serial_number, software_version)
     select $1::bigint, 'g' || n, 'smart_cpe', 'cwmp', 'AABBCC', 'P' || $1::bigint || '-' || n, 'V' || n || '.9.0'
     from generate_series(1, 4) n`,
    [customer.id],
  )
  const queued = await f.sql(
    `select d.name from device_command c join device d on d.id = c.device_id
     where d.company_id = $1 and c.kind = 'provision' order by 1`,
    [customer.id],
  )
  expect(queued).toEqual([{ name: 'g2' }, { name: 'g3' }])
})
