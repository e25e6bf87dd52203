import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { templateSelector } from './provisioning.ts'
import { templateContent } from './template-content.ts'
import { done, id, instant, pageInput, pageOf } from './schemas.ts'

const above = z.object({
  id,
  name: z.string(),
  /** The company above that wrote it. */
  ownerName: z.string(),
  version: z.number().int(),
  /** It changes gateways here: the company admits people from above freely, or has accepted this version. */
  applies: z.boolean(),
  /** Null where no acceptance was required. */
  acceptedByName: z.string().nullable(),
  acceptedAt: instant.nullable(),
  changedAt: instant,
})

export const pageTemplatesAbove = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/template-above/lists',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
  summary: 'What companies above apply to the gateways of this one, or would once it is accepted',
  input: z.object({
    search: z.string().trim().max(100).optional(),
    page: pageInput.shape.page,
    pageSize: pageInput.shape.pageSize,
  }),
  output: pageOf(above),
})

export const getTemplateAbove = endpoint({
  method: 'GET',
  path: '/api/v1/device/template-above/:templateId',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
  summary: 'What a template of a company above says',
  input: z.object({ templateId: id }),
  output: above.extend({ selector: templateSelector, objectsStay: z.boolean(), content: templateContent }),
  errors: ['template.not_found'],
})

export const acceptTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/device/template-above/:templateId/accept',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary: 'Let the applied version of a template from above change the gateways here: its own people alone',
  input: z.object({ templateId: id, version: z.number().int().min(1).max(1_000_000) }),
  output: done,
  errors: ['template.not_found', 'template.version_changed', 'template.own_people'],
  audit: 'template.accepted',
})

export const refuseTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/device/template-above/:templateId/refuse',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_EDIT',
  summary: 'Take back that a template from above may change the gateways here; they stay as they are',
  input: z.object({ templateId: id }),
  output: done,
  errors: ['template.not_found', 'template.own_people'],
  audit: 'template.refused',
})
