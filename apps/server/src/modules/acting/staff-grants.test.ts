import {
  type BuiltInRole,
  builtInRoles,
  companyKindsOf,
  type PermissionCode,
  permissionCodes,
} from '@netward/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { hashToken } from '../../platform/db/scope.ts'
import { actingRoutes } from './index.ts'

let t: TestApp
let msp: { id: string }
let customers: string[]
let mspAdmin: TestPerson
let engineer: TestPerson
let engineerId: string
let roleId: string
let limitedRoleId: string

beforeAll(async () => {
  t = await createTestApp((app, { secrets, messages }) => actingRoutes(app, { secrets, messages }))
  msp = await t.company('middleman')
  customers = [
    (await t.company('company', msp.id)).id,
    (await t.company('company', msp.id)).id,
    (await t.company('company', (await t.company('middleman', msp.id)).id)).id,
  ]
  mspAdmin = await t.person(msp.id, 'administrator')
  engineer = await t.person(msp.id, 'user_layer')
  engineerId = await memberOf(engineer)
  roleId = await makeRole('Field work', ['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_DEVICE_REBOOT'])
  limitedRoleId = await makeRole('One branch', ['DMS_SERVER_DEVICE_VIEW'], 'outlets')
})
afterAll(() => t.stop())

async function memberOf({ personId }: TestPerson): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where person_id = $1 and company_id = $2',
    [personId, msp.id],
  )
  return rows[0]!.id
}

async function makeRole(
  name: string,
  permissions: readonly string[],
  dataScope = 'company',
): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    'insert into role (company_id, name, permissions, data_scope) values ($1, $2, $3, $4) returning id::text',
    [msp.id, name, permissions, dataScope],
  )
  return rows[0]!.id
}

const grant = (input: object, by = mspAdmin) =>
  by.call('POST /api/v1/auth/staff-grant', { memberId: engineerId, role: 'engineer', ...input })
const listed = async () => (await mspAdmin.call('POST /api/v1/auth/staff-grant/lists', {})).data.items
const entered = async (who: TestPerson) =>
  (await who.call('POST /api/v1/auth/acting/tenants', {})).data.tenants.map(({ companyId }) => companyId)
const codesIn = async (who: TestPerson, tenant: string) =>
  (await who.actingIn(tenant).call('POST /api/v1/auth/frontend/menu/code/lists', {})).data

async function clear() {
  await t.adminPool.query('delete from acting_grant; delete from tenant_group; delete from acting_consent')
}

test('a grant in named tenants: listed, changed, revoked; effective with the next request', async () => {
  expect((await grant({ companyIds: customers.slice(0, 2) })).data).toEqual({ created: 2 })
  expect((await grant({ companyIds: customers.slice(0, 1) })).data).toEqual({ created: 0 })
  expect((await entered(engineer)).toSorted()).toEqual(customers.slice(0, 2).toSorted())
  expect(await codesIn(engineer, customers[0]!)).toContain('DMS_SERVER_DEVICE_EDIT')
  const [first, second] = await listed()
  expect(first).toMatchObject({ memberId: engineerId, role: 'engineer', tenants: 1, expired: false })

  const edit = (grantId: string, role: string, expiresAt: string | null = null) =>
    mspAdmin.call('PUT /api/v1/auth/staff-grant/:grantId', { grantId, role, expiresAt })
  expect((await edit(first!.id, roleId)).code).toBe(0)
  expect(await codesIn(engineer, first!.company!.id)).toEqual([
    'DMS_SERVER_DEVICE_REBOOT',
    'DMS_SERVER_DEVICE_VIEW',
  ])
  expect((await edit(first!.id, roleId, '2020-01-01T00:00:00Z')).code).toBe('request.invalid')
  await grant({ companyIds: [first!.company!.id] })
  expect((await edit(first!.id, 'engineer')).code).toBe('staff_grant.exists')

  const revoke = () => mspAdmin.call('POST /api/v1/auth/staff-grant/revoke', { grantIds: [second!.id] })
  expect((await revoke()).data).toEqual({ revoked: 1 })
  expect((await revoke()).code).toBe('staff_grant.not_found')
  expect((await engineer.actingIn(second!.company!.id).call('GET /api/v1/auth/user/simple/info')).code).toBe(
    'company.not_found',
  )
  await t.adminPool.query(`update acting_grant set expires_at = now()`)
  expect(await entered(engineer)).toEqual([])
  expect((await listed()).every(({ expired }) => expired)).toBe(true)
  await clear()
})

