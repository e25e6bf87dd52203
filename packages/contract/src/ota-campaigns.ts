import { z } from 'zod'
import { deviceFilters } from './devices.ts'
import { approvalShown } from './approval-schemas.ts'
import { endpoint } from './endpoint.ts'
import { campaignPlan, minuteOfDay, planProblems, ringInput } from './ota-plan.ts'
import { done, id, ids, instant, name, oneOrMany, pageInput, pageOf, shortText } from './schemas.ts'
import { backupModes } from './states/backup.ts'
import {
  campaignMoveNames,
  campaignStates,
  misfits,
  rollbackStates,
  stopReasons,
  targetStates,
  worsenedMetrics,
} from './states/campaign.ts'

/** Targets: named gateways, or all that the filters of the device list find. */
const chosen = { deviceIds: ids.optional(), filters: deviceFilters.omit({ companyId: true }).optional() }

function oneChoice(given: { deviceIds?: unknown; filters?: unknown }, context: z.RefinementCtx): void {
  if ((given.deviceIds === undefined) === (given.filters === undefined))
    context.addIssue({ code: 'custom', path: ['deviceIds'], message: 'validation.missing' })
}

export const dryRun = endpoint({
  method: 'POST',
  reads: true,
  path: '/ota/api/v2/ota/dry-run',
  access: 'DMS_SERVER_DEVICE_OTA_CAMPAIGN',
  summary: 'Which of the chosen gateways a firmware fits, and why it does not fit the others',
  input: z
    .object({
      firmwareId: id,
      ...chosen,
      allowDowngrade: campaignPlan.allowDowngrade,
      page: pageInput.shape.page,
      pageSize: pageInput.shape.pageSize,
      /** Only those excluded for this reason; `fits`: those included. */
      show: z.enum(['fits', ...misfits]).optional(),
    })
    .superRefine(oneChoice),
  output: pageOf(
    z.object({
      deviceId: id,
      name: z.string(),
      modelName: z.string(),
      softwareVersion: z.string(),
      hardwareVersion: z.string(),
      misfit: z.enum(misfits).nullable(),
    }),
  ).extend({
    fits: z.number().int(),
    /** Of the included: in an outlet without hours, or in none. */
    withoutHours: z.number().int(),
    misfits: z.array(z.object({ misfit: z.enum(misfits), count: z.number().int() })),
  }),
  errors: ['firmware.not_found'],
})

const maxLiveDays = 366

/** A live campaign uses filters and has an end. */
function liveProblems(
  { liveUntil, filters }: { liveUntil?: string | undefined; filters?: unknown },
  context: z.RefinementCtx,
): void {
  if (liveUntil === undefined) return
  const days = (Date.parse(liveUntil) - Date.now()) / 86_400_000
  if (!(days > 0 && days <= maxLiveDays) || filters === undefined)
    context.addIssue({ code: 'custom', path: ['liveUntil'], message: 'validation.format' })
}

export const createCampaign = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/campaign',
  access: 'DMS_SERVER_DEVICE_OTA_CAMPAIGN',
  summary:
    'Prepare a campaign for the chosen gateways that fit now; many are taken down by a job, a few at once',
  input: z
    .object({
      name,
      firmwareId: id,
      ...chosen,
      /** When a live campaign stops admitting; absent: its gateways are those of now. */
      liveUntil: z.iso.datetime({ offset: true }).optional(),
      /** The open work order of the company that it is carried out for, which lists it. */
      orderId: id.optional(),
      ...campaignPlan,
    })
    .superRefine(oneChoice)
    .superRefine(planProblems)
    .superRefine(liveProblems),
  output: z.object({ campaignId: id, targets: z.number().int(), state: z.enum(campaignStates) }),
  errors: ['firmware.not_found', 'campaign.no_targets', 'campaign.live_for_whole', 'work_order.not_found'],
  audit: 'campaign.created',
})

const campaign = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  name: z.string(),
  state: z.enum(campaignStates),
  /** The state after preparation, while targets are being recorded. */
  becomes: z.enum(campaignStates).nullable(),
  stopReason: z.enum(stopReasons).nullable(),
  version: z.string(),
  /** As of its last step; exact in its summary. */
  targets: z.number().int(),
  /** Targets recorded so far. */
  prepared: z.number().int(),
  verified: z.number().int(),
  failed: z.number().int(),
  rolledBack: z.number().int(),
  /** Rollbacks that wait for the company's approval. */
  rollbackAsked: z.boolean(),
  createdAt: instant,
  createdByName: z.string(),
  startAt: instant.nullable(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** When a live campaign stops admitting; null if not live. */
  liveUntil: instant.nullable(),
})

