import type { EndpointOutput } from '@netward/contract'

export const rotaList = 'POST /monitor/api/v1/alarm/rota/lists'
export const rotaDetail = 'GET /monitor/api/v1/alarm/rota/:rotaId'
export const handoverList = 'POST /monitor/api/v1/alarm/rota/handover/lists'

export type RotaRow = EndpointOutput<typeof rotaList>['items'][number]
export type RotaDetail = EndpointOutput<typeof rotaDetail>
export type RotaSegment = RotaDetail['schedule'][number]
export type RotaChange = RotaDetail['changes'][number]
export type Handover = EndpointOutput<typeof handoverList>['items'][number]

/** What waits for the person, which hand-overs, swaps and tests are part of. */
export const todoList = 'POST /api/v1/task/todo/lists'

export const afterRota = [rotaList, rotaDetail, handoverList, todoList] as const

/** Each person has one of eight colours, the same on every rota. */
export const colourOf = (memberId: string): number => Number(BigInt(memberId) % 8n)
