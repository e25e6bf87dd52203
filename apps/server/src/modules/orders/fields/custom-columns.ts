import type { RequestContext } from '../../../platform/http/context.ts'
import type { OrderRow } from '../order-list.repo.ts'
import { labelOf, shownValue } from './custom-values.ts'
import { type OrderField, orderFieldRepo } from './order-field.repo.ts'

export interface CustomColumns {
  readonly headings: string[]
  cells(row: OrderRow): string[]
}

/** Of one company a column a label; of several, whose fields differ, all values in one column. */
export async function customColumns(ctx: RequestContext, rows: readonly OrderRow[]): Promise<CustomColumns> {
  const text = (field: OrderField, value: string | undefined) =>
    value === undefined ? '' : shownValue(ctx, field, value)
  if (ctx.scope.kind === 'company') {
    const fields = await orderFieldRepo.all(ctx, ctx.scope.companyId)
    const labels = Map.groupBy(
      fields.filter(({ archived, id }) => !archived || rows.some(({ custom }) => custom[id] !== undefined)),
      (field) => labelOf(field, ctx.language),
    )
    return {
      headings: [...labels.keys()],
      cells: ({ custom }) =>
        [...labels.values()].map((group) =>
          group.flatMap((field) => text(field, custom[field.id]) || []).join('; '),
        ),
    }
  }
  const ids = new Set(rows.flatMap(({ custom }) => Object.keys(custom)))
  const fields = new Map((await orderFieldRepo.some(ctx, [...ids])).map((field) => [field.id, field]))
  return {
    headings: [ctx.phrase('orderForms.fields')],
    cells: ({ custom }) => [
      Object.entries(custom)
        .flatMap(([id, value]) => {
          const field = fields.get(id)
          return field === undefined ? [] : [`${labelOf(field, ctx.language)}: ${text(field, value)}`]
        })
        .join('; '),
    ],
  }
}
