import { workOrderApi } from '@netward/contract'
import {
  mostImportedOrders,
  orderCategories,
  orderImpacts,
  orderTypes,
  orderUrgencies,
  priorityOf,
} from '@netward/contract/work-order-values'
import type { CustomValues } from '@netward/contract/order-form-values'
import { phrase, type PhraseKey } from '@netward/phrases/server'
import { rowProblems } from '../../../platform/entity/row-problem.ts'
import type { RequestContext, UploadedFile } from '../../../platform/http/context.ts'
import { fileRows, headingsOf } from '../../../platform/import/file-rows.ts'
import type { PlannedRow } from '../../../platform/import/import-file.ts'
import { customOfFile } from '../fields/custom-of-file.ts'
import type { NewOrder } from '../order.repo.ts'
import { type ImportedState, orderImportRepo } from './order-import.repo.ts'

export interface ImportedOrder extends ImportedState {
  readonly order: NewOrder
  readonly outletId: string | null
  readonly custom: CustomValues
  /** Null: into the pool; undefined: as orders of its kind are dispatched. */
  readonly assignee: { id: string; name: string } | null | undefined
  /** What its history says of its origin; empty: it is new. */
  readonly because: string
}

export interface OrderRows {
  readonly rows: readonly PlannedRow<ImportedOrder>[]
  readonly ignored: readonly string[]
  readonly notes?: readonly string[]
}

const columns = {
  title: 'orders.title',
  reference: 'orders.import.reference',
  type: 'orders.type',
  category: 'orders.category',
  impact: 'orders.impact',
  urgency: 'orders.urgency',
  outlet: 'orders.outlet',
  description: 'orders.description',
  contactName: 'orders.contactName',
  contactPhone: 'orders.contactPhone',
  contactEmail: 'orders.contactEmail',
  tags: 'orders.tags',
} as const satisfies Record<string, PhraseKey>

/** Orders in the columns of the console. */
export async function planPlain(ctx: RequestContext, file: UploadedFile | null): Promise<OrderRows> {
  const custom = await customOfFile(ctx)
  const { rows, ignored } = fileRows(file, {
    headings: { ...custom.headings, ...headingsOf(ctx, columns) },
    needed: ['title'],
    maxRows: mostImportedOrders,
  })
  const keyOf = (reference: string) => `file:${reference}`
  const there = await orderImportRepo.there(
    ctx,
    rows.map(({ cells }) => keyOf(cells.reference)),
  )
  const outlets = await orderImportRepo.outlets(
    ctx,
    rows.map(({ cells }) => cells.outlet.toLowerCase()),
  )
  const seen = new Set<string>()
  const planned = rows.map(({ row, cells }): PlannedRow<ImportedOrder> => {
    const { title: name, reference } = cells
    if (reference !== '' && there.has(keyOf(reference))) return { row, name, state: 'unchanged' }
    const parsed = workOrderApi.createOrder.input.safeParse({
      title: cells.title,
      description: cells.description,
      contactName: cells.contactName,
      contactPhone: cells.contactPhone,
      contactEmail: cells.contactEmail,
      tags: cells.tags.split(/[;；]/).flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()])),
      ...chosen('type', orderTypes, 'orders.types', cells.type),
      ...chosen('category', orderCategories, 'orders.categories', cells.category),
      ...chosen('impact', orderImpacts, 'orders.impacts', cells.impact),
      ...chosen('urgency', orderUrgencies, 'orders.urgencies', cells.urgency),
    })
    const read = custom.read(parsed.data?.type ?? 'fault', cells)
    const outletId = outlets.get(cells.outlet.toLowerCase()) ?? null
    const of = (column: keyof typeof columns, reason: string) => `${ctx.phrase(columns[column])}: ${reason}`
    const reasons = [
      ...rowProblems(ctx, parsed, columns),
      ...read.reasons,
      ...(cells.outlet !== '' && outletId === null
        ? [of('outlet', ctx.phrase('orders.import.outletUnknown'))]
        : []),
      ...(cells.outlet === '' && ctx.scope.isPartial
        ? [of('outlet', ctx.phrase('errors.work_order.outlet_needed'))]
        : []),
      ...(reference.length > 100 ? [of('reference', ctx.phrase('validation.tooLong', { max: 100 }))] : []),
      ...(reference !== '' && seen.has(reference)
        ? [of('reference', ctx.phrase('orders.import.twice'))]
        : []),
    ]
    seen.add(reference)
    if (reasons.length > 0 || !parsed.success) return { row, name, state: 'refused', reasons }
    const {
      alarmId: _a,
      deviceId: _d,
      lineId: _l,
      outletId: _o,
      custom: _c,
      checklist: _k,
      assign: _s,
      ...order
    } = parsed.data
    return {
      row,
      name,
      state: 'new',
      values: {
        order: { ...order, priority: priorityOf(order.impact, order.urgency) },
        outletId,
        custom: read.values,
        assignee: undefined,
        because: '',
        foreignKey: reference === '' ? null : keyOf(reference),
        state: 'new',
        createdAt: null,
        resolvedAt: null,
        closedAt: null,
        subjectName: '',
      },
    }
  })
  return { rows: planned, ignored }
}

/** A choice by its own name or as either language shows it; an empty cell leaves what is usual. */
function chosen(field: string, choices: readonly string[], phrases: string, cell: string) {
  if (cell === '') return {}
  const typed = cell.toLowerCase()
  const texts = (choice: string) => [
    choice,
    ...(['zh', 'en'] as const).map((language) => phrase(language, `${phrases}.${choice}` as PhraseKey)),
  ]
  return {
    [field]: choices.find((choice) => texts(choice).some((text) => text.toLowerCase() === typed)) ?? cell,
  }
}
