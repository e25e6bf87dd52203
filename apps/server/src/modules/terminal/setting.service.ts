import type { InputOf, OutputOf, terminalSupervisionApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'
import { settingRepo } from './setting.repo.ts'

type Setting = InputOf<typeof terminalSupervisionApi.editTerminalSetting>

/** @throws AppError for a caller limited to a part of the company */
export async function requireWholeCompany(ctx: RequestContext): Promise<void> {
  if (!(await settingRepo.isWhole(ctx))) throw new AppError('terminal.whole_company_only')
}

export async function readSetting(
  ctx: RequestContext,
): Promise<OutputOf<typeof terminalSupervisionApi.readTerminalSetting>> {
  return { ...(await settingRepo.find(ctx)), atHome: isAtHome(ctx) }
}

export async function editSetting(ctx: RequestContext, wanted: Setting): Promise<null> {
  if (!isAtHome(ctx)) throw new AppError('terminal.only_at_home')
  await requireWholeCompany(ctx)
  const before = await settingRepo.find(ctx)
  await settingRepo.upsert(ctx, wanted)
  await ctx.audit({
    action: 'terminal.setting_changed',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { before, after: wanted },
  })
  return null
}
