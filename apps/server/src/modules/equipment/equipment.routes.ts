import { equipmentApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { exportEquipment, importEquipment, previewEquipment } from './equipment-file.service.ts'
import {
  addEquipment,
  deleteEquipment,
  editEquipment,
  type EquipmentDeps,
  pollEquipment,
} from './equipment-write.service.ts'
import { getEquipment, pageEquipment, summariseEquipment } from './equipment.service.ts'
import { markInterfaces } from './interface-marks.service.ts'
import { pageInterfaces } from './interfaces.service.ts'

export function equipmentRoutes(app: App, deps: EquipmentDeps): void {
  routes(
    app,
    equipmentApi,
    {
      pageEquipment,
      exportEquipment,
      summariseEquipment,
      getEquipment,
      addEquipment: (ctx, input) => addEquipment(ctx, input, deps),
      importEquipment: (ctx, input, file) => importEquipment(ctx, input, file, deps),
      previewEquipment: (ctx, _input, file) => previewEquipment(ctx, file, deps),
    },
    {
      editEquipment: (ctx, input) => editEquipment(ctx, input, deps),
      deleteEquipment,
      pollEquipment,
      markInterfaces,
      pageInterfaces: (ctx, query) => pageInterfaces(ctx, deps.store, query),
    },
  )
}
