import { inventoryApi, inventorySnapshotApi } from '@netward/contract'
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

export function inventoryRoutes(app: App): void {
  routes(app, inventoryApi, { pageInventory, exportInventory, exportInventoryWorkbook, groupInventory })
  routes(app, inventorySnapshotApi, {
    pageInventorySnapshots,
    takeInventorySnapshot: (ctx) => takeInventorySnapshot(ctx),
    pageSnapshotDevices,
    exportSnapshotDevices,
    compareSnapshots,
    exportSnapshotComparison,
  })
}
