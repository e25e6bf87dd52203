import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { LicenceForMoves } from '@netward/contract/states/licence'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const licencesEndpoint = 'POST /api/v1/licence/lists'
export const poolsEndpoint = 'GET /api/v1/licence/pools'
export const usageEndpoint = 'GET /api/v1/licence/usage'
export const warningsEndpoint = 'GET /api/v1/licence/warnings'
export const filesEndpoint = 'GET /api/v1/licence/file'

export type Licence = EndpointOutput<typeof licencesEndpoint>['items'][number]
export type Usage = EndpointOutput<typeof usageEndpoint>

/** Refetched after a licence change. */
export const afterChange: readonly EndpointKey[] = [
  licencesEndpoint,
  poolsEndpoint,
  usageEndpoint,
  warningsEndpoint,
  'GET /api/v1/licence/:licenceId/history',
]

export const licenceTones: Record<Licence['state'], StatusTone> = {
  valid: 'ok',
  permanent: 'ok',
  pending: 'waiting',
  exceeded: 'warn',
  expired: 'off',
  revoked: 'off',
}

export const forMoves = (licence: Licence): LicenceForMoves => ({
  ...licence,
  fromFile: licence.fileSerial !== null,
})
