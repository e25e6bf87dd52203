import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  branchPackage,
  createLicenceFixture,
  inDays,
  issue,
  type LicenceFixture,
} from '../../../test/licence-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { upload } from '../../../test/upload.ts'
import { publicKeyText, writeLicenceFile } from './licence-file.ts'
import { requestCodeOf } from './request-code.ts'

const issuer = generateKeyPairSync('ed25519').privateKey
const endOf = (months: number) => {
  const end = new Date()
  end.setUTCMonth(end.getUTCMonth() + months)
  return end.toISOString()
}

describe('an installation that is licensed by files', () => {
  let f: LicenceFixture
  let company: { id: string; code: string }
  let admin: TestPerson
  beforeAll(async () => {
    f = await createLicenceFixture([publicKeyText(issuer)], 'files')
    const created = await f.t.operator.call('POST /api/v1/auth/tenant', {
      name: 'Licensed',
      code: 'licensed',
      kind: 'company',
    })
    company = { id: created.data.companyId, code: 'licensed' }
    admin = await f.t.person(company.id, 'administrator')
  })
  afterAll(() => f.t.stop())

  const take = (content: string) =>
    upload(f.t, admin, '/api/v1/licence/file/import', { content, filename: 'a.lic' })

  test('refuses grants by hand from its own operator', async () => {
    const { data: sold } = await f.t.operator.call('GET /api/v1/package')
    expect(sold.filter(({ assignable }) => assignable)).toEqual([])
    const packageId = sold.find(({ code }) => code === 'flagship')!.id
    const companyId = company.id
    const msp = await f.t.company('middleman')
    const refused = await Promise.all([
      f.t.operator.call('POST /api/v1/package', { code: 'mine', ...branchPackage(9) }),
      f.t.operator.call('PUT /api/v1/package/:packageId', { packageId, ...branchPackage(9) }),
      f.t.operator.call('POST /api/v1/package/:packageId/assign', { packageId, companyId }),
      f.t.operator.call('POST /api/v1/package/:packageId/upgrade', { packageId }),
      f.t.operator.call('POST /api/v1/package/:packageId/offer', { packageId, forMsps: true }),
      f.t.operator.call('PUT /api/v1/package/allotment/:companyId', { companyId: msp.id, allotments: [] }),
      f.t.operator.call('PUT /api/v1/auth/tenant/:companyId', { companyId, packageId }),
      issue(f.t.operator, companyId, 100),
      f.t.operator.call('POST /api/v1/licence/file', {
        companyCode: company.code,
        installation: requestCodeOf('x'),
        grants: [{ kind: 'devices', quantity: 5 }],
        endsAt: inDays(30),
      }),
    ])
    for (const { code, status } of refused) expect([status, code]).toEqual([409, 'licence.files_only'])
    expect(refused[0].message).toContain('licensed by files')
    expect((await admin.call('GET /api/v1/licence/mode')).data).toEqual({ mode: 'files' })
  })

  test('accepts entitlements from the file of a trusted issuer, never of its own key', async () => {
    expect((await f.usageOf(admin, 'devices')).granted).toBe(0)
    expect((await f.usageOf(admin, 'members')).granted).toBeNull()
    const { ownKey, requestCode } = (await admin.call('GET /api/v1/licence/issuers')).data
    const content = (key: string, until = inDays(30)) => ({
      format: 'netward-licence-2' as const,
      issuer: 'Platform',
      key,
      serial: 'NW-FILES',
      revision: 1,
      company: company.code,
      installation: requestCode,
      grants: [{ kind: 'devices' as const, quantity: 7 }],
      from: new Date().toISOString(),
      until,
      issuedAt: new Date().toISOString(),
    })
    expect((await take(writeLicenceFile(content(ownKey), issuer))).code).toBe('licence.file_other_issuer')
    const tooLong = writeLicenceFile(content(publicKeyText(issuer), endOf(14)), issuer)
    expect((await take(tooLong)).code).toBe('licence.file_too_long')
    expect((await take(writeLicenceFile(content(publicKeyText(issuer)), issuer))).code).toBe(0)
    expect((await f.usageOf(admin, 'devices')).granted).toBe(7)
    await f.addDevices(company.id, 7)
    await expect(f.addDevices(company.id, 1)).rejects.toThrow('licence.exceeded')
    // The mode decides, whatever stands in packages: back on the platform they count again.
    await f.t.scopes.asLoginRole('select set_licence_mode($1)', ['platform'])
    expect((await f.usageOf(admin, 'devices')).granted).toBe(107)
    await f.t.scopes.asLoginRole('select set_licence_mode($1)', ['files'])
    expect((await f.usageOf(admin, 'devices')).granted).toBe(7)
  })

  test('converts a trial to formal without a package', async () => {
    const { id: companyId } = await f.t.company('company')
    await f.t.adminPool.query(`update company set standing = 'trial' where id = $1`, [companyId])
    const convert = 'POST /api/v1/auth/tenant/:companyId/convert'
    const packageId = f.packageIds['basic']!
    expect((await f.t.operator.call(convert, { companyId, packageId })).code).toBe('licence.files_only')
    expect((await f.t.operator.call(convert, { companyId })).code).toBe(0)
  })
})

describe('the issuer', () => {
  let f: LicenceFixture
  beforeAll(async () => {
    f = await createLicenceFixture()
  })
  afterAll(() => f.t.stop())

  const sign = (endsAt: string, more: object = {}) =>
    f.t.operator.call('POST /api/v1/licence/file', {
      companyCode: 'branch-1',
      installation: requestCodeOf('elsewhere'),
      grants: [{ kind: 'devices', quantity: 5 }],
      endsAt,
      ...more,
    })

  test('refuses to sign a file longer than 13 months', async () => {
    expect(await sign(endOf(14))).toMatchObject({
      status: 409,
      code: 'licence.file_too_long',
      data: { fields: [{ field: 'endsAt' }] },
    })
    expect((await sign(endOf(24), { startsAt: endOf(12) })).code).toBe(0)
    expect((await sign(endOf(13))).code).toBe(0)
  })

  test('renews many files together, with their grants, and reports which were not', async () => {
    const serials = await Promise.all([1, 2, 3].map(async () => (await sign(inDays(10))).data.serial))
    const renew = (by: TestPerson, endsAt: string) =>
      by.call('POST /api/v1/licence/file/renew', { serials: [...serials, 'NW-UNKNOWN'], endsAt })
    expect((await renew(f.t.operator, endOf(14))).code).toBe('licence.file_too_long')
    const msp = await f.customer('basic', undefined, 'middleman')
    expect((await renew(msp.admin, endOf(12))).code).toBe('permission.denied')
    const { data } = await renew(f.t.operator, endOf(12))
    expect(data.failed.map(({ ip }) => ip)).toEqual(['NW-UNKNOWN'])
    expect(data.files.map(({ serial }) => serial)).toEqual(serials.toSorted())
    for (const { content, revision, fileName } of data.files) {
      expect(revision).toBe(2)
      expect(fileName).toMatch(/^branch-1-NW-.*-2\.lic$/)
      expect(JSON.parse(content)).toMatchObject({
        content: { revision: 2, grants: [{ kind: 'devices', quantity: 5 }], company: 'branch-1' },
      })
    }
  })
})
