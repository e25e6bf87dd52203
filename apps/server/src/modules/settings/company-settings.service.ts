import { type AuditAction, type InputOf, type OutputOf, type settingsApi } from '@netward/contract'
import { uploadLimits } from '@netward/contract/field-rules'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { namingField } from '../../platform/http/wrong-field.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { lockFiles, remakeImage, removeFile, storeImage } from '../files/index.ts'
import { logoUrl } from './branding.service.ts'
import { changedOf } from './changed.ts'
import { type CompanySetting, companySettingRepo } from './company-setting.repo.ts'

type Answer = OutputOf<typeof settingsApi.companySettings>

/** Four times the recommended size: sharp on every display. */
const logoPixels = { width: 720, height: 188 }

export async function companySettings(ctx: RequestContext): Promise<Answer> {
  return present(await companySettingRepo.get(ctx))
}

export async function editCompanySettings(
  ctx: RequestContext,
  wanted: InputOf<typeof settingsApi.editCompanySettings>,
): Promise<Answer> {
  const before = present(await companySettingRepo.get(ctx))
  const changes = changedOf(before, wanted)
  if (Object.keys(changes.after).length === 0) return before
  const { name, timeZone, language, checkHours, storageCycle, storageInterval, carrierFindings } =
    changes.after
  const update = () =>
    companySettingRepo.update(ctx, {
      ...(name !== undefined && { name }),
      ...(timeZone !== undefined && { time_zone: timeZone }),
      ...(language !== undefined && { language }),
      ...(storageCycle !== undefined && { storage_cycle: storageCycle }),
      ...(storageInterval !== undefined && { storage_interval: storageInterval }),
      ...(carrierFindings !== undefined && { carrier_findings: carrierFindings }),
    })
  await namingField(ctx, 'timeZone', ['settings.time_zone_unknown'], () =>
    namingField(ctx, 'storageCycle', ['settings.storage_cycle_too_long'], update),
  )
  if (checkHours !== undefined) await companySettingRepo.updateCheckHours(ctx, checkHours)
  await noteChange(ctx, 'settings.company_changed', changes.before, changes.after)
  return { ...before, ...changes.after }
}

/** The image is re-encoded between two transactions: permission is checked first, decoding takes time. */
export async function uploadLogo(
  ctx: SeveralTransactions,
  file: UploadedFile,
  secrets: Secrets,
): Promise<Answer> {
  const companyId = await ctx.inTransaction(null, async ({ scope }) => scope.companyId)
  const image = await remakeImage(ctx, file, { limit: uploadLimits.logo, ...logoPixels }, companyId)
  return ctx.inTransaction(null, async (inside) => {
    await lockFiles(inside, 'logo')
    const before = await companySettingRepo.get(inside)
    const stored = await storeImage(inside, secrets, image)
    if (stored.id === before.logo_file_id) return present(before)
    await companySettingRepo.updateLogo(inside, stored.id)
    if (before.logo_file_id !== null) await removeFile(inside, before.logo_file_id)
    await noteChange(inside, 'settings.logo_changed', { logo: before.logo }, { logo: stored.name })
    return present({ ...before, logo: stored.name })
  })
}

export async function removeLogo(ctx: RequestContext): Promise<null> {
  await lockFiles(ctx, 'logo')
  const before = await companySettingRepo.get(ctx)
  if (before.logo_file_id === null) return null
  // The company's logo reference is deleted with it.
  await removeFile(ctx, before.logo_file_id)
  await noteChange(ctx, 'settings.logo_changed', { logo: before.logo }, { logo: null })
  return null
}

async function noteChange(
  ctx: RequestContext,
  action: AuditAction,
  before: object,
  after: object,
): Promise<void> {
  const subjectId = ctx.scope.companyId
  await ctx.audit({ action, subjectKind: 'company', subjectId, detail: { before, after } })
}

function present(row: CompanySetting): Answer {
  const { name, code, prefix, logo, language } = row
  return {
    name,
    code,
    prefix,
    logoUrl: logo === null ? null : logoUrl(logo),
    timeZone: row.time_zone,
    language,
    checkHours: row.check_hours,
    storageCycle: row.storage_cycle,
    storageCycleMost: row.storage_cycle_most,
    storageInterval: row.storage_interval,
    carrierFindings: row.carrier_findings,
  }
}
