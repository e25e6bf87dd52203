import type { EndpointInput } from '@netward/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { auditRoutes } from './audit.routes.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app) => auditRoutes(app))
})
afterAll(() => t.stop())

test('an act of an MSP inside a customer is in both logs, with both names', async () => {
  const msp = await t.company('middleman')
  const customer = await t.company('company', msp.id)
  const mspAdmin = await t.person(msp.id, 'administrator')
  const customerAdmin = await t.person(customer.id, 'administrator')
  await mspAdmin.actingIn(customer.id).call('POST /api/v1/auth/member', {
    userName: 'new.engineer',
    displayName: 'New engineer',
    password: 'Long-enough-7',
    role: 'engineer',
  })
  const theirs = await customerAdmin.call('POST /api/v1/auth/audit/lists', { action: ['member.created'] })
  expect(theirs.data.items).toMatchObject([
    {
      action: 'member.created',
      acting: { companyName: `Company ${msp.code}`, here: true },
      detail: { userName: 'new.engineer' },
    },
  ])
  const ours = await mspAdmin.call('POST /api/v1/auth/audit/lists', { action: ['member.created'] })
  expect(ours.data.items).toMatchObject([
    { action: 'member.created', acting: { companyName: `Company ${customer.code}`, here: false } },
  ])
  expect(theirs.data.items[0]?.actorName).toBe(ours.data.items[0]?.actorName)
})

test('pages run from newest to oldest, with the total', async () => {
  const company = await t.company('company')
  const admin = await t.person(company.id, 'administrator')
  await t.adminPool.query(
    `insert into audit_log (company_id, action) select $1, 'act.' || n from generate_series(1, 25) n`,
    [company.id],
  )
  const page = await admin.call('POST /api/v1/auth/audit/lists', { page: 3, pageSize: 10 })
  expect(page.data).toMatchObject({ total: 25, totalCapped: false })
  expect(page.data.items.map(({ action }) => action)).toEqual(['act.5', 'act.4', 'act.3', 'act.2', 'act.1'])
})

test('an MSP reads the logs below it, one or all together, each act once, and no others', async () => {
  const msp = await t.company('middleman')
  const below = await t.company('middleman', msp.id)
  const customer = await t.company('company', below.id)
  const stranger = await t.company('company')
  const admin = await t.person(msp.id, 'administrator')
  await t.adminPool.query(
    `insert into audit_log (company_id, action) select id, 'seen.' || id from unnest($1::bigint[]) id`,
    [[msp.id, below.id, customer.id, stranger.id]],
  )
  await t.adminPool.query(
    `insert into audit_log (company_id, action, person_id, actor_name, acting_company_id, acting_company_name) values
      ($1, 'both', $3, 'Li Wei', $2, 'The customer'), ($2, 'both', $3, 'Li Wei', $1, 'The MSP')`,
    [msp.id, customer.id, admin.personId],
  )
  const actions = async (company?: string) => {
    const input = company === undefined ? {} : { company }
    const { data } = await admin.call('POST /api/v1/auth/audit/lists', input)
    return data.items.map(({ action }) => action)
  }
  expect(await actions()).toEqual(['both', `seen.${msp.id}`])
  expect(await actions(customer.id)).toEqual(['both', `seen.${customer.id}`])
  expect(await actions('all')).toEqual(['both', `seen.${customer.id}`, `seen.${below.id}`, `seen.${msp.id}`])
  const foreign = await admin.call('POST /api/v1/auth/audit/lists', { company: stranger.id })
  expect(foreign).toMatchObject({ status: 404, code: 'company.not_found' })
  const offered = await admin.call('GET /api/v1/auth/audit/companies', { search: 'company c' })
  expect(offered.data.map(({ id }) => id).toSorted()).toEqual([msp.id, below.id, customer.id].toSorted())
  // While acting inside a customer only its log is visible.
  const inside = await admin.actingIn(customer.id).call('POST /api/v1/auth/audit/lists', { company: 'all' })
  expect(new Set(inside.data.items.map(({ companyId }) => companyId))).toEqual(new Set([customer.id]))
})

