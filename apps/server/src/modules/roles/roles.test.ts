import type { EndpointInput, PermissionCode } from '@netward/contract'
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
const tenants: PermissionCode = 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT'
const manage: PermissionCode[] = ['DMS_SERVER_AUTH_MANAGE_ROLE', 'DMS_SERVER_AUTH_MANAGE_ROLE_EDIT']

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

async function memberId(person: TestPerson): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where person_id = $1 and company_id = $2',
    [person.personId, person.companyId],
  )
  return rows[0]!.id
}

const detail = async (person: TestPerson, role: string) =>
  (await person.call('GET /api/v1/auth/role/:role', { role })).data

const names = async (person: TestPerson, input: EndpointInput<'POST /api/v1/auth/role/lists'> = {}) =>
  (await person.call('POST /api/v1/auth/role/lists', input)).data.items.map(({ name }) => name)

test('the list has the built-in roles first, and is paged, filtered and sorted by the server', async () => {
  const { admin } = await companyOf()
  await made(admin, 'Night shift', { ...whole(view, reboot), description: 'From ten to six' })
  await made(admin, 'Desk', whole(view))
  expect(await names(admin)).toEqual([
    'Administrator',
    'Engineer',
    'Management layer',
    'Execution layer',
    'User layer',
    'Desk',
    'Night shift',
  ])
  expect(await names(admin, { page: 2, pageSize: 4 })).toEqual(['User layer', 'Desk', 'Night shift'])
  expect(await names(admin, { affiliation: 'own', sort: '-permissions' })).toEqual(['Night shift', 'Desk'])
  expect(await names(admin, { search: 'TEN TO' })).toEqual(['Night shift'])
  expect(await names(admin, { permission: reboot, affiliation: 'own' })).toEqual(['Night shift'])
  const hostile = await admin.call('POST /api/v1/auth/role/lists', { sort: 'id; drop table role' })
  expect(hostile.code).toBe('request.invalid')
  const stranger = await companyOf()
  expect(await names(stranger.admin, { affiliation: 'own' })).toEqual([])
})

