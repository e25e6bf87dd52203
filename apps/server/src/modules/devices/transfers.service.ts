import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/transaction.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { sealTransfer } from './command-request.ts'
import { transferRepo } from './transfer.repo.ts'

/** A file that a gateway is to download or upload (TR-069 A.3.2.8, A.4.1.5). */
export interface TransferOrder {
  deviceId: string
  direction: 'download' | 'upload'
  /** Such as `1 Firmware Upgrade Image`, `3 Vendor Configuration File`. */
  fileType: string
  /** At most 256 characters. */
  url: string
  username?: string
  password?: string
  /** Bytes; 0 if unknown. Downloads only. */
  fileSize?: number
  /** Downloads only. */
  targetFileName?: string
  /** Firmware only: its id. */
  version?: string
  /** Restored configurations only: when it was taken. */
  takenAt?: string
  /** Between the gateway's response and the start of the transfer. */
  delaySeconds?: number
  /**
   * Identifies the transfer in the gateway's report of its end: at most 32 characters, unique per device.
   * Random if absent.
   */
  commandKey?: string
  /** Maximum wait for the gateway's Inform; a day if absent. */
  hoursToLive?: number
  /** Not sent, or resent, after this moment. */
  until?: Date | null
  /** From the gateway's acceptance to its TransferComplete, after `delaySeconds`; an hour if absent. */
  minutesToComplete?: number
  /** The caller's reference, passed to the job named by `notifyTask`. */
  reference?: string
}

export interface OrderedTransfer {
  transferId: string
  commandId: string
  deviceId: string
  commandKey: string
}

/**
 * Payload of the job named by `notifyTask` when a transfer has ended. A late TransferComplete queues it once more.
 */
export interface TransferEnd {
  companyId: string
  transferId: string
  deviceId: string
  reference: string | null
  state: 'transferred' | 'failed' | 'cancelled' | 'expired'
}

/** The caller's context: `db` is a transaction inside the company that owns the devices. */
export interface Orderer {
  readonly db: Db
  readonly companyId: string
  readonly by: { readonly personId: string; readonly name: string } | null
}

const longestUrl = 256

/**
 * Queues transfers and sends connection requests. Devices that the company does not hold, or of doubtful
 * identity, are left out of the result. `notifyTask` is the caller's job task, queued when a transfer has ended.
 */
export async function orderTransfers(
  secrets: Secrets,
  orderer: Orderer,
  orders: readonly TransferOrder[],
  notifyTask: string | null = null,
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
        // Its command lives as long as a response may come.
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
  return transferRepo.insert(orderer, rows, notifyTask)
}

/** Cancels unsent transfers. Returns which. */
export function cancelTransfers(
  orderer: Pick<Orderer, 'db' | 'companyId'>,
  transferIds: readonly string[],
): Promise<string[]> {
  return transferRepo.cancel(orderer, transferIds)
}