test('a group covers an added tenant immediately, and ends with it', async () => {
  const made = await mspAdmin.call('POST /api/v1/auth/tenant-group', { name: 'North', add: [customers[0]!] })
  const { groupId } = made.data
  const edit = (change: object) =>
    mspAdmin.call('PUT /api/v1/auth/tenant-group/:groupId', { groupId, name: 'North', ...change })
  await grant({ groupIds: [groupId] })
  expect(await entered(engineer)).toEqual([customers[0]])
  await edit({ add: [customers[2]!] })
  expect(await entered(engineer)).toContain(customers[2])
  expect((await codesIn(engineer, customers[2]!)).length).toBeGreaterThan(5)
  await edit({ remove: [customers[0]!], name: 'North and east' })
  expect(await entered(engineer)).toEqual([customers[2]])
  const tenants = await mspAdmin.call('POST /api/v1/auth/tenant-group/:groupId/tenant/lists', { groupId })
  expect(tenants.data.items.map(({ id }) => id)).toEqual([customers[2]])
  const groups = (await mspAdmin.call('POST /api/v1/auth/tenant-group/lists', {})).data.items
  expect(groups).toMatchObject([{ name: 'North and east', tenants: 1, grants: 1 }])
  const taken = await mspAdmin.call('POST /api/v1/auth/tenant-group', { name: 'North and east' })
  expect(taken.code).toBe('tenant_group.name_taken')
  expect((await mspAdmin.call('POST /api/v1/auth/tenant-group/:groupId/delete', { groupId })).data).toEqual({
    revoked: 1,
  })
  expect(await entered(engineer)).toEqual([])
  await clear()
})

test('refuses grants to no one, to administrators, outside the subtree, or by roles without meaning there', async () => {
  const elsewhere = (await t.company('company')).id
  const foreign = await t.person((await t.company('middleman')).id, 'administrator')
  const cases: [object, string][] = [
    [{}, 'request.invalid'],
    [{ companyIds: [elsewhere] }, 'company.not_found'],
    [{ companyIds: [msp.id] }, 'company.not_found'],
    [{ companyIds: [customers[0]], memberId: await memberOf(mspAdmin) }, 'staff_grant.administrator'],
    [{ companyIds: [customers[0]], memberId: '999999' }, 'member.not_found'],
    [{ companyIds: [customers[0]], role: '999999' }, 'role.not_found'],
    [{ companyIds: [customers[0]], role: limitedRoleId }, 'staff_grant.role_limited'],
    [{ groupIds: ['999999'] }, 'tenant_group.not_found'],
  ]
  for (const [input, code] of cases) expect((await grant(input)).code).toBe(code)
  expect((await grant({ companyIds: [customers[0]] }, foreign)).code).toBe('member.not_found')
  expect((await grant({ companyIds: [customers[0]] }, engineer)).code).toBe('permission.denied')
  const offered = (of: 'members' | 'roles') =>
    mspAdmin.call('POST /api/v1/auth/staff-grant/choices', { of }).then(({ data }) => data)
  expect((await offered('members')).map(({ value }) => value)).toEqual([engineerId])
  expect((await offered('roles')).map(({ value }) => value)).toEqual([roleId])
})

test('a person without the administrator role grants what they hold in that tenant, while they hold it', async () => {
  const leaderRole = await makeRole('Leader', ['DMS_SERVER_AUTH_MANAGE_STAFF_GRANT'])
  const leader = await t.person(msp.id, 'user_layer')
  const leaderId = await memberOf(leader)
  await t.adminPool.query('insert into member_role (company_id, member_id, role_id) values ($1, $2, $3)', [
    msp.id,
    leaderId,
    leaderRole,
  ])
  await grant({
    memberId: leaderId,
    role: 'engineer',
    companyIds: [customers[0]],
    expiresAt: '2040-01-01T00:00:00Z',
  })
  const give = async (input: object) => (await grant(input, leader)).code
  const until = { expiresAt: '2039-01-01T00:00:00Z' }
  expect(await give({ companyIds: [customers[0]], ...until })).toBe(0)
  expect(await give({ companyIds: [customers[0]] })).toBe('staff_grant.not_held')
  expect(await give({ companyIds: [customers[0]], role: 'administrator', ...until })).toBe(
    'staff_grant.not_held',
  )
  expect(await give({ companyIds: [customers[1]], ...until })).toBe('staff_grant.not_held')
  const { groupId } = (await mspAdmin.call('POST /api/v1/auth/tenant-group', { name: 'All', add: customers }))
    .data
  expect(await give({ groupIds: [groupId], ...until })).toBe('staff_grant.not_held')
  // Nor through a group whose grants hold more.
  await grant({ groupIds: [groupId], role: 'administrator' })
  await t.adminPool.query('delete from tenant_group_member')
  const widen = { groupId, name: 'All', add: [customers[0]!] }
  expect((await leader.call('PUT /api/v1/auth/tenant-group/:groupId', widen)).code).toBe(
    'staff_grant.not_held',
  )
  await clear()
})

