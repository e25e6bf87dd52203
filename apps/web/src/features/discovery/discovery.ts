import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { FindState } from '@netward/contract/discovery-values'
import type { DiscoveryState } from '@netward/contract/states/discovery'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const jobList = 'POST /monitor/api/v1/discovery/job/lists'
export const jobEndpoint = 'GET /monitor/api/v1/discovery/job/:jobId'
export const findList = 'POST /monitor/api/v1/discovery/find/lists'
export const findSummary = 'POST /monitor/api/v1/discovery/find/summary'
export const ruleList = 'POST /monitor/api/v1/discovery/rule/lists'

export type JobRow = EndpointOutput<typeof jobList>['items'][number]
export type FindRow = EndpointOutput<typeof findList>['items'][number]
export type RuleRow = EndpointOutput<typeof ruleList>['items'][number]

/** Refetched after a job or its finds were changed here. */
export const afterJob: readonly EndpointKey[] = [jobList, jobEndpoint, findList, findSummary]
export const afterRule: readonly EndpointKey[] = [ruleList]

export const stateTones: Readonly<Record<DiscoveryState, StatusTone>> = {
  idle: 'off',
  waiting: 'waiting',
  running: 'busy',
  paused: 'warn',
  done: 'ok',
  cancelled: 'off',
}

export const findTones: Readonly<Record<FindState, StatusTone>> = {
  new: 'busy',
  conflict: 'warn',
  known: 'ok',
  taken: 'ok',
  ignored: 'off',
}
