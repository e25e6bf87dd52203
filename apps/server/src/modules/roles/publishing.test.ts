import type { EndpointInput, PermissionCode } from '@netward/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { roleJobs, roleRoutes } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app) => roleRoutes(app))
})
afterAll(() => t.stop())

const view: PermissionCode = 'DMS_SERVER_DEVICE_VIEW'
const reboot: PermissionCode = 'DMS_SERVER_DEVICE_REBOOT'
const edit: PermissionCode = 'DMS_SERVER_DEVICE_EDIT'
const tenants: PermissionCode = 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT'

type Content = Omit<EndpointInput<'POST /api/v1/auth/role'>, 'name'>
const whole = (...codes: PermissionCode[]): Content => ({ codes, dataScope: 'company' })

async function companyOf(kind: 'company' | 'middleman' = 'company', parentId?: string) {
  const company = await t.company(kind, parentId)
  return { id: company.id, admin: await t.person(company.id, 'administrator') }
}

async function made(admin: TestPerson, name: string, content: Content): Promise<string> {
  return (await admin.call('POST /api/v1/auth/role', { name, ...content })).data.roleId
}

/** Adds the role to a person's roles, or replaces them. */
async function give(person: TestPerson, roleId: string, alone = false): Promise<void> {
  await t.adminPool.query(
    `with m as (select company_id, id from member where person_id = $1 and company_id = $2),
       gone as (delete from member_role r using m where $4 and r.member_id = m.id)
     insert into member_role (company_id, member_id, role_id) select company_id, id, $3 from m`,
    [person.personId, person.companyId, roleId, alone],
  )
}

async function withRole(companyId: string, roleId: string): Promise<TestPerson> {
  const person = await t.person(companyId, 'user_layer')
  await give(person, roleId, true)
  return person
}

const publish = (companyId: string, roleId: string, signal = new AbortController().signal) =>
  roleJobs['role.publish']!({ companyId, roleId }, { scopes: t.scopes, log: t.log, signal })

const detail = async (person: TestPerson, role: string) =>
  (await person.call('GET /api/v1/auth/role/:role', { role })).data

async function copyIn(person: TestPerson, name: string) {
  const { items } = (await person.call('POST /api/v1/auth/role/lists', { search: name })).data
  return items.find((item) => item.name.startsWith(name))
}

test('a published role is a copy in each company below, cut to its kind, and follows until it is detached', async () => {
  const msp = await companyOf('middleman')
  const customer = await companyOf('company', msp.id)
  const below = await companyOf('middleman', msp.id)
  await made(customer.admin, 'Care', whole(view))
  const role = await made(msp.admin, 'Care', whole(view, tenants))
  const started = await msp.admin.call('PUT /api/v1/auth/role/:roleId/publication', {
    roleId: role,
    toAll: true,
  })
  expect(started.code).toBe(0)
  await publish(msp.id, role)
  expect((await detail(msp.admin, role)).publication).toEqual({
    toAll: true,
    total: 2,
    done: 2,
    finished: true,
  })

  const copy = (await copyIn(customer.admin, 'Care ('))!
  expect(copy).toMatchObject({ affiliation: 'following', permissions: 1 })
  expect((await copyIn(below.admin, 'Care'))?.permissions).toBe(2)
  const later = await companyOf('company', below.id)
  expect(await copyIn(later.admin, 'Care')).toMatchObject({ affiliation: 'following' })
  const refused = await customer.admin.call('PUT /api/v1/auth/role/:roleId', {
    roleId: copy.role,
    version: 1,
    name: 'Mine',
    ...whole(view),
  })
  expect(refused.code).toBe('role.following')

  const change = (version: number, ...codes: PermissionCode[]) =>
    msp.admin.call('PUT /api/v1/auth/role/:roleId', {
      roleId: role,
      version,
      name: 'Care',
      ...whole(...codes),
    })
  await change(1, reboot, edit)
  await publish(msp.id, role)
  expect((await detail(customer.admin, copy.role)).codes).toEqual([edit, reboot])
  expect(
    (await customer.admin.call('POST /api/v1/auth/role/:roleId/detach', { roleId: copy.role })).code,
  ).toBe(0)
  await change(2, view)
  await publish(msp.id, role)
  expect(await detail(customer.admin, copy.role)).toMatchObject({
    codes: [edit, reboot],
    affiliation: 'detached',
  })

  const kept = (await copyIn(later.admin, 'Care'))!
  await withRole(later.id, kept.role)
  await msp.admin.call('DELETE /api/v1/auth/role/:roleId/publication', { roleId: role })
  expect(await detail(later.admin, kept.role)).toMatchObject({ affiliation: 'detached' })
  expect(await copyIn(below.admin, 'Care')).toBeUndefined()
})

