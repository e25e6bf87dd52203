import type { CustomValues } from '@netward/contract/order-form-values'
import { phrase } from '@netward/phrases/server'
import type { RequestContext } from '../../../platform/http/context.ts'
import { keptValue, labelOf } from './custom-values.ts'
import { type OrderField, orderFieldRepo } from './order-field.repo.ts'

export interface CustomOfFile {
  /** Columns and their headings: fields of several types share a label. */
  readonly headings: Readonly<Record<string, readonly string[]>>
  read(
    type: string,
    cells: Readonly<Record<string, string>>,
  ): { values: CustomValues; reasons: readonly string[] }
}

const texts = ({ labelZh, labelEn }: Pick<OrderField, 'labelZh' | 'labelEn'>) =>
  [labelZh, labelEn].filter((label) => label !== '')

/** Custom fields as columns of a file of orders, by their labels in either language. */
export async function customOfFile(ctx: RequestContext): Promise<CustomOfFile> {
  const fields = (await orderFieldRepo.all(ctx, ctx.scope.companyId)).filter(({ archived }) => !archived)
  const columns = [...new Set(fields.flatMap(texts).map((label) => label.toLowerCase()))]
  const cellOf = (field: OrderField, cells: Readonly<Record<string, string>>) =>
    texts(field)
      .map((label) => cells[`custom:${label.toLowerCase()}`] ?? '')
      .find((cell) => cell !== '') ?? ''
  const missing = (field: OrderField) =>
    ctx.phrase('errors.order_field.value_missing', { label: labelOf(field, ctx.language) })
  return {
    headings: Object.fromEntries(columns.map((label) => [`custom:${label}`, [label]])),
    read(type, cells) {
      const values: Record<string, string> = {}
      const reasons: string[] = []
      for (const field of fields.filter((one) => one.type === type)) {
        const cell = cellOf(field, cells)
        if (cell === '') {
          if (field.required) reasons.push(missing(field))
          continue
        }
        const kept = keptValue(field, typed(field, cell))
        if ('value' in kept) values[field.id] = kept.value
        else reasons.push(ctx.phrase(`errors.${kept.code}`, { label: labelOf(field, ctx.language) }))
      }
      return { values, reasons }
    },
  }
}

/** A choice as either language shows it. */
function typed({ kind, options }: OrderField, cell: string): string {
  const wanted = cell.toLowerCase()
  const has = (names: readonly string[]) => names.some((name) => name.toLowerCase() === wanted)
  if (kind === 'yes_no')
    return (
      (['yes', 'no'] as const).find((value) =>
        has([value, phrase('zh', `orderForms.${value}`), phrase('en', `orderForms.${value}`)]),
      ) ?? cell
    )
  if (kind !== 'choice') return cell
  return options.find((option) => !option.archived && has(texts(option)))?.key ?? cell
}
