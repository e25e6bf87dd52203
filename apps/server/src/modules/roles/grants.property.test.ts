import type { PermissionCode } from '@netward/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { actingRoutes } from '../acting/index.ts'
import { roleJobs, roleRoutes } from './index.ts'

/**
 * Effective rights never exceed what the person had plus what the acting user held: checked on the database
 * over random operations.
 */

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app, { secrets, messages }) => {
    roleRoutes(app)
    actingRoutes(app, { secrets, messages })
  })
})
afterAll(() => t.stop())

const codes = ['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_DEVICE_EDIT', 'DMS_SERVER_OUTLET_VIEW'] as const
const managing: PermissionCode[] = [
  'DMS_SERVER_AUTH_MANAGE_ROLE',
  'DMS_SERVER_AUTH_MANAGE_ROLE_EDIT',
  'DMS_SERVER_AUTH_MANAGE_ROLE_PUBLISH',
  'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT',
  'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT_EDIT',
  'DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT',
  'DMS_SERVER_AUTH_MANAGE_STAFF_GRANT',
]

interface Person {
  caller: TestPerson
  memberId: string
}

interface World {
  companyId: string
  rootId: string
  /** One in North, one in South, one in Yard, which is initially below North. */
  outlets: string[]
  departments: string[]
  people: Person[]
  /** Below the company: a user with the published role, and its administrator. */
  customer: { companyId: string; holder: Person; admin: TestPerson }
  roles: string[]
  /** The role that allows managing roles and members: all users keep it. */
  manager: string
}

const content = fc.record({
  codes: fc.subarray([...codes], { minLength: 1 }),
  dataScope: fc.constantFrom('company' as const, 'department' as const, 'outlets' as const),
  outlets: fc.subarray([0, 1, 2], { minLength: 1 }),
})
const who = fc.nat({ max: 3 })
const which = fc.nat(9)
const place = fc.nat({ max: 3 })
const act = fc.oneof(
  fc.record({ do: fc.constant('create' as const), who, content }),
  fc.record({ do: fc.constant('edit' as const), who, which, content }),
  fc.record({ do: fc.constant('assign' as const), who, to: who, which: fc.array(which, { maxLength: 2 }) }),
  fc.record({ do: fc.constant('give' as const), who, to: who, which }),
  fc.record({ do: fc.constant('move' as const), who, to: who, place }),
  fc.record({ do: fc.constant('moveDepartment' as const), who, which: fc.nat({ max: 2 }), place }),
  fc.record({ do: fc.constant('send' as const), who, to: who, which }),
  fc.record({ do: fc.constant('publish' as const), who, which }),
  fc.record({ do: fc.constant('detach' as const), who, which }),
  fc.record({ do: fc.constant('unpublish' as const), who, which }),
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

test('effective rights never exceed those of the user who granted them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 9 }), async (acts) => {
      const world = await newWorld()
      for (const one of acts) {
        const before = await rights(world)
        const actor = world.people[one.who]!
        await carryOut(world, actor, one)
        expect(await copiesBeyond(world), `${JSON.stringify(one)} in copies`).toEqual([])
        await Promise.all(world.roles.map((role) => publish(world, role)))
        const after = await rights(world)
        const granted = before.get(actor.memberId)!
        for (const [member, has] of after) {
          const beyond = has.filter(
            (right) => !before.get(member)!.includes(right) && !granted.includes(right),
          )
          expect(beyond, `${JSON.stringify(one)} by ${actor.memberId} for ${member}`).toEqual([])
        }
      }
    }),
    {
      numRuns: 10,
      examples: [
        // A user who holds a code in one outlet passes on a role that holds it everywhere.
        [[{ do: 'assign', who: 2, to: 2, which: [1] }]],
        // A user with a department-scoped role moves to a larger department, or has one moved below theirs.
        [[{ do: 'move', who: 3, to: 3, place: 1 }]],
        [[{ do: 'moveDepartment', who: 3, which: 1, place: 0 }]],
        // A user without access to a tenant sends a colleague there; codes removed from a published role;
        // detached copies.
        [[{ do: 'send', who: 1, to: 1, which: 1 }]],
        [
          [
            {
              do: 'edit',
              who: 0,
              which: 1,
              content: { codes: [codes[1]], dataScope: 'department', outlets: [0] },
            },
            { do: 'detach', who: 0, which: 1 },
            {
              do: 'edit',
              who: 0,
              which: 1,
              content: { codes: [...codes], dataScope: 'company', outlets: [0] },
            },
          ],
        ],
      ],
    },
  )
}, 180_000)

