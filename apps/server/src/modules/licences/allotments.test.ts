import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLicenceFixture, type LicenceFixture } from '../../../test/licence-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'

let f: LicenceFixture
beforeAll(async () => {
  f = await createLicenceFixture()
})
afterAll(() => f.t.stop())

const assign = (by: TestPerson, code: string, companyId: string) =>
  by.call('POST /api/v1/package/:packageId/assign', { packageId: f.packageIds[code]!, companyId })
const packageOf = async (admin: TestPerson) =>
  (await admin.call('GET /api/v1/licence/usage')).data.package?.code
const allotmentOf = async (by: TestPerson, companyId: string, code: string) =>
  (await by.call('GET /api/v1/package/allotment/:companyId', { companyId })).data.find(
    ({ packageId }) => packageId === f.packageIds[code],
  )

test('an MSP assigns what the platform allots it, to the allotted number of companies', async () => {
  const msp = await f.customer('basic', undefined, 'middleman')
  const [first, second] = [await f.childOf(msp), await f.childOf(msp)]
  expect(await assign(msp.admin, 'premium', first.id)).toMatchObject({
    status: 403,
    code: 'package.not_allotted',
  })
  await f.allot(msp.id, { premium: 1, basic: null })
  expect((await assign(msp.admin, 'premium', first.id)).code).toBe(0)
  const refused = await assign(msp.admin, 'premium', second.id)
  expect(refused).toMatchObject({ status: 409, code: 'package.allotment_exhausted' })
  expect(refused.message).toContain('1 in total')
  // What it has already takes no second place; what it gives back is free again.
  expect((await assign(msp.admin, 'premium', first.id)).code).toBe(0)
  expect(await allotmentOf(msp.admin, msp.id, 'premium')).toMatchObject({ quantity: 1, used: 1 })
  expect((await assign(msp.admin, 'basic', first.id)).code).toBe(0)
  expect((await assign(msp.admin, 'premium', second.id)).code).toBe(0)
  expect(await packageOf(second.admin)).toBe('premium')
})

test('of two concurrent assignments of the last one, one is refused', async () => {
  const msp = await f.customer('basic', undefined, 'middleman')
  const children = [await f.childOf(msp), await f.childOf(msp), await f.childOf(msp)]
  await f.allot(msp.id, { advanced: 1 })
  const codes = await Promise.all(
    children.map(async ({ id }) => (await assign(msp.admin, 'advanced', id)).code),
  )
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === 'package.allotment_exhausted')).toHaveLength(2)
})

test('an MSP does not change what the platform assigned, and an upgrade keeps who assigned it', async () => {
  const msp = await f.customer('basic', undefined, 'middleman')
  const child = await f.childOf(msp)
  await f.allot(msp.id, { premium: null, branch: null })
  expect((await assign(msp.admin, 'premium', child.id)).code).toBe(0)
  const packageId = f.packageIds['premium']!
  const [sold] = (await f.t.operator.call('GET /api/v1/package/:packageId', { packageId })).data
  await f.t.operator.call('PUT /api/v1/package/:packageId', { ...sold!, packageId, outlets: 101 })
  await f.t.operator.call('POST /api/v1/package/:packageId/upgrade', { packageId })
  expect((await assign(msp.admin, 'premium', child.id)).code).toBe(0)
  expect((await assign(f.t.operator, 'basic', child.id)).code).toBe(0)
  expect(await assign(msp.admin, 'premium', child.id)).toMatchObject({
    status: 403,
    code: 'package.assigned_above',
  })
  const edited = await msp.admin.call('PUT /api/v1/auth/tenant/:companyId', {
    companyId: child.id,
    packageId: f.packageIds['premium']!,
  })
  expect(edited.code).toBe('package.assigned_above')
  expect(await packageOf(child.admin)).toBe('basic')
})

test('only the platform sets an allotment, for an MSP, and both logs record it', async () => {
  const msp = await f.customer('basic', undefined, 'middleman')
  const child = await f.childOf(msp)
  const set = (by: TestPerson, companyId: string) =>
    by.call('PUT /api/v1/package/allotment/:companyId', {
      companyId,
      allotments: [{ packageId: f.packageIds['premium']!, quantity: null }],
    })
  expect((await set(msp.admin, msp.id)).code).toBe('permission.denied')
  expect((await set(f.t.operator.actingIn(msp.id), msp.id)).code).toBe('permission.denied')
  expect((await set(f.t.operator, child.id)).code).toBe('company.not_found')
  expect((await set(f.t.operator, msp.id)).code).toBe(0)
  expect(await allotmentOf(f.t.operator, msp.id, 'premium')).toMatchObject({ allotted: true, quantity: null })
  const other = await f.customer('basic', undefined, 'middleman')
  const hidden = await other.admin.call('GET /api/v1/package/allotment/:companyId', { companyId: msp.id })
  expect(hidden.code).toBe('company.not_found')
  const { rows } = await f.t.adminPool.query(
    `select company_id::text from audit_log where action = 'package.allotted' and subject_id = $1 order by 1`,
    [msp.id],
  )
  expect(rows.map(({ company_id }) => company_id)).toEqual([f.t.operator.companyId, msp.id].toSorted())
})

