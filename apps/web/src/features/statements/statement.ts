import type { EndpointOutput } from '@netward/contract'

export const statementList = 'POST /api/v1/statement/lists'
export const statementPage = 'GET /api/v1/statement/:statementId'

export type StatementRow = EndpointOutput<typeof statementList>['items'][number]

/** First days of the last months, the newest first. */
export function lastMonths(now: Date, count = 12): string[] {
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() - back - 1, 1)).toISOString().slice(0, 10),
  )
}
