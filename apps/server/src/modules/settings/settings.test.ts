import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { hashPassword, refuseWeak } from '../identity/index.ts'
import { gatewayRoutes } from '../cwmp/index.ts'
import { readConfig } from '../../platform/config/config.ts'
import { platformSettings, settingsRoutes, signInBranding } from './index.ts'

let t: TestApp
let company: { id: string; code: string }
let administrator: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { scopes, secrets, log }) => {
    settingsRoutes(app, { secrets })
    const deps = { config: readConfig({}, []).acs, scopes, secrets, log }
    gatewayRoutes(app, deps)
  })
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

test('the platform changes settings of the installation; what is left out stays, and the log holds both', async () => {
  const before = (await t.operator.call('GET /api/v1/settings/platform')).data
  expect(before).toMatchObject({
    registration: 'approval',
    imageLimit: 2,
    fileLimit: 20,
    storageCycle: 'one_year',
  })
  const changes = { registration: 'closed', storageCycle: 'three_months', platformName: 'Our cloud' } as const
  const changed = await t.operator.call('PUT /api/v1/settings/platform', { ...changes, imageLimit: 2 })
  expect(changed.data).toEqual({ ...before, ...changes })
  expect(await platformSettings(t.scopes)).toEqual(changed.data)
  expect((await lastAudit(t.operator.companyId, 'settings.platform_changed'))?.detail).toEqual({
    before: { registration: 'approval', storageCycle: 'one_year', platformName: 'Netward' },
    after: changes,
  })
  await t.operator.call('PUT /api/v1/settings/platform', before)
})

test.each([
  { registration: 'sometimes' },
  { imageLimit: 0 },
  { imageLimit: 6 },
  { imageLimit: 1.5 },
  { fileLimit: 21 },
  { passwordLength: 7 },
  { passwordLength: 21 },
  { passwordClasses: 2 },
  { sessionIdleMinutes: 4 },
  { sessionHours: 721 },
  { storageCycle: 'for ever' },
  { syncInterval: 'hour' },
  { defaultLanguage: 'fr' },
  { platformName: ' ' },
])('a setting of the installation that cannot be is refused, naming its field: %o', async (input) => {
  const answer = await t.operator.call('PUT /api/v1/settings/platform', input as never)
  expect(answer).toMatchObject({
    status: 400,
    code: 'request.invalid',
    data: { fields: [{ field: Object.keys(input)[0] }] },
  })
})

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
  expect(renamed.data).toMatchObject({
    name: 'Yuelai Hotels',
    code: company.code,
    prefix: null,
    logoUrl: null,
  })
  expect((await administrator.call('GET /api/v1/settings/company')).data.name).toBe('Yuelai Hotels')
  const { rows } = await t.adminPool.query('select name from company where id = $1', [other.id])
  expect(rows).toEqual([{ name: `Company ${other.code}` }])
  expect((await lastAudit(company.id, 'settings.company_changed'))?.detail).toEqual({
    before: { name: `Company ${company.code}` },
    after: { name: 'Yuelai Hotels' },
  })
})

test('an administrator sets time zone and language of the company; an unknown zone is refused at its field', async () => {
  const set = { timeZone: 'Europe/Berlin', language: 'en' } as const
  expect((await administrator.call('PUT /api/v1/settings/company', set)).data).toMatchObject(set)
  expect((await lastAudit(company.id, 'settings.company_changed'))?.detail).toEqual({
    before: { timeZone: 'Asia/Shanghai', language: 'zh' },
    after: set,
  })
  expect(await administrator.call('PUT /api/v1/settings/company', { timeZone: 'Mars/Base' })).toMatchObject({
    status: 400,
    code: 'settings.time_zone_unknown',
    data: { fields: [{ field: 'timeZone' }] },
  })
})

test('a company keeps measured values for a shorter time than the platform, never for a longer one', async () => {
  await t.operator.call('PUT /api/v1/settings/platform', { storageCycle: 'six_months' })
  const cycle = async () => {
    const { data } = await administrator.call('GET /api/v1/settings/company')
    return [data.storageCycle, data.storageCycleMost]
  }
  expect(await cycle()).toEqual(['six_months', 'six_months'])
  await administrator.call('PUT /api/v1/settings/company', { storageCycle: 'three_months' })
  expect(await cycle()).toEqual(['three_months', 'six_months'])
  expect((await lastAudit(company.id, 'settings.company_changed'))?.detail).toEqual({
    before: { storageCycle: 'six_months' },
    after: { storageCycle: 'three_months' },
  })
  expect(
    await administrator.call('PUT /api/v1/settings/company', { storageCycle: 'one_year' }),
  ).toMatchObject({
    code: 'settings.storage_cycle_too_long',
    data: { fields: [{ field: 'storageCycle' }] },
  })
  await administrator.call('PUT /api/v1/settings/company', { storageCycle: 'six_months' })
  await t.operator.call('PUT /api/v1/settings/platform', { storageCycle: 'three_months' })
  expect(await cycle()).toEqual(['three_months', 'three_months'])
  await t.operator.call('PUT /api/v1/settings/platform', { storageCycle: 'one_year' })
  expect(await cycle()).toEqual(['six_months', 'one_year'])
})

