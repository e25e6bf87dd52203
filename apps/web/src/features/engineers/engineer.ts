import type { EndpointOutput } from '@netward/contract'

export const engineerRead = 'GET /api/v1/work/engineer/:personId'
export type Engineer = EndpointOutput<typeof engineerRead>
export type Certificate = Engineer['certificates'][number]
export const certificateFileRead = 'GET /api/v1/work/certificate/:certificateId/file'
export const afterCertificate = [engineerRead, 'POST /api/v1/work/dispatch/engineer/lists'] as const

export const externalList = 'POST /api/v1/work/external-engineer/lists'
export type External = EndpointOutput<typeof externalList>['items'][number]
export const orderExternalRead = 'GET /api/v1/work/order/:orderId/external'
