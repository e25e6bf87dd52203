import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant, pageInput, pageOf } from './schemas.ts'
import { settingName } from './template-content.ts'
import { rolloutBounds } from './template-values.ts'

const templateId = z.object({ templateId: id })
const outcomes = ['waiting', 'done', 'failed'] as const

export const startRollout = endpoint({
  method: 'POST',
  path: '/api/v1/device/template/:templateId/rollout',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary: 'Apply a version to some gateways first: a number of them, or a percentage',
  input: z
    .object({
      templateId: id,
      version: z.number().int().min(1).max(1_000_000),
      devices: z.number().int().min(1).max(rolloutBounds.devices).optional(),
      percent: z.number().int().min(1).max(rolloutBounds.percent).optional(),
      /** More failures stop the rollout. */
      mostFailedPercent: z.number().int().min(0).max(100),
    })
    .superRefine(({ devices, percent }, context) => {
      if ((devices === undefined) === (percent === undefined))
        context.addIssue({ code: 'custom', path: ['devices'], message: 'validation.missing' })
    }),
  output: z.object({ rolloutId: id }),
  errors: ['template.not_found', 'template.rollout_open', 'template.version_applied', 'approval.needed'],
  audit: 'template.rollout_started',
})

export const getRollout = endpoint({
  method: 'GET',
  path: '/api/v1/device/template/:templateId/rollout',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
  summary: 'The last rollout of a template, and what came of it; null when there was none',
  input: templateId,
  output: z.object({
    rollout: z
      .object({
        id,
        version: z.number().int(),
        beforeVersion: z.number().int().nullable(),
        /** `stopped`: too many failures; it waits for a person. */
        state: z.enum(['trying', 'stopped', 'applied', 'reverted']),
        mostFailedPercent: z.number().int(),
        /** Null while they are being chosen. */
        devices: z.number().int().nullable(),
        done: z.number().int(),
        failed: z.number().int(),
        waiting: z.number().int(),
        startedAt: instant,
        startedByName: z.string(),
        endedAt: instant.nullable(),
      })
      .nullable(),
  }),
  errors: ['template.not_found'],
})

export const pageRollout = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/template/:templateId/rollout/lists',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
  summary: 'The gateways of an open rollout, and what came of it on each',
  input: z.object({
    templateId: id,
    outcome: z.enum(outcomes).optional(),
    page: pageInput.shape.page,
    pageSize: pageInput.shape.pageSize,
  }),
  output: pageOf(
    z.object({
      deviceId: id,
      name: z.string(),
      companyName: z.string(),
      outcome: z.enum(outcomes),
      /** Its first problem, if it failed and belongs to the company. */
      problem: z
        .object({
          path: z.string(),
          setting: settingName.nullable(),
          text: z.string(),
          detail: z.string(),
        })
        .nullable(),
    }),
  ),
  errors: ['template.not_found'],
})

export const finishRollout = endpoint({
  method: 'POST',
  path: '/api/v1/device/template/:templateId/rollout/apply',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary: 'Go on: apply the version that was tried to every gateway that it is for',
  input: templateId,
  output: done,
  errors: ['template.not_found', 'template.no_rollout'],
  audit: 'template.applied',
})

export const revertRollout = endpoint({
  method: 'POST',
  path: '/api/v1/device/template/:templateId/rollout/revert',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary: 'Back: the gateways that tried the version take what was applied before',
  input: templateId,
  output: done,
  errors: ['template.not_found', 'template.no_rollout'],
  audit: 'template.rollout_reverted',
})
