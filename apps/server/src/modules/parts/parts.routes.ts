import { partApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import {
  addPartModel,
  deletePartModel,
  editPartModel,
  exportPartModels,
  pagePartModels,
  partModelChoices,
} from './part-models.service.ts'
import {
  addWarehouse,
  deleteWarehouse,
  editWarehouse,
  exportWarehouses,
  pageWarehouses,
  setPartMinimum,
  warehouseChoices,
  warehouseKeepers,
} from './warehouses.service.ts'

export function partRoutes(app: App): void {
  routes(app, partApi, {
    pagePartModels,
    exportPartModels,
    partModelChoices,
    addPartModel,
    editPartModel,
    deletePartModel,
    pageWarehouses,
    exportWarehouses,
    warehouseChoices: (ctx) => warehouseChoices(ctx),
    warehouseKeepers: (ctx) => warehouseKeepers(ctx),
    addWarehouse,
    editWarehouse,
    deleteWarehouse,
    setPartMinimum,
  })
}
