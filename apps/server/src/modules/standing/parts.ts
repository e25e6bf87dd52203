import type { PermissionCode } from '@netward/contract'
import type { ConsoleProduct } from '@netward/contract/product-routes'
import type { RequestContext } from '../../platform/http/context.ts'
import { heldPermissions, narrowTo } from '../identity/index.ts'
import { standingRepo, type Subject } from './standing.repo.ts'

/** Reads a part in the scope of its permission; undefined without the permission, or the product. */
export type ReadPart = <T>(
  needed: { readonly permission: PermissionCode; readonly product?: ConsoleProduct },
  read: () => Promise<T>,
) => Promise<T | undefined>

/** One after the other: each narrows the transaction to the data scope of its own permission. */
export async function partsOf(
  ctx: RequestContext,
): Promise<{ part: ReadPart; products: ReadonlySet<ConsoleProduct> }> {
  const held = new Set<string>(await heldPermissions(ctx))
  const products = await standingRepo.products(ctx)
  const part: ReadPart = async ({ permission, product }, read) => {
    if (!held.has(permission) || (product !== undefined && !products.has(product))) return undefined
    await narrowTo(ctx, permission)
    return read()
  }
  return { part, products }
}

/** What both pages have: counts of the lists that they open. */
export async function listParts(ctx: RequestContext, part: ReadPart, subject: Subject) {
  const alarms = await part({ permission: 'DMS_SERVER_ALARM' }, () => standingRepo.alarms(ctx, subject))
  const orders = await part({ permission: 'DMS_SERVER_WORK_ORDER', product: 'work_orders' }, () =>
    standingRepo.orders(ctx, subject),
  )
  return { ...(alarms && { alarms }), ...(orders && { orders }) }
}
