import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { outletRegion } from './outlets.ts'
import { done, id, instant, name, pageInput, pageOf } from './schemas.ts'
import {
  allSharingFields,
  mostSharingDays,
  sharingActs,
  sharingKeyStates,
  sharingKinds,
  sharingModes,
  sharingRules,
} from './sharing-values.ts'
import { orderCategories } from './work-order-values.ts'

const skills = z.array(z.enum(orderCategories)).max(20).default([])
const regions = z.array(outletRegion).max(50).default([])
const modelIds = z.array(id).max(200).default([])
const fields = z.array(z.enum(allSharingFields)).max(10)
const mostUses = z.number().int().min(1).max(100_000).nullable().default(null)
/** As it is shown once: never part of an address. */
const secret = z
  .string()
  .trim()
  .min(20)
  .max(200)
  .meta({ examples: ['nws_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'] })

const keyRow = z.object({
  id,
  name: z.string(),
  /** Its first characters. */
  prefix: z.string(),
  kind: z.enum(sharingKinds),
  mode: z.enum(sharingModes),
  onEnd: z.enum(sharingRules),
  /** Null: for any company that holds it. */
  forCompany: z.string().nullable(),
  state: z.enum(sharingKeyStates),
  expiresAt: instant,
  mostUses: z.number().int().nullable(),
  uses: z.number().int(),
  createdAt: instant,
  createdBy: z.string(),
})

export const pageIssuedKeys = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/sharing/issued/lists',
  access: 'DMS_SERVER_SHARING',
  summary: 'Sharing keys that the company acted in has issued; never their secrets',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    kind: z.enum(sharingKinds).optional(),
    sort: z.enum(['name', '-name', 'createdAt', '-createdAt']).default('-createdAt'),
  }),
  output: pageOf(keyRow),
})

export const issueSharingKey = endpoint({
  method: 'POST',
  path: '/api/v1/work/sharing/issued',
  access: 'DMS_SERVER_SHARING_EDIT',
  summary: 'Issue a key for engineers or for spare parts; the secret is answered this once',
  input: z.object({
    name,
    kind: z.enum(sharingKinds),
    /** Of engineers; none: all. */
    skills,
    regions,
    /** Of parts; no models: all of the warehouse. */
    warehouseId: id.nullable().default(null),
    modelIds,
    fields,
    mode: z.enum(sharingModes),
    onEnd: z.enum(sharingRules),
    /** Of the one company that may redeem it. */
    companyCode: z.string().trim().max(63).default(''),
    days: z.number().int().min(1).max(mostSharingDays),
    mostUses,
  }),
  output: z.object({ id, secret: z.string() }),
  errors: [
    'sharing_key.company_not_found',
    'sharing_key.wrong_field',
    'sharing_key.too_many',
    'warehouse.not_found',
    'part_model.not_found',
  ],
  audit: 'sharing_key.issued',
})

/** Uses of the last 30 days, by day. */
const daily = { daily: z.array(z.object({ at: instant, count: z.number().int() })) }

const running = {
  assignments: z.array(
    z.object({
      id,
      orderNumber: z.number().int(),
      companyName: z.string(),
      engineerName: z.string(),
      state: z.string(),
    }),
  ),
  reservations: z.array(
    z.object({
      id,
      orderNumber: z.number().int(),
      companyName: z.string(),
      model: z.string(),
      serial: z.string().nullable(),
      quantity: z.number().int(),
    }),
  ),
}

export const getIssuedKey = endpoint({
  method: 'GET',
  path: '/api/v1/work/sharing/issued/:keyId',
  access: 'DMS_SERVER_SHARING',
  summary: 'One issued key: what it opens, who redeemed it, and what runs under it',
  input: z.object({ keyId: id }),
  output: keyRow.extend({
    skills: z.array(z.enum(orderCategories)),
    regions: z.array(z.string()),
    warehouseId: id.nullable(),
    warehouseName: z.string().nullable(),
    models: z.array(z.object({ id, name: z.string() })),
    fields: z.array(z.enum(allSharingFields)),
    endedAt: instant.nullable(),
    endedBy: z.string().nullable(),
    redeemers: z.array(
      z.object({
        companyName: z.string(),
        redeemedAt: instant,
        redeemedBy: z.string(),
        endedAt: instant.nullable(),
      }),
    ),
    ...running,
    ...daily,
  }),
  errors: ['sharing_key.not_found'],
})

export const narrowSharingKey = endpoint({
  method: 'PUT',
  path: '/api/v1/work/sharing/issued/:keyId',
  access: 'DMS_SERVER_SHARING_EDIT',
  summary: 'Change an issued key: it may become narrower, never wider',
  input: z.object({
    keyId: id,
    name,
    skills,
    regions,
    modelIds,
    fields,
    mode: z.enum(sharingModes),
    expiresAt: z.iso.datetime().meta({ examples: ['2026-12-31T16:00:00Z'] }),
    mostUses,
  }),
  output: done,
  errors: ['sharing_key.not_found', 'sharing_key.over', 'sharing_key.wider', 'sharing_key.expires_past'],
  audit: 'sharing_key.narrowed',
})

