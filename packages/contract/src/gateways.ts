import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, failedItem, id, instant, nothing, pageInput, pageOf } from './schemas.ts'

const identity = {
  oui: z.string(),
  productClass: z.string(),
  serialNumber: z.string(),
}

/** A gateway that called in without belonging to a company. */
export const poolEntry = z.object({
  id,
  ...identity,
  manufacturer: z.string(),
  /** Null where a pre-registration alone speaks for it: hidden until the gateway is claimed. */
  remoteAddress: z.string().nullable(),
  firstSeenAt: instant,
  lastSeenAt: instant,
  informs: z.number().int(),
  /** Set while a claim is open: until then the gateway may call in and receive credentials. */
  claimOpenUntil: instant.nullable(),
  /** Set while a claim waits for the approval of the MSP or the platform. */
  claimAskedAt: instant.nullable(),
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
  /** `granted` null: unlimited. */
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
    /** Their future outlet. */
    outletId: id.optional(),
  }),
  output: z.object({
    accepted: z.number().int(),
    /** Of those accepted: how many wait for an approval, since only a pre-registration of the company speaks for them. */
    asked: z.number().int(),
    failed: z.array(failedItem),
  }),
  errors: ['50001', '50002', 'outlet.not_found', 'outlet.outside_scope'],
  audit: 'gateway.claimed',
})

/** Text of a gateway's label. */
const label = {
  oui: z.string().regex(/^[0-9A-Fa-f]{6}$/),
  /** Required only where the secret fits gateways of several classes: `request.invalid` asks for it. */
  productClass: z.string().max(64).default(''),
  serialNumber: z.string().trim().min(1).max(64),
  labelSecret: z.string().min(1).max(64),
}

/**
 * Any other claim gets the same refusal, whatever its cause; only the holder of the secret is asked for a
 * product class.
 */
export const claimByLabel = endpoint({
  method: 'POST',
  path: '/api/v1/device/pool/claim-by-label',
  access: 'DMS_SERVER_DEVICE_CLAIM',
  summary: 'Claim a gateway by its serial number and the secret on its label',
  input: z.object({ ...label, outletId: id.optional() }),
  output: z.object({
    /** The claim awaits approval: no level above the company registered the secret. */
    asked: z.boolean(),
  }),
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
    /** The claim of the new gateway awaits approval. */
    asked: z.boolean(),
  }),
  errors: ['device.not_found', 'device.move_not_allowed', 'gateway.claim_refused', 'request.invalid'],
  audit: 'device.replaced',
})

export const askedClaim = z.object({
  id,
  ...identity,
  manufacturer: z.string(),
  modelName: z.string(),
  remoteAddress: z.string(),
  lastSeenAt: instant,
  companyId: id,
  companyName: z.string(),
  askedAt: instant,
  askedBy: z.string(),
})

export const pageAskedClaims = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/pool/approval/lists',
  access: 'DMS_SERVER_DEVICE_CLAIM_APPROVE',
  summary: 'Claims of companies below that rest on a pre-registration alone and wait for an approval',
  input: pageInput,
  output: pageOf(askedClaim),
})

export const decideClaim = endpoint({
  method: 'POST',
  path: '/api/v1/device/pool/:poolId/approval',
  access: 'DMS_SERVER_DEVICE_CLAIM_APPROVE',
  summary: 'Approve a claim, which opens 15 minutes for the gateway, or reject it with its pre-registration',
  input: z.object({ poolId: id, approve: z.boolean() }),
  output: done,
  errors: ['gateway.claim_not_asked'],
  audit: 'gateway.claim_decided',
})

export const preRegistration = z.object({
  id,
  oui: z.string().nullable(),
  productClass: z.string().nullable(),
  modelName: z.string().nullable(),
  serialNumber: z.string(),
  name: z.string(),
  hasLabelSecret: z.boolean(),
  /**
   * Only the platform sees a conflict with another company's registration; here it looks like any pending
   * one.
   */
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
  errors: [
    '41033',
    'import.not_csv',
    'import.wrong_headings',
    'file.empty',
    'file.too_large',
    'pre_registration.limit',
  ],
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
    /**
     * Gateways with these credentials or this URL are admitted automatically; else only pre-registered ones
     * are.
     */
    approveUnknown: z.boolean(),
    /** Admission limits that the platform sets for the company. */
    limits: z.object({
      thisHour: z.number().int(),
      perHour: z.number().int(),
      lastDay: z.number().int(),
      perDay: z.number().int(),
      /** Gateways that wait to be claimed. */
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
