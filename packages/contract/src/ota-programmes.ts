import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { campaignPlan, planProblems } from './ota-plan.ts'
import { deviceText, done, id, instant, name, oneOrMany, pageInput, pageOf, shortText } from './schemas.ts'
import { campaignStates } from './states/campaign.ts'

/** One plan for many tenants: a campaign in each, which its tenant sees, approves and ends like any other. */

const filters = z.object({
  modelName: deviceText.optional(),
  softwareVersion: deviceText.optional(),
})

const tenants = z.array(id).min(1).max(20)

export const dryRunProgramme = endpoint({
  method: 'POST',
  reads: true,
  path: '/ota/api/v2/ota/programme/dry-run',
  access: 'DMS_SERVER_DEVICE_OTA_CAMPAIGN',
  summary: 'How many gateways of which tenant a firmware fits: at most 500 tenants, those with most first',
  input: z.object({ firmwareId: id, filters, allowDowngrade: campaignPlan.allowDowngrade }),
  output: z.object({
    items: z.array(
      z.object({
        companyId: id,
        companyName: z.string(),
        fits: z.number().int(),
        /** Of the included: in an outlet without hours, or in none. */
        withoutHours: z.number().int(),
      }),
    ),
    more: z.boolean(),
  }),
  errors: ['firmware.not_found', 'programme.only_above'],
})

export const createProgramme = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/programme',
  access: 'DMS_SERVER_DEVICE_OTA_CAMPAIGN',
  summary: 'One plan for the gateways of many tenants; its tenants are added by a call of their own',
  input: z.object({ name, firmwareId: id, filters, ...campaignPlan }).superRefine(planProblems),
  output: z.object({ programmeId: id }),
  errors: ['firmware.not_found', 'programme.only_above'],
  audit: 'programme.created',
})

export const addProgrammeTenants = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/programme/:programmeId/tenants',
  access: 'DMS_SERVER_DEVICE_OTA_CAMPAIGN',
  summary:
    'Create and start the campaign of each tenant, acting there; a repeated request creates no second one',
  input: z.object({ programmeId: id, companyIds: tenants }),
  output: z.object({ started: z.number().int(), refused: z.number().int() }),
  errors: ['programme.not_found', 'programme.only_above'],
  audit: 'programme.tenants_added',
})

export const moveProgramme = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/programme/:programmeId/move',
  access: 'DMS_SERVER_DEVICE_OTA_CAMPAIGN',
  summary: 'Pause, resume or cancel the campaigns of tenants of a programme',
  input: z.object({ programmeId: id, companyIds: tenants, move: z.enum(['pause', 'resume', 'cancel']) }),
  output: z.object({ moved: z.number().int() }),
  errors: ['programme.not_found', 'programme.only_above'],
  audit: 'programme.moved',
})

const programme = z.object({
  id,
  name: z.string(),
  version: z.string(),
  createdAt: instant,
  createdByName: z.string(),
  tenants: z.number().int(),
  refused: z.number().int(),
  /** Tenants whose campaign is over. */
  ended: z.number().int(),
  targets: z.number().int(),
  verified: z.number().int(),
  failed: z.number().int(),
  rolledBack: z.number().int(),
})

export const pageProgrammes = endpoint({
  method: 'POST',
  reads: true,
  path: '/ota/api/v2/ota/programme/lists',
  access: 'DMS_SERVER_DEVICE_OTA_VIEW',
  summary: 'Programmes of the company acted in',
  input: pageInput.extend({
    search: shortText.optional(),
    sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
  }),
  output: pageOf(programme),
})

export const readProgramme = endpoint({
  method: 'GET',
  path: '/ota/api/v2/ota/programme/:programmeId',
  access: 'DMS_SERVER_DEVICE_OTA_VIEW',
  summary: 'One programme and how far it is in all',
  input: z.object({ programmeId: id }),
  output: programme,
  errors: ['programme.not_found'],
})

export const pageProgrammeTenants = endpoint({
  method: 'POST',
  reads: true,
  path: '/ota/api/v2/ota/programme/tenants/lists',
  access: 'DMS_SERVER_DEVICE_OTA_VIEW',
  summary: 'The tenants of a programme, each with how far its campaign is or why it has none',
  input: pageInput.extend({
    programmeId: id,
    search: shortText.optional(),
    state: oneOrMany(z.enum(campaignStates)),
    sort: z.enum(['name', '-name']).default('name'),
  }),
  output: pageOf(
    z.object({
      companyId: id,
      companyName: z.string(),
      campaignId: id.nullable(),
      state: z.enum(campaignStates).nullable(),
      /** Error code: why there is no campaign. */
      refusal: z.string().nullable(),
      /** In words. */
      reason: z.string().nullable(),
      targets: z.number().int(),
      /** Targets recorded so far. */
      prepared: z.number().int(),
      verified: z.number().int(),
      failed: z.number().int(),
      rolledBack: z.number().int(),
    }),
  ),
  errors: ['programme.not_found'],
})

export const deleteProgramme = endpoint({
  method: 'DELETE',
  path: '/ota/api/v2/ota/programme/:programmeId',
  access: 'DMS_SERVER_DEVICE_OTA_CAMPAIGN',
  summary: 'Forget a programme; the campaigns of its tenants stay',
  input: z.object({ programmeId: id }),
  output: done,
  errors: ['programme.not_found'],
  audit: 'programme.deleted',
})