const givenRoles = ['administrator', 'engineer', 'management_layer', 'execution_layer', 'user_layer'] as const
const anyGrant = fc.record({
  role: fc.oneof(fc.constantFrom(...givenRoles), fc.subarray<PermissionCode>([...permissionCodes])),
  by: fc.constantFrom('tenant', 'group', 'other'),
  expired: fc.boolean(),
})
const codesOf = (given: (typeof givenRoles)[number] | readonly PermissionCode[]) =>
  typeof given === 'string' ? builtInRoles[given] : given
const anySaid = fc.option(fc.constantFrom<BuiltInRole>(...givenRoles), { nil: null })

test('effective rights while acting are those of active grants, limited to what the tenant allows', async () => {
  const tenant = customers[0]!
  const acted = engineer.actingIn(tenant)
  await fc.assert(
    fc.asyncProperty(fc.array(anyGrant, { maxLength: 4 }), anySaid, async (grants, ceiling) => {
      await clear()
      const { rows } = await t.adminPool.query<{ id: string }>(
        `insert into tenant_group (company_id, name) values ($1, 'in'), ($1, 'out') returning id`,
        [msp.id],
      )
      await t.adminPool.query('insert into tenant_group_member values ($1, $2, $3)', [
        msp.id,
        rows[0]!.id,
        tenant,
      ])
      for (const [index, { role: given, by, expired }] of grants.entries()) {
        const own = typeof given === 'string' ? null : await makeRole(`Made ${Math.random()} ${index}`, given)
        await t.adminPool.query(
          `insert into acting_grant (company_id, member_id, target_company_id, group_id, built_in, role_id, expires_at)
           values ($1, $2, $3, $4, $5, $6, case when $7 then now() - interval '1 second' end) on conflict do nothing`,
          [
            msp.id,
            engineerId,
            by === 'tenant' ? tenant : null,
            by === 'group' ? rows[0]!.id : by === 'other' ? rows[1]!.id : null,
            own === null ? given : null,
            own,
            expired,
          ],
        )
      }
      if (ceiling !== null)
        await t.adminPool.query('insert into acting_consent (company_id, ceiling) values ($1, $2)', [
          tenant,
          ceiling,
        ])
      const inForce = grants.filter(
        ({ by, expired }, index) =>
          by !== 'other' &&
          !expired &&
          // A duplicate grant is ignored: the first one counts.
          grants.findIndex((other) => other.by === by && other.role === grants[index]!.role) === index,
      )
      const expected = permissionCodes.filter(
        (code) =>
          companyKindsOf(code).includes('company') &&
          // Where the tenant has decided who may enter, users from above cannot change it.
          (ceiling === null ||
            (builtInRoles[ceiling].includes(code) && code !== 'DMS_SERVER_AUTH_MANAGE_ACTING')) &&
          inForce.some(({ role: given }) => codesOf(given).includes(code)),
      )
      const answer = await acted.call('POST /api/v1/auth/frontend/menu/code/lists', {})
      expect([answer.code, answer.data?.toSorted() ?? []]).toEqual(
        inForce.length === 0 ? ['company.not_found', []] : [0, expected.toSorted()],
      )
      const begun = await t.adminPool.query<{ code: string }>(
        `select k.code from permission_kind k cross join lateral begin_request($1, $2, $3, true, k.code) r
         where r.refusal is null order by 1`,
        [hashToken(engineer.token), msp.id, tenant],
      )
      expect(begun.rows.map(({ code }) => code)).toEqual(expected.toSorted())
    }),
    { numRuns: 40 },
  )
  await clear()
})
