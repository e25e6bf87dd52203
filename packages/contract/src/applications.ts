import { z } from 'zod'
import { applicationPermissions } from './application-permissions.ts'
import { endpoint } from './endpoint.ts'
import { productTypes } from './product-values.ts'
import { futureInstant, serviceState } from './products.ts'
import { done, id, instant, name, oneOrMany, pageInput, pageOf, stateAuthor } from './schemas.ts'
import { activationFailures, activationSteps, askedMoves } from './states/application.ts'

const permissions = z
  .array(z.enum(applicationPermissions as [string, ...string[]]))
  .max(applicationPermissions.length)
  .transform((codes) => [...new Set(codes)])

const productOf = { productCode: z.string(), productNameZh: z.string(), productNameEn: z.string() }

const application = z.object({
  id,
  displayName: z.string(),
  ...productOf,
  /** Its own icon, or that of its product. */
  iconUrl: z.string().nullable(),
  hasOwnIcon: z.boolean(),
  appId: z.string(),
  state: serviceState,
  /** State of the product: what it does not offer at present, no application does. */
  productState: serviceState,
  failure: z.enum(activationFailures).nullable(),
  maintenanceZh: z.string(),
  maintenanceEn: z.string(),
  maintenanceUntil: instant.nullable(),
  /** Who put it into maintenance or disabled it. */
  stateAuthor: stateAuthor.nullable(),
  productType: z.enum(productTypes),
  permissions: z.array(z.string()),
  lastUsedAt: instant.nullable(),
  createdAt: instant,
})

export const pageApplications = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/application/lists',
  access: 'DMS_SERVER_SYSTEM_SETTING_APPLICATION',
  summary: 'The applications of the company acted in',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    state: oneOrMany(serviceState),
    sort: z.enum(['displayName', '-displayName', 'createdAt', '-createdAt']).default('-createdAt'),
  }),
  output: pageOf(application),
})

const step = z.object({
  step: z.enum(activationSteps),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  at: instant.nullable(),
})

