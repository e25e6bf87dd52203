import type { PermissionCode } from '@netward/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { roleJobs, roleRoutes } from './index.ts'

/** Effective rights of nobody ever exceed what they had and what whoever acted held: on the database, over random acts. */

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app) => roleRoutes(app))
})
afterAll(() => t.stop())

const codes = ['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_DEVICE_EDIT', 'DMS_SERVER_OUTLET_VIEW'] as const
const managing: PermissionCode[] = [
  'DMS_SERVER_AUTH_MANAGE_ROLE',
  'DMS_SERVER_AUTH_MANAGE_ROLE_EDIT',
  'DMS_SERVER_AUTH_MANAGE_ROLE_PUBLISH',
  'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT',
  'DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT',
]

interface Person {
  caller: TestPerson
  memberId: string
}

interface World {
  companyId: string
  rootId: string
  outlets: string[]
  people: Person[]
  /** Below the company: somebody who has what is published. */
  customer: { companyId: string; holder: Person }
  roles: string[]
  /** The role that lets its holder manage roles and members: everybody keeps it. */
  manager: string
}

const content = fc.record({
  codes: fc.subarray([...codes], { minLength: 1 }),
  dataScope: fc.constantFrom('company' as const, 'outlets' as const),
  outlets: fc.subarray([0, 1], { minLength: 1 }),
})
const who = fc.nat({ max: 2 })
const act = fc.oneof(
  fc.record({ do: fc.constant('create' as const), who, content }),
  fc.record({ do: fc.constant('edit' as const), who, which: fc.nat(9), content }),
  fc.record({
    do: fc.constant('assign' as const),
    who,
    to: who,
    which: fc.array(fc.nat(9), { maxLength: 2 }),
  }),
  fc.record({ do: fc.constant('publish' as const), who, which: fc.nat(9) }),
)

test('effective rights of nobody exceed those of whoever granted them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 8 }), async (acts) => {
      const world = await newWorld()
      for (const one of acts) {
        const before = await rights(world)
        const actor = world.people[one.who]!
        await carryOut(world, actor, one)
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
    // First: somebody who holds a code in one outlet passes on a role that holds it everywhere.
    { numRuns: 8, examples: [[[{ do: 'assign', who: 2, to: 2, which: [1] }]]] },
  )
}, 90_000)

type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

async function carryOut(world: World, { caller }: Person, one: Act): Promise<void> {
  const written = ({ codes: chosen, dataScope, outlets }: Extract<Act, { content: unknown }>['content']) => ({
    codes: chosen,
    dataScope,
    outletIds: outlets.map((outlet) => world.outlets[outlet]!),
  })
  const role = (which: number) => world.roles[which % world.roles.length]!
  if (one.do === 'create') {
    const name = `Role ${world.roles.length}`
    const made = await caller.call('POST /api/v1/auth/role', { name, ...written(one.content) })
    if (made.code === 0) world.roles.push(made.data.roleId)
  } else if (one.do === 'edit') {
    const { data } = await caller.call('GET /api/v1/auth/role/:role', { role: role(one.which) })
    await caller.call('PUT /api/v1/auth/role/:roleId', {
      roleId: role(one.which),
      version: data.version,
      name: data.name,
      ...written(one.content),
    })
    await publish(world, role(one.which))
  } else if (one.do === 'assign') {
    await caller.call('PUT /api/v1/auth/member/:memberId', {
      memberId: world.people[one.to]!.memberId,
      displayName: 'Somebody',
      departmentId: world.rootId,
      roles: [world.manager, ...one.which.map(role)],
    })
  } else {
    await caller.call('PUT /api/v1/auth/role/:roleId/publication', { roleId: role(one.which), toAll: true })
    await publish(world, role(one.which))
  }
}

async function publish({ companyId }: { companyId: string }, roleId: string): Promise<void> {
  const signal = new AbortController().signal
  await roleJobs['role.publish']!({ companyId, roleId }, { scopes: t.scopes, log: t.log, signal })
}

/** `code@outlet` and `code@all`, of everybody. */
async function rights({ companyId, outlets, people, customer }: World): Promise<Map<string, string[]>> {
  const { rows } = await t.adminPool.query<{
    member: string
    code: string
    scope: string
    outlets: string[]
  }>(
    `select mr.member_id::text as member, code, r.data_scope as scope, r.outlet_ids::text[] as outlets
     from member_role mr join role r on r.company_id = mr.company_id and r.id = mr.role_id, unnest(r.permissions) code
     where mr.company_id = any ($1)`,
    [[companyId, customer.companyId]],
  )
  const members = [...people, customer.holder].map(({ memberId }) => memberId)
  return new Map(
    members.map((member) => [
      member,
      rows
        .filter((row) => row.member === member)
        .flatMap(({ code, scope, outlets: some }) =>
          (scope === 'company' ? ['all', ...outlets] : some).map((place) => `${code}@${place}`),
        ),
    ]),
  )
}

/** Three people who manage roles: one holds all codes, one some of them, one for a single outlet. */
async function newWorld(): Promise<World> {
  const msp = await t.company('middleman')
  const below = await t.company('company', msp.id)
  const { rows: places } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'North'), ($1, 'South') returning id::text`,
    [msp.id],
  )
  const outlets = places.map(({ id }) => id)
  const admin = await t.person(msp.id, 'administrator')
  const role = async (name: string, input: { codes: PermissionCode[]; outletIds?: string[] }) =>
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
  const people = await Promise.all([all, some, one].map((own) => personWith(msp.id, [manager, own])))
  // The customer's member has what is published there from the start, and from then on what follows it.
  await admin.call('PUT /api/v1/auth/role/:roleId/publication', { roleId: some, toAll: true })
  await publish({ companyId: msp.id }, some)
  const { rows: copies } = await t.adminPool.query<{ id: string }>(
    'select id::text from role where company_id = $1 and origin_role_id = $2',
    [below.id, some],
  )
  const { rows: root } = await t.adminPool.query<{ id: string }>(
    'select id::text from org_node where company_id = $1 and parent_id is null',
    [msp.id],
  )
  return {
    companyId: msp.id,
    rootId: root[0]!.id,
    outlets,
    people,
    customer: {
      companyId: below.id,
      holder: await personWith(below.id, [copies[0]!.id]),
    },
    roles: [all, some, one],
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
