import { inventoryApi, inventorySnapshotApi } from '@netward/contract'
import { mostExported } from '../../platform/http/cut-export.ts'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { groupInventory } from './groups.service.ts'
import { exportInventory, exportInventoryWorkbook } from './inventory-file.service.ts'
import { pageInventory } from './inventory.service.ts'
import {
  compareSnapshots,
  exportSnapshotComparison,
  exportSnapshotDevices,
  pageInventorySnapshots,
  pageSnapshotDevices,
  takeInventorySnapshot,
} from './snapshots.service.ts'

export interface InventoryOptions {
  /** Rows of an export. */
  readonly most?: number
}

export function inventoryRoutes(app: App, { most = mostExported }: InventoryOptions = {}): void {
  routes(app, inventoryApi, {
    pageInventory,
    exportInventory: (ctx, query) => exportInventory(ctx, query, most),
    exportInventoryWorkbook: (ctx, query) => exportInventoryWorkbook(ctx, query, most),
    groupInventory,
  })
  routes(app, inventorySnapshotApi, {
    pageInventorySnapshots,
    takeInventorySnapshot: (ctx) => takeInventorySnapshot(ctx),
    pageSnapshotDevices,
    exportSnapshotDevices: (ctx, query) => exportSnapshotDevices(ctx, query, most),
    compareSnapshots,
    exportSnapshotComparison: (ctx, query) => exportSnapshotComparison(ctx, query, most),
  })
}
