import type { InputOf, OutputOf, workOrderApi } from '@netward/contract'
import type { RequestContext, UploadedFile } from '../../../platform/http/context.ts'
import {
  carryOutImport,
  type ImportPlan,
  type NewRow,
  previewImport,
} from '../../../platform/import/import-file.ts'
import { dispatchNew, dispatchTo } from '../dispatch/dispatch.service.ts'
import { reckon } from '../deadlines.ts'
import { orderFieldRepo } from '../fields/order-field.repo.ts'
import { nowhere, orderRepo } from '../order.repo.ts'
import { planGlpi } from './glpi-file.ts'
import { type ImportedOrder, planPlain } from './plain-file.ts'
import { orderImportRepo } from './order-import.repo.ts'

/** All rows or none. */
export async function importOrders(
  ctx: RequestContext,
  { source }: InputOf<typeof workOrderApi.importOrders>,
  file: UploadedFile | null,
): Promise<OutputOf<typeof workOrderApi.importOrders>> {
  const done = await carryOutImport(ctx, await planOrders(ctx, source, file))
  await ctx.audit({
    action: 'work_order.imported',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { ...done, source, file: file?.filename.slice(0, 200) ?? '' },
  })
  await ctx.emit('work_order.changed', null, {})
  return done
}

export async function previewImportedOrders(
  ctx: RequestContext,
  { source }: InputOf<typeof workOrderApi.previewImportedOrders>,
  file: UploadedFile | null,
): Promise<OutputOf<typeof workOrderApi.previewImportedOrders>> {
  return previewImport(ctx, await planOrders(ctx, source, file))
}

async function planOrders(
  ctx: RequestContext,
  source: 'plain' | 'glpi',
  file: UploadedFile | null,
): Promise<ImportPlan<ImportedOrder>> {
  const plan = await (source === 'glpi' ? planGlpi : planPlain)(ctx, file)
  return { ...plan, insert: (added) => insertOrders(ctx, added) }
}

async function insertOrders(ctx: RequestContext, added: readonly NewRow<ImportedOrder>[]) {
  for (const { values } of added) {
    const { order, outletId, custom, assignee, because, ...state } = values
    const subject = outletId === null ? nowhere : ((await orderRepo.subject(ctx, { outletId })) ?? nowhere)
    const { id } = await orderRepo.insert(ctx, subject, order)
    await orderImportRepo.setState(ctx, id, state)
    if (Object.keys(custom).length > 0) await orderFieldRepo.setValues(ctx, id, custom)
    await orderRepo.note(ctx, id, 'imported', because === '' ? {} : { name: because })
    if (state.state !== 'new') {
      if (assignee) await orderImportRepo.setAssignee(ctx, id, assignee)
      continue
    }
    // An order of another system without a technician is dispatched by people, who know what became of it.
    if (assignee !== undefined) await dispatchTo(ctx, id, assignee)
    else if (because === '') await dispatchNew(ctx, id)
    await reckon(ctx, id)
  }
  return []
}
