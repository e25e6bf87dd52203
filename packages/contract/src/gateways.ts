import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, failedItem, id, instant, nothing, pageInput, pageOf } from './schemas.ts'

const identity = {
  oui: z.string(),
  productClass: z.string(),
  serialNumber: z.string(),
}

/** A gateway that called in and belongs to nobody. */
export const poolEntry = z.object({
  id,
  ...identity,
  manufacturer: z.string(),
  remoteAddress: z.string(),
  firstSeenAt: instant,
  lastSeenAt: instant,
  informs: z.number().int(),
  /** Set while a claim is open: until then the gateway may call in and be given credentials. */
  claimOpenUntil: instant.nullable(),
  /** Why the caller sees it. */
  seenBy: z.enum(['platform', 'enrolment_url', 'pre_registration']),
  duplicate: z.boolean(),
})

export const pagePool = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/pool/lists',
  access: 'DMS_SERVER_DEVICE_CLAIM',
  summary:
    'Unknown gateways that the caller may see: the platform all, others what came through their URL or matches their pre-registration',
  input: pageInput.extend({ search: z.string().trim().max(100).optional() }),
  output: pageOf(poolEntry),
})

export const poolQuota = endpoint({
  method: 'GET',
  path: '/api/v1/device/pool/quota',
  access: 'DMS_SERVER_DEVICE_CLAIM',
  summary: 'How many devices the company acted in has and may have: gateways beyond wait in the pool',
  input: nothing,
  /** `granted` null: without limit. */
  output: z.object({ used: z.number().int(), granted: z.number().int().nullable() }),
})

export const claimGateways = endpoint({
  method: 'POST',
  path: '/api/v1/device/pool/claim',
  access: 'DMS_SERVER_DEVICE_CLAIM',
  summary: 'Claim unknown gateways for the company acted in: opens 15 minutes for each identity',
  input: z.object({
    poolIds: z.array(id).min(1).max(1000),
    name: z.string().trim().max(100).optional(),
    /** Where they will stand. */
    outletId: id.optional(),
  }),
  output: z.object({ accepted: z.number().int(), failed: z.array(failedItem) }),
  errors: ['50001', '50002', 'outlet.not_found', 'outlet.outside_scope'],
  audit: 'gateway.claimed',
})

/** What the label of a gateway says. */
const label = {
  oui: z.string().regex(/^[0-9A-Fa-f]{6}$/),
  /** Needed only where the secret fits gateways of several: `request.invalid` asks for it. */
  productClass: z.string().max(64).default(''),
  serialNumber: z.string().trim().min(1).max(64),
  labelSecret: z.string().min(1).max(64),
}

/** Anyone else's claim gets the same refusal, whatever its cause; who has the secret is asked for a product class. */
export const claimByLabel = endpoint({
  method: 'POST',
  path: '/api/v1/device/pool/claim-by-label',
  access: 'DMS_SERVER_DEVICE_CLAIM',
  summary: 'Claim a gateway by its serial number and the secret on its label',
  input: z.object({ ...label, outletId: id.optional() }),
  output: done,
  errors: ['gateway.claim_refused', 'outlet.not_found', 'outlet.outside_scope', 'request.invalid'],
  audit: 'gateway.claimed',
})

export const replaceDevice = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/replace',
  access: 'DMS_SERVER_DEVICE_CLAIM',
  summary:
    'Put another gateway in the place of a broken one: one that the company has outside of every outlet at once, one of the pool (by its entry or by its label) when it calls in within 15 minutes. Name, note, tags, outlet and lines stay',
  input: z
    .object({
      deviceId: id,
      newDeviceId: id.optional(),
      poolId: id.optional(),
      label: z.object(label).optional(),
    })
    .superRefine(({ newDeviceId, poolId, label: onLabel }, context) => {
      if ([newDeviceId, poolId, onLabel].filter((one) => one !== undefined).length !== 1)
        context.addIssue({ code: 'custom', path: ['newDeviceId'], message: 'validation.notAllowed' })
    }),
  output: z.object({
    /** False: it happens when the new gateway calls in. */
    done: z.boolean(),
  }),
  errors: ['device.not_found', 'device.move_not_allowed', 'gateway.claim_refused', 'request.invalid'],
  audit: 'device.replaced',
})

export const preRegistration = z.object({
  id,
  oui: z.string().nullable(),
  productClass: z.string().nullable(),
  modelName: z.string().nullable(),
  serialNumber: z.string(),
  name: z.string(),
  hasLabelSecret: z.boolean(),
  /** A conflict with another company's is the platform's affair, and looks like any that waits. */
  state: z.enum(['waiting', 'matched', 'expired']),
  createdAt: instant,
  expiresAt: instant,
})

