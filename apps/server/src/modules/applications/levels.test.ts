import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApplication } from '../../../test/application-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { productRoutes } from '../products/index.ts'
import { applicationRoutes } from './index.ts'

/** What a level above did, only that level or one above it undoes: of applications and of companies. */

let t: TestApp
let msp: TestPerson
let mspName: string
beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    productRoutes(app, { secrets })
    applicationRoutes(app, { secrets })
  })
  const company = await t.company('middleman')
  msp = await t.person(company.id, 'administrator')
  mspName = `Company ${company.code}`
})
afterAll(() => t.stop())

const newCustomer = async () => t.person((await t.company('company', msp.companyId)).id, 'administrator')

const words = () => ({
  maintenanceZh: '维护',
  maintenanceEn: 'Maintenance',
  maintenanceUntil: new Date(Date.now() + 3_600_000).toISOString(),
})
type Move = 'enterMaintenance' | 'exitMaintenance' | 'disable' | 'enable'
const edit = (who: TestPerson, applicationId: string, move: Move) =>
  who.call('POST /api/v1/auth/application/edit', {
    applicationId,
    move,
    ...(move === 'enterMaintenance' ? words() : {}),
  })
const remove = (who: TestPerson, applicationId: string) =>
  who.call('DELETE /api/v1/auth/application/:applicationId', { applicationId })
const read = async (who: TestPerson, applicationId: string) =>
  (await who.call('GET /api/v1/auth/application/:applicationId', { applicationId })).data

test.each([
  ['the platform', 'op', () => t.operator],
  ['its MSP', 'middleman', () => msp],
])('a tenant neither enables nor deletes what %s disabled, and sees who did it', async (_, level, above) => {
  const person = await newCustomer()
  const { id } = await makeApplication(t, person)
  const inside = above().actingIn(person.companyId)
  expect((await edit(inside, id, 'disable')).code).toBe(0)
  expect(await read(person, id)).toMatchObject({
    state: 'deactivated',
    stateAuthor: { level, above: true },
  })
  expect(await edit(person, id, 'enable')).toMatchObject({
    status: 403,
    code: 'application.state_is_above',
    data: { by: { level } },
  })
  expect((await remove(person, id)).code).toBe('application.state_is_above')
  expect((await read(inside, id)).stateAuthor).toMatchObject({ level, above: false })
  expect((await edit(inside, id, 'enable')).data).toMatchObject({ state: 'activating', stateAuthor: null })
})

test('an MSP does not undo what the platform disabled; the platform undoes what an MSP did', async () => {
  const person = await newCustomer()
  const { id } = await makeApplication(t, person)
  const operator = t.operator.actingIn(person.companyId)
  const mspInside = msp.actingIn(person.companyId)
  await edit(operator, id, 'disable')
  expect((await edit(mspInside, id, 'enable')).code).toBe('application.state_is_above')
  expect((await remove(mspInside, id)).code).toBe('application.state_is_above')
  await t.adminPool.query(`update application set state = 'normal', stopped_by = null where id = $1`, [id])
  await edit(mspInside, id, 'disable')
  expect((await read(person, id)).stateAuthor).toEqual({ level: 'middleman', name: mspName, above: true })
  expect((await edit(operator, id, 'enable')).code).toBe(0)
})

test('a maintenance from above cannot be ended or bypassed from below; its scheduled end clears it', async () => {
  const person = await newCustomer()
  const { id } = await makeApplication(t, person)
  await edit(msp.actingIn(person.companyId), id, 'enterMaintenance')
  for (const move of ['exitMaintenance', 'disable'] as const)
    expect((await edit(person, id, move)).code).toBe('application.state_is_above')
  await t.adminPool.query(`update application set maintenance_until = now() - interval '1 s' where id = $1`, [
    id,
  ])
  await t.scopes.asLoginRole('select end_maintenances()')
  expect(await read(person, id)).toMatchObject({ state: 'normal', stateAuthor: null })
  expect((await edit(person, id, 'disable')).code).toBe(0)
  expect((await read(person, id)).stateAuthor).toMatchObject({ level: 'company', above: false })
  expect((await edit(person, id, 'enable')).code).toBe(0)
})