async function carryOut(world: World, { caller }: Person, one: Act): Promise<void> {
  const role = (index: number) => world.roles[index % world.roles.length]!
  const departmentAt = (index: number) => [...world.departments, world.rootId][index]!
  switch (one.do) {
    case 'create': {
      const name = `Role ${world.roles.length}`
      const made = await caller.call('POST /api/v1/auth/role', { name, ...written(world, one.content) })
      if (made.code === 0) world.roles.push(made.data.roleId)
      return
    }
    case 'edit': {
      const { data } = await caller.call('GET /api/v1/auth/role/:role', { role: role(one.which) })
      const { version, name } = data
      const input = { roleId: role(one.which), version, name, ...written(world, one.content) }
      return void (await caller.call('PUT /api/v1/auth/role/:roleId', input))
    }
    case 'assign': {
      const { memberId, caller: person } = world.people[one.to]!
      const { rows } = await t.adminPool.query<{ id: string }>(
        'select department_id::text as id from member where person_id = $1',
        [person.personId],
      )
      const roles = [world.manager, ...one.which.map(role)]
      const input = { memberId, displayName: 'Somebody', departmentId: rows[0]!.id, roles }
      return void (await caller.call('PUT /api/v1/auth/member/:memberId', input))
    }
    case 'give': {
      const input = { memberIds: [world.people[one.to]!.memberId], give: [role(one.which)] }
      return void (await caller.call('POST /api/v1/auth/member/batch/roles', input))
    }
    case 'move': {
      const input = { memberIds: [world.people[one.to]!.memberId], departmentId: departmentAt(one.place) }
      return void (await caller.call('POST /api/v1/auth/member/batch/move', input))
    }
    case 'moveDepartment': {
      const input = { departmentId: world.departments[one.which]!, parentId: departmentAt(one.place) }
      return void (await caller.call('POST /api/v1/auth/department/:departmentId/move', input))
    }
    case 'send': {
      const { memberId } = world.people[one.to]!
      const input = { memberId, role: role(one.which), companyIds: [world.customer.companyId] }
      return void (await caller.call('POST /api/v1/auth/staff-grant', input))
    }
    case 'publish': {
      const input = { roleId: role(one.which), toAll: true }
      return void (await caller.call('PUT /api/v1/auth/role/:roleId/publication', input))
    }
    case 'unpublish':
      return void (await caller.call('DELETE /api/v1/auth/role/:roleId/publication', {
        roleId: role(one.which),
      }))
    case 'detach': {
      const { companyId, admin } = world.customer
      const { rows } = await t.adminPool.query<{ id: string }>(
        'select id::text from role where company_id = $1 and origin_role_id = $2',
        [companyId, role(one.which)],
      )
      for (const { id: roleId } of rows) await admin.call('POST /api/v1/auth/role/:roleId/detach', { roleId })
    }
  }
}

const written = (
  world: World,
  { codes: chosen, dataScope, outlets }: Extract<Act, { content: unknown }>['content'],
) => ({ codes: chosen, dataScope, outletIds: outlets.map((outlet) => world.outlets[outlet]!) })

async function publish({ companyId }: { companyId: string }, roleId: string): Promise<void> {
  const signal = new AbortController().signal
  await roleJobs['role.publish']!({ companyId, roleId }, { scopes: t.scopes, log: t.log, signal })
}

/** Copies that grant more than their source, before any job has run. */
async function copiesBeyond({ companyId }: World): Promise<unknown[]> {
  const { rows } = await t.adminPool.query(
    `select r.id from role r join role o on o.company_id = r.origin_company_id and o.id = r.origin_role_id
     where o.company_id = $1 and r.detached_at is null
       and (not r.permissions <@ o.permissions or o.data_scope = 'department' and r.data_scope = 'company')`,
    [companyId],
  )
  return rows
}

