import { z } from 'zod'
import {
  checkStates,
  checkSteps,
  checkStepStates,
  findingCodes,
  severities,
  skipReasons,
} from './device-check-values.ts'
import { endpoint } from './endpoint.ts'
import { testForOrder } from './order-act-schemas.ts'
import { done, failedItem, id, ids, instant, pageInput, pageOf } from './schemas.ts'

const finding = z.object({
  code: z.enum(findingCodes),
  severity: z.enum(severities),
  /** A sentence and a recommendation, in the caller's language. */
  text: z.string(),
  advice: z.string(),
})

const ping = z
  .object({
    target: z.string(),
    sent: z.number().int(),
    received: z.number().int(),
    avgMs: z.number().nullable(),
  })
  .nullable()

/** Facts behind the verdict; null: unknown. */
const figures = z.object({
  lastInformAt: instant.nullable(),
  softwareVersion: z.string(),
  restarts24h: z.number().int(),
  uptimeSeconds: z.number().nullable(),
  memoryPercent: z.number().nullable(),
  cpuPercent: z.number().nullable(),
  drift: z.number().int().nullable(),
  connections: z.array(
    z.object({ name: z.string(), status: z.string(), isUp: z.boolean(), address: z.string().nullable() }),
  ),
  firstHop: ping,
  dnsServer: ping,
  far: ping,
  lookupMs: z.number().nullable(),
  downloadMbit: z.number().nullable(),
})

const checkHead = z.object({
  id,
  state: z.enum(checkStates),
  /** The worst finding; null until complete. */
  verdict: z.enum(severities).nullable(),
  /** The sentence of the first finding. */
  sentence: z.string().nullable(),
  createdAt: instant,
  createdByName: z.string().nullable(),
  endedAt: instant.nullable(),
})

export const startCheck = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/check',
  access: 'DMS_SERVER_DEVICE_DIAGNOSE',
  summary: 'Check a gateway: a sensible set of diagnostics in one go, and what is wrong in a sentence',
  input: z.object({ deviceId: id, ...testForOrder }),
  output: z.object({ checkId: id }),
  errors: ['device.not_found', 'device.move_not_allowed', 'device_check.under_way', 'work_order.not_found'],
  audit: 'device.check_started',
})

export const startChecks = endpoint({
  method: 'POST',
  path: '/api/v1/device/batch/check',
  access: 'DMS_SERVER_DEVICE_DIAGNOSE',
  summary: 'Check several gateways; one that is being checked already counts as accepted',
  input: z.object({ deviceIds: ids }),
  output: z.object({ accepted: z.number().int(), failed: z.array(failedItem) }),
  errors: ['50001', '50002'],
  audit: 'device.check_started',
})

export const pageChecks = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/checks',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'The checks of a gateway, newest first',
  input: pageInput.omit({ sort: true }).extend({ deviceId: id }),
  output: pageOf(checkHead),
  errors: ['device.not_found'],
})

export const getCheck = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/checks/:checkId',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'One check: how far it is, what it found, and what that was made of',
  input: z.object({ deviceId: id, checkId: id }),
  output: checkHead.extend({
    findings: z.array(finding),
    figures: figures.nullable(),
    steps: z.array(
      z.object({
        step: z.enum(checkSteps),
        state: z.enum(checkStepStates),
        reason: z.enum(skipReasons).nullable(),
        target: z.string().nullable(),
        runId: id.nullable(),
      }),
    ),
    deadlineAt: instant,
  }),
  errors: ['device.not_found', 'device_check.not_found'],
})

export const cancelCheck = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/checks/:checkId/cancel',
  access: 'DMS_SERVER_DEVICE_DIAGNOSE',
  summary: 'Give up a check with what is left of it',
  input: z.object({ deviceId: id, checkId: id }),
  output: done,
  errors: ['device.not_found', 'device_check.not_found', 'device_check.over'],
  audit: 'device.check_cancelled',
})