test('a tenant without a chosen package counts towards the allotment of the default one', async () => {
  const msp = await f.customer('basic', undefined, 'middleman')
  const create = (code: string, input: object = {}) =>
    msp.admin.call('POST /api/v1/auth/tenant', { name: code, code, kind: 'company', ...input })
  expect((await create('default-1')).code).toBe('package.not_allotted')
  await f.allot(msp.id, { basic: 1 })
  expect((await create('default-1')).code).toBe(0)
  expect((await create('default-2', { standing: 'poc' })).code).toBe('package.allotment_exhausted')
  expect((await create('default-3', { standing: 'trial' })).code).toBe(0)
  const { rows } = await f.t.adminPool.query(
    `select code from company where code like 'default-%' order by code`,
  )
  expect(rows).toEqual([{ code: 'default-1' }, { code: 'default-3' }])
})

test('converting requires a package from the allotment, and never the trial', async () => {
  const msp = await f.customer('basic', undefined, 'middleman')
  await f.allot(msp.id, { trial: null, advanced: 1 })
  const trials = await Promise.all(
    [1, 2].map(async () => {
      const child = await f.childOf(msp)
      await f.t.adminPool.query(`update company set standing = 'trial' where id = $1`, [child.id])
      return child
    }),
  )
  const convert = (companyId: string, code?: string) =>
    msp.admin.call('POST /api/v1/auth/tenant/:companyId/convert', {
      companyId,
      ...(code !== undefined && { packageId: f.packageIds[code]! }),
    })
  const [first, second] = trials.map(({ id }) => id) as [string, string]
  expect((await convert(first)).code).toBe('company.package_needed')
  expect((await convert(first, 'trial')).code).toBe('package.trial_only')
  expect((await convert(first, 'premium')).code).toBe('package.not_allotted')
  const batch = await msp.admin.call('POST /api/v1/auth/tenant/batch/convert', {
    companyIds: [first, second],
    packageId: f.packageIds['advanced']!,
  })
  expect(batch).toMatchObject({ code: 50001, data: { accepted: 1, failed: [{}] } })
  expect(JSON.stringify(batch.data)).toContain('used up (1 in total)')
  const standings = await f.t.adminPool.query<{ standing: string; code: string }>(
    `select c.standing, p.code from company c join company_package h on h.company_id = c.id
     join package p on p.id = h.package_id where c.id = any ($1) order by c.id`,
    [[first, second]],
  )
  expect(standings.rows).toEqual([
    { standing: 'formal', code: 'advanced' },
    { standing: 'trial', code: 'basic' },
  ])
})

test('an MSP extends a trial once, by 15 days; the platform further', async () => {
  const msp = await f.customer('basic', undefined, 'middleman')
  const { id: companyId } = await f.childOf(msp)
  await f.t.adminPool.query(`update company set standing = 'trial' where id = $1`, [companyId])
  const detail = async (by: TestPerson) =>
    (await by.call('GET /api/v1/auth/tenant/:companyId', { companyId })).data
  const extend = (by: TestPerson, until: string) =>
    by.call('POST /api/v1/auth/tenant/:companyId/extend', { companyId, until, reason: 'Asked for' })
  const later = async (days: number) =>
    new Date(Date.parse((await detail(msp.admin)).expiresAt!) + days * 86_400_000).toISOString()
  expect((await detail(msp.admin)).trialExtensionDays).toBe(15)
  expect(await extend(msp.admin, await later(3600))).toMatchObject({
    status: 409,
    code: 'company.trial_extension_too_long',
    data: { fields: [{ field: 'until' }] },
  })
  expect((await extend(msp.admin, await later(15))).code).toBe(0)
  expect((await detail(msp.admin)).trialExtensionDays).toBe(0)
  const again = await extend(msp.admin, await later(1))
  expect(again).toMatchObject({ code: 'company.move_not_allowed' })
  expect(again.message).toContain('only the platform')
  expect((await detail(f.t.operator)).trialExtensionDays).toBeNull()
  expect((await extend(f.t.operator, await later(60))).code).toBe(0)
  // Thawing what is over extends it too.
  await f.t.adminPool.query(
    `update company set trial_ends_at = now() - interval '1 day', status = 'frozen', frozen_because = 'ended' where id = $1`,
    [companyId],
  )
  const thawed = await msp.admin.call('POST /api/v1/auth/tenant/:companyId/thaw', {
    companyId,
    until: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  })
  expect(thawed.code).toBe('company.move_not_allowed')
})
