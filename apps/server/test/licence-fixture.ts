import { type EndpointOutput } from '@netward/contract'
import type { LicenceMode } from '@netward/contract/states/licence'
import { licenceFileRepo } from '../src/modules/licences/licence-file.repo.ts'
import { licenceRoutes } from '../src/modules/licences/index.ts'
import { createTestApp, type TestApp, type TestPerson } from './test-app.ts'

type Usage = EndpointOutput<'GET /api/v1/licence/usage'>['kinds'][number]

/** The real server with companies that have a package: `branch` holds 30 devices, 4 outlets and 3 members. */
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
  /** A customer of an MSP with the package that the platform gives to new ones, which the MSP may change. */
  childOf(msp: { readonly id: string }): Promise<{ id: string; admin: TestPerson }>
  /** What an MSP may assign of packages, by code; null: without limit. */
  allot(mspId: string, quantities: Readonly<Record<string, number | null>>): Promise<unknown>
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

export async function createLicenceFixture(
  licenceIssuers: readonly string[] = [],
  licenceMode: LicenceMode = 'platform',
): Promise<LicenceFixture> {
  const t = await createTestApp((app, { scopes, secrets }) =>
    licenceRoutes(app, { scopes, secrets, licenceIssuers, licenceMode }),
  )
  await licenceFileRepo.setMode(t.scopes, licenceMode)
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
    async childOf(msp) {
      const { id } = await t.company('company', msp.id)
      await t.adminPool.query(
        `insert into company_package (company_id, package_id, version)
         select $1, id, version from package where code = 'basic'
         on conflict (company_id) do update set package_id = excluded.package_id, version = excluded.version`,
        [id],
      )
      await t.adminPool.query('select refresh_entitlement($1)', [id])
      return { id, admin: await t.person(id, 'administrator') }
    },
    allot: (companyId, quantities) =>
      t.operator.call('PUT /api/v1/package/allotment/:companyId', {
        companyId,
        allotments: Object.entries(quantities).map(([code, quantity]) => ({
          packageId: packageIds[code]!,
          quantity,
        })),
      }),
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
