import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { ZabbixOutcome, ZabbixState } from '@netward/contract/zabbix-values'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const importList = 'POST /monitor/api/v1/zabbix/import/lists'
export const importEndpoint = 'GET /monitor/api/v1/zabbix/import/:importId'
export const hostList = 'POST /monitor/api/v1/zabbix/import/:importId/hosts'

export type ImportRow = EndpointOutput<typeof importList>['items'][number]
export type ImportDetail = EndpointOutput<typeof importEndpoint>
export type Group = ImportDetail['groups'][number]
export type Credential = ImportDetail['credentials'][number]
export type HostRow = EndpointOutput<typeof hostList>['items'][number]

/** Refetched after a decision or a move. */
export const afterMove: readonly EndpointKey[] = [importEndpoint, importList, hostList]

export const stateTones: Record<ZabbixState, StatusTone> = {
  ready: 'waiting',
  running: 'busy',
  stopped: 'warn',
  done: 'ok',
  undoing: 'busy',
  undone: 'off',
}

export const outcomeTones: Record<ZabbixOutcome, StatusTone> = {
  new: 'waiting',
  added: 'ok',
  known: 'off',
  taken: 'warn',
  twice: 'warn',
  left_out: 'off',
  refused: 'bad',
  failed: 'bad',
}

/** Whether decisions can still be made. */
export const isOpen = ({ state }: Pick<ImportDetail, 'state'>): boolean =>
  state === 'ready' || state === 'stopped'
