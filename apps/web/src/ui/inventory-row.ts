import type { EndpointOutput } from '@netward/contract'
import { paths } from '../lib/paths.ts'

export const inventoryList = 'POST /monitor/api/v1/inventory/lists'
export type InventoryRow = EndpointOutput<typeof inventoryList>['items'][number]

/** The page of a device: smart CPE have their own. */
export const deviceOf = ({ id, type }: Pick<InventoryRow, 'id' | 'type'>): string =>
  type === 'smart_cpe' ? paths.smartCpe(id) : paths.equipment(id)
