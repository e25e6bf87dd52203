import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { provisioningJobs, provisioningRoutes, provisioningSweeps } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => provisioningRoutes(app, { secrets }))
})
afterAll(() => t.stop())

const anyGateway = { models: [], manufacturers: [], softwareVersions: [], tags: [], outletIds: [] }
const template = (regions: string[]) => ({
  name: 'Till',
  selector: { ...anyGateway, regions },
  content: {
    values: [{ path: 'Device.WiFi.SSID.1.SSID', value: 'shop' }],
    objects: [],
    notifications: [],
  },
  acknowledged: false,
})
const administrator = async () => t.person((await t.company('company')).id, 'administrator')
const written = async (person: TestPerson, regions: string[] = []) =>
  (await person.call('POST /api/v1/device/template', template(regions))).data.templateId

test('the list of templates says for which regions one is: as it is applied, before that as it was last written', async () => {
  const person = await administrator()
  const templateId = await written(person, ['East/Shanghai', 'North'])
  const listed = async () =>
    (await person.call('POST /api/v1/device/template/lists', {})).data.items.map(({ regions }) => regions)
  expect(await listed()).toEqual([['East/Shanghai', 'North']])
  await person.call('PUT /api/v1/device/template/:templateId', { templateId, ...template(['West']) })
  expect(await listed()).toEqual([['West']])
  await person.call('POST /api/v1/device/template/:templateId/apply', { templateId, version: 1 })
  expect(await listed()).toEqual([['East/Shanghai', 'North']])
  await person.call('PUT /api/v1/device/template/:templateId', { templateId, ...template([]) })
  await person.call('POST /api/v1/device/template/:templateId/apply', { templateId, version: 3 })
  expect(await listed()).toEqual([[]])
})

test('a template tells the names of the outlets and companies that it is for, without those that are not below', async () => {
  const msp = await t.company('middleman')
  const person = await t.person(msp.id, 'administrator')
  const tenant = await t.company('company', msp.id)
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name, code) values ($1, 'Harbour', 'H1') returning id::text as id`,
    [msp.id],
  )
  const { selector, ...rest } = template([])
  const which = { outletIds: [rows[0]!.id], below: true, companyIds: [tenant.id] }
  const made = await person.call('POST /api/v1/device/template', {
    ...rest,
    selector: { ...selector, ...which },
  })
  const { templateId } = made.data
  const names = async () =>
    (await person.call('GET /api/v1/device/template/:templateId', { templateId })).data.names
  expect(await names()).toMatchObject({
    outlets: [{ id: rows[0]!.id, name: 'Harbour' }],
    companies: [{ id: tenant.id }],
  })
  const other = await t.company('middleman')
  await t.adminPool.query('delete from company_ancestor where company_id = $1 and ancestor_id = $2', [
    tenant.id,
    msp.id,
  ])
  await t.adminPool.query('update company set parent_id = $2 where id = $1', [tenant.id, other.id])
  expect(await names()).toMatchObject({ companies: [] })
})

const tools = () => ({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
const jobOf = async (companyId: string) => {
  const { rows } = await t.adminPool.query<{ id: string; payload: { companyId: string } }>(
    `select j.id, j.payload from graphile_worker._private_jobs j
     where j.key like 'provision.preview:' || $1 || ':%'`,
    [companyId],
  )
  return rows[0]
}
const sweepLost = () =>
  provisioningSweeps()
    .find(({ name }) => name === 'provision.lost_previews')!
    .run(tools())

test('a failed count is reported, and is repeated on request', async () => {
  const person = await administrator()
  const which = { templateId: await written(person), version: 1 }
  const ask = () => person.call('POST /api/v1/device/template/:templateId/preview/all', which)
  const found = async () =>
    (await person.call('GET /api/v1/device/template/:templateId/preview/all', which)).data.preview
  await ask()
  const carryOut = async () =>
    provisioningJobs()['provision.preview']!((await jobOf(person.companyId))!.payload, tools())
  await t.adminPool.query('alter function provision_companies rename to provision_companies_gone')
  try {
    await expect(carryOut()).rejects.toThrow()
  } finally {
    await t.adminPool.query('alter function provision_companies_gone rename to provision_companies')
  }
  expect(await found()).toMatchObject({ state: 'failed', finishedAt: expect.any(String) })
  // A pending retry is what was requested again.
  const before = await jobOf(person.companyId)
  await ask()
  expect(await found()).toMatchObject({ state: 'running', finishedAt: null })
  expect((await jobOf(person.companyId))?.id).toBe(before?.id)
  await carryOut()
  expect(await found()).toMatchObject({ state: 'done' })
})

test('a count that no job goes on with any more has failed, one in its last attempt has not', async () => {
  const person = await administrator()
  const which = { templateId: await written(person), version: 1 }
  const ask = () => person.call('POST /api/v1/device/template/:templateId/preview/all', which)
  const state = async () =>
    (await person.call('GET /api/v1/device/template/:templateId/preview/all', which)).data.preview?.state
  await ask()
  await sweepLost()
  expect(await state()).toBe('running')
  const { id } = (await jobOf(person.companyId))!
  const set = (values: string) =>
    t.adminPool.query(`update graphile_worker._private_jobs set ${values} where id = $1`, [id])
  await set("attempts = max_attempts, locked_at = now(), locked_by = 'worker'")
  await sweepLost()
  expect(await state()).toBe('running')
  await set('locked_at = null, locked_by = null')
  await sweepLost()
  expect(await state()).toBe('failed')
  await ask()
  await sweepLost()
  expect(await state()).toBe('running')
  await t.adminPool.query('delete from graphile_worker._private_jobs where id = $1', [
    (await jobOf(person.companyId))!.id,
  ])
  await sweepLost()
  expect(await state()).toBe('failed')
})
