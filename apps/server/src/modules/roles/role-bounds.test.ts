import type { PermissionCode } from '@netward/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { roleRoutes } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app) => roleRoutes(app))
})
afterAll(() => t.stop())

const view: PermissionCode = 'DMS_SERVER_DEVICE_VIEW'
const reboot: PermissionCode = 'DMS_SERVER_DEVICE_REBOOT'
const edit: PermissionCode = 'DMS_SERVER_DEVICE_EDIT'
const manage: PermissionCode[] = ['DMS_SERVER_AUTH_MANAGE_ROLE', 'DMS_SERVER_AUTH_MANAGE_ROLE_EDIT']

const whole = (...codes: PermissionCode[]) => ({ codes, dataScope: 'company' as const })

async function mspWithTenant() {
  const { id } = await t.company('middleman')
  return { id, admin: await t.person(id, 'administrator'), tenant: await t.company('company', id) }
}

async function made(admin: TestPerson, name: string, ...codes: PermissionCode[]): Promise<string> {
  return (await admin.call('POST /api/v1/auth/role', { name, ...whole(...codes) })).data.roleId
}

async function memberId(person: TestPerson): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where person_id = $1 and company_id = $2',
    [person.personId, person.companyId],
  )
  return rows[0]!.id
}

async function withRole(companyId: string, roleId: string): Promise<TestPerson> {
  const person = await t.person(companyId, 'user_layer')
  await t.adminPool.query(
    'update member_role set built_in = null, role_id = $2 where company_id = $1 and member_id = $3',
    [companyId, roleId, await memberId(person)],
  )
  return person
}

test('nobody gives staff in tenants what they do not hold there, by editing their role or deleting it for another', async () => {
  const { id, admin, tenant } = await mspWithTenant()
  const role = await made(admin, 'Care', view)
  const more = await made(admin, 'More', view, edit)
  const editor = await withRole(id, await made(admin, 'Editor', ...manage, view, edit, reboot))
  const grant = async (given: { builtIn?: string; roleId?: string }) =>
    t.adminPool.query(
      `insert into acting_grant (company_id, member_id, target_company_id, built_in, role_id)
       values ($1, $2, $3, $4, $5)`,
      [id, await memberId(editor), tenant.id, given.builtIn, given.roleId],
    )
  await grant({ roleId: role })
  const save = async (version: number, ...codes: PermissionCode[]) =>
    (
      await editor.call('PUT /api/v1/auth/role/:roleId', {
        roleId: role,
        version,
        name: 'Care',
        ...whole(...codes),
      })
    ).code
  const drop = async (replacement: string) =>
    (await editor.call('POST /api/v1/auth/role/:roleId/delete', { roleId: role, replacement })).code
  expect(await save(1, view, reboot)).toBe('staff_grant.not_held')
  expect(await save(1, view)).toBe(0)
  expect(await drop(more)).toBe('staff_grant.not_held')
  await grant({ builtIn: 'administrator' })
  expect(await save(2, view, reboot)).toBe(0)
  expect(await drop(more)).toBe(0)
})

test('who may not publish does not change what is published', async () => {
  const { id, admin } = await mspWithTenant()
  const role = await made(admin, 'Care', view)
  const editor = await withRole(id, await made(admin, 'Editor', ...manage, view, edit))
  await admin.call('PUT /api/v1/auth/role/:roleId/publication', { roleId: role, toAll: true })
  const save = async (by: TestPerson) =>
    (
      await by.call('PUT /api/v1/auth/role/:roleId', {
        roleId: role,
        version: 1,
        name: 'Care',
        ...whole(view, edit),
      })
    ).code
  expect(await save(editor)).toBe('role.published')
  expect(await save(admin)).toBe(0)
})

test('grants of a member of another department are not told', async () => {
  const { id, tenant } = await mspWithTenant()
  const member = await memberId(await t.person(id, 'user_layer'))
  await t.adminPool.query(
    `insert into acting_grant (company_id, member_id, target_company_id, built_in) values ($1, $2, $3, 'engineer')`,
    [id, member, tenant.id],
  )
  const told = async (departments: string) => {
    const client = await t.adminPool.connect()
    try {
      await client.query('begin')
      await client.query(
        `select set_config('netward.company_id', $1, true), set_config('netward.department_ids', $2, true)`,
        [id, departments],
      )
      return (await client.query('select from why_acting($1, $2)', [member, view])).rowCount
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  expect(await told('')).toBe(1)
  expect(await told('{}')).toBe(0)
})
