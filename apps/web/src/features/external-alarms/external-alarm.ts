import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { AlarmComparison } from '@netward/contract/inbound-alarm-values'
import { inboundPath } from '@netward/contract/inbound-alarm-values'
import { paths } from '../../lib/paths.ts'

export const externalList = 'POST /monitor/api/v1/external-alarm/lists'
export const comparison = 'POST /monitor/api/v1/external-alarm/comparison'
export const sourceList = 'GET /monitor/api/v1/external-alarm/sources'

export type ExternalAlarm = EndpointOutput<typeof externalList>['items'][number]
export type Source = EndpointOutput<typeof sourceList>[number]

/** What a change of a source, or news from one, makes old. */
export const afterSources: readonly EndpointKey[] = [sourceList, externalList, comparison]

/** How the comparison is marked, in chips and in the list. */
export const comparisonTones = { both: 'good', theirs: 'warn', ours: 'busy' } as const satisfies Record<
  AlarmComparison,
  string
>

/** The page of a device: smart CPE have their own. */
export const deviceOf = ({ deviceId, deviceType }: { deviceId: string; deviceType: string | null }): string =>
  deviceType === 'smart_cpe' ? paths.smartCpe(deviceId) : paths.equipment(deviceId)

/** Where a source posts, as seen from this browser. */
export const addressOfSource = (sourceId: string): string =>
  `${window.location.origin}${inboundPath}/${sourceId}`
