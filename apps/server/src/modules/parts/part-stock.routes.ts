import { partStockApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { moveParts } from './move.service.ts'
import {
  editPartSerial,
  exportPartMovements,
  exportPartSerials,
  exportPartStock,
  getPartSerial,
  pagePartMovements,
  pagePartSerials,
  pagePartStock,
  scanParts,
} from './part-stock.service.ts'
import { importParts, previewParts } from './receive-file.service.ts'
import { receiveParts } from './receive.service.ts'
import { lifeOfSerial } from './serial-life.service.ts'

export function partStockRoutes(app: App): void {
  routes(app, partStockApi, {
    pagePartStock,
    exportPartStock,
    receiveParts,
    importParts,
    previewParts,
    moveParts,
    pagePartSerials,
    exportPartSerials,
    lifeOfSerial,
    scanParts,
    getPartSerial,
    editPartSerial,
    pagePartMovements,
    exportPartMovements,
  })
}
