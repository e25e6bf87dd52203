import { partTransferApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import {
  getPartTransfer,
  pagePartTransfers,
  exportPartTransfers,
  receivePartTransfer,
  sendPartTransfer,
} from './part-transfers.service.ts'

export function partTransferRoutes(app: App): void {
  routes(app, partTransferApi, {
    pagePartTransfers,
    exportPartTransfers,
    getPartTransfer,
    sendPartTransfer,
    receivePartTransfer,
  })
}
