import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant, name, nothing } from './schemas.ts'

/** An amount; null: unlimited. */
const quota = z.number().int().min(0).max(10_000_000).nullable()

const content = {
  nameZh: name,
  nameEn: name,
  internetLines: quota,
  devices: quota,
  outlets: quota,
  /** Free maintenance work orders. */
  workOrders: quota,
  members: quota,
  /** Codes of the products that it names; null: every product of the console. */
  products: z.array(z.string().max(40)).max(100).nullable().default(null),
  /** Yuan; null: by agreement. */
  price: z.number().int().min(0).max(100_000_000).nullable(),
}

/** Why a package is not assigned. */
export const assignRefusals = [
  'package.not_found',
  'package.not_for_msps',
  'package.not_allotted',
  'package.allotment_exhausted',
  'package.assigned_above',
  'licence.files_only',
] as const

const packageCode = z.string().regex(/^[a-z][a-z0-9-]{1,30}$/)

const packageVersion = z.object({
  id,
  code: z.string(),
  version: z.number().int(),
  newest: z.boolean(),
  /** Withdrawn from sale at. */
  retiredAt: instant.nullable(),
  /** MSPs may assign it to their customers too. */
  forMsps: z.boolean(),
  /** The caller may assign it to a company below. */
  assignable: z.boolean(),
  /** What the MSP acted in may assign of it: to how many companies (null: without limit), and how many have it so. */
  allotment: z.object({ quantity: z.number().int().nullable(), used: z.number().int() }).nullable(),
  ...content,
  nameZh: z.string(),
  nameEn: z.string(),
  products: z.array(z.string()).nullable(),
  madeAt: instant,
  madeBy: z.string().nullable(),
  /** Visible companies with this version. */
  holders: z.number().int(),
})

export const packages = endpoint({
  method: 'GET',
  path: '/api/v1/package',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE',
  summary: 'Every package in its newest version',
  input: nothing,
  output: z.array(packageVersion),
})

export const packageVersions = endpoint({
  method: 'GET',
  path: '/api/v1/package/:packageId',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE',
  summary: 'Every version of one package, the newest first',
  input: z.object({ packageId: id }),
  output: z.array(packageVersion),
  errors: ['package.not_found'],
})

export const createPackage = endpoint({
  method: 'POST',
  path: '/api/v1/package',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT',
  summary: 'A new package on sale',
  input: z.object({ code: packageCode, ...content }),
  output: z.object({ id }),
  errors: ['package.code_taken', 'licence.files_only'],
  audit: 'package.created',
})

export const editPackage = endpoint({
  method: 'PUT',
  path: '/api/v1/package/:packageId',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT',
  summary: 'The next version of a package; who has an earlier one keeps it until they are moved',
  input: z.object({ packageId: id, ...content }),
  output: done,
  errors: ['package.not_found', 'licence.files_only'],
  audit: 'package.edited',
})

export const retirePackage = endpoint({
  method: 'POST',
  path: '/api/v1/package/:packageId/retire',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT',
  summary: 'Take a package off sale, or put it on sale again',
  input: z.object({ packageId: id, retired: z.boolean() }),
  output: done,
  errors: ['package.not_found', 'package.needed', 'licence.files_only'],
  audit: 'package.retired',
})

export const offerPackage = endpoint({
  method: 'POST',
  path: '/api/v1/package/:packageId/offer',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT',
  summary: 'Let MSPs give a package to their customers, or keep it to the platform; who has it keeps it',
  input: z.object({ packageId: id, forMsps: z.boolean() }),
  output: done,
  errors: ['package.not_found', 'licence.files_only'],
  audit: 'package.offered',
})

export const upgradePackage = endpoint({
  method: 'POST',
  path: '/api/v1/package/:packageId/upgrade',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT',
  summary: 'Move every company that has an earlier version of this package to the newest',
  input: z.object({ packageId: id }),
  output: z.object({ moved: z.number().int() }),
  errors: ['package.not_found', 'licence.files_only'],
  audit: 'package.upgraded',
})

export const assignPackage = endpoint({
  method: 'POST',
  path: '/api/v1/package/:packageId/assign',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE',
  summary: 'Give a company below a package in its newest version',
  input: z.object({ packageId: id, companyId: id }),
  output: done,
  errors: [...assignRefusals, 'company.not_found'],
  audit: 'package.assigned',
})

export const packageAllotments = endpoint({
  method: 'GET',
  path: '/api/v1/package/allotment/:companyId',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE',
  summary: 'The packages that an MSP may assign, to how many companies, and how many it has assigned',
  input: z.object({ companyId: id }),
  output: z.array(
    z.object({
      packageId: id,
      nameZh: z.string(),
      nameEn: z.string(),
      /** Off sale: assigned no more, whatever the allotment. */
      retired: z.boolean(),
      allotted: z.boolean(),
      /** Of an allotted package; null: without limit. */
      quantity: z.number().int().nullable(),
      used: z.number().int(),
    }),
  ),
  errors: ['company.not_found'],
})

export const setPackageAllotments = endpoint({
  method: 'PUT',
  path: '/api/v1/package/allotment/:companyId',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT',
  summary: 'Set the packages that an MSP may assign; the platform alone. Companies keep what they have',
  input: z.object({
    companyId: id,
    allotments: z
      .array(z.object({ packageId: id, quantity: z.number().int().min(0).max(10_000_000).nullable() }))
      .max(1000)
      .refine((given) => new Set(given.map(({ packageId }) => packageId)).size === given.length),
  }),
  output: done,
  errors: ['company.not_found', 'package.not_found', 'licence.files_only'],
  audit: 'package.allotted',
})
