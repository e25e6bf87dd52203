import type { EndpointOutput } from '@netward/contract'

export const inventoryList = 'POST /monitor/api/v1/inventory/lists'
export type InventoryRow = EndpointOutput<typeof inventoryList>['items'][number]
