import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { platformSettings, settingsRoutes, signInBranding } from './index.ts'

let t: TestApp
let company: { id: string; code: string }
let administrator: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => settingsRoutes(app, { secrets }))
  company = await t.company('company')
  administrator = await t.person(company.id, 'administrator')
})
afterAll(() => t.stop())

async function lastAudit(companyId: string, action: string) {
  const { rows } = await t.adminPool.query<{ detail: unknown; acting_company_id: string | null }>(
    'select detail, acting_company_id::text from audit_log where company_id = $1 and action = $2 order by id desc limit 1',
    [companyId, action],
  )
  return rows[0]
}

test('the platform changes settings of the installation, which apply at once; what is left out stays', async () => {
  expect((await t.operator.call('GET /api/v1/settings/platform')).data).toEqual({
    registration: 'approval',
    imageLimit: 2,
  })
  const changed = await t.operator.call('PUT /api/v1/settings/platform', { registration: 'closed' })
  expect(changed.data).toEqual({ registration: 'closed', imageLimit: 2 })
  expect(await platformSettings(t.scopes)).toEqual({ registration: 'closed', imageLimit: 2 })
  expect((await lastAudit(t.operator.companyId, 'settings.platform_changed'))?.detail).toEqual({
    before: { registration: 'approval', imageLimit: 2 },
    after: { registration: 'closed', imageLimit: 2 },
  })
  await t.operator.call('PUT /api/v1/settings/platform', { registration: 'approval' })
})

test.each([{ registration: 'sometimes' }, { imageLimit: 0 }, { imageLimit: 6 }, { imageLimit: 1.5 }])(
  'a setting of the installation that cannot be is refused, naming its field: %o',
  async (input) => {
    const answer = await t.operator.call('PUT /api/v1/settings/platform', input as never)
    expect(answer).toMatchObject({
      status: 400,
      code: 'request.invalid',
      data: { fields: [{ field: Object.keys(input)[0] }] },
    })
  },
)

test('an administrator of a company, and the operator acting in one, reach no settings of the installation', async () => {
  for (const person of [administrator, t.operator.actingIn(company.id)]) {
    expect((await person.call('GET /api/v1/settings/platform')).code).toBe('permission.denied')
    expect((await person.call('PUT /api/v1/settings/platform', { imageLimit: 5 })).code).toBe(
      'permission.denied',
    )
  }
})

test('a role with the code inside a company changes nothing of the installation', async () => {
  const person = await t.person(company.id, 'user_layer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions)
       values ($1, 'forged', array['DMS_SERVER_SYSTEM_GENERAL_SETTING_PLATFORM']) returning id)
     insert into member_role (company_id, member_id, role_id)
       select $1, m.id, r.id from r, member m where m.company_id = $1 and m.person_id = $2`,
    [company.id, person.personId],
  )
  expect((await person.call('PUT /api/v1/settings/platform', { imageLimit: 5 })).code).toBe(
    'permission.denied',
  )
})

test('an administrator renames the own company, and no other', async () => {
  const other = await t.company('company')
  const renamed = await administrator.call('PUT /api/v1/settings/company', { name: ' Yuelai Hotels ' })
  expect(renamed.data).toEqual({ name: 'Yuelai Hotels', code: company.code, prefix: null, logoUrl: null })
  expect((await administrator.call('GET /api/v1/settings/company')).data.name).toBe('Yuelai Hotels')
  const { rows } = await t.adminPool.query('select name from company where id = $1', [other.id])
  expect(rows).toEqual([{ name: `Company ${other.code}` }])
  expect((await lastAudit(company.id, 'settings.company_changed'))?.detail).toEqual({
    before: { name: `Company ${company.code}` },
    after: { name: 'Yuelai Hotels' },
  })
})

test('while acting in a tenant it is the tenant that is renamed, and both logs tell', async () => {
  const tenant = await t.company('company')
  await t.operator.actingIn(tenant.id).call('PUT /api/v1/settings/company', { name: 'Renamed for you' })
  expect((await t.operator.call('GET /api/v1/settings/company')).data.name).not.toBe('Renamed for you')
  for (const id of [tenant.id, t.operator.companyId]) {
    const entry = await lastAudit(id, 'settings.company_changed')
    expect(entry?.detail).toMatchObject({ after: { name: 'Renamed for you' } })
    expect(entry?.acting_company_id).not.toBeNull()
  }
})

test.each(['', '   ', 'x'.repeat(101)])('a name that cannot be is refused: %j', async (name) => {
  const answer = await administrator.call('PUT /api/v1/settings/company', { name })
  expect(answer).toMatchObject({ code: 'request.invalid', data: { fields: [{ field: 'name' }] } })
})

test('a name of markup is kept as it was written', async () => {
  const name = '<img src=x onerror=alert(1)>'
  expect((await administrator.call('PUT /api/v1/settings/company', { name })).data.name).toBe(name)
})

test('the sign-in page finds the company by its prefix alone', async () => {
  await t.adminPool.query(`update company set prefix = $1 where id = $2`, [`p-${company.code}`, company.id])
  expect(await signInBranding(t.scopes, `P-${company.code}`)).toMatchObject({ logoUrl: null })
  expect(await signInBranding(t.scopes, '')).toBeNull()
  expect(await signInBranding(t.scopes, 'nobody-has-this')).toBeNull()
})
