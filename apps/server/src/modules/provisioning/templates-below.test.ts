import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { provisioningRoutes } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => provisioningRoutes(app, { secrets }))
})
afterAll(() => t.stop())

const anyGateway = { models: [], manufacturers: [], softwareVersions: [], tags: [], outletIds: [] }
const content = (value: string) => ({
  values: [{ path: 'Device.WiFi.SSID.1.SSID', value }],
  objects: [],
  notifications: [],
})
const template = (name: string, selector = {}) => ({
  name,
  selector: { ...anyGateway, ...selector },
  content: content(name),
  acknowledged: false,
})
const written = async (who: TestPerson, name: string, selector = {}) => {
  const made = await who.call('POST /api/v1/device/template', template(name, selector))
  expect(made).toMatchObject({ code: 0 })
  return made.data.templateId
}
const listed = async (who: TestPerson, query = {}) =>
  (await who.call('POST /api/v1/device/template/lists', query)).data
const namesOf = async (who: TestPerson, query = {}) =>
  (await listed(who, query)).items.map(({ name, companyId }) => [name, companyId])

/** An MSP with two customers, each with a template of its own. */
async function estate() {
  const msp = await t.company('middleman')
  const boss = await t.person(msp.id, 'administrator')
  const [one, two] = [await t.company('company', msp.id), await t.company('company', msp.id)]
  const admin = await t.person(one.id, 'administrator')
  const own = await written(boss, 'M own')
  const first = await written(admin, 'A first')
  const second = await written(await t.person(two.id, 'administrator'), 'Z second')
  return { msp, boss, one, two, admin, own, first, second }
}

/** Gateways as [name, columns]. */
const gateways = (companyId: string, rows: readonly object[]) =>
  t.adminPool.query(
    `insert into device (company_id, name, type, serial_number, model_name, manufacturer, software_version, tags, outlet_id, first_inform_at)
     select $1::bigint, r.name, 'smart_cpe', $1::text || r.name, coalesce(r.model, 'M1'), 'Maker', coalesce(r.software, '1.0'),
       coalesce(r.tags, '{}'), r.outlet, now()
     from jsonb_to_recordset($2::jsonb) r (name text, model text, software text, tags text[], outlet bigint)`,
    [companyId, JSON.stringify(rows)],
  )
const outlet = async (companyId: string, name: string, region = '') =>
  (
    await t.adminPool.query<{ id: string }>(
      `insert into outlet (company_id, name, code, region) values ($1, $2, $2, $3) returning id::text as id`,
      [companyId, name, region],
    )
  ).rows[0]!.id

