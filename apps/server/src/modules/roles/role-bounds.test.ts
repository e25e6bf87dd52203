import type { PermissionCode } from '@netward/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { hashToken } from '../../platform/db/scope.ts'
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

test('a role manager who is limited to outlets does not detach a role of the whole company', async () => {
  const { id } = await t.company('company', (await mspWithTenant()).id)
  const admin = await t.person(id, 'administrator')
  const copy = await made(admin, 'Copy', view)
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'Shop') returning id::text`,
    [id],
  )
  const origin = await made(t.operator, `Origin of ${copy}`, view)
  await t.adminPool.query(
    'update role set origin_company_id = $2, origin_role_id = $3, origin_version = 1 where id = $1',
    [copy, t.operator.companyId, origin],
  )
  const limited = await admin.call('POST /api/v1/auth/role', {
    name: 'Limited',
    codes: [...manage, view],
    dataScope: 'outlets',
    outletIds: [rows[0]!.id],
  })
  const manager = await withRole(id, limited.data.roleId)
  const detach = (who: TestPerson) => who.call('POST /api/v1/auth/role/:roleId/detach', { roleId: copy })
  expect((await detach(manager)).code).toBe('role.scope_too_wide')
  const still = await t.adminPool.query('select detached_at from role where id = $1', [copy])
  expect(still.rows).toEqual([{ detached_at: null }])
  expect((await detach(admin)).code).toBe(0)
})

test('editing or replacing a role of staff in tenants grants nothing that the user does not hold there', async () => {
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

test('users without permission to publish cannot change published roles', async () => {
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

test('hides grants of a member of another department', async () => {
  const { id, tenant } = await mspWithTenant()
  const member = await memberId(await t.person(id, 'user_layer'))
  await t.adminPool.query(
    `insert into acting_grant (company_id, member_id, target_company_id, built_in) values ($1, $2, $3, 'engineer')`,
    [id, member, tenant.id],
  )
  const foundBy = async (departments: string) => {
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
  expect(await foundBy('')).toBe(1)
  expect(await foundBy('{}')).toBe(0)
})

test("refuses to take what reaches further than the caller's rights, by narrowing a role or deleting it", async () => {
  const company = await t.company('company')
  const admin = await t.person(company.id, 'administrator')
  const { rows: outlets } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'North'), ($1, 'South') returning id::text`,
    [company.id],
  )
  const [north, south] = outlets.map(({ id }) => id) as [string, string]
  const role = async (name: string, outletIds: string[], ...codes: PermissionCode[]) =>
    (
      await admin.call('POST /api/v1/auth/role', {
        name,
        ...(outletIds.length === 0 ? whole(...codes) : { codes, dataScope: 'outlets', outletIds }),
      })
    ).data.roleId
  const wide = await role('Wide', [], view, edit)
  const both = await role('Both', [north, south], view, edit)
  const mine = await role('Mine', [north], view, edit)
  for (const held of [wide, both, mine]) await withRole(company.id, held)
  const clerk = await withRole(company.id, await role('Clerk', [north], ...manage, view, edit))
  const narrow = async (roleId: string, ...codes: PermissionCode[]) =>
    (
      await clerk.call('PUT /api/v1/auth/role/:roleId', {
        roleId,
        version: 1,
        name: 'Narrowed',
        codes,
        dataScope: 'outlets',
        outletIds: [north],
      })
    ).code
  for (const held of [wide, both]) {
    expect(await narrow(held, view, edit)).toBe('role.scope_too_wide')
    const gone = await clerk.call('POST /api/v1/auth/role/:roleId/delete', {
      roleId: held,
      replacement: mine,
    })
    expect(gone.code).toBe('role.scope_too_wide')
  }
  expect(await narrow(mine, view)).toBe(0)
  const own = await clerk.call('POST /api/v1/auth/role/:roleId/delete', { roleId: mine, replacement: both })
  expect(own.code).toBe('role.scope_too_wide')
})

test('what concerns a whole company is not held, nor given, by a role for a part of it', async () => {
  const company = await t.company('company')
  const admin = await t.person(company.id, 'administrator')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'North') returning id::text`,
    [company.id],
  )
  const acts: PermissionCode[] = [
    'DMS_SERVER_AUTH_MANAGE_ACTING',
    'DMS_SERVER_SYSTEM_GENERAL_SETTING',
    'DMS_SERVER_SYSTEM_SETTING_APPLICATION_KEY',
    'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_IMPORT',
    'DMS_SERVER_DEVICE_ENROLMENT',
  ]
  const branch = await admin.call('POST /api/v1/auth/role', {
    name: 'One branch',
    codes: [...manage, view, ...acts],
    dataScope: 'outlets',
    outletIds: [rows[0]!.id],
  })
  const clerk = await withRole(company.id, branch.data.roleId)
  const held = await clerk.call('POST /api/v1/auth/frontend/menu/code/lists', { appCode: 'DMS_SERVER' })
  expect(held.data.toSorted()).toEqual([...manage, view].toSorted())
  const begun = await t.adminPool.query<{ code: string; refusal: string | null }>(
    `select k.code, r.refusal from unnest($2::text[]) k (code)
     cross join lateral begin_request($1, null, null, false, k.code) r`,
    [hashToken(clerk.token), [...acts, view]],
  )
  for (const { code, refusal } of begun.rows) expect(refusal).toBe(code === view ? null : 'permission.denied')
  const given = await clerk.call('POST /api/v1/auth/role', {
    name: 'x',
    codes: [acts[1]!],
    dataScope: 'outlets',
    outletIds: [rows[0]!.id],
  })
  expect(given.code).toBe('role.not_held')
  const why = await admin.call('POST /api/v1/auth/role/why', {
    memberId: await memberId(clerk),
    code: acts[1]!,
  })
  expect(why.data).toMatchObject({ allowed: false, roles: [], missing: ['no_role'] })
})