test('publishing to chosen companies reaches those alone, and a company that moves keeps its copies as its own', async () => {
  const msp = await companyOf('middleman')
  const [chosen, not] = [await companyOf('company', msp.id), await companyOf('company', msp.id)]
  const stranger = await t.company('company')
  const role = await made(msp.admin, 'Care', whole(view))
  const to = (...companyIds: string[]) =>
    msp.admin.call('PUT /api/v1/auth/role/:roleId/publication', { roleId: role, toAll: false, companyIds })
  expect((await to(stranger.id)).code).toBe('company.not_found')
  expect((await to()).data).toMatchObject({ fields: [{ field: 'companyIds' }] })
  await to(chosen.id)
  await publish(msp.id, role)
  expect(await copyIn(not.admin, 'Care')).toBeUndefined()
  expect((await detail(msp.admin, role)).companies.map(({ id }) => id)).toEqual([chosen.id])
  const copy = (await copyIn(chosen.admin, 'Care'))!
  await t.adminPool.query('delete from company_ancestor where company_id = $1 and ancestor_id = $2', [
    chosen.id,
    msp.id,
  ])
  expect(await detail(chosen.admin, copy.role)).toMatchObject({ affiliation: 'detached' })
  const down = await chosen.admin.call('PUT /api/v1/auth/role/:roleId/publication', {
    roleId: copy.role,
    toAll: true,
  })
  expect(down.code).toBe('permission.denied')
  expect((await detail(msp.admin, role)).companies).toEqual([])
})

test('a company that moves keeps what its MSP published as its own, and goes on following the platform', async () => {
  const [from, to] = [await companyOf('middleman'), await companyOf('middleman')]
  const moved = await companyOf('company', from.id)
  const { rows } = await t.adminPool.query<{ id: string }>(`select id::text from company where kind = 'op'`)
  const op = rows[0]!.id
  const published: string[] = []
  for (const [by, name] of [
    [t.operator, 'From the platform'],
    [from.admin, 'From the old'],
    [to.admin, 'From the new'],
  ] as const) {
    const roleId = await made(by, name, whole(view))
    const target = name === 'From the platform' ? { toAll: false, companyIds: [moved.id] } : { toAll: true }
    await by.call('PUT /api/v1/auth/role/:roleId/publication', { roleId, ...target })
    await publish(by.companyId, roleId)
    published.push(roleId)
  }
  const client = await t.adminPool.connect()
  await client.query('begin')
  await client.query('delete from company_ancestor where company_id = $1 and depth > 0', [moved.id])
  await client.query(
    `insert into company_ancestor (company_id, ancestor_id, depth) values ($1, $2, 1), ($1, $3, 2)`,
    [moved.id, to.id, op],
  )
  await client.query('commit')
  client.release()
  const { items } = (await moved.admin.call('POST /api/v1/auth/role/lists', { search: 'From the' })).data
  expect(items.map(({ name, affiliation }) => [name, affiliation])).toEqual([
    ['From the new', 'following'],
    ['From the old', 'detached'],
    ['From the platform', 'following'],
  ])
  const counts = [t.operator, from.admin, to.admin].map(
    async (by, index) => (await detail(by, published[index]!)).publication?.total,
  )
  expect(await Promise.all(counts)).toEqual([1, 0, 1])
})