test('a company sets how often its inventory and configurations are stored', async () => {
  const { data } = await administrator.call('PUT /api/v1/settings/company', { storageInterval: 'two_weeks' })
  expect(data.storageInterval).toBe('two_weeks')
  expect((await lastAudit(company.id, 'settings.company_changed'))?.detail).toEqual({
    before: { storageInterval: 'day' },
    after: { storageInterval: 'two_weeks' },
  })
  expect(
    await administrator.call('PUT /api/v1/settings/company', { storageInterval: 'hour' as 'day' }),
  ).toMatchObject({ status: 400 })
})

test('a stricter rule for passwords is asked for at the next change, and said to everybody before', async () => {
  await t.operator.call('PUT /api/v1/settings/platform', { passwordLength: 12, passwordClasses: 4 })
  const applied = await administrator.call('GET /api/v1/settings/applied')
  expect(applied.data).toMatchObject({ password: { length: 12, classes: 4 }, fileLimit: 20 })
  const call = { phrase: (key: string) => key }
  await expect(refuseWeak(t.scopes, call, 'Long-enough-7', 'newPassword')).resolves.toBeUndefined()
  for (const weak of ['Short-1', 'Twelve-chars', 'twelve-chars-7']) {
    await expect(refuseWeak(t.scopes, call, weak, 'newPassword')).rejects.toMatchObject({
      code: 'sign_in.password_policy',
      params: { length: 12, classes: 4 },
      data: { fields: [{ field: 'newPassword' }] },
    })
  }
  await t.operator.call('PUT /api/v1/settings/platform', { passwordLength: 8, passwordClasses: 3 })
})

test('the policy sets the duration of new sessions; existing ones keep theirs', async () => {
  const { rows } = await t.adminPool.query<{ name: string; company: string }>(
    `update person p set password_hash = $2 from company c where p.id = $1 and c.id = p.home_company_id
     returning user_name as name, c.code as company`,
    [administrator.personId, await hashPassword('Long-enough-7')],
  )
  const lasts = async () => {
    const signedIn = await t.raw({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { username: `${rows[0]!.name}@${rows[0]!.company}`, password: 'Long-enough-7' },
    })
    expect(signedIn.code).toBe(0)
    const found = await t.adminPool.query<{ idle: number; hours: number }>(
      `select idle_seconds as idle, round(extract(epoch from expires_at - created_at) / 3600)::int as hours
       from session where person_id = $1 order by id desc limit 1`,
      [administrator.personId],
    )
    return found.rows[0]
  }
  await t.operator.call('PUT /api/v1/settings/platform', { sessionIdleMinutes: 15, sessionHours: 8 })
  expect(await lasts()).toEqual({ idle: 900, hours: 8 })
  await t.operator.call('PUT /api/v1/settings/platform', { sessionIdleMinutes: 720, sessionHours: 168 })
  expect(await lasts()).toEqual({ idle: 43_200, hours: 168 })
  expect((await lastAudit(company.id, 'session.opened'))?.detail).toMatchObject({ address: '127.0.0.1' })
})

test('a file beyond the limit of the installation is refused, naming the field', async () => {
  await t.operator.call('PUT /api/v1/settings/platform', { fileLimit: 1 })
  const boundary = 'netward'
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${'a'.repeat(2 ** 20 + 1)}\r\n--${boundary}--\r\n`
  const sent = await t.raw({
    method: 'POST',
    url: '/api/v1/device/pre-registration/import',
    headers: {
      authorization: `Bearer ${administrator.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: body,
  })
  expect(sent).toMatchObject({ code: 'file.too_large', data: { fields: [{ field: 'file' }] } })
  expect(sent.message).toContain('1 MB')
  await t.operator.call('PUT /api/v1/settings/platform', { fileLimit: 20 })
})

test('data older than the storage cycle is deleted; the audit log is kept for at least six months', async () => {
  const old = (days: number) => `now() - interval '${days} days'`
  await t.adminPool.query(
    `with d as (insert into device (company_id, name, type) values ($1, 'gateway', 'smart_cpe') returning id),
      recorded as (insert into device_timeline (company_id, device_id, kind, at)
        select $1, d.id, 'online', at from d, unnest(array[${old(100)}, ${old(80)}]) at)
     insert into device_command (company_id, device_id, kind, state, expires_at, finished_at)
     select $1, d.id, 'reboot', 'done', at, at from d, unnest(array[${old(100)}, ${old(80)}]) at`,
    [company.id],
  )
  await t.adminPool.query(
    `insert into audit_log (company_id, action, at) select $1, 'kept.' || days, now() - make_interval(days => days)
     from unnest(array[100, 170, 190]) days`,
    [company.id],
  )
  const left = async () => {
    await t.adminPool.query('select prune_stored(1000)')
    const { rows } = await t.adminPool.query<{ kept: string }>(
      `select 'event' as kept from device_timeline where company_id = $1
       union all select 'command' from device_command where company_id = $1
       union all select action from audit_log where company_id = $1 and action like 'kept.%' order by 1`,
      [company.id],
    )
    return rows.map(({ kept }) => kept)
  }
  await t.operator.call('PUT /api/v1/settings/platform', { storageCycle: 'one_year' })
  expect(await left()).toEqual(['command', 'command', 'event', 'event', 'kept.100', 'kept.170', 'kept.190'])
  await t.operator.call('PUT /api/v1/settings/platform', { storageCycle: 'three_months' })
  expect(await left()).toEqual(['command', 'event', 'kept.100', 'kept.170'])
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
