import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.stop())

async function companyWithAdmin() {
  const company = await t.company('company')
  const admin = await t.person(company.id, 'administrator')
  const tree = await admin.call('GET /api/v1/auth/department')
  return { company, admin, root: tree.data[0]!.id }
}

const create = async (admin: TestPerson, parentId: string, name: string) => {
  const made = await admin.call('POST /api/v1/auth/department', { parentId, name })
  expect(made.code).toBe(0)
  return made.data.departmentId
}
const move = (admin: TestPerson, departmentId: string, parentId: string) =>
  admin.call('POST /api/v1/auth/department/:departmentId/move', { departmentId, parentId })
const remove = (admin: TestPerson, departmentId: string) =>
  admin.call('DELETE /api/v1/auth/department/:departmentId', { departmentId })

test('builds, renames, moves and deletes a tree, counts its members, and audits before and after', async () => {
  const { company, admin, root } = await companyWithAdmin()
  const east = await create(admin, root, 'East')
  const shanghai = await create(admin, east, 'Shanghai')
  const north = await create(admin, root, 'North')
  const person = await t.person(company.id, 'engineer')
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where person_id = $1',
    [person.personId],
  )
  await admin.call('POST /api/v1/auth/member/batch/move', {
    memberIds: [rows[0]!.id],
    departmentId: shanghai,
  })
  const tree = (await admin.call('GET /api/v1/auth/department')).data
  expect(tree.map(({ name, members, membersBelow }) => [name, members, membersBelow])).toEqual([
    [company.code, 1, 2],
    ['East', 0, 1],
    ['Shanghai', 1, 1],
    ['North', 0, 0],
  ])
  expect(await remove(admin, shanghai)).toMatchObject({ status: 409, code: 'department.not_empty' })
  expect(await remove(admin, east)).toMatchObject({ status: 409, code: 'department.not_empty' })
  expect((await move(admin, shanghai, north)).code).toBe(0)
  await admin.call('PUT /api/v1/auth/department/:departmentId', { departmentId: north, name: 'Northern' })
  expect((await remove(admin, east)).code).toBe(0)
  const log = await t.adminPool.query<{ action: string; detail: object }>(
    `select action, detail from audit_log where company_id = $1 and action like 'department.%' order by id`,
    [company.id],
  )
  expect(log.rows.slice(3)).toEqual([
    {
      action: 'department.moved',
      detail: { before: { path: ['East', 'Shanghai'] }, after: { path: ['North', 'Shanghai'] } },
    },
    { action: 'department.renamed', detail: { before: { name: 'North' }, after: { name: 'Northern' } } },
    { action: 'department.deleted', detail: { path: ['East'] } },
  ])
})

test('a name is unique among siblings and has no slash, and twenty levels are the maximum', async () => {
  const { admin, root } = await companyWithAdmin()
  let parent = await create(admin, root, 'Level')
  const top = parent
  const again = await admin.call('POST /api/v1/auth/department', { parentId: root, name: 'level' })
  expect(again).toMatchObject({ code: 'department.name_taken', data: { fields: [{ field: 'name' }] } })
  for (const name of ['a/b', 'a／b', ' ', 'a\u202eb', 'x'.repeat(101)]) {
    const refused = await admin.call('POST /api/v1/auth/department', { parentId: root, name })
    expect(refused).toMatchObject({ code: 'request.invalid', data: { fields: [{ field: 'name' }] } })
  }
  for (let level = 2; level <= 20; level += 1) parent = await create(admin, parent, 'Level')
  const deeper = await admin.call('POST /api/v1/auth/department', { parentId: parent, name: 'Level' })
  expect(deeper.code).toBe('department.too_deep')
  const other = await create(admin, root, 'Other')
  expect((await move(admin, top, other)).code).toBe('department.too_deep')
})

test("the company's own node and departments of others cannot be changed", async () => {
  const { admin, root } = await companyWithAdmin()
  const other = await companyWithAdmin()
  const theirs = await create(other.admin, other.root, 'Theirs')
  for (const departmentId of [root, theirs, other.root, '999999999']) {
    expect((await remove(admin, departmentId)).code).toBe('department.not_found')
    expect((await move(admin, departmentId, root)).code).toBe('department.not_found')
    const renamed = await admin.call('PUT /api/v1/auth/department/:departmentId', {
      departmentId,
      name: 'x',
    })
    expect(renamed.code).toBe('department.not_found')
  }
  const mine = await create(admin, root, 'Mine')
  expect((await move(admin, mine, theirs)).code).toBe('department.not_found')
  const into = await admin.call('POST /api/v1/auth/department', { parentId: theirs, name: 'x' })
  expect(into.code).toBe('department.not_found')
  // A user who sees subsidiaries still writes only in the company acted in.
  const msp = await t.company('middleman')
  const above = await t.person(msp.id, 'administrator')
  const customer = await t.company('company', msp.id)
  const customers = (await above.actingIn(customer.id).call('GET /api/v1/auth/department')).data[0]!.id
  const stray = await above.call('POST /api/v1/auth/department', { parentId: customers, name: 'x' })
  expect(stray.code).toBe('department.not_found')
})

