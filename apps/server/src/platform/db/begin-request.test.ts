import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'

/** What begin_request decides: each case changes one thing of a request that goes through. */

let t: TestApp
let client: pg.PoolClient
const ids: Record<string, string> = {}
const members: Record<string, string> = {}

const view = 'DMS_SERVER_DEVICE_VIEW'

interface Who {
  company: 'op' | 'msp' | 'tenant'
  builtIn: string | null
}

/** Their names are the texts of their tokens. */
const people: Record<string, Who> = {
  operator: { company: 'op', builtIn: 'platform_administrator' },
  'operator staff': { company: 'op', builtIn: 'engineer' },
  msp: { company: 'msp', builtIn: 'administrator' },
  'msp staff': { company: 'msp', builtIn: 'engineer' },
  tenant: { company: 'tenant', builtIn: 'administrator' },
  engineer: { company: 'tenant', builtIn: 'engineer' },
  visitor: { company: 'tenant', builtIn: null },
}

async function value(sql: string, values: unknown[] = []): Promise<string> {
  const { rows } = await client.query<{ value: string }>(sql, values)
  return rows[0]?.value ?? ''
}

beforeAll(async () => {
  t = await createTestApp()
  client = await t.adminPool.connect()
  ids['op'] = await value(`select id as value from company where kind = 'op'`)
  const child = `insert into company (parent_id, kind, name, code) values ($1, $2, $3, $3) returning id as value`
  ids['msp'] = await value(child, [ids['op'], 'middleman', 'msp'])
  ids['tenant'] = await value(child, [ids['msp'], 'company', 'tenant'])
  ids['stranger'] = await value(child, [ids['op'], 'company', 'stranger'])
  for (const [name, { company, builtIn }] of Object.entries(people)) await addPerson(name, company, builtIn)
})
afterAll(async () => {
  client.release()
  await t.stop()
})

async function addPerson(name: string, company: string, builtIn: string | null): Promise<void> {
  const at = ids[company]
  await client.query(
    `insert into org_node (company_id, type, name)
     select $1, 16, 'root' where not exists (select from org_node where company_id = $1 and parent_id is null)`,
    [at],
  )
  const root = await value(`select id as value from org_node where company_id = $1 and parent_id is null`, [
    at,
  ])
  const person = await value(
    `insert into person (home_company_id, user_name, display_name, password_hash) values ($1, $2, $2, '') returning id as value`,
    [at, name],
  )
  const member = await value(
    `insert into member (company_id, person_id, os_id, display_name) values ($1, $2, $3, $4) returning id as value`,
    [at, person, root, name],
  )
  members[name] = member
  if (builtIn !== null) {
    await client.query(`insert into member_role (company_id, member_id, built_in) values ($1, $2, $3)`, [
      at,
      member,
      builtIn,
    ])
  }
  await client.query(
    `insert into session (token_hash, person_id, company_id, idle_seconds, expires_at)
     values ($1, $2, $3, 3600, now() + interval '1 day')`,
    [Buffer.from(name), person, at],
  )
}

interface Case {
  name: string
  by: string
  /** Changes the rows before the request; `$person` and `$<company>` stand for ids. */
  given?: string
  company?: string
  actingIn?: string
  needed?: string | null
  writes?: boolean
  /** The scope that the request gets, or the code of its refusal. */
  answer: string
}

const consent = (mode: string, ceiling = 'administrator') =>
  `insert into acting_consent (company_id, mode, ceiling) values ($tenant, '${mode}', '${ceiling}')`
const grant = `insert into acting_grant (company_id, member_id, target_company_id, built_in)
  values ($msp, $member, $tenant, 'engineer')`
const part = (permission: string) => `with made as (
  insert into role (company_id, name, permissions, data_scope) values ($tenant, 'part', array['${permission}'], 'outlets')
  returning id)
  insert into member_role (company_id, member_id, role_id) select $tenant, $member, id from made`
const set = (company: string, change: string) => `update company set ${change} where id = $${company}`

