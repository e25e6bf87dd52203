import type { AuditAction, InputOf, OutputOf, productApi } from '@netward/contract'
import { consoleProducts, isConsoleProduct } from '@netward/contract/product-routes'
import { allowsProductMove } from '@netward/contract/states/product'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { iconUrl, removeFileNamed } from '../files/index.ts'
import { type ProductRow, productRepo } from './product.repo.ts'

type Product = OutputOf<typeof productApi.readProduct>

export async function pageProducts(
  ctx: RequestContext,
  input: InputOf<typeof productApi.pageProducts>,
): Promise<OutputOf<typeof productApi.pageProducts>> {
  const found = await productRepo.page(ctx, input)
  return { ...found, items: found.items.map(presentProduct) }
}

export async function readProduct(ctx: RequestContext, productId: string): Promise<Product> {
  return presentProduct(requireFound(await productRepo.find(ctx, productId)))
}

export async function createProduct(
  ctx: RequestContext,
  input: InputOf<typeof productApi.createProduct>,
): Promise<Product> {
  const id = await productRepo.insert(ctx, input)
  if (id === undefined) throw new AppError('product.code_taken')
  await note(ctx, 'product.created', id, { after: input })
  return readProduct(ctx, id)
}

export async function editProduct(
  ctx: RequestContext,
  { productId, ...wanted }: InputOf<typeof productApi.editProduct>,
): Promise<Product> {
  const before = presentProduct(requireFound(await productRepo.lock(ctx, productId)))
  await productRepo.update(ctx, productId, {
    name_zh: wanted.nameZh,
    name_en: wanted.nameEn,
    description_zh: wanted.descriptionZh,
    description_en: wanted.descriptionEn,
    category: wanted.category,
    version: wanted.version,
  })
  const changed = Object.entries(wanted).filter(([name, value]) => before[name as keyof Product] !== value)
  if (changed.length > 0) {
    await note(ctx, 'product.changed', productId, {
      before: Object.fromEntries(changed.map(([name]) => [name, before[name as keyof Product]])),
      after: Object.fromEntries(changed),
    })
  }
  return readProduct(ctx, productId)
}

export async function moveProduct(
  ctx: RequestContext,
  input: InputOf<typeof productApi.moveProduct>,
): Promise<Product> {
  const { productId, move } = input
  const before = requireFound(await productRepo.lock(ctx, productId))
  if (!allowsProductMove(before.state, move)) throw new AppError('product.move_not_allowed')
  if (move === 'delete' && before.applications > 0) throw new AppError('product.in_use')
  const after = { maintenance_until: null, failure: null, ...outcome(ctx, before, input) }
  await productRepo.update(ctx, productId, after)
  if (before.state !== 'normal' && after.state === 'normal') await productRepo.activate(ctx, productId)
  if (move === 'delete' && before.icon !== null) await removeFileNamed(ctx, before.icon)
  await note(ctx, 'product.moved', productId, {
    move,
    before: { state: before.state },
    after: {
      state: after.state,
      ...(after.failure === null ? {} : { failure: after.failure }),
      ...(after.maintenance_until === null ? {} : { until: after.maintenance_until }),
    },
  })
  return presentProduct({ ...before, ...after })
}

/** The product after the move. Publishing checks that this installation has what the product offers. */
function outcome(
  ctx: RequestContext,
  product: ProductRow,
  { move, ...given }: InputOf<typeof productApi.moveProduct>,
) {
  switch (move) {
    case 'publish':
      if (product.type === 'service' && product.icon === null) throw iconMissing(ctx)
      return isConsoleProduct(product.code) && !consoleProducts[product.code].built
        ? ({ state: 'abnormal', failure: 'feature_missing' } as const)
        : ({ state: 'normal' } as const)
    case 'enterMaintenance':
      return {
        state: 'maintenance',
        maintenance_zh: given.maintenanceZh!,
        maintenance_en: given.maintenanceEn!,
        maintenance_until: given.maintenanceUntil!,
      } as const
    case 'exitMaintenance':
      return { state: 'normal' } as const
    case 'deactivate':
      return { state: 'deactivated' } as const
    case 'delete':
      return { state: 'deleted' } as const
  }
}

function iconMissing(ctx: RequestContext): AppError {
  const fields = [{ field: 'icon', message: ctx.phrase('validation.productIconEmpty') }]
  return new AppError('request.invalid', { data: { fields } })
}

export function requireFound(product: ProductRow | undefined): ProductRow {
  if (product === undefined) throw new AppError('product.not_found')
  return product
}

export async function note(
  ctx: RequestContext,
  action: AuditAction,
  productId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action, subjectKind: 'product', subjectId: productId, detail })
  await ctx.emit('product.changed', productId)
}

export function presentProduct(row: ProductRow): Product {
  return {
    id: row.id,
    code: row.code,
    nameZh: row.name_zh,
    nameEn: row.name_en,
    descriptionZh: row.description_zh,
    descriptionEn: row.description_en,
    category: row.category,
    type: row.type,
    iconUrl: iconUrl(row.icon),
    version: row.version,
    state: row.state,
    failure: row.failure,
    maintenanceZh: row.maintenance_zh,
    maintenanceEn: row.maintenance_en,
    maintenanceUntil: row.maintenance_until,
    applications: row.applications,
    updatedAt: row.updated_at,
  }
}
