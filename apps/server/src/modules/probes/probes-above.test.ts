import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { ProbeHub } from './hub/hub.ts'
import { probeRoutes } from './probes.routes.ts'
import { Programs } from './release.ts'

let t: TestApp
let customer: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { scopes, secrets, log }) => {
    const hub = new ProbeHub({
      scopes,
      secrets,
      log,
      release: () => null,
      writeBatch: () => Promise.reject(new Error('nothing is written here')),
      saveParts: async () => {},
    })
    probeRoutes(app, { hub, programs: new Programs(), publicUrl: 'https://netward.test' })
  })
  customer = await t.person((await t.company('company')).id, 'administrator')
})
afterAll(() => t.stop())

test('the list of an MSP spans its customers with the product, and its acts enter the company of the probe', async () => {
  const msp = await t.company('middleman')
  const [chain, without] = [await t.company('company', msp.id), await t.company('company', msp.id)]
  const products = ['monitoring', 'link_testing']
  await t.adminPool.query('update company set products = $2 where id = $1', [chain.id, products])
  await t.adminPool.query(`update company set products = '{monitoring}' where id = $1`, [without.id])
  const ids = new Map<string, string>()
  for (const { id } of [chain, without]) {
    const { rows } = await t.adminPool.query<{ id: string; outlet: string }>(
      `with o as (insert into outlet (company_id, name) values ($1, 'Shop') returning id),
         p as (insert into probe (company_id, name, created_by) values ($1, 'Probe', 'test') returning id),
         r as (insert into probe_outlet (company_id, probe_id, outlet_id, ranges) select $1, p.id, o.id, '{10.0.0.0/24}' from p, o)
       select p.id::text as id, o.id::text as outlet from p, o`,
      [id],
    )
    ids.set(id, rows[0]!.id)
  }
  const probeId = ids.get(chain.id)!
  const above = await t.person(msp.id, 'administrator')
  const list = async (who: TestPerson, filter: { companyId?: string } = {}) =>
    (await who.call('POST /dial/api/v1/probe/lists', filter)).data.items
  const { rows: names } = await t.adminPool.query<{ name: string }>(
    'select name from company where id = $1',
    [chain.id],
  )
  const shown = { id: probeId, companyId: chain.id, companyName: names[0]!.name }
  const { items, total } = (await above.call('POST /dial/api/v1/probe/lists', {})).data
  expect({ items, total }).toMatchObject({ items: [shown], total: 1 })
  expect(items[0]!.outlets).toMatchObject([{ outletName: 'Shop' }])
  expect(await list(above, { companyId: chain.id })).toHaveLength(1)
  expect(await list(above, { companyId: without.id })).toEqual([])
  expect((await above.call('GET /dial/api/v1/probe/:probeId', { probeId })).data).toMatchObject(shown)
  const hidden = { probeId: ids.get(without.id)! }
  expect((await above.call('GET /dial/api/v1/probe/:probeId', hidden)).code).toBe('probe.not_found')
  expect((await above.call('POST /dial/api/v1/probe/:probeId/revoke', hidden)).code).toBe('probe.not_found')
  // Neither another MSP nor another customer sees it.
  const stranger = await t.person((await t.company('middleman')).id, 'administrator')
  expect(await list(stranger)).toEqual([])
  expect((await customer.call('GET /dial/api/v1/probe/:probeId', { probeId })).code).toBe('probe.not_found')
  expect((await customer.call('POST /dial/api/v1/probe/:probeId/token', { probeId })).code).toBe(
    'probe.not_found',
  )
  // What they do stands in the customer's log.
  const outlets = items[0]!.outlets.map(({ outletId: id, ranges }) => ({ outletId: id, ranges }))
  expect(
    (await above.call('PUT /dial/api/v1/probe/:probeId', { probeId, name: 'Renamed', outlets })).code,
  ).toBe(0)
  expect((await above.call('POST /dial/api/v1/probe/:probeId/token', { probeId })).data.token).toMatch(
    /^nwp_/,
  )
  expect((await above.call('POST /dial/api/v1/probe/:probeId/revoke', { probeId })).code).toBe(0)
  expect((await above.call('DELETE /dial/api/v1/probe/:probeId', { probeId })).code).toBe(0)
  const { rows } = await t.adminPool.query(
    `select action, company_id::text from audit_log
     where subject_kind = 'probe' and subject_id = $1 and company_id = $2 order by id`,
    [probeId, chain.id],
  )
  const acts = ['edited', 'token_renewed', 'revoked', 'deleted']
  expect(rows).toEqual(acts.map((act) => ({ action: `probe.${act}`, company_id: chain.id })))
})