describe('templates of companies below', () => {
  test('are listed from above with their company, sorted, paged and filtered there', async () => {
    const { msp, boss, one, two, admin } = await estate()
    expect(await namesOf(boss)).toEqual([
      ['A first', one.id],
      ['M own', msp.id],
      ['Z second', two.id],
    ])
    expect((await listed(boss)).items[0]).toMatchObject({ companyName: expect.stringMatching(/^Company /) })
    expect(await namesOf(boss, { companyId: two.id })).toEqual([['Z second', two.id]])
    expect(await namesOf(boss, { search: 'SECOND' })).toEqual([['Z second', two.id]])
    expect(await namesOf(boss, { sort: '-name', pageSize: 1, page: 2 })).toEqual([['M own', msp.id]])
    expect((await listed(boss, { pageSize: 1 })).total).toBe(3)
    expect(await namesOf(boss.actingIn(one.id))).toEqual([['A first', one.id]])
    expect(await namesOf(admin)).toEqual([['A first', one.id]])
    expect(await namesOf(t.operator, { companyId: two.id })).toEqual([['Z second', two.id]])
  })

  test('are not listed for another MSP, and neither are those of the platform that apply to it', async () => {
    const { boss } = await estate()
    const other = await t.person((await t.company('middleman')).id, 'administrator')
    const fromPlatform = await written(t.operator, `P ${boss.companyId}`, { below: true })
    await t.operator.call('POST /api/v1/device/template/:templateId/apply', {
      templateId: fromPlatform,
      version: 1,
    })
    expect(await namesOf(other)).toEqual([])
    expect((await namesOf(boss)).map(([name]) => name)).toEqual(['A first', 'M own', 'Z second'])
    for (const who of [boss, other]) {
      expect(
        await who.call('GET /api/v1/device/template/:templateId', { templateId: fromPlatform }),
      ).toMatchObject({ code: 'template.not_found' })
    }
    await t.operator.call('POST /api/v1/device/template/:templateId/withdraw', { templateId: fromPlatform })
  })

  test('are read, edited, applied and deleted inside their company, and audited there', async () => {
    const { boss, one, admin, first: templateId } = await estate()
    const read = await boss.call('GET /api/v1/device/template/:templateId', { templateId })
    expect(read.data).toMatchObject({ companyId: one.id, name: 'A first', version: { number: 1 } })
    expect(
      await boss.call('PUT /api/v1/device/template/:templateId', { templateId, ...template('A second') }),
    ).toMatchObject({ data: { version: 2 } })
    await boss.call('POST /api/v1/device/template/:templateId/apply', { templateId, version: 2 })
    expect((await listed(admin)).items).toMatchObject([
      { name: 'A second', latestVersion: 2, appliedVersion: 2 },
    ])
    const version = { templateId, version: 2 }
    const answers = [
      await boss.call('POST /api/v1/device/template/:templateId/preview', version),
      await boss.call('POST /api/v1/device/template/:templateId/preview/all', version),
      await boss.call('GET /api/v1/device/template/:templateId/rollout', { templateId }),
      await boss.call('POST /api/v1/device/template/:templateId/withdraw', { templateId }),
      await boss.call('DELETE /api/v1/device/template/:templateId', { templateId }),
    ]
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
    const { rows } = await t.adminPool.query(
      `select action from audit_log where company_id = $1 and subject_id = $2 order by id`,
      [one.id, templateId],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'template.created',
      'template.edited',
      'template.applied',
      'template.previewed',
      'template.withdrawn',
      'template.deleted',
    ])
  })

  test('are not found by another MSP, nor by another company', async () => {
    const { first: templateId, second } = await estate()
    const strange = await estate()
    for (const [who, id] of [
      [strange.boss, templateId],
      [strange.admin, templateId],
      [strange.admin, strange.own],
      [strange.admin, second],
    ] as const) {
      for (const call of [
        who.call('GET /api/v1/device/template/:templateId', { templateId: id }),
        who.call('PUT /api/v1/device/template/:templateId', { templateId: id, ...template('Mine') }),
        who.call('POST /api/v1/device/template/:templateId/apply', { templateId: id, version: 1 }),
        who.call('POST /api/v1/device/template/:templateId/gateways/lists', { templateId: id }),
        who.call('DELETE /api/v1/device/template/:templateId', { templateId: id }),
        who.call('POST /api/v1/device/template-example', {
          templateId: id,
          selector: template('x').selector,
        }),
      ]) {
        expect(await call).toMatchObject({ code: 'template.not_found' })
      }
    }
  })

  test('are listed but neither read nor changed where the company admits nobody', async () => {
    const { boss, one, first: templateId } = await estate()
    await t.adminPool.query(`insert into acting_consent (company_id, mode) values ($1, 'never')`, [one.id])
    expect((await namesOf(boss)).map(([name]) => name)).toContain('A first')
    for (const call of [
      boss.call('GET /api/v1/device/template/:templateId', { templateId }),
      boss.call('PUT /api/v1/device/template/:templateId', { templateId, ...template('Mine') }),
      boss.call('POST /api/v1/device/template/:templateId/gateways/lists', { templateId }),
    ]) {
      expect(await call).toMatchObject({ code: 'acting.never' })
    }
  })

  test('are neither listed nor changed by those above without the permission', async () => {
    const { msp, first: templateId } = await estate()
    const viewer = await t.person(msp.id, 'user_layer')
    expect(await viewer.call('POST /api/v1/device/template/lists', {})).toMatchObject({
      code: 'permission.denied',
    })
    expect(
      await viewer.call('PUT /api/v1/device/template/:templateId', { templateId, ...template('Mine') }),
    ).toMatchObject({ code: 'permission.denied' })
    expect(
      await viewer.call('POST /api/v1/device/template-example', { selector: template('x').selector }),
    ).toMatchObject({ code: 'permission.denied' })
  })
})

