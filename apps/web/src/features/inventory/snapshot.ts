import type { EndpointOutput } from '@netward/contract'

export const snapshotList = 'POST /monitor/api/v1/inventory/snapshot/lists'
export const snapshotDevices = 'POST /monitor/api/v1/inventory/snapshot/device/lists'
export const snapshotComparison = 'POST /monitor/api/v1/inventory/snapshot/compare/lists'

export type SnapshotRow = EndpointOutput<typeof snapshotList>['items'][number]
export type SnapshotDevice = EndpointOutput<typeof snapshotDevices>['items'][number]
export type SnapshotChange = EndpointOutput<typeof snapshotComparison>['items'][number]
