import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { ProbeStanding } from '@netward/contract/probe-values'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const probeList = 'POST /dial/api/v1/probe/lists'
export const probeDetail = 'GET /dial/api/v1/probe/:probeId'

export type ProbeRow = EndpointOutput<typeof probeList>['items'][number]
export type Installation = EndpointOutput<'POST /dial/api/v1/probe'>

export const afterProbe: readonly EndpointKey[] = [probeList, probeDetail]

export const standingTones: Readonly<Record<ProbeStanding, StatusTone>> = {
  connected: 'ok',
  silent: 'bad',
  waiting: 'waiting',
  revoked: 'off',
}