const cases: Case[] = [
  // Session
  { name: 'a live session', by: 'engineer', answer: 'company' },
  { name: 'no such token', by: 'nobody', answer: '40001' },
  { name: 'signed out', by: 'engineer', given: `update session set ended_at = now()`, answer: '40005' },
  {
    name: 'ended for a reason',
    by: 'engineer',
    given: `update session set ended_at = now(), end_code = '40002'`,
    answer: '40002',
  },
  {
    name: 'past its longest time',
    by: 'engineer',
    given: `update session set expires_at = now() - interval '1 second'`,
    answer: 'A0230',
  },
  {
    name: 'idle for too long',
    by: 'engineer',
    given: `update session set last_seen_at = now() - interval '2 hours'`,
    answer: 'A0230',
  },
  {
    name: 'opened before the company was frozen and thawed',
    by: 'engineer',
    given: set('tenant', `sessions_ended_at = now() + interval '1 second'`),
    answer: '40005',
  },
  // Membership
  {
    name: 'a disabled person',
    by: 'engineer',
    given: `update person set disabled_at = now()`,
    answer: '40032',
  },
  {
    name: 'a disabled member',
    by: 'engineer',
    given: `update member set status = 'disabled'`,
    answer: '40032',
  },
  { name: 'no member of the company', by: 'engineer', company: 'stranger', answer: 'company.not_found' },
  // Own company
  {
    name: 'frozen by hand',
    by: 'tenant',
    given: set('tenant', `status = 'frozen', frozen_because = 'hand'`),
    answer: '40027',
  },
  {
    name: 'frozen at the end of its contract',
    by: 'tenant',
    given: set('tenant', `status = 'frozen', frozen_because = 'ended'`),
    answer: '40031',
  },
  { name: 'deactivated', by: 'tenant', given: set('tenant', `status = 'deactivated'`), answer: '40031' },
  // Permission
  { name: 'a role without the permission', by: 'visitor', answer: 'permission.denied' },
  { name: 'no permission needed', by: 'visitor', needed: null, answer: 'company' },
  {
    name: 'a permission that means nothing in this kind of company',
    by: 'tenant',
    needed: 'DMS_SERVER_AUTH_MANAGE_STAFF_GRANT',
    answer: 'permission.denied',
  },
  {
    name: 'a whole company’s permission for a part of it',
    by: 'visitor',
    given: part('DMS_SERVER_DEVICE_TEMPLATE_EDIT'),
    needed: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
    answer: 'permission.denied',
  },
  { name: 'a permission for a part of the company', by: 'visitor', given: part(view), answer: 'company' },
  { name: 'an administrator of an MSP', by: 'msp', answer: 'tree' },
  { name: 'an engineer of an MSP', by: 'msp staff', answer: 'company' },
  { name: 'an administrator of the platform', by: 'operator', answer: 'platform' },
  { name: 'an engineer of the platform', by: 'operator staff', needed: null, answer: 'company' },
  // Acting
  { name: 'an MSP’s administrator acts', by: 'msp', actingIn: 'tenant', answer: 'company' },
  { name: 'the platform’s administrator acts', by: 'operator', actingIn: 'tenant', answer: 'company' },
  { name: 'not above the tenant', by: 'msp', actingIn: 'stranger', answer: 'company.not_found' },
  { name: 'staff without a grant', by: 'msp staff', actingIn: 'tenant', answer: 'company.not_found' },
  { name: 'staff with a grant', by: 'msp staff', given: grant, actingIn: 'tenant', answer: 'company' },
  {
    name: 'staff whose grant does not give it',
    by: 'msp staff',
    given: grant,
    actingIn: 'tenant',
    needed: 'DMS_SERVER_AUTH_MANAGE_ROLE_EDIT',
    answer: 'permission.denied',
  },
  {
    name: 'staff in a frozen tenant',
    by: 'msp staff',
    given: `${grant}; ${set('tenant', `status = 'frozen', frozen_because = 'hand'`)}`,
    actingIn: 'tenant',
    answer: '40027',
  },
  {
    name: 'an MSP’s administrator in a frozen tenant',
    by: 'msp',
    given: set('tenant', `status = 'frozen', frozen_because = 'hand'`),
    actingIn: 'tenant',
    answer: 'company',
  },
  {
    name: 'an MSP in a deactivated tenant',
    by: 'msp',
    given: set('tenant', `status = 'deactivated'`),
    actingIn: 'tenant',
    answer: '40031',
  },
  {
    name: 'the platform reads in a deactivated tenant',
    by: 'operator',
    given: set('tenant', `status = 'deactivated'`),
    actingIn: 'tenant',
    answer: 'company',
  },
  {
    name: 'the platform writes in a deactivated tenant',
    by: 'operator',
    given: set('tenant', `status = 'deactivated'`),
    actingIn: 'tenant',
    writes: true,
    answer: 'company.read_only',
  },
  {
    name: 'the platform signs out in a deactivated tenant',
    by: 'operator',
    given: set('tenant', `status = 'deactivated'`),
    actingIn: 'tenant',
    needed: null,
    writes: true,
    answer: 'company',
  },
  {
    name: 'a tenant lets everybody in',
    by: 'msp',
    given: consent('free'),
    actingIn: 'tenant',
    answer: 'company',
  },
  {
    name: 'a tenant lets nobody in',
    by: 'msp',
    given: consent('never'),
    actingIn: 'tenant',
    answer: 'acting.never',
  },
  {
    name: 'a tenant has to be asked',
    by: 'msp',
    given: consent('request'),
    actingIn: 'tenant',
    answer: 'acting.consent_needed',
  },
  {
    name: 'above the tenant’s ceiling',
    by: 'msp',
    given: consent('free', 'engineer'),
    actingIn: 'tenant',
    needed: 'DMS_SERVER_AUTH_MANAGE_ROLE_EDIT',
    answer: 'permission.denied',
  },
  {
    name: 'consent itself is not managed from above',
    by: 'msp',
    given: consent('free'),
    actingIn: 'tenant',
    needed: 'DMS_SERVER_AUTH_MANAGE_ACTING',
    answer: 'permission.denied',
  },
]

function withIds(sql: string, by: string): string {
  return sql.replaceAll(
    /\$(\w+)/g,
    (_, name: string) => (name === 'member' ? members[by] : ids[name]) ?? 'null',
  )
}

test.each(cases)('$by: $name → $answer', async (one) => {
  await client.query('begin')
  try {
    if (one.given) await client.query(withIds(one.given, one.by))
    await client.query(`select set_config('transaction_read_only', $1, true)`, [one.writes ? 'off' : 'on'])
    const { rows } = await client.query<{ refusal: string | null; role: string | null }>(
      'select refusal, role from begin_request($1, $2, $3, $4, $5)',
      [
        Buffer.from(one.by),
        one.company === undefined ? null : ids[one.company],
        one.actingIn === undefined ? null : ids[one.actingIn],
        one.actingIn !== undefined,
        one.needed === undefined ? view : one.needed,
      ],
    )
    const { refusal = null, role = null } = rows[0] ?? {}
    const scopes: Record<string, string> = {
      [t.roles.company]: 'company',
      [t.roles.tree]: 'tree',
      [t.roles.platform]: 'platform',
    }
    expect(refusal ?? scopes[role ?? '']).toBe(one.answer)
  } finally {
    await client.query('rollback')
  }
})