export const revokeSharingKey = endpoint({
  method: 'POST',
  path: '/api/v1/work/sharing/issued/:keyId/revoke',
  access: 'DMS_SERVER_SHARING_EDIT',
  summary: 'Revoke a key at once; running work ends by the rule that both companies read before',
  input: z.object({ keyId: id }),
  output: done,
  errors: ['sharing_key.not_found', 'sharing_key.over'],
  audit: 'sharing_key.revoked',
})

export const settleSharedReservation = endpoint({
  method: 'POST',
  path: '/api/v1/work/sharing/issued/:keyId/reservation/:reservationId/end',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Hand parts over that another company reserved by a key, or free them',
  input: z.object({ keyId: id, reservationId: id, act: z.enum(['issue', 'free']) }),
  output: done,
  errors: ['part.reservation_not_found', 'part.reservation_over'],
  audit: 'sharing_key.settled',
})

const terms = z.object({
  name: z.string(),
  companyName: z.string(),
  kind: z.enum(sharingKinds),
  mode: z.enum(sharingModes),
  fields: z.array(z.enum(allSharingFields)),
  onEnd: z.enum(sharingRules),
  expiresAt: instant,
  mostUses: z.number().int().nullable(),
  uses: z.number().int(),
  skills: z.array(z.enum(orderCategories)),
  regions: z.array(z.string()),
  warehouseName: z.string().nullable(),
})

export const lookAtKey = endpoint({
  method: 'POST',
  path: '/api/v1/work/sharing/look',
  access: 'DMS_SERVER_SHARING_EDIT',
  summary:
    'What a key of another company says, before it is redeemed; ten wrong ones within 15 minutes end the attempts',
  input: z.object({ secret }),
  output: terms,
  errors: ['sharing.not_valid'],
  audit: 'sharing.looked',
})

export const redeemSharingKey = endpoint({
  method: 'POST',
  path: '/api/v1/work/sharing/redeemed',
  access: 'DMS_SERVER_SHARING_EDIT',
  summary: 'Redeem a key of another company; again, it is the same redemption',
  input: z.object({ secret }),
  output: z.object({ id }),
  errors: ['sharing.not_valid'],
  audit: 'sharing.redeemed',
})

const redeemedRow = terms.extend({
  id,
  prefix: z.string(),
  state: z.enum(sharingKeyStates),
  redeemedAt: instant,
  redeemedBy: z.string(),
  /** Orders and reservations. */
  running: z.number().int(),
})

export const pageRedeemedKeys = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/sharing/redeemed/lists',
  access: 'DMS_SERVER_SHARING',
  summary: 'Keys of other companies that the company acted in has redeemed',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    kind: z.enum(sharingKinds).optional(),
    sort: z.enum(['redeemedAt', '-redeemedAt']).default('-redeemedAt'),
  }),
  output: pageOf(redeemedRow),
})

export const getRedeemedKey = endpoint({
  method: 'GET',
  path: '/api/v1/work/sharing/redeemed/:redemptionId',
  access: 'DMS_SERVER_SHARING',
  summary: 'One redeemed key and its terms',
  input: z.object({ redemptionId: id }),
  output: redeemedRow.extend(daily),
  errors: ['sharing.redemption_not_found'],
})

export const giveBackKey = endpoint({
  method: 'POST',
  path: '/api/v1/work/sharing/redeemed/:redemptionId/end',
  access: 'DMS_SERVER_SHARING_EDIT',
  summary: 'Give a redeemed key back; running work ends by its rule',
  input: z.object({ redemptionId: id }),
  output: done,
  errors: ['sharing.redemption_not_found'],
  audit: 'sharing.given_back',
})

const use = z.object({
  id,
  at: instant,
  act: z.enum(sharingActs),
  /** By the company that issued the key. */
  byIssuer: z.boolean(),
  /** Empty: the key hides it, or it happened by itself. */
  actorName: z.string(),
  companyName: z.string(),
  orderNumber: z.number().int().nullable(),
  note: z.string(),
  quantity: z.number().int().nullable(),
})
const usesInput = pageInput.extend({ sort: z.enum(['at', '-at']).default('-at') })

export const pageIssuedUses = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/sharing/issued/:keyId/uses',
  access: 'DMS_SERVER_SHARING',
  summary: 'What was done with an issued key, by either company',
  input: usesInput.extend({ keyId: id }),
  output: pageOf(use),
  errors: ['sharing_key.not_found'],
})

export const pageRedeemedUses = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/sharing/redeemed/:redemptionId/uses',
  access: 'DMS_SERVER_SHARING',
  summary: 'What was done with a redeemed key, as the company that redeemed it reads it',
  input: usesInput.extend({ redemptionId: id }),
  output: pageOf(use),
  errors: ['sharing.redemption_not_found'],
})
