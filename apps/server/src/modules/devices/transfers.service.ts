import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/transaction.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { sealTransfer } from './command-request.ts'
import { transferRepo } from './transfer.repo.ts'

/** A file that a gateway is to fetch or to send (TR-069 A.3.2.8, A.4.1.5). */
export interface TransferOrder {
  deviceId: string
  direction: 'download' | 'upload'
  /** Such as `1 Firmware Upgrade Image`, `3 Vendor Configuration File`. */
  fileType: string
  /** At most 256 characters. */
  url: string
  username?: string
  password?: string
  /** Bytes; 0 where it is not known. Downloads alone. */
  fileSize?: number
  /** Downloads alone. */
  targetFileName?: string
  /** Of firmware: which one it is. */
  version?: string
  /** Of a configuration that is given back: when the gateway had it. */
  takenAt?: string
  /** Between the gateway's answer and the beginning of the transfer. */
  delaySeconds?: number
  /** By it the gateway tells of the end: at most 32 characters, once a device. Random when absent. */
  commandKey?: string
  /** How long it may wait for the gateway to call in; a day when absent. */
  hoursToLive?: number
  /** Nor is it sent after this moment, for the first time or again. */
  until?: Date | null
  /** From the gateway's yes to its TransferComplete, after `delaySeconds`; an hour when absent. */
  minutesToComplete?: number
  /** What the asker calls it: handed to the job of `tell`. */
  reference?: string
}

export interface OrderedTransfer {
  transferId: string
  commandId: string
  deviceId: string
  commandKey: string
}

/** What the job named by `tell` is given when a transfer has ended. A late TransferComplete tells it once more. */
export interface TransferEnd {
  companyId: string
  transferId: string
  deviceId: string
  reference: string | null
  state: 'transferred' | 'failed' | 'cancelled' | 'expired'
}

/** In whose name: `db` is a transaction inside the company that owns the devices. */
export interface Orderer {
  readonly db: Db
  readonly companyId: string
  readonly by: { readonly personId: string; readonly name: string } | null
}

const longestUrl = 256

/**
 * Queues transfers and asks the gateways to call in. A device that is not held by the company, or whose identity is in
 * doubt, is left out of the answer. `tell` is the task of the asker's own job that is queued when one has ended.
 */
export async function orderTransfers(
  secrets: Secrets,
  orderer: Orderer,
  orders: readonly TransferOrder[],
  tell: string | null = null,
): Promise<OrderedTransfer[]> {
  const rows = orders.map((order) => {
    if (order.url.length > longestUrl || !URL.canParse(order.url)) throw new Error('a transfer needs a URL')
    const commandKey = order.commandKey ?? `nw-${randomBytes(16).toString('base64url')}`
    const { url, username = '', password = '', fileSize = 0, targetFileName = '' } = order
    return {
      deviceId: order.deviceId,
      direction: order.direction,
      commandKey,
      fileType: order.fileType,
      request: {
        commandKey,
        fileType: order.fileType,
        host: new URL(url).host,
        delaySeconds: order.delaySeconds ?? 0,
        minutesToComplete: order.minutesToComplete ?? 60,
        ...(order.version === undefined ? {} : { version: order.version }),
        // Its command lives on for as long as it may be answered.
        ...(order.until ? { notAfter: order.until.toISOString() } : {}),
        ...(order.takenAt === undefined ? {} : { takenAt: order.takenAt }),
        ...(order.direction === 'download' ? { fileSize, targetFileName } : {}),
      },
      secret: sealTransfer(secrets, order.deviceId, { url, username, password }),
      hoursToLive: order.hoursToLive ?? 24,
      until: order.until ?? null,
      reference: order.reference ?? null,
    }
  })
  return transferRepo.insert(orderer, rows, tell)
}

/** Cancels those that were not sent yet. Answers which. */
export function cancelTransfers(
  orderer: Pick<Orderer, 'db' | 'companyId'>,
  transferIds: readonly string[],
): Promise<string[]> {
  return transferRepo.cancel(orderer, transferIds)
}
