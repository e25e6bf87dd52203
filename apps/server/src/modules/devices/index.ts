import type { ServerModuleFactory } from '../../platform/module.ts'
import { deviceRoutes } from './devices.routes.ts'

export type { CommandRequests } from './command-request.ts'
export { callIn, movableDevice, noteCommand, queueCommand } from './command-queueing.ts'
export { queueReads, type RequestedRead } from './command-reads.service.ts'
export { commandColumns } from './command.repo.ts'
export { orderCommands } from './command-orders.ts'
export { sealValues } from './command-request.ts'
export { auditEach, onDevices, refusedDevice } from './device-batch.service.ts'
export type { DeviceSubject } from './device.repo.ts'
export {
  type AnyDevice,
  type AnyTypeQuery,
  batchesOfAllTypes,
  countAllTypes,
  pageAllTypes,
  summariseAllTypes,
} from './all-types.service.ts'
export { deviceRoutes } from './devices.routes.ts'
export { ownedDevice } from './owned-device.ts'
export { enterDeviceForReading } from './look-into-device.ts'
export { lookInto } from '../../platform/db/look-into.ts'
export { matchingDevices } from './matching.repo.ts'
export { fitsType } from './parameter-value.ts'
export { managedPath, outermost } from './parameters.service.ts'
export { shownPath, shownSetting } from './shown-path.ts'
export { pendingRestart } from './pending-restart.ts'
export {
  countDevices,
  countFailedCommands,
  countGuardedDevices,
  pageFailedCommands,
  recentEvents,
} from './recent-events.service.ts'
export {
  cancelTransfers,
  orderTransfers,
  type OrderedTransfer,
  type Orderer,
  type TransferEnd,
  type TransferOrder,
} from './transfers.service.ts'
export { wordedFault } from './worded-fault.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({ routes: (app) => deviceRoutes(app, deps) })
