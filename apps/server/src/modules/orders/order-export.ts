import type { InputOf, workOrderApi } from '@netward/contract'
import type { orderCategories } from '@netward/contract/work-order-values'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { carrierCells, carrierColumns } from './extras/carrier-cells.ts'
import { carrierRepo } from './extras/carrier.repo.ts'
import { customColumns } from './fields/custom-columns.ts'
import { orderListRepo } from './order-list.repo.ts'

const mostExported = 100_000

export async function exportOrders(
  ctx: RequestContext,
  query: InputOf<typeof workOrderApi.exportOrders>,
): Promise<CsvAnswer> {
  const rows = await orderListRepo.all(ctx, query, mostExported)
  const carriers = await carrierRepo.ofOrders(
    ctx,
    rows.filter(({ type }) => type === 'carrier_fault'),
  )
  const custom = await customColumns(ctx, rows)
  const lines = rows.map((row) =>
    csvLine([
      String(row.number),
      row.companyName,
      ctx.phrase(`orders.types.${row.type}`),
      ctx.phrase(`orders.categories.${row.category as (typeof orderCategories)[number]}`),
      row.title,
      `P${row.priority}`,
      ctx.phrase(`orders.states.${row.state}`),
      row.outletName,
      row.subjectName,
      row.assigneeName,
      row.createdAt,
      row.createdBy || ctx.phrase('orders.byItself'),
      row.respondDue,
      row.respondedAt,
      row.resolveDue,
      row.resolvedAt,
      row.tags.join(' '),
      ...carrierCells(ctx, carriers.get(row.id)),
      ...custom.cells(row),
    ]),
  )
  const { page: _page, pageSize: _pageSize, ...filters } = query
  await ctx.audit({
    action: 'work_order.exported',
    subjectKind: 'work_order',
    detail: { filters, rows: rows.length },
  })
  const heading = csvLine([
    ...exported.map((key) => ctx.phrase(`orders.${key}`)),
    ...carrierColumns.map((key) => ctx.phrase(`orders.carrier.${key}`)),
    ...custom.headings,
  ])
  return { name: ctx.phrase('orders.exportLabel'), csv: [heading, ...lines].join('') }
}

const exported = [
  'number',
  'company',
  'type',
  'category',
  'title',
  'priority',
  'state',
  'outlet',
  'subject',
  'assignee',
  'createdAt',
  'createdBy',
  'respondDue',
  'respondedAt',
  'resolveDue',
  'resolvedAt',
  'tags',
] as const
