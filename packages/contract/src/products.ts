import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { productCategories, productTypes } from './product-values.ts'
import { done, id, instant, name, oneOrMany, pageInput, pageOf } from './schemas.ts'
import { productMoveNames } from './states/product.ts'
import { serviceStates } from './states/application.ts'

export const serviceState = z.enum(serviceStates)

/** A future time. */
export const futureInstant = z.iso
  .datetime({ offset: true })
  .refine((value) => Date.parse(value) > Date.now(), 'validation.notInFuture')
  .refine((value) => Date.parse(value) < Date.now() + 366 * 86_400_000, 'validation.tooFar')
  .meta({ examples: [new Date(Date.now() + 86_400_000).toISOString()] })

const words = z.string().trim().max(1000)

const described = {
  nameZh: name,
  nameEn: name,
  descriptionZh: words.default(''),
  descriptionEn: words.default(''),
  category: z.enum(productCategories),
  version: z.string().trim().min(1).max(20),
}

const product = z.object({
  id,
  code: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  descriptionZh: z.string(),
  descriptionEn: z.string(),
  category: z.enum(productCategories),
  type: z.enum(productTypes),
  iconUrl: z.string().nullable(),
  version: z.string(),
  state: serviceState,
  /** Why it is abnormal. */
  failure: z.enum(['feature_missing']).nullable(),
  maintenanceZh: z.string(),
  maintenanceEn: z.string(),
  maintenanceUntil: instant.nullable(),
  /** Applications of it in all companies; counted to 10,000. */
  applications: z.number().int(),
  updatedAt: instant,
})

export const pageProducts = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/product/lists',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT',
  summary: 'The products of the platform',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    state: oneOrMany(serviceState),
    category: oneOrMany(z.enum(productCategories)),
    type: oneOrMany(z.enum(productTypes)),
    sort: z.enum(['name', '-name', 'state', '-state', 'updatedAt', '-updatedAt']).default('name'),
  }),
  output: pageOf(product),
})

export const readProduct = endpoint({
  method: 'GET',
  path: '/api/v1/product/:productId',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT',
  summary: 'One product',
  input: z.object({ productId: id }),
  output: product,
  errors: ['product.not_found'],
})

export const createProduct = endpoint({
  method: 'POST',
  path: '/api/v1/product',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT_EDIT',
  summary: 'Add a service to the catalogue; it is offered once it is published',
  input: z.object({ code: z.string().regex(/^[a-z][a-z0-9_]{1,39}$/), ...described }),
  output: product,
  errors: ['product.code_taken'],
  audit: 'product.created',
})

export const editProduct = endpoint({
  method: 'PUT',
  path: '/api/v1/product/:productId',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT_EDIT',
  summary: 'Change what is said of a product',
  input: z.object({ productId: id, ...described }),
  output: product,
  errors: ['product.not_found'],
  audit: 'product.changed',
})

export const moveProduct = endpoint({
  method: 'POST',
  path: '/api/v1/product/:productId/move',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT_EDIT',
  summary: 'Publish a product, put it into maintenance until a time, end that, deactivate or delete it',
  input: z
    .object({
      productId: id,
      move: z.enum(productMoveNames),
      /** Shown during the maintenance to the people of every tenant. */
      maintenanceZh: z.string().trim().min(1).max(500).optional(),
      maintenanceEn: z.string().trim().min(1).max(500).optional(),
      maintenanceUntil: futureInstant.optional(),
    })
    .superRefine(({ move, ...maintenance }, context) => {
      if (move !== 'enterMaintenance') return
      for (const field of ['maintenanceZh', 'maintenanceEn', 'maintenanceUntil'] as const) {
        if (maintenance[field] === undefined)
          context.addIssue({ code: 'custom', path: [field], message: 'validation.missing' })
      }
    }),
  output: product,
  errors: ['product.not_found', 'product.move_not_allowed', 'product.in_use'],
  audit: 'product.moved',
})

export const uploadProductIcon = endpoint({
  method: 'POST',
  path: '/api/v1/product/:productId/icon',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT_EDIT',
  summary: 'The icon of a product: jpg or png, square is best',
  inputKind: 'multipart',
  fileLimit: 'image',
  input: z.object({ productId: id }),
  output: product,
  errors: ['product.not_found', 'image.type', 'image.too_large', 'image.dimensions', 'file.empty'],
  audit: 'product.icon_changed',
})

export const removeProductIcon = endpoint({
  method: 'DELETE',
  path: '/api/v1/product/:productId/icon',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT_EDIT',
  summary: 'Remove the icon of a product',
  input: z.object({ productId: id }),
  output: done,
  errors: ['product.not_found'],
  audit: 'product.icon_changed',
})
