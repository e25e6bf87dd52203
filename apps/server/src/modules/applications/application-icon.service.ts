import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { iconPixels, remakeImage, removeFileNamed, storeImage } from '../files/index.ts'
import { platformSettings } from '../settings/index.ts'
import { applicationRepo } from './application.repo.ts'
import { note, requireFound } from './applications.service.ts'

/** The image is re-encoded between two transactions: permission is checked first, decoding takes time. */
export async function uploadApplicationIcon(
  ctx: SeveralTransactions,
  applicationId: string,
  file: UploadedFile,
  secrets: Secrets,
): Promise<null> {
  const rules = await ctx.inTransaction(null, async (inside) => {
    requireFound(await applicationRepo.find(inside, applicationId))
    const { imageLimit } = await platformSettings(inside)
    return { limit: imageLimit, companyId: inside.scope.companyId }
  })
  const image = await remakeImage(ctx, file, { limit: rules.limit, ...iconPixels }, rules.companyId)
  return ctx.inTransaction(null, async (inside) => {
    const before = requireFound(await applicationRepo.lock(inside, applicationId))
    const { name } = await storeImage(inside, secrets, image, `/application/${applicationId}`)
    if (name === before.icon) return null
    await applicationRepo.update(inside, applicationId, { icon: name })
    if (before.icon !== null) await removeFileNamed(inside, before.icon)
    await note(inside, 'application.icon_changed', applicationId, {
      before: { icon: before.icon },
      after: { icon: name },
    })
    return null
  })
}

export async function removeApplicationIcon(ctx: RequestContext, applicationId: string): Promise<null> {
  const before = requireFound(await applicationRepo.lock(ctx, applicationId))
  if (before.icon === null) return null
  // The application's reference to it is deleted too.
  await removeFileNamed(ctx, before.icon)
  await note(ctx, 'application.icon_changed', applicationId, {
    before: { icon: before.icon },
    after: { icon: null },
  })
  return null
}