describe('each filter', () => {
  let company: { id: string }
  let admin: TestPerson
  const found = async (input: EndpointInput<'POST /api/v1/auth/audit/lists'>) => {
    const { data } = await admin.call('POST /api/v1/auth/audit/lists', input)
    return data.items.map(({ action }) => action)
  }
  beforeAll(async () => {
    company = await t.company('company')
    admin = await t.person(company.id, 'administrator')
    await t.adminPool.query(
      `insert into audit_log (company_id, action, at, person_id, actor_name, subject_kind, subject_id, request_id)
       values ($1, 'a.old', now() - interval '30 hours', 901, '张伟', 'device', '77', 'req-1'),
              ($1, 'a.new', now() - interval '1 hour', 902, 'Li_Wei', 'role', '77', 'req-2'),
              ($1, 'b.none', now() - interval '10 days', null, null, null, null, null)`,
      [company.id],
    )
  })

  test.each([
    [{}, ['a.new', 'a.old', 'b.none']],
    [{ search: '张' }, ['a.old']],
    [{ search: 'i_w' }, ['a.new']],
    [{ search: '%' }, []],
    [{ search: 'nobody' }, []],
    [{ action: ['a.old', 'b.none'] }, ['a.old', 'b.none']],
    [{ kind: ['role'] }, ['a.new']],
    [{ kind: ['device', 'role'], subjectId: '77' }, ['a.new', 'a.old']],
    [{ requestId: 'req-1' }, ['a.old']],
    [{ range: '12h' }, ['a.new']],
    [{ range: '3d' }, ['a.new', 'a.old']],
    [{ from: '2000-01-01T00:00:00Z', to: '2000-01-02T00:00:00+08:00' }, []],
  ] as const)('%o', async (input, wanted) => {
    expect(await found(input as EndpointInput<'POST /api/v1/auth/audit/lists'>)).toEqual(wanted)
  })

  test.each([{ company: 'everything' }, { range: '2h' }, { from: 'yesterday' }])(
    '%o is refused',
    async (input) => {
      const answer = await admin.call('POST /api/v1/auth/audit/lists', input as never)
      expect(answer).toMatchObject({
        code: 'request.invalid',
        data: { fields: [{ field: Object.keys(input)[0] }] },
      })
    },
  )

  test('the CSV has the filtered entries in words, no formula, and is itself an entry', async () => {
    await t.adminPool.query(
      `insert into audit_log (company_id, action, person_id, actor_name, detail)
       values ($1, 'role.changed', 903, '=1+1', '{"before": {"name": "a"}, "after": {"name": "b"}, "reason": "@x"}')`,
      [company.id],
    )
    const { headers, body } = await admin.call('POST /api/v1/auth/audit/export', { action: ['role.changed'] })
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain('Audit log.csv')
    const lines = body.replace('\uFEFF', '').trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`'=1+1`)
    expect(lines[1]).toContain('Changed a role')
    expect(lines[1]).toContain('""name"":""b""')
    expect(await found({ action: ['audit.exported'] })).toEqual(['audit.exported'])
  })

  test('a CSV that grows too large is cut, and says so', async () => {
    const { id } = await t.company('company')
    const reader = await t.person(id, 'administrator')
    await t.adminPool.query(
      `insert into audit_log (company_id, action, detail)
       select $1, 'role.changed', jsonb_build_object('reason', repeat('x', 200000)) from generate_series(1, 200)`,
      [id],
    )
    const { body } = await reader.call('POST /api/v1/auth/audit/export', { action: ['role.changed'] })
    const lines = body.trim().split('\r\n')
    expect(body.length).toBeLessThan(34 * 1024 * 1024)
    expect(lines.length - 2).toBeGreaterThan(150)
    expect(lines.at(-1)).toContain(`Only the latest ${lines.length - 2} entries`)
  })
})

test('names companies, groups and roles by name as far as the reader sees them', async () => {
  const msp = await t.company('middleman')
  const tenant = await t.company('company', msp.id)
  const stranger = await t.company('company')
  const reader = await t.person(msp.id, 'administrator')
  const { rows } = await t.adminPool.query<{ role: string; group: string }>(
    `with r as (insert into role (company_id, name, permissions) values ($1, 'Night shift', '{}') returning id),
       g as (insert into tenant_group (company_id, name) values ($1, 'Bakeries') returning id)
     select (select id from r)::text as role, (select id from g)::text as group`,
    [msp.id],
  )
  const { role, group } = rows[0]!
  await t.adminPool.query(
    `insert into audit_log (company_id, action, subject_kind, subject_id, detail) values
       ($1, 'staff_grant.created', 'member', '1', $2), ($1, 'tenant_group.changed', 'tenant_group', '1', $3)`,
    [
      msp.id,
      {
        companyIds: [tenant.id, stranger.id],
        groupIds: [group, '999999999'],
        before: { role: 'engineer' },
        after: { role },
      },
      { added: [tenant.id], note: tenant.id },
    ],
  )
  const { data } = await reader.call('POST /api/v1/auth/audit/lists', {
    action: ['staff_grant.created', 'tenant_group.changed'],
  })
  const name = `Company ${tenant.code}`
  expect(data.items.map(({ detail }) => detail)).toEqual([
    { added: [name], note: tenant.id },
    {
      companyIds: [name, stranger.id],
      groupIds: ['Bakeries', '999999999'],
      before: { role: 'engineer' },
      after: { role: 'Night shift' },
    },
  ])
})

