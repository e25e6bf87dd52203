import type { deviceActivityApi, deviceApi, InputOf, OutputOf } from '@netward/contract'
import { cancellable } from '@netward/contract/states/device'
import { faultPhraseKey } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { commandRepo } from './command.repo.ts'
import { deviceRepo } from './device.repo.ts'
import { ownedDevice } from './owned-device.ts'
import { lookInto } from '../../platform/db/look-into.ts'
import { shownPath } from './shown-path.ts'
import { presentEntry } from './timeline-entry.ts'
import { timelineRepo } from './timeline.repo.ts'
import { wordedFault } from './worded-fault.ts'

export async function pageCommands(
  ctx: RequestContext,
  { deviceId, page, pageSize }: InputOf<typeof deviceActivityApi.pageCommands>,
): Promise<OutputOf<typeof deviceActivityApi.pageCommands>> {
  const device = await deviceRepo.findSubject(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  await lookInto(ctx, device, 'DMS_SERVER_DEVICE_VIEW')
  const { items, total } = await commandRepo.page(ctx, deviceId, pageSize, (page - 1) * pageSize)
  return {
    items: items.map((row) => ({
      id: row.id,
      kind: row.kind,
      state: row.state,
      request: row.request,
      result: row.fault_code === null ? row.result : null,
      appliesLater: row.applies_later,
      fault:
        row.fault_code === null
          ? null
          : {
              code: row.fault_code,
              ...wordedFault(ctx, { code: row.fault_code, text: row.fault_detail ?? '' }),
              parameters: refusedParameters(ctx, row.result),
            },
      createdAt: row.created_at,
      createdByName: row.created_by_name,
      createdByCompanyName: row.created_by_company_name,
      sentAt: row.sent_at,
      finishedAt: row.finished_at,
      expiresAt: row.expires_at,
    })),
    ...capped(total),
  }
}

/** Per company, each entered as by a visiting user; companies that refuse are left out. */
export async function restartProgress(
  ctx: SeveralTransactions,
  { deviceIds, kind, commandIds }: InputOf<typeof deviceApi.restartProgress>,
): Promise<OutputOf<typeof deviceApi.restartProgress>> {
  const { owners, ownCompany } = await ctx.inTransaction(null, async (outside) => ({
    owners: await deviceRepo.findOwners(outside, [...new Set(deviceIds)]),
    ownCompany: outside.scope.companyId,
  }))
  const restarts: OutputOf<typeof deviceApi.restartProgress>['restarts'] = []
  for (const [companyId, members] of Map.groupBy(owners, (owner) => owner.company_id)) {
    const found = await ctx
      .inTransaction(companyId === ownCompany ? null : companyId, async (inside) => {
        const rows = await commandRepo.lastRestarts(
          inside,
          kind,
          members.map(({ id }) => id),
          commandIds,
        )
        return rows.map((row) => ({
          deviceId: row.device_id,
          state: row.state,
          fault: row.fault_code === null ? null : faultText(inside, row.fault_code),
          createdAt: row.created_at,
          finishedAt: row.finished_at,
        }))
      })
      .catch((error: unknown) => {
        if (error instanceof AppError) return []
        throw error
      })
    restarts.push(...found)
  }
  return { restarts }
}

const faultText = (ctx: RequestContext, code: string) =>
  ctx.phrase(`faults.${faultPhraseKey(code)}` as PhraseKey)

/** What a failed command stores per refused parameter (modules/cwmp/command-outcome.ts). */
function refusedParameters(ctx: RequestContext, result: Record<string, unknown> | null) {
  const parameters = (result?.['parameters'] ?? []) as { path: string; code: string; text: string }[]
  return parameters.map((one) => ({ ...shownPath(one.path), code: one.code, ...wordedFault(ctx, one) }))
}

/** @throws AppError command.not_cancellable once sent: a session may be executing it. */
export function cancelCommand(
  ctx: SeveralTransactions,
  { deviceId, commandId }: InputOf<typeof deviceActivityApi.cancelCommand>,
): Promise<null> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const command = await commandRepo.lock(inside, deviceId, commandId)
    if (!command) throw new AppError('command.not_found')
    if (!cancellable(command.state)) throw new AppError('command.not_cancellable')
    await commandRepo.cancel(inside, commandId)
    await timelineRepo.insert(inside, deviceId, 'command.cancelled', { commandId, kind: command.kind })
    await inside.emit('command.changed', deviceId, { commandId, kind: command.kind, state: 'cancelled' })
    await inside.audit({
      action: 'command.cancelled',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: { commandId, kind: command.kind },
    })
    return null
  })
}

export async function pageTimeline(
  ctx: RequestContext,
  { deviceId, page, pageSize }: InputOf<typeof deviceActivityApi.pageTimeline>,
): Promise<OutputOf<typeof deviceActivityApi.pageTimeline>> {
  const device = await deviceRepo.findSubject(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  await lookInto(ctx, device, 'DMS_SERVER_DEVICE_VIEW')
  const { items, total } = await timelineRepo.page(ctx, deviceId, pageSize, (page - 1) * pageSize)
  return { items: items.map((row) => presentEntry(row, ctx.scope.companyId)), ...capped(total) }
}