export const pagePreRegistrations = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/pre-registration/lists',
  access: 'DMS_SERVER_DEVICE_PRE_REGISTER',
  summary: 'Pre-registered gateways of the company acted in',
  input: pageInput.extend({ search: z.string().trim().max(100).optional() }),
  output: pageOf(preRegistration),
})

export const importPreRegistrations = endpoint({
  method: 'POST',
  path: '/api/v1/device/pre-registration/import',
  access: 'DMS_SERVER_DEVICE_PRE_REGISTER',
  summary:
    'Import a CSV (serialNumber, and oui or model; optional productClass, name, labelSecret): all rows or none',
  inputKind: 'multipart',
  input: z.object({}),
  output: z.object({ imported: z.number().int() }),
  errors: ['41033', 'import.not_csv', 'file.empty', 'file.too_large'],
  audit: 'pre_registration.imported',
})

export const removePreRegistration = endpoint({
  method: 'DELETE',
  path: '/api/v1/device/pre-registration/:preRegistrationId',
  access: 'DMS_SERVER_DEVICE_PRE_REGISTER',
  summary: 'Withdraw a pre-registration that has not been matched',
  inputKind: 'query',
  input: z.object({ preRegistrationId: id }),
  output: done,
  errors: ['device.not_found'],
  audit: 'pre_registration.removed',
})

export const registrationConflict = z.object({
  id,
  oui: z.string().nullable(),
  productClass: z.string().nullable(),
  modelName: z.string().nullable(),
  serialNumber: z.string(),
  companyId: id,
  companyName: z.string(),
  hasLabelSecret: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
})

export const pageRegistrationConflicts = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/pre-registration/conflicts/lists',
  access: 'DMS_SERVER_DEVICE_POOL_VIEW',
  summary: 'Pre-registrations of different companies that could mean the same gateway: for the platform',
  input: pageInput.extend({ search: z.string().trim().max(100).optional() }),
  output: pageOf(registrationConflict),
})

export const settleRegistration = endpoint({
  method: 'POST',
  path: '/api/v1/device/pre-registration/:preRegistrationId/settle',
  access: 'DMS_SERVER_DEVICE_POOL_VIEW',
  summary: 'Keep this pre-registration: those of other companies for the same gateway end',
  input: z.object({ preRegistrationId: id }),
  output: z.object({ ended: z.number().int() }),
  errors: ['pre_registration.not_found'],
  audit: 'pre_registration.settled',
})

export const getEnrolment = endpoint({
  method: 'GET',
  path: '/api/v1/device/enrolment',
  access: 'DMS_SERVER_DEVICE_ENROLMENT',
  summary: 'How gateways of the company acted in call home: address, bootstrap user name, enrolment URL',
  input: z.object({}),
  output: z.object({
    acsUrl: z.string(),
    username: z.string(),
    hasPassword: z.boolean(),
    enrolmentUrl: z.string().nullable(),
    /** Gateways with these credentials or this URL come in by themselves; else only pre-registered ones do. */
    approveUnknown: z.boolean(),
    /** What the platform lets the company take in. */
    limits: z.object({
      thisHour: z.number().int(),
      perHour: z.number().int(),
      lastDay: z.number().int(),
      perDay: z.number().int(),
      /** Those that wait to be claimed. */
      waiting: z.number().int(),
    }),
  }),
})

export const editEnrolment = endpoint({
  method: 'PUT',
  path: '/api/v1/device/enrolment',
  access: 'DMS_SERVER_DEVICE_ENROLMENT',
  summary:
    'Whether gateways with the credentials or the URL of the company come in by themselves, or wait for a claim by hand unless they are pre-registered',
  input: z.object({ approveUnknown: z.boolean() }),
  output: done,
  audit: 'enrolment.edited',
})

export const rotateEnrolment = endpoint({
  method: 'POST',
  path: '/api/v1/device/enrolment/rotate',
  access: 'DMS_SERVER_DEVICE_ENROLMENT',
  summary: 'New bootstrap password (shown once) or a new enrolment URL; the old one stops at once',
  input: z.object({ what: z.enum(['password', 'url']) }),
  output: z.object({
    username: z.string(),
    password: z.string().nullable(),
    enrolmentUrl: z.string().nullable(),
    /** Whether there was an old one. */
    replaced: z.boolean(),
  }),
  audit: 'enrolment.rotated',
})
