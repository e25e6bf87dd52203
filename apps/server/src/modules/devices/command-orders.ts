import type { CommandKind } from '../../platform/db/schema/devices.ts'
import type { CommandRequests } from './command-request.ts'
import { commandOrderRepo } from './command-order.repo.ts'
import type { Orderer } from './transfers.service.ts'

export type CommandOrder = {
  [K in CommandKind & keyof CommandRequests]: {
    deviceId: string
    kind: K
    request: CommandRequests[K]
    /** Not sent after this moment, nor after a day. */
    until?: Date | null
  }
}[CommandKind & keyof CommandRequests]

/**
 * Queues commands in the name of a job and asks the gateways to call in. Devices that are not held by the company or whose
 * identity is in doubt are left out, and a second reboot beside one that is open.
 */
export function orderCommands(
  orderer: Orderer,
  orders: readonly CommandOrder[],
): Promise<{ commandId: string; deviceId: string }[]> {
  return commandOrderRepo.insert(orderer, orders)
}