test('concurrent moves never make a ring or a second root', async () => {
  const { company, admin, root } = await companyWithAdmin()
  const nodes: string[] = []
  for (const index of [0, 1, 2, 3, 4, 5])
    nodes.push(await create(admin, index === 0 ? root : nodes[Math.floor(index / 2)]!, `D${index}`))
  const place = fc.integer({ min: 0, max: nodes.length - 1 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(place, fc.oneof(place, fc.constant(-1))), { minLength: 4, maxLength: 6 }),
      async (moves) => {
        const answers = await Promise.all(
          moves.map(([from, to]) => move(admin, nodes[from]!, to < 0 ? root : nodes[to]!)),
        )
        for (const { code } of answers) expect([0, 'department.below_itself']).toContain(code)
        const { rows } = await t.adminPool.query<{ roots: number; reached: number }>(
          `with recursive below as (
             select id from org_node where company_id = $1 and parent_id is null
             union select n.id from below b join org_node n on n.parent_id = b.id and n.company_id = $1)
           select (select count(*)::int from org_node where company_id = $1 and parent_id is null) as roots,
             (select count(*)::int from below join org_node using (id) where type = 4) as reached`,
          [company.id],
        )
        expect(rows[0]).toEqual({ roots: 1, reached: nodes.length })
      },
    ),
    { numRuns: 8 },
  )
})

test('a department manager sees and manages only their own department and its subtree', async () => {
  const { company, admin, root } = await companyWithAdmin()
  const east = await create(admin, root, 'East')
  const below = await create(admin, east, 'Below')
  const west = await create(admin, root, 'West')
  const manager = await t.person(company.id, 'user_layer')
  const colleague = await t.person(company.id, 'engineer')
  const { rows } = await t.adminPool.query<{ id: string; person_id: string }>(
    'select id::text, person_id::text from member where company_id = $1',
    [company.id],
  )
  const memberOf = ({ personId }: TestPerson) => rows.find((row) => row.person_id === personId)!.id
  const put = (memberIds: string[], departmentId: string) =>
    admin.call('POST /api/v1/auth/member/batch/move', { memberIds, departmentId })
  await put([memberOf(manager)], east)
  await put([memberOf(colleague)], west)
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, data_scope, permissions) values ($1, 'Manager', 'department',
         array['DMS_SERVER_AUTH_MANAGE_ORG_STRUCT', 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT_EDIT',
               'DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT', 'DMS_SERVER_MANAGE_WORKBENCH']) returning id)
     update member_role set built_in = null, role_id = (select id from r) where member_id = $2`,
    [company.id, memberOf(manager)],
  )
  const tree = (await manager.call('GET /api/v1/auth/department')).data
  expect(tree.map(({ id, parentId }) => [id, parentId])).toEqual([
    [east, null],
    [below, east],
  ])
  const seen = (await manager.call('POST /api/v1/auth/member/lists', {})).data
  expect(seen.items.map(({ userCode }) => userCode)).toEqual([manager.personId])
  expect(seen.total).toBe(1)
  const stray = { memberIds: [memberOf(colleague)], departmentId: east }
  expect((await manager.call('POST /api/v1/auth/member/batch/move', stray)).code).toBe(50002)
  const out = { memberIds: [memberOf(manager)], departmentId: west }
  expect((await manager.call('POST /api/v1/auth/member/batch/move', out)).code).toBe('department.not_found')
  expect((await move(manager, below, root)).code).toBe('department.not_found')
  // Users cannot grant a role that reaches further than their own.
  const wide = await t.adminPool.query<{ id: string }>(
    `insert into role (company_id, name, permissions) values ($1, 'Wide', array['DMS_SERVER_MANAGE_WORKBENCH']) returning id::text`,
    [company.id],
  )
  const raised = await manager.call('PUT /api/v1/auth/member/:memberId', {
    memberId: memberOf(manager),
    displayName: 'x',
    departmentId: east,
    roles: [wide.rows[0]!.id],
  })
  expect(raised.code).toBe('permission.denied')
})
