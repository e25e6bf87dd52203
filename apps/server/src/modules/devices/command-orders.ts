import type { DeviceCommandTable } from '../../platform/db/tables.ts'
import type { CommandRequests } from './command-request.ts'
import { commandOrderRepo } from './command-order.repo.ts'
import type { Orderer } from './transfers.service.ts'

type CommandKind = DeviceCommandTable['kind'] & keyof CommandRequests

export type CommandOrder = {
  [K in CommandKind]: {
    deviceId: string
    kind: K
    request: CommandRequests[K]
    /** Not sent after this moment, nor after a day. */
    until?: Date | null
  }
}[CommandKind]

/**
 * Queues commands on behalf of a job and sends connection requests. Skips devices that the company does not
 * hold, devices of doubtful identity, and a second reboot while one is open.
 */
export function orderCommands(
  orderer: Orderer,
  orders: readonly CommandOrder[],
): Promise<{ commandId: string; deviceId: string }[]> {
  return commandOrderRepo.insert(orderer, orders)
}
