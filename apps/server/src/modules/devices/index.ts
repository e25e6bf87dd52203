export type { CommandRequests } from './command-request.ts'
export { callIn, movableDevice, queueCommand } from './command-queueing.ts'
export { queueReads, type WantedRead } from './command-reads.service.ts'
export { commandColumns } from './command.repo.ts'
export { orderCommands } from './command-orders.ts'
export { sealValues } from './command-request.ts'
export { onDevices } from './device-batch.service.ts'
export { deviceRoutes } from './devices.routes.ts'
export { inDeviceCompany } from './in-device-company.ts'
export { lookIntoDevice } from './look-into-device.ts'
export { lookInto } from './look-into.repo.ts'
export { matchingDevices } from './matching.repo.ts'
export { fitsType } from './parameter-value.ts'
export { managedPath, outermost } from './parameters.service.ts'
export { shownPath, shownSetting } from './shown-path.ts'
export { stillLater } from './still-later.ts'
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