const campaignQuery = pageInput.extend({
  search: shortText.optional(),
  state: oneOrMany(z.enum(campaignStates)),
  /** Only campaigns whose rollbacks wait for approval. */
  rollback: z.enum(['asked']).optional(),
  sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
})

/** The path is the specification's (§7). */
export const pageCampaigns = endpoint({
  method: 'POST',
  reads: true,
  path: '/ota/api/v2/ota/lists',
  access: 'DMS_SERVER_DEVICE_OTA_VIEW',
  summary: 'Upgrade campaigns of the company acted in, or of all below it',
  input: campaignQuery,
  output: pageOf(campaign),
})

/** The path is the specification's (§7). */
export const summariseCampaign = endpoint({
  method: 'GET',
  path: '/ota/api/v2/ota/summary/:campaignId',
  access: 'DMS_SERVER_DEVICE_OTA_VIEW',
  summary: 'One campaign: its plan, and how many of its gateways are in which state, ring by ring',
  input: z.object({ campaignId: id }),
  output: campaign.extend({
    firmwareId: id,
    approvedByName: z.string().nullable(),
    /** The last one asked for. */
    approvalAsked: approvalShown.nullable(),
    /** Of the last rollback that needed one. */
    rollbackApproval: approvalShown.nullable(),
    /** The open ring, from 0. */
    ring: z.number().int().nullable(),
    ringSettledAt: instant.nullable(),
    rings: z.array(
      ringInput.extend({
        size: z.number().int(),
        states: z.array(z.object({ state: z.enum(targetStates), count: z.number().int() })),
        /**
         * Verified gateways that went offline since, or repeatedly. A ring stops by these, and by failures
         * and rollbacks.
         */
        lost: z.number().int(),
        /** Verified gateways with a line that is worse than in the 24 hours before: a ring stops by these alone. */
        worse: z.number().int(),
      }),
    ),
    window: z.enum(['any', 'closed_hours', 'daily']),
    fromMinute: minuteOfDay.nullable(),
    toMinute: minuteOfDay.nullable(),
    timeZone: z.string(),
    maxConcurrent: z.number().int(),
    perMinute: z.number().int(),
    retries: z.number().int(),
    retryMinutes: z.number().int(),
    offlineHours: z.number().int(),
    verifyMinutes: z.number().int(),
    maxFailurePercent: z.number().int(),
    advancePercent: z.number().int(),
    backup: z.enum(backupModes),
    autoRollback: z.boolean(),
    allowDowngrade: z.boolean(),
    /** Gateways that were backed up, that were not, and rollbacks in progress. */
    backups: z.object({ stored: z.number().int(), lacking: z.number().int() }),
    rollbacks: z.object({
      /** Until the company's own people approve. */
      asked: z.number().int(),
      open: z.number().int(),
      done: z.number().int(),
      failed: z.number().int(),
    }),
    /** Some of the requested rollbacks would not wait for the hours of the campaign. */
    rollbackAskedAtOnce: z.boolean(),
  }),
  errors: ['campaign.not_found'],
})

export const moveCampaign = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/campaign/:campaignId/move',
  access: 'DMS_SERVER_DEVICE_OTA_CAMPAIGN',
  summary:
    'Start, approve, reject, pause, resume or cancel a campaign, or have one prepared again; while its gateways are taken down it starts once they are',
  input: z.object({ campaignId: id, move: z.enum(campaignMoveNames as [string, ...string[]]) }),
  /** The state after preparation, during it. */
  output: z.object({ state: z.enum(campaignStates) }),
  errors: [
    'campaign.not_found',
    'campaign.move_not_allowed',
    'campaign.only_at_home',
    'campaign.beyond_role',
    'approval.over',
    'approval.not_yours',
  ],
  audit: 'campaign.moved',
})

/** The form sends a page, as every export: always the first. */
export const exportCampaigns = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/lists/export',
  access: 'DMS_SERVER_DEVICE_OTA_VIEW',
  summary: 'Upgrade campaigns as CSV (filters with page 1; at most 10,000 rows)',
  input: campaignQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'campaign.list_exported',
})