test('copies of a published role lose rights immediately and gain them by a job', async () => {
  const msp = await companyOf('middleman')
  const customer = await companyOf('company', msp.id)
  const other = await companyOf('company', msp.id)
  const role = await made(msp.admin, 'Care', whole(view, reboot))
  await msp.admin.call('PUT /api/v1/auth/role/:roleId/publication', { roleId: role, toAll: true })
  await publish(msp.id, role)
  const copy = (await copyIn(customer.admin, 'Care'))!
  const kept = (await copyIn(other.admin, 'Care'))!
  await other.admin.call('POST /api/v1/auth/role/:roleId/detach', { roleId: kept.role })
  const worker = await withRole(customer.id, copy.role)
  const held = async () =>
    (await worker.call('POST /api/v1/auth/frontend/menu/code/lists', { appCode: 'DMS_SERVER' })).data
  expect(await held()).toEqual([reboot, view])
  const change = (version: number, content: Content) =>
    msp.admin.call('PUT /api/v1/auth/role/:roleId', { roleId: role, version, name: 'Care', ...content })
  // No job has run: holders of a copy lose it on their next request.
  expect((await change(1, { codes: [view, edit], dataScope: 'department' })).code).toBe(0)
  expect(await held()).toEqual([view])
  expect(await detail(customer.admin, copy.role)).toMatchObject({ codes: [view], dataScope: 'department' })
  expect(await detail(other.admin, kept.role)).toMatchObject({ codes: [view, reboot], dataScope: 'company' })
  const received = async () =>
    (
      await t.adminPool.query<{ before: { permissions: string[] }; after: { permissions: string[] } }>(
        `select detail->'before' as before, detail->'after' as after from audit_log
         where company_id = $1 and action = 'role.received' order by at`,
        [customer.id],
      )
    ).rows.slice(1)
  expect(await received()).toEqual([])
  await publish(msp.id, role)
  expect(await held()).toEqual([edit, view])
  const [event, ...others] = await received()
  expect(event).toMatchObject({
    before: { permissions: [reboot, view], dataScope: 'company' },
    after: { permissions: [edit, view], dataScope: 'department' },
  })
  expect(others).toEqual([])
  // Users who detach a copy in between are notified too.
  expect((await change(2, { codes: [view], dataScope: 'department' })).code).toBe(0)
  await customer.admin.call('POST /api/v1/auth/role/:roleId/detach', { roleId: copy.role })
  await publish(msp.id, role)
  expect(await held()).toEqual([view])
  expect((await received()).map(({ after }) => after.permissions)).toEqual([[edit, view], [view]])
})

test('a copy that lost something and was detached before the job is reported once', async () => {
  const msp = await companyOf('middleman')
  const customer = await companyOf('company', msp.id)
  const role = await made(msp.admin, 'Care', whole(view, reboot))
  await msp.admin.call('PUT /api/v1/auth/role/:roleId/publication', { roleId: role, toAll: true })
  await publish(msp.id, role)
  await withRole(customer.id, (await copyIn(customer.admin, 'Care'))!.role)
  const less = { roleId: role, version: 1, name: 'Care', ...whole(view) }
  expect((await msp.admin.call('PUT /api/v1/auth/role/:roleId', less)).code).toBe(0)
  await msp.admin.call('DELETE /api/v1/auth/role/:roleId/publication', { roleId: role })
  const { rows } = await t.adminPool.query<{ before: string[]; after: string[] }>(
    `select detail->'before'->'permissions' as before, detail->'after'->'permissions' as after from audit_log
     where company_id = $1 and action = 'role.received' order by at desc, id desc`,
    [customer.id],
  )
  expect(rows).toMatchObject([{ before: [reboot, view], after: [view] }, {}])
})

test('a stopped publication resumes where it was', async () => {
  const msp = await companyOf('middleman')
  await t.adminPool.query(
    `insert into company (parent_id, kind, name, code)
     select $1::bigint, 'company', 'Many ' || n, 'many-' || $1::bigint || '-' || n from generate_series(1, 230) n`,
    [msp.id],
  )
  const role = await made(msp.admin, 'Care', whole(view))
  await msp.admin.call('PUT /api/v1/auth/role/:roleId/publication', { roleId: role, toAll: true })
  const stopping = new AbortController()
  stopping.abort()
  await expect(publish(msp.id, role, stopping.signal)).rejects.toThrow()
  expect((await detail(msp.admin, role)).publication).toMatchObject({
    total: 230,
    done: 200,
    finished: false,
  })
  await publish(msp.id, role)
  await publish(msp.id, role)
  expect((await detail(msp.admin, role)).publication).toMatchObject({ total: 230, done: 230, finished: true })
  const copies = await t.adminPool.query('select count(*)::int as n from role where origin_role_id = $1', [
    role,
  ])
  expect(copies.rows).toEqual([{ n: 230 }])
})
