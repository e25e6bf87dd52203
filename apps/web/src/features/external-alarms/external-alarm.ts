import type { EndpointKey, EndpointOutput } from '@netward/contract'
import { type AlarmComparison, inboundPath } from '@netward/contract/inbound-alarm-values'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const externalList = 'POST /monitor/api/v1/external-alarm/lists'
export const comparison = 'POST /monitor/api/v1/external-alarm/comparison'
export const sourceList = 'GET /monitor/api/v1/external-alarm/sources'

export type ExternalAlarm = EndpointOutput<typeof externalList>['items'][number]
export type Source = EndpointOutput<typeof sourceList>[number]

/** What a change of a source, or news from one, makes old. */
export const afterSources: readonly EndpointKey[] = [sourceList, externalList, comparison]

/** Of an alarm that only one of both raised. */
export const loneTones = { theirs: 'warn', ours: 'busy' } as const satisfies Partial<
  Record<AlarmComparison, StatusTone>
>

/** Where a source posts, as seen from this browser. */
export const addressOfSource = (sourceId: string): string =>
  `${window.location.origin}${inboundPath}/${sourceId}`
