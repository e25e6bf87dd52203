import type { EndpointOutput } from '@netward/contract'
import type { SyslogSeverity } from '@netward/contract/syslog-values'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const syslogList = 'POST /monitor/api/v1/syslog/lists'
export const syslogChart = 'POST /monitor/api/v1/syslog/chart'
export type SyslogRow = EndpointOutput<typeof syslogList>['items'][number]

export const severityTones: Readonly<Record<SyslogSeverity, StatusTone>> = {
  emergency: 'bad',
  alert: 'bad',
  critical: 'bad',
  error: 'bad',
  warning: 'warn',
  notice: 'busy',
  info: 'off',
  debug: 'off',
}

/** Codes of severities that one series counts, the worst first. */
export const chartGroups: Readonly<Record<'severe' | 'error' | 'warning' | 'other', readonly number[]>> = {
  severe: [0, 1, 2],
  error: [3],
  warning: [4],
  other: [5, 6, 7],
}