const tenant = async (who: TestPerson, companyId: string) =>
  (await who.call('GET /api/v1/auth/tenant/:companyId', { companyId })).data
const freeze = (who: TestPerson, companyId: string) =>
  who.call('POST /api/v1/auth/tenant/:companyId/freeze', { companyId, reason: 'x' })
const thaw = (who: TestPerson, companyId: string) =>
  who.call('POST /api/v1/auth/tenant/:companyId/thaw', { companyId })
const deactivate = (who: TestPerson, companyId: string) =>
  who.call('POST /api/v1/auth/tenant/:companyId/deactivate', { companyId, reason: 'x' })
const reactivate = (who: TestPerson, companyId: string) =>
  who.call('POST /api/v1/auth/tenant/:companyId/reactivate', { companyId, reason: 'x' })
const refused = 'company.move_not_allowed'

test('an MSP cannot thaw what the platform froze, nor bypass it by deactivating', async () => {
  const { id } = await t.company('company', msp.companyId)
  await freeze(t.operator, id)
  expect((await tenant(msp, id)).stateAuthor).toMatchObject({ level: 'op', above: true })
  expect(await thaw(msp, id)).toMatchObject({
    code: refused,
    message: expect.stringContaining('an upper level set this state'),
  })
  expect((await deactivate(msp, id)).code).toBe(refused)
  const several = await msp.call('POST /api/v1/auth/tenant/batch/thaw', { companyIds: [id] })
  expect(several.code).toBe(50002)
  expect((await tenant(t.operator, id)).stateAuthor).toMatchObject({ level: 'op', above: false })
  expect((await thaw(t.operator, id)).code).toBe(0)
  expect(await tenant(msp, id)).toMatchObject({ status: 'active', stateAuthor: null })
})

test('an MSP cannot reactivate, delete or restore what the platform deactivated', async () => {
  const { id, code } = await t.company('company', msp.companyId)
  await deactivate(t.operator, id)
  const ask = (who: TestPerson) =>
    who.call('POST /api/v1/auth/tenant/:companyId/deletion', {
      companyId: id,
      reason: 'x',
      code,
      abandonGateways: false,
    })
  const cancel = (who: TestPerson) =>
    who.call('DELETE /api/v1/auth/tenant/:companyId/deletion', { companyId: id })
  expect((await reactivate(msp, id)).code).toBe(refused)
  expect((await ask(msp)).code).toBe(refused)
  expect((await ask(t.operator)).code).toBe(0)
  expect((await tenant(msp, id)).deletionAuthor).toMatchObject({ level: 'op', above: true })
  expect((await cancel(msp)).code).toBe(refused)
  expect((await cancel(t.operator)).code).toBe(0)
  expect((await reactivate(t.operator, id)).code).toBe(0)
})

test('an MSP and the platform thaw what the MSP froze; a conversion keeps the freeze and its author', async () => {
  const { id } = await t.company('company', msp.companyId)
  await freeze(msp, id)
  expect((await thaw(msp, id)).code).toBe(0)
  await freeze(msp, id)
  expect((await thaw(t.operator, id)).code).toBe(0)
  await t.adminPool.query(`update company set standing = 'poc' where id = $1`, [id])
  await freeze(t.operator, id)
  const { rows } = await t.adminPool.query<{ id: string }>(
    `select id::text from package where code = 'basic'`,
  )
  await t.operator.call('POST /api/v1/auth/tenant/:companyId/convert', {
    companyId: id,
    packageId: rows[0]!.id,
  })
  expect(await tenant(msp, id)).toMatchObject({ standing: 'formal', status: 'frozen' })
  expect((await thaw(msp, id)).code).toBe(refused)
})

test('the new MSP thaws a company that its previous MSP froze', async () => {
  const other = await t.person((await t.company('middleman')).id, 'administrator')
  const { id } = await t.company('company', msp.companyId)
  await freeze(msp, id)
  await t.adminPool.query(
    `with moved as (update company set parent_id = $2 where id = $1)
     update company_ancestor set ancestor_id = $2 where company_id = $1 and ancestor_id = $3`,
    [id, other.companyId, msp.companyId],
  )
  expect((await tenant(other, id)).stateAuthor).toMatchObject({ level: 'middleman', above: false })
  expect((await thaw(other, id)).code).toBe(0)
})
