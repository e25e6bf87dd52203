import { randomBytes } from 'node:crypto'
import { type Orderer, orderTransfers } from '../devices/index.ts'
import { backupRepo } from './backup.repo.ts'
import { type FileDeps, hashFileToken, urlHours } from './file-urls.ts'

/** TR-069 A.4.1.5; type 3 (with an instance) came later, and no gateway needs it. */
export const configurationFile = '1 Vendor Configuration File'

/** Requests configuration files from gateways, each by its own URL. Skips those that cannot be asked. */
export async function orderBackups(
  { secrets, filesUrl }: FileDeps,
  orderer: Orderer,
  deviceIds: readonly string[],
  { reason, byName, reference }: { reason: 'by_hand' | 'campaign'; byName: string; reference?: string },
): Promise<{ deviceId: string; transferId: string; backupId: string }[]> {
  if (deviceIds.length === 0) return []
  const tokens = new Map(deviceIds.map((id) => [id, randomBytes(32).toString('base64url')]))
  const ordered = await orderTransfers(
    secrets,
    orderer,
    [...tokens].map(([deviceId, token]) => ({
      deviceId,
      direction: 'upload',
      fileType: configurationFile,
      url: `${filesUrl}f/${token}`,
      hoursToLive: urlHours,
      ...(reference === undefined ? {} : { reference }),
    })),
  )
  const backupIds = await backupRepo.insert(
    orderer,
    ordered.map(({ deviceId, transferId }) => ({
      deviceId,
      transferId,
      tokenHash: hashFileToken(tokens.get(deviceId) ?? ''),
    })),
    { reason, byName, hours: urlHours },
  )
  return ordered.map(({ deviceId, transferId }) => ({
    deviceId,
    transferId,
    backupId: backupIds.get(deviceId) ?? '',
  }))
}
