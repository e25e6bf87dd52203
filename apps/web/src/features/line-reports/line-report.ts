import type { EndpointInput, EndpointOutput } from '@netward/contract'

export const reportList = 'POST /dial/api/v1/report/lists'
export const reportCreation = 'POST /dial/api/v1/report'

export type ReportRow = EndpointOutput<typeof reportList>['items'][number]
export type Report = EndpointOutput<'GET /dial/api/v1/report/:reportId'>
export type ReportInput = EndpointInput<typeof reportCreation>