describe('the gateways that a template is for', () => {
  const counts = async (who: TestPerson) =>
    Object.fromEntries((await listed(who)).items.map(({ name, matching }) => [name, matching]))

  test('are counted in the list by every condition, and listed as counted', async () => {
    const company = await t.company('company')
    const admin = await t.person(company.id, 'administrator')
    const east = await outlet(company.id, 'East 1', 'East/Shanghai')
    const west = await outlet(company.id, 'West 1', 'West')
    await gateways(company.id, [
      { name: 'a', outlet: east },
      { name: 'b', outlet: east, tags: ['till'] },
      { name: 'c', model: 'M2', software: '2.10', outlet: west },
      { name: 'd', model: 'M2', software: '2.9' },
    ])
    await written(admin, 'any')
    await written(admin, 'model', { models: ['M2'] })
    await written(admin, 'bound', { softwareFrom: '2.10' })
    await written(admin, 'tag', { tags: ['till'] })
    await written(admin, 'region', { regions: ['East'] })
    await written(admin, 'outlet', { outletIds: [west, east], models: ['M1'] })
    const none = await written(admin, 'none', { models: ['M9'] })
    expect(await counts(admin)).toEqual({ any: 4, model: 2, bound: 1, tag: 1, region: 2, outlet: 2, none: 0 })
    const { items } = await listed(admin)
    for (const { id: templateId, matching, moreMatching } of items) {
      const { data } = await admin.call('POST /api/v1/device/template/:templateId/gateways/lists', {
        templateId,
      })
      expect([data.items.length, data.total, moreMatching]).toEqual([matching, matching, false])
    }
    await admin.call('PUT /api/v1/device/template/:templateId', { templateId: none, ...template('none') })
    expect(await counts(admin)).toMatchObject({ none: 4 })
    await admin.call('POST /api/v1/device/template/:templateId/apply', { templateId: none, version: 1 })
    expect(await counts(admin)).toMatchObject({ none: 0 })
  })

  test('are those of companies below too where it is for them and they admit it', async () => {
    const { boss, one, two, own, admin } = await estate()
    await gateways(one.id, [{ name: 'a' }, { name: 'b' }])
    await gateways(two.id, [{ name: 'c' }])
    await gateways(boss.companyId, [{ name: 'm' }])
    expect(await counts(boss)).toEqual({ 'A first': 2, 'M own': 1, 'Z second': 1 })
    const edit = (selector: object) =>
      boss.call('PUT /api/v1/device/template/:templateId', {
        templateId: own,
        ...template('M own', selector),
      })
    await edit({ below: true })
    expect(await counts(boss)).toMatchObject({ 'M own': 4 })
    await edit({ below: true, companyIds: [one.id] })
    // The named companies alone.
    expect(await counts(boss)).toMatchObject({ 'M own': 2 })
    await edit({ below: true })
    await t.adminPool.query(`insert into acting_consent (company_id, mode) values ($1, 'request')`, [one.id])
    expect(await counts(boss)).toMatchObject({ 'M own': 2, 'A first': 2 })
    const { data } = await boss.call('POST /api/v1/device/template/:templateId/gateways/lists', {
      templateId: own,
    })
    expect(data.items.map(({ name }) => name)).toEqual(['c', 'm'])
    expect(await counts(admin)).toEqual({ 'A first': 2 })
  })

  test('are not more than the person sees', async () => {
    const company = await t.company('company')
    const admin = await t.person(company.id, 'administrator')
    await written(admin, 'any')
    const strange = await t.company('company')
    await gateways(strange.id, [{ name: 'x' }])
    expect(await counts(admin)).toEqual({ any: 0 })
  })

  test('are shown by an example with its variables: the first by name, of the own company first', async () => {
    const { boss, one } = await estate()
    const site = await outlet(one.id, 'Harbour')
    await gateways(one.id, [{ name: 'b' }, { name: 'a', model: 'M2', outlet: site }])
    const example = async (selector = {}) =>
      (
        await boss.call('POST /api/v1/device/template-example', {
          selector: template('x', selector).selector,
        })
      ).data.gateway
    expect(await example()).toBeNull()
    expect(await example({ below: true })).toMatchObject({
      name: 'a',
      outletName: 'Harbour',
      variables: { 'device.name': 'a', 'outlet.name': 'Harbour', 'device.modelName': 'M2' },
    })
    expect(await example({ below: true, models: ['M1'] })).toMatchObject({ name: 'b', outletName: null })
    await gateways(boss.companyId, [{ name: 'z' }])
    expect(await example({ below: true })).toMatchObject({ name: 'z' })
  })
})

describe('the templates of an outlet', () => {
  const templatesOf = (who: TestPerson, outletId: string) =>
    who.call('GET /api/v1/device/template-outlet/:outletId', { outletId })

  test('are those of its gateways, with where they come from and how many are as desired', async () => {
    const { boss, one, admin, first, own } = await estate()
    const site = await outlet(one.id, 'Harbour')
    await gateways(one.id, [{ name: 'a', outlet: site }, { name: 'b', outlet: site }, { name: 'c' }])
    const apply = (who: TestPerson, templateId: string, version: number) =>
      who.call('POST /api/v1/device/template/:templateId/apply', { templateId, version })
    await apply(admin, first, 1)
    await boss.call('PUT /api/v1/device/template/:templateId', {
      templateId: own,
      ...template('M own', { below: true }),
    })
    await apply(boss, own, 2)
    await t.adminPool.query(
      `delete from device_command where device_id in (select id from device where company_id = $1 and name = 'a')`,
      [one.id],
    )
    await t.adminPool.query(
      `insert into provision_state (company_id, device_id, state) select company_id, id, 'drifted' from device
       where company_id = $1 and name = 'a'`,
      [one.id],
    )
    const reported = { gateways: 2, applied: 0, drifted: 1, failed: 0, waiting: 1 }
    expect((await templatesOf(admin, site)).data).toMatchObject([
      { id: first, name: 'A first', ownerName: null, opens: 'list', ...reported },
      { id: own, name: 'M own', ownerName: expect.any(String), opens: 'inherited', ...reported },
    ])
    expect((await templatesOf(boss, site)).data).toMatchObject([{ opens: 'list' }, { opens: 'list' }])
    expect(await templatesOf((await estate()).boss, site)).toMatchObject({ code: 'outlet.not_found' })
    await t.adminPool.query(`insert into acting_consent (company_id, mode) values ($1, 'never')`, [one.id])
    expect(await templatesOf(boss, site)).toMatchObject({ code: 'acting.never' })
  })
})
