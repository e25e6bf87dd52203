import { paths } from '../lib/paths.ts'
import type { RouteEntry } from './route-entry.ts'

const below = { permission: 'DMS_SERVER_PART', mode: 'both', layout: 'console', parent: '/parts' } as const

export const partRoutes: readonly RouteEntry[] = [
  {
    path: '/parts',
    permission: 'DMS_SERVER_PART',
    mode: 'both',
    title: 'shell.titles.parts',
    layout: 'console',
    icon: 'parts',
    redirect: paths.partStock,
  },
  {
    ...below,
    path: paths.partStock,
    title: 'shell.titles.partStock',
    icon: 'partStock',
    screen: async () => (await import('../features/parts/stock-list.tsx')).PartStockList,
  },
  {
    ...below,
    path: paths.partSerials,
    title: 'shell.titles.partSerials',
    icon: 'partSerials',
    screen: async () => (await import('../features/parts/serial-list.tsx')).PartSerialList,
  },
  {
    ...below,
    path: `${paths.partSerials}/$serialId`,
    parent: paths.partSerials,
    hidden: true,
    title: 'shell.titles.partSerial',
    screen: async () => (await import('../features/parts/serial-page.tsx')).PartSerialPage,
  },
  {
    ...below,
    path: '/parts/life/$serial',
    parent: paths.partSerials,
    hidden: true,
    title: 'shell.titles.serialLife',
    screen: async () => (await import('../features/parts/life-page.tsx')).SerialLifePage,
  },
  {
    ...below,
    path: paths.partMovements,
    title: 'shell.titles.partMovements',
    icon: 'partMovements',
    screen: async () => (await import('../features/parts/movement-list.tsx')).PartMovementList,
  },
  {
    ...below,
    path: paths.partTransfers,
    title: 'shell.titles.partTransfers',
    icon: 'partTransfers',
    screen: async () => (await import('../features/parts/transfer-list.tsx')).PartTransferList,
  },
  {
    ...below,
    path: paths.partClaims,
    title: 'shell.titles.partClaims',
    icon: 'partClaims',
    screen: async () => (await import('../features/parts/claim-list.tsx')).PartClaimList,
  },
  {
    ...below,
    path: paths.partCounts,
    title: 'shell.titles.partCounts',
    icon: 'partCounts',
    screen: async () => (await import('../features/parts/count-list.tsx')).PartCountList,
  },
  {
    ...below,
    path: `${paths.partCounts}/$countId`,
    parent: paths.partCounts,
    hidden: true,
    title: 'shell.titles.partCount',
    screen: async () => (await import('../features/parts/count-page.tsx')).PartCountPage,
  },
  {
    ...below,
    path: '/parts/slips/$orderId',
    hidden: true,
    title: 'shell.titles.partSlip',
    screen: async () => (await import('../features/parts/part-slip.tsx')).PartSlip,
  },
  {
    ...below,
    path: paths.partModels,
    title: 'shell.titles.partModels',
    icon: 'partModels',
    screen: async () => (await import('../features/parts/model-list.tsx')).PartModelList,
  },
  {
    ...below,
    path: paths.warehouses,
    title: 'shell.titles.warehouses',
    icon: 'warehouses',
    screen: async () => (await import('../features/parts/warehouse-list.tsx')).WarehouseList,
  },
]
