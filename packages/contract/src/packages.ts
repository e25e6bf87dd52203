import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant, name, nothing } from './schemas.ts'

/** How much of something; null: without limit. */
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
  /** Yuan; null: by agreement. */
  price: z.number().int().min(0).max(100_000_000).nullable(),
}

const packageCode = z.string().regex(/^[a-z][a-z0-9-]{1,30}$/)

const packageVersion = z.object({
  id,
  code: z.string(),
  version: z.number().int(),
  newest: z.boolean(),
  /** Not sold any more since. */
  retiredAt: instant.nullable(),
  /** MSPs may give it to their customers too. */
  forMsps: z.boolean(),
  /** The caller may give it to a company below. */
  assignable: z.boolean(),
  ...content,
  nameZh: z.string(),
  nameEn: z.string(),
  madeAt: instant,
  madeBy: z.string().nullable(),
  /** Companies, of those that the caller sees, that have this version. */
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
  errors: ['package.code_taken'],
  audit: 'package.created',
})

export const editPackage = endpoint({
  method: 'PUT',
  path: '/api/v1/package/:packageId',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT',
  summary: 'The next version of a package; who has an earlier one keeps it until they are moved',
  input: z.object({ packageId: id, ...content }),
  output: done,
  errors: ['package.not_found'],
  audit: 'package.edited',
})

export const retirePackage = endpoint({
  method: 'POST',
  path: '/api/v1/package/:packageId/retire',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT',
  summary: 'Take a package off sale, or put it on sale again',
  input: z.object({ packageId: id, retired: z.boolean() }),
  output: done,
  errors: ['package.not_found', 'package.needed'],
  audit: 'package.retired',
})

export const offerPackage = endpoint({
  method: 'POST',
  path: '/api/v1/package/:packageId/offer',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT',
  summary: 'Let MSPs give a package to their customers, or keep it to the platform; who has it keeps it',
  input: z.object({ packageId: id, forMsps: z.boolean() }),
  output: done,
  errors: ['package.not_found'],
  audit: 'package.offered',
})

export const upgradePackage = endpoint({
  method: 'POST',
  path: '/api/v1/package/:packageId/upgrade',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT',
  summary: 'Move every company that has an earlier version of this package to the newest',
  input: z.object({ packageId: id }),
  output: z.object({ moved: z.number().int() }),
  errors: ['package.not_found'],
  audit: 'package.upgraded',
})

export const assignPackage = endpoint({
  method: 'POST',
  path: '/api/v1/package/:packageId/assign',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE',
  summary: 'Give a company below a package in its newest version',
  input: z.object({ packageId: id, companyId: id }),
  output: done,
  errors: ['package.not_found', 'package.not_for_msps', 'company.not_found'],
  audit: 'package.assigned',
})