const key = z.object({
  id,
  /** The last characters, to distinguish keys. */
  hint: z.string(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  /** Expiry of a rotated key; null for the current one. */
  expiresAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
})

export const readApplication = endpoint({
  method: 'GET',
  path: '/api/v1/auth/application/:applicationId',
  access: 'DMS_SERVER_SYSTEM_SETTING_APPLICATION',
  summary: 'One application: its activation, its keys, and what deleting it would take along',
  input: z.object({ applicationId: id }),
  output: application.extend({
    steps: z.array(step),
    keys: z.array(key),
    /** Sessions that are open now. */
    openTokens: z.number().int(),
  }),
  errors: ['application.not_found'],
})

export const offeredProducts = endpoint({
  method: 'GET',
  path: '/api/v1/auth/application/products',
  access: 'DMS_SERVER_SYSTEM_SETTING_APPLICATION',
  summary: 'The products that are offered, and which the company acted in has an application of',
  input: z.object({}),
  output: z.array(
    z.object({
      id,
      ...productOf,
      descriptionZh: z.string(),
      descriptionEn: z.string(),
      type: z.enum(productTypes),
      version: z.string(),
      iconUrl: z.string().nullable(),
      state: serviceState,
      taken: z.boolean(),
      /** False where the package of the company does not name it. */
      inPackage: z.boolean(),
    }),
  ),
})

export const activateApplication = endpoint({
  method: 'POST',
  path: '/api/v1/auth/application/activate',
  access: 'DMS_SERVER_SYSTEM_SETTING_APPLICATION_ACTIVATE',
  summary: 'Activate a product for the company acted in: a job, whose steps can be followed',
  input: z.object({ productId: id, displayName: name, permissions }),
  output: z.object({ applicationId: id, appId: z.string() }),
  errors: [
    'product.not_found',
    'application.product_not_offered',
    'application.not_in_package',
    'application.exists',
    'application.permission_not_held',
  ],
  audit: 'application.activated',
})

/** The path and the timeout of half an hour are the specification's (§7). */
export const editApplication = endpoint({
  method: 'POST',
  path: '/api/v1/auth/application/edit',
  access: 'DMS_SERVER_SYSTEM_SETTING_APPLICATION_EDIT',
  summary:
    'Change the name or the permissions of an application, or move it: maintenance, disable, enable, retry',
  input: z
    .object({
      applicationId: id,
      displayName: name.optional(),
      permissions: permissions.optional(),
      move: z.enum(askedMoves).optional(),
      /** Shown during the maintenance to the company's people. */
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
  output: application,
  errors: [
    'application.not_found',
    'application.move_not_allowed',
    'application.state_is_above',
    'application.permission_not_held',
    'application.product_not_offered',
    'application.not_in_package',
  ],
  audit: 'application.changed',
})

export const uploadApplicationIcon = endpoint({
  method: 'POST',
  path: '/api/v1/auth/application/:applicationId/icon',
  access: 'DMS_SERVER_SYSTEM_SETTING_APPLICATION_EDIT',
  summary: 'The icon of an application, in place of that of its product',
  inputKind: 'multipart',
  fileLimit: 'image',
  input: z.object({ applicationId: id }),
  output: done,
  errors: ['application.not_found', 'image.type', 'image.too_large', 'image.dimensions', 'file.empty'],
  audit: 'application.icon_changed',
})

export const removeApplicationIcon = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/application/:applicationId/icon',
  access: 'DMS_SERVER_SYSTEM_SETTING_APPLICATION_EDIT',
  summary: 'Show the icon of the product again',
  input: z.object({ applicationId: id }),
  output: done,
  errors: ['application.not_found'],
  audit: 'application.icon_changed',
})

export const issueKey = endpoint({
  method: 'POST',
  path: '/api/v1/auth/application/:applicationId/key',
  access: 'DMS_SERVER_SYSTEM_SETTING_APPLICATION_KEY',
  summary: 'Make a key, which is shown this once; earlier keys remain valid for `overlapHours`',
  input: z.object({ applicationId: id, overlapHours: z.number().int().min(0).max(168).default(24) }),
  output: z.object({ appId: z.string(), key: z.string(), previousUntil: instant.nullable() }),
  errors: [
    'application.not_found',
    'application.keys_closed',
    'application.key_limit',
    'application.permission_not_held',
  ],
  audit: 'application.key_issued',
})

export const revokeKey = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/application/:applicationId/key/:keyId',
  access: 'DMS_SERVER_SYSTEM_SETTING_APPLICATION_KEY',
  summary: 'End a key and the tokens that were given for it, at once',
  input: z.object({ applicationId: id, keyId: id }),
  output: done,
  errors: ['application.not_found', 'application.key_not_found'],
  audit: 'application.key_revoked',
})

export const deleteApplication = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/application/:applicationId',
  access: 'DMS_SERVER_SYSTEM_SETTING_APPLICATION_DELETE',
  summary: 'Delete a disabled application with its keys, tokens and account',
  input: z.object({ applicationId: id }),
  output: done,
  errors: ['application.not_found', 'application.move_not_allowed', 'application.state_is_above'],
  audit: 'application.deleted',
})

export const maintenance = endpoint({
  method: 'GET',
  path: '/api/v1/auth/application/maintenance',
  access: 'session',
  summary: 'What is in maintenance, disabled or not activated for the people of the company acted in',
  input: z.object({}),
  output: z.array(
    z.object({
      code: z.enum(['application.maintenance', 'application.disabled', 'application.missing']),
      productId: id,
      ...productOf,
      messageZh: z.string(),
      messageEn: z.string(),
      /** When a maintenance ends; a disabled application stays so until it is enabled. */
      until: instant.nullable(),
      /** Why there is no active application; null where it is stopped by something else. */
      missing: z.enum(['activating', 'abnormal', 'not_activated', 'not_in_package']).nullable(),
      /** Of the company that disabled it. */
      level: stateAuthor.shape.level.nullable(),
    }),
  ),
})
