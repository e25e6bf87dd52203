import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  branchPackage,
  createLicenceFixture,
  inDays,
  type LicenceFixture,
} from '../../../test/licence-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { requestCodeOf } from './request-code.ts'

let f: LicenceFixture
beforeAll(async () => {
  f = await createLicenceFixture()
})
afterAll(() => f.t.stop())

const assign = (by: TestPerson, packageId: string, companyId: string) =>
  by.call('POST /api/v1/package/:packageId/assign', { packageId, companyId })
const packageOf = async (admin: TestPerson) =>
  (await admin.call('GET /api/v1/licence/usage')).data.package?.code

test('an MSP gives its customers what the platform lets MSPs sell, by every way', async () => {
  const msp = await f.customer('basic', undefined, 'middleman')
  const child = await f.childOf(msp)
  await f.allot(msp.id, { trial: null, basic: null, advanced: null, premium: null, flagship: null })
  const { data: sold } = await msp.admin.call('GET /api/v1/package')
  expect(Object.fromEntries(sold.map(({ code, assignable }) => [code, assignable]))).toEqual({
    trial: true,
    basic: true,
    advanced: true,
    premium: true,
    flagship: false,
    // What companies of tests made by SQL have.
    test: false,
    branch: false,
  })
  expect((await assign(msp.admin, f.packageIds['advanced']!, child.id)).code).toBe(0)
  for (const by of [msp.admin, f.t.operator.actingIn(msp.id)]) {
    expect(await assign(by, f.packageIds['flagship']!, child.id)).toMatchObject({
      status: 403,
      code: 'package.not_for_msps',
    })
  }
  const edited = await msp.admin.call('PUT /api/v1/auth/tenant/:companyId', {
    companyId: child.id,
    packageId: f.packageIds['flagship']!,
  })
  expect(edited.code).toBe('package.not_for_msps')
  expect(await packageOf(child.admin)).toBe('advanced')
  // The platform sells all of them, including to an MSP's customer.
  expect((await assign(f.t.operator, f.packageIds['flagship']!, child.id)).code).toBe(0)
})

test('only the platform decides which; a holder keeps its package', async () => {
  const msp = await f.customer('basic', undefined, 'middleman')
  const child = await f.childOf(msp)
  await f.allot(msp.id, { branch: null })
  const packageId = f.packageIds['branch']!
  const offer = (by: TestPerson, forMsps: boolean) =>
    by.call('POST /api/v1/package/:packageId/offer', { packageId, forMsps })
  expect((await offer(msp.admin, true)).code).toBe('permission.denied')
  expect((await offer(f.t.operator.actingIn(msp.id), true)).code).toBe('permission.denied')
  const gone = await f.t.operator.call('POST /api/v1/package/:packageId/offer', {
    packageId: '999999',
    forMsps: true,
  })
  expect(gone.code).toBe('package.not_found')
  expect((await offer(f.t.operator, true)).code).toBe(0)
  expect((await assign(msp.admin, packageId, child.id)).code).toBe(0)
  expect((await offer(f.t.operator, false)).code).toBe(0)
  expect((await offer(f.t.operator, false)).code).toBe(0)
  expect(await packageOf(child.admin)).toBe('branch')
  // They may not assign its next version either.
  await f.t.operator.call('PUT /api/v1/package/:packageId', { packageId, ...branchPackage(31) })
  expect((await assign(msp.admin, packageId, child.id)).code).toBe('package.not_for_msps')
  const { rows } = await f.t.adminPool.query(
    `select detail->'after' as after from audit_log where action = 'package.offered' order by id`,
  )
  expect(rows).toEqual([{ after: { forMsps: true } }, { after: { forMsps: false } }])
})

test('a file names its installation: another one refuses it, and a mistyped code is reported', async () => {
  const { id, admin } = await f.customer('branch')
  const { rows } = await f.t.adminPool.query<{ code: string }>('select code from company where id = $1', [id])
  const sign = (installation: string) =>
    f.t.operator.call('POST /api/v1/licence/file', {
      companyCode: rows[0]!.code,
      installation,
      grants: [{ kind: 'devices', quantity: 5 }],
      endsAt: inDays(30),
    })
  const { requestCode } = (await admin.call('GET /api/v1/licence/issuers')).data
  const mistyped = (requestCode.startsWith('7') ? '8' : '7') + requestCode.slice(1)
  expect(await sign(mistyped)).toMatchObject({
    code: 'request.invalid',
    data: { fields: [{ field: 'installation' }] },
  })
  const boundary = 'netward'
  const take = (text: string) =>
    f.t.raw({
      method: 'POST',
      url: '/api/v1/licence/file/import',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.lic"\r\n\r\n${text}\r\n--${boundary}--\r\n`,
    })
  const elsewhere = await sign(requestCodeOf('of another installation'))
  expect((await take(elsewhere.data.content)).code).toBe('licence.file_other_installation')
  const here = await sign(requestCode.toLowerCase().replaceAll('-', ' '))
  expect((await take(here.data.content)).code).toBe(0)
  const { signed } = (await f.t.operator.call('GET /api/v1/licence/file')).data
  expect(signed.map(({ installation }) => installation)).toContain(requestCode)
  // Size of the file without its end: a megabyte at most; the first format names no installation.
  expect((await take(' '.repeat(1_100_000))).status).toBe(413)
  const first = here.data.content.replace('netward-licence-2', 'netward-licence-1')
  expect((await take(first)).code).toBe('licence.file_unbound')
})
