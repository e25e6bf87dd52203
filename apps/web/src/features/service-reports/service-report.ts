import type { EndpointOutput } from '@netward/contract'
import type { ServicePeriod } from '@netward/contract/service-report-values'

export const reportList = 'POST /api/v1/report/lists'
export const reportPage = 'GET /api/v1/report/:reportId'
export const scheduleList = 'POST /api/v1/report/schedule/lists'

export type ReportRow = EndpointOutput<typeof reportList>['items'][number]
export type Report = EndpointOutput<typeof reportPage>
export type Schedule = EndpointOutput<typeof scheduleList>['items'][number]

/** First days of the last periods that have ended, the newest first. */
export function endedPeriods(period: ServicePeriod, now: Date, count = 12): string[] {
  const at = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()))
  if (period === 'weekly') at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  else at.setUTCMonth(period === 'monthly' ? at.getUTCMonth() : at.getUTCMonth() - (at.getUTCMonth() % 3), 1)
  return Array.from({ length: count }, () => {
    if (period === 'weekly') at.setUTCDate(at.getUTCDate() - 7)
    else at.setUTCMonth(at.getUTCMonth() - (period === 'monthly' ? 1 : 3))
    return at.toISOString().slice(0, 10)
  })
}
