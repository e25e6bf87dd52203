import { productApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { removeProductIcon, uploadProductIcon } from './product-icon.service.ts'
import { createProduct, editProduct, moveProduct, pageProducts, readProduct } from './products.service.ts'

export function productRoutes(app: App, { secrets }: { secrets: Secrets }): void {
  route(app, productApi.pageProducts, (ctx, input) => pageProducts(ctx, input))
  route(app, productApi.readProduct, (ctx, { productId }) => readProduct(ctx, productId))
  route(app, productApi.createProduct, (ctx, input) => createProduct(ctx, input))
  route(app, productApi.editProduct, (ctx, input) => editProduct(ctx, input))
  route(app, productApi.moveProduct, (ctx, input) => moveProduct(ctx, input))
  routeInSteps(app, productApi.uploadProductIcon, (ctx, { productId }, file) =>
    uploadProductIcon(ctx, productId, file!, secrets),
  )
  route(app, productApi.removeProductIcon, (ctx, { productId }) => removeProductIcon(ctx, productId))
}
