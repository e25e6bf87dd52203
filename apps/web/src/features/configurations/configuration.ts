import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { ConfigurationState } from '@netward/contract/configuration-values'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const configurationList = 'POST /monitor/api/v1/configuration/lists'
export const configurationSummary = 'POST /monitor/api/v1/configuration/summary'
export const oneConfiguration = 'GET /monitor/api/v1/configuration/:deviceId'
export const versionList = 'POST /monitor/api/v1/configuration/:deviceId/versions/lists'

export type ConfigurationRow = EndpointOutput<typeof configurationList>['items'][number]
export type Configuration = EndpointOutput<typeof oneConfiguration>
export type Version = EndpointOutput<typeof versionList>['items'][number]

/** Refetched after a backup was asked for, or its settings changed. */
export const afterBackup: readonly EndpointKey[] = [
  configurationList,
  configurationSummary,
  oneConfiguration,
  versionList,
]

export const stateTones: Readonly<Record<ConfigurationState, StatusTone>> = {
  waiting: 'off',
  queued: 'waiting',
  running: 'busy',
  ok: 'ok',
  failed: 'bad',
}

export const isUnderWay = ({ state }: Pick<Configuration, 'state'>): boolean =>
  state === 'queued' || state === 'running'