test('the list is exported with its filters, what each role holds by name, and no formula; it is sorted by members too', async () => {
  const { id, admin } = await companyOf()
  const desk = await made(admin, '=HYPERLINK("x")', { ...whole(view), description: '+1' })
  const night = await made(admin, 'Night shift', whole(view, reboot))
  await withRole(id, night)
  await withRole(id, night)
  await withRole(id, desk)
  const own = { affiliation: 'own' as const }
  expect(await names(admin, { ...own, sort: '-members' })).toEqual(['Night shift', '=HYPERLINK("x")'])
  expect(await names(admin, { ...own, sort: 'members' })).toEqual(['=HYPERLINK("x")', 'Night shift'])
  const csv = await admin.call('POST /api/v1/auth/role/export', { ...own, sort: '-members', page: 7 })
  const [heading, first, second, ...rest] = csv.body.trim().split('\r\n')
  expect(heading).toContain('Members')
  expect(first).toMatch(/^"?Night shift/)
  expect(first).toContain(',2,')
  expect(second).toMatch(/^"?'=HYPERLINK/)
  expect(second).toContain("'+1")
  expect(rest).toEqual([])
  const all = (await admin.call('POST /api/v1/auth/role/export', {})).body
  expect(all).toContain('Administrator')
  const stranger = await companyOf()
  expect((await stranger.admin.call('POST /api/v1/auth/role/export', own)).body).not.toContain('Night shift')
  const { rows } = await t.adminPool.query(
    `select detail->'rows' as rows from audit_log where company_id = $1 and action = 'role.exported' order by id limit 1`,
    [id],
  )
  expect(rows).toEqual([{ rows: 2 }])
  const clerk = await t.person(id, 'user_layer')
  expect((await clerk.call('POST /api/v1/auth/role/export', own)).code).toBe('permission.denied')
})

test('a change shows before saving who gains and who loses what, net of other roles', async () => {
  const { id, admin } = await companyOf()
  const role = await made(admin, 'Desk', whole(view, reboot))
  const [one, two] = [await withRole(id, role), await withRole(id, role)]
  const other = await made(admin, 'Rebooter', whole(reboot))
  await give(two, other)
  const { data } = await admin.call('POST /api/v1/auth/role/preview', {
    roleId: role,
    ...whole(view, edit),
  })
  expect(data).toMatchObject({
    gains: { people: 2, codes: [{ code: edit, people: 2 }] },
    losses: { people: 1, codes: [{ code: reboot, people: 1 }] },
    scope: 'same',
    holders: 2,
  })
  expect(data.losses.names).toHaveLength(1)
  expect((await admin.call('POST /api/v1/auth/role/members', { role })).data.total).toBe(2)
  const saved = await admin.call('PUT /api/v1/auth/role/:roleId', {
    roleId: role,
    version: 1,
    name: 'Desk',
    ...whole(view, edit),
  })
  expect(saved.data).toEqual({ version: 2 })
  const codes = (await one.call('POST /api/v1/auth/frontend/menu/code/lists', { appCode: 'DMS_SERVER' })).data
  expect(codes).toEqual([edit, view])
  const { rows } = await t.adminPool.query(
    `select detail from audit_log where company_id = $1 and action = 'role.changed'`,
    [id],
  )
  expect(rows[0]).toMatchObject({
    detail: {
      before: { permissions: [reboot, view] },
      after: { permissions: [edit, view], dataScope: 'company' },
    },
  })
})

test('the second of two editors of a role is warned, and a name is unique in the company', async () => {
  const { admin } = await companyOf()
  const role = await made(admin, 'Desk', whole(view))
  await made(admin, 'Shop', whole(view))
  const save = (version: number, name: string) =>
    admin.call('PUT /api/v1/auth/role/:roleId', { roleId: role, version, name, ...whole(view) })
  expect((await save(1, 'Desk 2')).code).toBe(0)
  expect((await save(1, 'Desk 3')).code).toBe('role.changed_meanwhile')
  expect((await save(2, 'Shop')).code).toBe('role.name_taken')
  const empty = await admin.call('POST /api/v1/auth/role', { name: ' ', codes: [], dataScope: 'company' })
  expect(empty.data).toMatchObject({
    fields: [{ field: 'name' }, { field: 'codes', message: 'Select the permissions of the role' }],
  })
})

test('hostile input is refused with the field that is wrong', async () => {
  const { admin } = await companyOf()
  const fieldsOf = async (input: object) => {
    const { code, data } = await t.raw({
      method: 'POST',
      url: '/api/v1/auth/role',
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { name: 'x', ...whole(view), ...input },
    })
    expect(code).toBe('request.invalid')
    return (data as { fields: { field: string }[] }).fields.map(({ field }) => field)
  }
  expect(await fieldsOf({ name: 'ok\u202Egnp' })).toEqual(['name'])
  expect(await fieldsOf({ codes: ['DMS_SERVER_EVERYTHING'] })).toEqual(['codes.0'])
  expect(await fieldsOf({ dataScope: 'outlets' })).toEqual(['outletIds'])
  expect(await fieldsOf({ dataScope: 'outlets', outletIds: ["1'; --"] })).toEqual(['outletIds.0'])
  expect(await fieldsOf({ dataScope: 'planet' })).toEqual(['dataScope'])
})

test('refuses to give what the caller does not hold: by creating, editing, removing, a wider scope, deleting, publishing', async () => {
  const { id, admin } = await companyOf()
  const [outlet] = (
    await t.adminPool.query<{ id: string }>(
      `insert into outlet (company_id, name) values ($1, 'North'), ($1, 'South') returning id::text`,
      [id],
    )
  ).rows
  const big = await made(admin, 'Big', whole(view, edit, reboot))
  const narrow = await made(admin, 'Narrow', { codes: [view], dataScope: 'outlets', outletIds: [outlet!.id] })
  const editor = await withRole(id, await made(admin, 'Editor', whole(...manage, reboot)))
  await give(editor, narrow)
  const refusal = async (content: Content) =>
    (await editor.call('POST /api/v1/auth/role', { name: 'x', ...content })).code
  expect(await refusal(whole(edit))).toBe('role.not_held')
  expect(await refusal(whole(view))).toBe('role.scope_too_wide')
  expect(await refusal({ codes: [view], dataScope: 'department' })).toBe('role.scope_too_wide')
  expect(await refusal({ codes: [tenants], dataScope: 'company' })).toBe('role.not_held')
  const south = String(Number(outlet!.id) + 1)
  expect(await refusal({ codes: [view], dataScope: 'outlets', outletIds: [south] })).toBe(
    'role.scope_too_wide',
  )
  expect(await refusal({ codes: [view], dataScope: 'outlets', outletIds: [outlet!.id] })).toBe(0)
  const editing = async (content: Content) => {
    const { version } = await detail(editor, big)
    return (
      await editor.call('PUT /api/v1/auth/role/:roleId', { roleId: big, version, name: 'Big', ...content })
    ).code
  }
  // Codes added by others may stay, but may neither be removed nor change reach.
  expect(await editing(whole(view, edit))).toBe(0)
  expect(await editing(whole(view))).toBe('role.not_held')
  expect(await editing(whole(view, edit, reboot))).toBe(0)
  expect(await editing({ codes: [view, edit], dataScope: 'department' })).toBe('role.not_held')
  const both = await made(admin, 'Both', {
    codes: [view],
    dataScope: 'outlets',
    outletIds: [outlet!.id, south],
  })
  expect((await detail(admin, both)).outletList.map(({ name }) => name)).toEqual(['North', 'South'])
  const small = await made(editor, 'Small', whole(reboot))
  await withRole(id, small)
  const drop = (replacement?: string) =>
    editor.call('POST /api/v1/auth/role/:roleId/delete', {
      roleId: small,
      ...(replacement && { replacement }),
    })
  expect((await drop()).code).toBe('role.in_use')
  expect((await drop(big)).code).toBe('role.not_held')
  expect((await drop('administrator')).code).toBe('role.not_held')
  const chosen = await editor.call('PUT /api/v1/auth/role/default', { role: 'engineer' })
  expect(chosen.code).toBe('role.not_held')
})

test('the preview of a deletion says whether those who have the role see more by its replacement', async () => {
  const { id, admin } = await companyOf()
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name, code) values ($1, 'North', 'N1'), ($1, 'South', 'S1') returning id::text`,
    [id],
  )
  const [north, south] = rows.map((row) => row.id) as [string, string]
  const scoped = (...outletIds: string[]): Content => ({ codes: [view], dataScope: 'outlets', outletIds })
  const one = await made(admin, 'North', scoped(north))
  const two = await made(admin, 'Both', scoped(north, south))
  const all = await made(admin, 'All', whole(view))
  await withRole(id, one)
  await withRole(id, two)
  const scopeOf = async (roleId: string, replacement?: string) =>
    (
      await admin.call('POST /api/v1/auth/role/preview', {
        roleId,
        deleted: true,
        ...(replacement === undefined ? {} : { replacement }),
      })
    ).data
  expect(await scopeOf(one, all)).toMatchObject({ scope: 'wider', holders: 1 })
  expect((await scopeOf(one, 'execution_layer')).scope).toBe('wider')
  expect((await scopeOf(one, two)).scope).toBe('wider')
  expect((await scopeOf(two, one)).scope).toBe('narrower')
  expect((await scopeOf(one)).scope).toBe('same')
})

test('a role can be deleted if unassigned, or with a replacement', async () => {
  const { id, admin } = await companyOf()
  const role = await made(admin, 'Desk', whole(view))
  const person = await withRole(id, role)
  const preview = await admin.call('POST /api/v1/auth/role/preview', {
    roleId: role,
    deleted: true,
    replacement: 'execution_layer',
  })
  expect(preview.data.gains.codes.map(({ code }) => code)).toContain(reboot)
  const gone = await admin.call('POST /api/v1/auth/role/:roleId/delete', {
    roleId: role,
    replacement: 'execution_layer',
  })
  expect(gone.data).toEqual({ moved: 1 })
  const why = await admin.call('POST /api/v1/auth/role/why', {
    memberId: await memberId(person),
    code: reboot,
  })
  expect(why.data).toMatchObject({ allowed: true, roles: [{ role: 'execution_layer' }] })
  expect((await admin.call('GET /api/v1/auth/role/:role', { role })).code).toBe('role.not_found')
  const elsewhere = await companyOf()
  const foreign = await made(elsewhere.admin, 'Theirs', whole(view))
  for (const roleId of [foreign, '999999999'])
    expect((await admin.call('POST /api/v1/auth/role/:roleId/delete', { roleId })).code).toBe(
      'role.not_found',
    )
})

test("another company's role is not there, whatever is asked of it", async () => {
  const [mine, theirs] = [await companyOf('middleman'), await companyOf('middleman')]
  const foreign = await made(theirs.admin, 'Theirs', whole(view))
  const content = { name: 'x', ...whole(view) }
  const acts = (roleId: string) => [
    mine.admin.call('GET /api/v1/auth/role/:role', { role: roleId }),
    mine.admin.call('PUT /api/v1/auth/role/:roleId', { roleId, version: 1, ...content }),
    mine.admin.call('POST /api/v1/auth/role/:roleId/delete', { roleId }),
    mine.admin.call('POST /api/v1/auth/role/preview', { roleId }),
    mine.admin.call('POST /api/v1/auth/role/members', { role: roleId }),
    mine.admin.call('PUT /api/v1/auth/role/:roleId/publication', { roleId, toAll: true }),
    mine.admin.call('DELETE /api/v1/auth/role/:roleId/publication', { roleId }),
    mine.admin.call('POST /api/v1/auth/role/:roleId/detach', { roleId }),
    mine.admin.call('PUT /api/v1/auth/role/default', { role: roleId }),
  ]
  const answersFor = async (roleId: string) =>
    (await Promise.all(acts(roleId))).map(({ status, code, message, data }) => ({
      status,
      code,
      message,
      data,
    }))
  const answers = await answersFor(foreign)
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['role.not_found']))
  expect(answers).toEqual(await answersFor('999999999'))
})

test('explains a missing permission: no role, not applicable here, disabled', async () => {
  const { id, admin } = await companyOf()
  const role = await made(admin, 'Desk', whole(view))
  await made(admin, 'Rebooter', whole(reboot))
  const person = await withRole(id, role)
  const member = await memberId(person)
  const ask = async (code: PermissionCode) =>
    (await admin.call('POST /api/v1/auth/role/why', { memberId: member, code })).data
  expect(await ask(view)).toMatchObject({ allowed: true, roles: [{ name: 'Desk', dataScope: 'company' }] })
  const no = await ask(reboot)
  expect(no).toMatchObject({ allowed: false, missing: ['no_role'] })
  expect(no.others.map(({ name }) => name)).toContain('Rebooter')
  expect(await ask(tenants)).toMatchObject({
    allowed: false,
    missing: ['company_kind', 'no_role'],
    others: [],
  })
  await t.adminPool.query(`update member set status = 'disabled' where id = $1`, [member])
  expect(await ask(view)).toMatchObject({ allowed: false, missing: ['member_disabled'] })
  const unknown = await admin.call('POST /api/v1/auth/role/why', { memberId: '999999999', code: view })
  expect(unknown.code).toBe('member.not_found')
})

test('staff who act in tenants with a role are among those whom a change of it concerns', async () => {
  const { id, admin } = await companyOf('middleman')
  const role = await made(admin, 'Care', whole(view))
  const engineer = await t.person(id, 'engineer')
  const tenant = await t.company('company', id)
  await t.adminPool.query(
    'insert into acting_grant (company_id, member_id, target_company_id, role_id) values ($1, $2, $3, $4)',
    [id, await memberId(engineer), tenant.id, role],
  )
  const { data } = await admin.call('POST /api/v1/auth/role/preview', { roleId: role, ...whole(reboot) })
  // Rights held at home have no effect there.
  expect(data).toMatchObject({ holders: 1, gains: { people: 1 }, losses: { people: 1 } })
})

test('what staff of an MSP may do in tenants is said with what each tenant has against it', async () => {
  const { id, admin } = await companyOf('middleman')
  const engineer = await t.person(id, 'user_layer')
  const [open, closed] = [await t.company('company', id), await t.company('company', id)]
  await t.adminPool.query(
    `insert into acting_grant (company_id, member_id, target_company_id, built_in)
     select $1, $2, c, 'engineer' from unnest($3::bigint[]) c`,
    [id, await memberId(engineer), [open.id, closed.id]],
  )
  await t.adminPool.query(`insert into acting_consent (company_id, mode) values ($1, 'never')`, [closed.id])
  const { data } = await admin.call('POST /api/v1/auth/role/why', {
    memberId: await memberId(engineer),
    code: reboot,
  })
  expect(data.acting).toEqual([
    { companyName: `Company ${open.code}`, limit: null },
    { companyName: `Company ${closed.code}`, limit: 'never' },
  ])
})

test('members whom a synchronisation makes get the default role of the company', async () => {
  const { admin } = await companyOf()
  const read = async () => (await admin.call('GET /api/v1/auth/role/default')).data
  expect(await read()).toMatchObject({ role: 'user_layer' })
  const role = await made(admin, 'Desk', whole(view))
  await admin.call('PUT /api/v1/auth/role/default', { role })
  expect(await read()).toEqual({ role, name: 'Desk' })
  expect((await admin.call('POST /api/v1/auth/role/:roleId/delete', { roleId: role })).code).toBe(
    'role.in_use',
  )
})
