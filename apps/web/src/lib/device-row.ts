import type { EndpointOutput } from '@netward/contract'

export type DeviceRow = EndpointOutput<'POST /api/v1/device/lists'>['items'][number]
export type DeviceDetail = EndpointOutput<'GET /api/v1/device/:deviceId'>

/** What drawers that change several devices need of each. */
export type ChosenDevice = Pick<DeviceRow, 'id' | 'companyId' | 'tags'>
