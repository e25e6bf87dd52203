import { type EndpointOutput } from '@netward/contract'
import { licenceRoutes } from '../src/modules/licences/index.ts'
import { createTestApp, type TestApp, type TestPerson } from './test-app.ts'

type Usage = EndpointOutput<'GET /api/v1/licence/usage'>['kinds'][number]

/** The real server with companies that were sold a package: `branch` holds 30 devices, 4 outlets and 3 members. */
export interface LicenceFixture {
  readonly t: TestApp
  /** By code. */
  readonly packageIds: Readonly<Record<string, string>>
  /** A company with this package, below another or the platform, and its administrator. */
  customer(
    packageCode: string,
    parentId?: string,
    kind?: 'company' | 'middleman',
  ): Promise<{ id: string; admin: TestPerson }>
  addDevices(companyId: string, n: number): Promise<unknown>
  usageOf(admin: TestPerson, kind: Usage['kind']): Promise<Usage>
}

export const branchPackage = (devices: number) => ({
  nameZh: '分支版',
  nameEn: 'Branch',
  internetLines: 2,
  devices,
  outlets: 4,
  workOrders: 5,
  members: 3,
  price: 800,
})

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** A licence for devices. */
export function issue(
  by: TestPerson,
  companyId: string,
  quantity: number,
  more: { purpose?: 'use' | 'pool'; poolId?: string; endsAt?: string } = {},
) {
  return by.call('POST /api/v1/licence', { companyId, kind: 'devices', quantity, ...more })
}

export async function createLicenceFixture(licenceIssuers: readonly string[] = []): Promise<LicenceFixture> {
  const t = await createTestApp((app, { scopes, secrets }) =>
    licenceRoutes(app, { scopes, secrets, licenceIssuers }),
  )
  await t.operator.call('POST /api/v1/package', { code: 'branch', ...branchPackage(30) })
  const { data } = await t.operator.call('GET /api/v1/package')
  const packageIds = Object.fromEntries(data.map(({ code, id }) => [code, id]))
  return {
    t,
    packageIds,
    async customer(packageCode, parentId, kind = 'company') {
      const { id } = await t.company(kind, parentId)
      await t.operator.call('POST /api/v1/package/:packageId/assign', {
        packageId: packageIds[packageCode]!,
        companyId: id,
      })
      return { id, admin: await t.person(id, 'administrator') }
    },
    addDevices: (companyId, n) =>
      t.adminPool.query(
        `insert into device (company_id, name, type, driver)
         select $1, 'd' || n, 'printer', 'none' from generate_series(1, $2::int) n`,
        [companyId, n],
      ),
    async usageOf(admin, kind) {
      const { data: usage } = await admin.call('GET /api/v1/licence/usage')
      return usage.kinds.find((one) => one.kind === kind)!
    },
  }
}
