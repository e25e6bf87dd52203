import type { EndpointInput, EndpointOutput } from '@netward/contract'

export const modelList = 'POST /api/v1/work/part/model/lists'
export const modelChoices = 'GET /api/v1/work/part/model/choices'
export type PartModel = EndpointOutput<typeof modelList>['items'][number]
export type PartModelInput = Required<EndpointInput<'POST /api/v1/work/part/model'>>
export const afterModel = [modelList, modelChoices] as const

export const warehouseList = 'POST /api/v1/work/part/warehouse/lists'
export const warehouseChoices = 'GET /api/v1/work/part/warehouse/choices'
export type Warehouse = EndpointOutput<typeof warehouseList>['items'][number]
export type WarehouseInput = Required<EndpointInput<'POST /api/v1/work/part/warehouse'>>
export const afterWarehouse = [warehouseList, warehouseChoices] as const

export const stockList = 'POST /api/v1/work/part/stock/lists'
export type StockRow = EndpointOutput<typeof stockList>['items'][number]
export const serialList = 'POST /api/v1/work/part/serial/lists'
export const serialRead = 'GET /api/v1/work/part/serial/:serialId'
export type SerialRow = EndpointOutput<typeof serialList>['items'][number]
export const lifeRead = 'GET /api/v1/work/part/life'
export const movementList = 'POST /api/v1/work/part/movement/lists'
export type MovementRow = EndpointOutput<typeof movementList>['items'][number]
export const afterMovement = [
  stockList,
  serialList,
  serialRead,
  lifeRead,
  movementList,
  modelList,
  warehouseList,
] as const

export const partsOfOrder = 'GET /api/v1/work/order/:orderId/part'
export type OrderPart = EndpointOutput<typeof partsOfOrder>[number]
export const sharedPartsOfOrder = 'GET /api/v1/work/order/:orderId/shared/part'
export type SharedPart = EndpointOutput<typeof sharedPartsOfOrder>[number]
export const sharedStock = 'POST /api/v1/work/sharing/stock/lists'
export const afterReservation = [partsOfOrder, sharedPartsOfOrder, sharedStock, ...afterMovement] as const

export const replacementsOfOrder = 'GET /api/v1/work/order/:orderId/replacement'
export type Replacement = EndpointOutput<typeof replacementsOfOrder>[number]
export const brokenRead = 'GET /api/v1/work/order/:orderId/broken'
export const afterReplacement = [replacementsOfOrder, brokenRead, ...afterReservation] as const

export const transferList = 'POST /api/v1/work/part/transfer/lists'
export const transferRead = 'GET /api/v1/work/part/transfer/:transferId'
export type Transfer = EndpointOutput<typeof transferList>['items'][number]
export type TransferLine = EndpointOutput<typeof transferRead>['lines'][number]
export const afterTransfer = [transferList, transferRead, ...afterMovement] as const

export const claimList = 'POST /api/v1/work/part/claim/lists'
export type Claim = EndpointOutput<typeof claimList>['items'][number]
export const afterClaim = [claimList, ...afterMovement] as const
export const claimName = ({ brand, modelName, serial }: Claim) =>
  [`${brand} ${modelName}`.trim(), serial].filter(Boolean).join(' · ')

export const countList = 'POST /api/v1/work/part/count/lists'
export const countRead = 'GET /api/v1/work/part/count/:countId'
export type CountRow = EndpointOutput<typeof countList>['items'][number]
export type Count = EndpointOutput<typeof countRead>
export const afterCount = [countList, countRead, ...afterMovement] as const