export const rollBackCampaign = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/campaign/:campaignId/rollback',
  access: 'DMS_SERVER_DEVICE_OTA_CAMPAIGN',
  summary:
    'Bring the gateways that a campaign upgraded, or one of them, back to the version that they had: from their other partition, else by the file of the library',
  input: z.object({
    campaignId: id,
    deviceId: id.optional(),
    /** Within the hours of the campaign, or at any hour. Absent: within them, where it has any. */
    when: z.enum(['now', 'window']).optional(),
  }),
  /** `asked`: they wait for the approval of the company's own people. */
  output: z.object({ gateways: z.number().int(), asked: z.boolean() }),
  errors: [
    'campaign.not_found',
    'campaign.move_not_allowed',
    'campaign.nothing_to_roll_back',
    'campaign.rollback_pending',
    'approval.pending',
  ],
  audit: 'campaign.rolled_back',
})

const targetQuery = pageInput.extend({
  campaignId: id,
  search: shortText.optional(),
  state: oneOrMany(z.enum(targetStates)),
  ring: z.coerce.number().int().min(0).max(9).optional(),
  rollback: oneOrMany(z.enum(rollbackStates)),
  /** Only gateways with a line that got worse after the upgrade. */
  lines: z.enum(['worse']).optional(),
  sort: z.enum(['name', '-name', 'changedAt', '-changedAt']).default('name'),
})

export const pageTargets = endpoint({
  method: 'POST',
  reads: true,
  path: '/ota/api/v2/ota/targets/lists',
  access: 'DMS_SERVER_DEVICE_OTA_VIEW',
  summary: 'The gateways of a campaign',
  input: targetQuery,
  output: pageOf(
    z.object({
      deviceId: id,
      name: z.string(),
      serialNumber: z.string(),
      modelName: z.string(),
      presence: z.enum(['online', 'overdue', 'offline', 'unknown']),
      ring: z.number().int(),
      state: z.enum(targetStates),
      fromVersion: z.string(),
      softwareVersion: z.string(),
      attempts: z.number().int(),
      /** Percentage of the file fetched so far. */
      progress: z.number().int(),
      faultCode: z.string().nullable(),
      faultDetail: z.string().nullable(),
      /** Not before: for an upgrade or a rollback. */
      dueAt: instant.nullable(),
      changedAt: instant,
      backup: z.enum(['stored', 'lacking']).nullable(),
      /** Its configuration is being requested. */
      backingUp: z.boolean(),
      rollback: z.enum(rollbackStates).nullable(),
      rollbackFault: z.string().nullable(),
      /** The line that is worse than in the 24 hours before the upgrade: loss in percent, or round-trip time in ms. */
      worsened: z
        .object({
          lineId: id,
          lineName: z.string(),
          metric: z.enum(worsenedMetrics),
          before: z.number(),
          after: z.number(),
        })
        .nullable(),
    }),
  ),
  errors: ['campaign.not_found'],
})

export const exportTargets = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/export',
  access: 'DMS_SERVER_DEVICE_OTA_VIEW',
  summary: 'The gateways of a campaign as CSV (filters with page 1; at most 100,000 rows)',
  input: targetQuery,
  output: z.null(),
  answer: 'csv',
  errors: ['campaign.not_found'],
  audit: 'campaign.exported',
})

export const readOtaSetting = endpoint({
  method: 'GET',
  path: '/ota/api/v2/ota/setting',
  access: 'DMS_SERVER_DEVICE_OTA_VIEW',
  summary: 'Whether the company acted in is asked before somebody from above upgrades its gateways',
  input: z.object({}),
  output: z.object({ approval: z.boolean(), atHome: z.boolean() }),
})

export const editOtaSetting = endpoint({
  method: 'PUT',
  path: '/ota/api/v2/ota/setting',
  access: 'DMS_SERVER_DEVICE_OTA_CAMPAIGN',
  summary: "Ask to be asked before somebody from above upgrades the gateways of one's own company",
  input: z.object({ approval: z.boolean() }),
  output: done,
  errors: ['campaign.only_at_home', 'campaign.beyond_role'],
  audit: 'campaign.setting_changed',
})
