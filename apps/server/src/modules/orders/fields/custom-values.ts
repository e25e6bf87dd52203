import type { ErrorCode } from '@netward/contract'
import { type CustomValues, dayOf, decimalOf, orderFieldLimits } from '@netward/contract/order-form-values'
import type { Language } from '@netward/phrases/server'
import { wrongField } from '../../../platform/http/wrong-field.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { OrderField } from './order-field.repo.ts'

export type GivenValues = Readonly<Record<string, string | null>>

/** In the language of the reader; a label that the company wrote in one language alone serves both. */
export const labelOf = (
  { labelZh, labelEn }: Pick<OrderField, 'labelZh' | 'labelEn'>,
  language: Language,
): string => (language === 'zh' ? labelZh || labelEn : labelEn || labelZh)

/** A value as it is kept. */
export function keptValue(
  { kind, options }: OrderField,
  text: string,
): { value: string } | { code: ErrorCode } {
  switch (kind) {
    case 'text':
      return text.length > orderFieldLimits.text ? { code: 'order_field.value_text' } : { value: text }
    case 'number': {
      const value = decimalOf(text)
      return value === null ? { code: 'order_field.value_number' } : { value }
    }
    case 'date': {
      const value = dayOf(text)
      return value === null ? { code: 'order_field.value_date' } : { value }
    }
    case 'choice':
      return options.some(({ key, archived }) => key === text && !archived)
        ? { value: text }
        : { code: 'order_field.value_choice' }
    case 'yes_no':
      return text === 'yes' || text === 'no' ? { value: text } : { code: 'order_field.value_choice' }
  }
}

/**
 * What an order keeps after `given` for the fields in use of its type: values of other types and of archived fields stay.
 * @throws AppError order_field.value_*, beside its field.
 */
export function customAfter(
  ctx: Pick<RequestContext, 'phrase' | 'language'>,
  fields: readonly OrderField[],
  given: GivenValues,
  before: CustomValues = {},
): CustomValues {
  const after = new Map(Object.entries(before))
  for (const id of Object.keys(given))
    if (fields.every((field) => field.id !== id) && (given[id] ?? '') !== '')
      throw wrongField(ctx, 'order_field.value_elsewhere', `custom.${id}`)
  for (const field of fields) {
    const text = given[field.id] ?? ''
    const params = { label: labelOf(field, ctx.language) }
    if (text === '') {
      if (field.required) throw wrongField(ctx, 'order_field.value_missing', `custom.${field.id}`, params)
      after.delete(field.id)
      continue
    }
    // A choice that was archived since stays as it is.
    const kept = before[field.id] === text ? { value: text } : keptValue(field, text)
    if ('code' in kept) throw wrongField(ctx, kept.code, `custom.${field.id}`, params)
    after.set(field.id, kept.value)
  }
  return Object.fromEntries(after)
}

/** Differences, for the history. */
export function customChanges(
  before: CustomValues,
  after: CustomValues,
): Record<string, { before: string | null; after: string | null }> {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(
    ids.flatMap((id) => {
      const [was, is] = [before[id] ?? null, after[id] ?? null]
      return was === is ? [] : [[id, { before: was, after: is }] as const]
    }),
  )
}

type Changes = ReturnType<typeof customChanges>

/** For the audit log, which knows no ids of fields: by their labels, as people read them. */
export function auditedChanges(
  ctx: Pick<RequestContext, 'phrase' | 'language'>,
  fields: readonly OrderField[],
  changed: { before: Record<string, unknown>; after: Record<string, unknown> } | null,
  custom: Changes,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const of = (side: 'before' | 'after') =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const change = custom[field.id]
        if (change === undefined) return []
        const value = change[side]
        return [
          [labelOf(field, ctx.language), value === null ? null : shownValue(ctx, field, value)] as const,
        ]
      }),
    )
  return {
    before: { ...changed?.before, ...of('before') },
    after: { ...changed?.after, ...of('after') },
  }
}

/** As people read it. */
export function shownValue(
  ctx: Pick<RequestContext, 'phrase' | 'language'>,
  { kind, options }: Pick<OrderField, 'kind' | 'options'>,
  value: string,
): string {
  if (kind === 'yes_no') return ctx.phrase(value === 'yes' ? 'orderForms.yes' : 'orderForms.no')
  if (kind !== 'choice') return value
  const option = options.find(({ key }) => key === value)
  return option === undefined ? value : labelOf(option, ctx.language)
}
