import type { OutputOf, productApi } from '@netward/contract'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { iconPixels, remakeImage, removeFileNamed, storeImage } from '../files/index.ts'
import { platformSettings } from '../settings/index.ts'
import { productRepo } from './product.repo.ts'
import { note, presentProduct, readProduct, requireFound } from './products.service.ts'

/** The image is re-encoded between two transactions: permission is checked first, decoding takes time. */
export async function uploadProductIcon(
  ctx: SeveralTransactions,
  productId: string,
  file: UploadedFile,
  secrets: Secrets,
): Promise<OutputOf<typeof productApi.uploadProductIcon>> {
  const rules = await ctx.inTransaction(null, async (inside) => {
    requireFound(await productRepo.find(inside, productId))
    const { imageLimit } = await platformSettings(inside)
    return { limit: imageLimit, companyId: inside.scope.companyId }
  })
  const image = await remakeImage(ctx, file, { limit: rules.limit, ...iconPixels }, rules.companyId)
  return ctx.inTransaction(null, async (inside) => {
    const before = requireFound(await productRepo.lock(inside, productId))
    const { name } = await storeImage(inside, secrets, image, `/product/${productId}`)
    if (name === before.icon) return presentProduct(before)
    await productRepo.update(inside, productId, { icon: name, icon_company_id: inside.scope.companyId })
    if (before.icon !== null) await removeFileNamed(inside, before.icon)
    await note(inside, 'product.icon_changed', productId, {
      before: { icon: before.icon },
      after: { icon: name },
    })
    return readProduct(inside, productId)
  })
}

export async function removeProductIcon(ctx: RequestContext, productId: string): Promise<null> {
  const before = requireFound(await productRepo.lock(ctx, productId))
  if (before.icon === null) return null
  // The product's reference to it is deleted too.
  await removeFileNamed(ctx, before.icon)
  await note(ctx, 'product.icon_changed', productId, { before: { icon: before.icon }, after: { icon: null } })
  return null
}