/** `code@outlet`, `code@all` and `code@tenant`, for every user. */
async function rights({ companyId, outlets, people, customer }: World): Promise<Map<string, string[]>> {
  const { rows } = await t.adminPool.query<{ member: string; code: string; places: string[] }>(
    `select mr.member_id::text as member, code, case r.data_scope when 'company' then array['all']
         when 'outlets' then r.outlet_ids::text[]
         else array(select o.id::text from outlet o where o.company_id = m.company_id
           and o.department_id = any (departments_of(m.company_id, m.os_id))) end as places
     from member_role mr join role r on r.company_id = mr.company_id and r.id = mr.role_id
     join member m on m.company_id = mr.company_id and m.id = mr.member_id, unnest(r.permissions) code
     where mr.company_id = any ($1)
     union all
     select g.member_id::text, code, array['tenant'] from acting_grant g
     join role r on r.company_id = g.company_id and r.id = g.role_id, unnest(r.permissions) code
     where g.company_id = any ($1)`,
    [[companyId, customer.companyId]],
  )
  const members = [...people, customer.holder].map(({ memberId }) => memberId)
  return new Map(
    members.map((member) => [
      member,
      rows
        .filter((row) => row.member === member)
        .flatMap(({ code, places }) =>
          (places[0] === 'all' ? ['all', ...outlets] : places).map((where) => `${code}@${where}`),
        ),
    ]),
  )
}

/**
 * Four users who manage roles: one holds all codes, here and in the tenant, one some of them, one for a
 * single outlet, one for their own department.
 */
async function newWorld(): Promise<World> {
  const msp = await t.company('middleman')
  const below = await t.company('company', msp.id)
  const admin = await t.person(msp.id, 'administrator')
  const { data: tree } = await admin.call('GET /api/v1/auth/department')
  const rootId = tree[0]!.id
  const department = async (name: string, parentId: string) =>
    (await admin.call('POST /api/v1/auth/department', { name, parentId })).data.departmentId
  const north = await department('North', rootId)
  const departments = [north, await department('South', rootId), await department('Yard', north)]
  const { rows: places } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name, department_id) select $1, 'Outlet ' || n, d
     from unnest($2::bigint[]) with ordinality u (d, n) order by n returning id::text`,
    [msp.id, departments],
  )
  const outlets = places.map(({ id }) => id)
  const role = async (
    name: string,
    input: { codes: PermissionCode[]; dataScope?: 'department'; outletIds?: string[] },
  ) =>
    (
      await admin.call('POST /api/v1/auth/role', {
        name,
        dataScope: input.outletIds ? 'outlets' : 'company',
        ...input,
      })
    ).data.roleId
  const manager = await role('Manager', { codes: managing })
  const all = await role('All', { codes: [...codes] })
  const some = await role('Some', { codes: [codes[0]] })
  const one = await role('One', { codes: [codes[0], codes[1]], outletIds: [outlets[0]!] })
  const local = await role('Local', { codes: [codes[0], codes[2]], dataScope: 'department' })
  const people = await Promise.all([all, some, one, local].map((own) => personWith(msp.id, [manager, own])))
  const [whole, , , placed] = people
  const standing = { memberIds: [placed!.memberId], departmentId: departments[2]! }
  await admin.call('POST /api/v1/auth/member/batch/move', standing)
  const sent = { memberId: whole!.memberId, role: all, companyIds: [below.id] }
  expect((await admin.call('POST /api/v1/auth/staff-grant', sent)).code).toBe(0)
  // The customer's member has the role published there from the start, and later its updates.
  await admin.call('PUT /api/v1/auth/role/:roleId/publication', { roleId: some, toAll: true })
  await publish({ companyId: msp.id }, some)
  const { rows: copies } = await t.adminPool.query<{ id: string }>(
    'select id::text from role where company_id = $1 and origin_role_id = $2',
    [below.id, some],
  )
  return {
    companyId: msp.id,
    rootId,
    outlets,
    departments,
    people,
    customer: {
      companyId: below.id,
      holder: await personWith(below.id, [copies[0]!.id]),
      admin: await t.person(below.id, 'administrator'),
    },
    roles: [all, some, one, local],
    manager,
  }
}

async function personWith(companyId: string, roles: readonly string[]): Promise<Person> {
  const caller = await t.person(companyId, 'user_layer')
  const { rows } = await t.adminPool.query<{ member: string }>(
    `with m as (select company_id, id from member where person_id = $1),
       gone as (delete from member_role r using m where r.member_id = m.id)
     insert into member_role (company_id, member_id, role_id)
     select company_id, m.id, r from m, unnest($2::bigint[]) r returning member_id::text as member`,
    [caller.personId, roles],
  )
  return { caller, memberId: rows[0]!.member }
}