test('the log of one outlet shows only what was done to that outlet', async () => {
  const company = await t.company('company')
  const clerk = await t.person(company.id, 'user_layer')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'North'), ($1, 'South') returning id::text`,
    [company.id],
  )
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions, data_scope, outlet_ids)
       values ($1, 'North', array['DMS_SERVER_SYSTEM_AUDIT_LOG'], 'outlets', array[$3::bigint]) returning id)
     update member_role set built_in = null, role_id = (select id from r)
     where member_id = (select id from member where person_id = $2)`,
    [company.id, clerk.personId, rows[0]!.id],
  )
  await t.adminPool.query(
    `insert into audit_log (company_id, action, subject_kind, subject_id, person_id, actor_name) values
       ($1, 'north', 'outlet', $2, 904, 'Wang'), ($1, 'south', 'outlet', $3, 904, 'Wang'),
       ($1, 'other', 'device', $2, 904, 'Wang'), ($1, 'none', null, null, 904, 'Wang')`,
    [company.id, ...rows.map(({ id }) => id)],
  )
  const found = async (search?: string) => {
    const { data } = await clerk.call('POST /api/v1/auth/audit/lists', search === undefined ? {} : { search })
    return data.items.map(({ action }) => action)
  }
  expect(await found()).toEqual(['north'])
  expect(await found('Wang')).toEqual([])
})

test('only definer functions write an entry, and none changes or deletes one', async () => {
  const { rows } = await t.adminPool.query(
    `select r, p from unnest($1::text[]) r, unnest(array['insert', 'update', 'delete', 'truncate']) p
     where has_table_privilege(r, 'audit_log', p)`,
    [[t.roles.login, t.roles.company, t.roles.tree, t.roles.platform]],
  )
  expect(rows).toEqual([])
  const writers = await t.adminPool.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
     and prosrc ~* '(update|delete from|truncate)\\s+audit_log' and prosrc !~* 'msp_id <> [$]1'`,
  )
  // The retention period, six months at least: callable by a sweep only.
  expect(writers.rows.map(({ name }) => name)).toEqual(['prune_stored'])
})

test('an entry names its object, source address and outcome', async () => {
  const company = await t.company('company')
  const admin = await t.person(company.id, 'administrator')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into device (company_id, name, type, oui, serial_number) values ($1, 'Branch router', 'smart_cpe', 'AABBCC', 'NAMED')
     returning id::text`,
    [company.id],
  )
  await t.adminPool.query(
    `insert into audit_log (company_id, action, subject_kind, subject_id) values
       ($1, 'device.edited', 'device', $2), ($1, 'permission.denied', 'member',
         (select id::text from member where person_id = $3))`,
    [company.id, rows[0]!.id, admin.personId],
  )
  await admin.call('POST /api/v1/auth/audit/export', {})
  const { data } = await admin.call('POST /api/v1/auth/audit/lists', {})
  expect(data.items).toMatchObject([
    { action: 'audit.exported', address: '127.0.0.1', result: 'done' },
    { subjectKind: 'member', subjectName: expect.stringMatching(/\S/), result: 'refused', address: null },
    { subjectKind: 'device', subjectId: rows[0]!.id, subjectName: 'Branch router', result: 'done' },
  ])
  const { body } = await admin.call('POST /api/v1/auth/audit/export', {})
  expect(body).toContain('Branch router')
  expect(body).toContain('127.0.0.1')
})

test('a change without a difference is no entry', async () => {
  const idle = async (before: object, after: object, more = {}) => {
    const detail = JSON.stringify({ name: 'x', before, after, ...more })
    const { rows } = await t.adminPool.query<{ idle: boolean }>('select is_idle_change($1::jsonb) as idle', [
      detail,
    ])
    return rows[0]?.idle
  }
  expect(await idle({ a: 1 }, { a: 1 })).toBe(true)
  expect(await idle({ a: 1 }, { a: 2 })).toBe(false)
  expect(await idle({}, {}, { passwordChanged: true })).toBe(false)
  // The edit of a tenant writes its entry by the same rule.
  const msp = await t.company('middleman')
  const seller = await t.person(msp.id, 'administrator')
  const customer = await t.company('company', msp.id)
  const edit = (name: string) =>
    seller.call('PUT /api/v1/auth/tenant/:companyId', { companyId: customer.id, name })
  await edit('Renamed')
  await edit('Renamed')
  const { data } = await seller.call('POST /api/v1/auth/audit/lists', { action: ['company.edited'] })
  expect(data.items).toHaveLength(1)
})
