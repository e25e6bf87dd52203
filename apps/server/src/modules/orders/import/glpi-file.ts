import { mostImportedOrders, priorityOf } from '@netward/contract/work-order-values'
import type { RequestContext, UploadedFile } from '../../../platform/http/context.ts'
import { fileRows } from '../../../platform/import/file-rows.ts'
import type { PlannedRow } from '../../../platform/import/import-file.ts'
import {
  type GlpiCells,
  glpiDate,
  glpiHeadings,
  glpiLevel,
  glpiStatus,
  glpiText,
  glpiType,
} from './glpi-ticket.ts'
import { techniciansOf } from './glpi-technicians.ts'
import { orderImportRepo } from './order-import.repo.ts'
import type { ImportedOrder, OrderRows } from './plain-file.ts'

/** Tickets of GLPI, as its list of tickets exports them. */
export async function planGlpi(ctx: RequestContext, file: UploadedFile | null): Promise<OrderRows> {
  const { rows, ignored } = fileRows(file, {
    headings: glpiHeadings,
    needed: ['id', 'title'],
    maxRows: mostImportedOrders,
  })
  const there = await orderImportRepo.there(
    ctx,
    rows.map(({ cells }) => keyOf(cells)),
  )
  const outlets = await orderImportRepo.outlets(
    ctx,
    rows.map(({ cells }) => placeOf(cells)),
  )
  const technicians = await techniciansOf(
    ctx,
    rows.map(({ cells }) => cells.technician),
  )
  const seen = new Set<string>()
  const planned = rows.map(({ row, cells }): PlannedRow<ImportedOrder> => {
    const name = cells.title
    const key = keyOf(cells)
    if (there.has(key)) return { row, name, state: 'unchanged' }
    const outletId = outlets.get(placeOf(cells)) ?? null
    const read = ticketOf(ctx, cells)
    const reasons = [
      ...(key === 'glpi:' ? [`${glpiHeadings.id[0]}: ${ctx.phrase('orders.import.noId')}`] : []),
      ...(seen.has(key) ? [`${glpiHeadings.id[0]}: ${ctx.phrase('orders.import.twice')}`] : []),
      ...(outletId === null && ctx.scope.isPartial
        ? [`${ctx.phrase('orders.outlet')}: ${ctx.phrase('errors.work_order.outlet_needed')}`]
        : []),
      ...('reasons' in read ? read.reasons : []),
    ]
    seen.add(key)
    if (reasons.length > 0 || 'reasons' in read) return { row, name, state: 'refused', reasons }
    // Where it was is kept as text if no site has that name.
    const subjectName = outletId === null ? cells.location.slice(0, 200) : ''
    return {
      row,
      name,
      state: 'new',
      values: { ...read, outletId, assignee: technicians.of(cells.technician), foreignKey: key, subjectName },
    }
  })
  const { unmatched } = technicians
  const notes =
    unmatched.length === 0
      ? []
      : [ctx.phrase('orders.import.techniciansUnknown', { names: unmatched.slice(0, 50).join(', ') })]
  return { rows: planned, ignored, notes }
}

/** GLPI writes numbers with spaces between thousands. */
const keyOf = ({ id }: GlpiCells) => `glpi:${id.replaceAll(/\D/g, '')}`

/** The last part of `Root > Shanghai > Store 12`. */
const placeOf = ({ location }: GlpiCells) => (location.split('>').at(-1) ?? '').trim().toLowerCase()

function ticketOf(
  ctx: RequestContext,
  cells: GlpiCells,
): Omit<ImportedOrder, 'outletId' | 'assignee' | 'foreignKey' | 'subjectName'> | { reasons: string[] } {
  const reasons: string[] = []
  const wrong = (column: keyof GlpiCells, reason: string) =>
    reasons.push(`${glpiHeadings[column][0]}: ${reason}`)
  const wrongChoice = (column: keyof GlpiCells) =>
    wrong(column, ctx.phrase('orders.import.choiceWrong', { value: cells[column].slice(0, 60) }))
  const dates = {
    opened: glpiDate(cells.opened),
    solved: glpiDate(cells.solved),
    closed: glpiDate(cells.closed),
  }
  for (const column of ['opened', 'solved', 'closed'] as const)
    if (dates[column] === undefined)
      wrong(column, ctx.phrase('orders.import.dateWrong', { value: cells[column].slice(0, 40) }))
  if (cells.title === '') wrong('title', ctx.phrase('orders.import.titleWrong'))
  const [state, type, level] = [glpiStatus(cells.status), glpiType(cells.type), glpiLevel(cells)]
  if (state === undefined) wrongChoice('status')
  if (type === undefined) wrongChoice('type')
  if ('wrong' in level) wrongChoice(level.wrong)
  if (reasons.length > 0 || state === undefined || type === undefined || 'wrong' in level) return { reasons }
  const title = cells.title.replaceAll(/\s+/g, ' ').slice(0, 100)
  return {
    order: {
      type,
      category: 'other',
      title,
      description: glpiText(cells.description),
      ...level,
      priority: priorityOf(level.impact, level.urgency),
      contactName: cells.requester.replaceAll(/\s+/g, ' ').slice(0, 100),
      contactPhone: '',
      contactEmail: '',
      tags: ['GLPI', ...tagsOf(cells)],
    },
    state,
    createdAt: dates.opened ?? null,
    resolvedAt: dates.solved ?? null,
    closedAt: dates.closed ?? null,
    custom: {},
    because: `GLPI ${keyOf(cells).slice(5)}`,
  }
}

/** Categories of GLPI are each installation's own: the last part stays as a tag. */
function tagsOf({ category }: GlpiCells): string[] {
  const last = (category.split('>').at(-1) ?? '').trim().slice(0, 40)
  return last === '' ? [] : [last]
}
