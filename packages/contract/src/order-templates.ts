import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { orderCheckLimits, templateAssigns } from './order-form-values.ts'
import { done, id, instant, name, nothing, pageInput, pageOf } from './schemas.ts'
import { customValues, orderTag } from './work-order-schemas.ts'
import { orderCategories, orderImpacts, orderTypes, orderUrgencies } from './work-order-values.ts'

const text = (most: number) => z.string().trim().max(most)

/** A point of the checklist of an order; a required one is ticked before the order is resolved. */
export const checkInput = z.object({
  text: text(orderCheckLimits.text).min(1),
  required: z.boolean().default(true),
})

const templateInput = {
  name,
  type: z.enum(orderTypes).default('inspection'),
  category: z.enum(orderCategories).default('other'),
  impact: z.enum(orderImpacts).default('low'),
  urgency: z.enum(orderUrgencies).default('low'),
  title: name,
  description: text(8000).default(''),
  checklist: z.array(checkInput).max(orderCheckLimits.points).default([]),
  custom: customValues.default({}),
  tags: z.array(orderTag).max(20).default([]),
  /** `usual`: as the company dispatches its orders. */
  assign: z.enum(templateAssigns).default('usual'),
  /** Of `person`. */
  assigneeId: id.nullable().default(null),
}

const template = z.object({
  id,
  name: z.string(),
  type: z.enum(orderTypes),
  category: z.enum(orderCategories),
  impact: z.enum(orderImpacts),
  urgency: z.enum(orderUrgencies),
  title: z.string(),
  description: z.string(),
  checklist: z.array(z.object({ text: z.string(), required: z.boolean() })),
  custom: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  assign: z.enum(templateAssigns),
  assigneeId: id.nullable(),
  assigneeName: z.string().nullable(),
  editedAt: instant,
  editedBy: z.string(),
})

const inputErrors = [
  'order_template.name_taken',
  'order_template.assignee_missing',
  'work_order.assignee_not_found',
  'order_field.value_text',
  'order_field.value_number',
  'order_field.value_date',
  'order_field.value_choice',
  'order_field.value_elsewhere',
] as const

export const pageOrderTemplates = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/template/lists',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Templates of work orders of the company acted in',
  input: pageInput.extend({
    /** Part of the name. */
    search: text(100).optional(),
    type: z.enum(orderTypes).optional(),
    sort: z.enum(['name', '-name']).default('name'),
  }),
  output: pageOf(template),
})

export const orderTemplateChoices = endpoint({
  method: 'GET',
  path: '/api/v1/work/template/choices',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'What a new work order of the company acted in may begin with, by name',
  input: nothing,
  output: z.array(template),
})

export const addOrderTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/work/template',
  access: 'DMS_SERVER_WORK_ORDER_SETUP',
  summary: 'Add a template of work orders',
  input: z.object(templateInput),
  output: z.object({ id }),
  errors: ['order_template.too_many', ...inputErrors],
  audit: 'order_template.added',
})

export const editOrderTemplate = endpoint({
  method: 'PUT',
  path: '/api/v1/work/template/:templateId',
  access: 'DMS_SERVER_WORK_ORDER_SETUP',
  summary: 'Change a template; work orders that were made from it stay as they are',
  input: z.object({ templateId: id, ...templateInput }),
  output: done,
  errors: ['order_template.not_found', ...inputErrors],
  audit: 'order_template.edited',
})

export const deleteOrderTemplate = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/template/:templateId',
  access: 'DMS_SERVER_WORK_ORDER_SETUP',
  summary: 'Delete a template that no plan uses',
  input: z.object({ templateId: id }),
  output: done,
  errors: ['order_template.not_found', 'order_template.in_use'],
  audit: 'order_template.deleted',
})
