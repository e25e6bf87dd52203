import { orderFileApi } from '@netward/contract'
import type { App } from '../../../platform/http/route.ts'
import { routes } from '../../../platform/http/routes.ts'
import { addOrderFile, listOrderFiles, readOrderFile, removeOrderFile } from './order-files.service.ts'

export function orderFileRoutes(app: App): void {
  routes(
    app,
    orderFileApi,
    { listOrderFiles, readOrderFile },
    {
      addOrderFile: (ctx, input, file) => addOrderFile(ctx, input, file!, app.secrets),
      removeOrderFile,
    },
  )
}
