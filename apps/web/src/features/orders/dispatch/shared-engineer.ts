import type { EndpointOutput } from '@netward/contract'

export const sharedEngineersRead = 'GET /api/v1/work/order/:orderId/shared/engineer'
type SharedEngineer = EndpointOutput<typeof sharedEngineersRead>[number]

const mark = 'shared'

/** An engineer of another company as a choice beside people of one's own. */
export const sharedValue = ({ redemptionId, ref }: Pick<SharedEngineer, 'redemptionId' | 'ref'>): string =>
  `${mark}/${redemptionId}/${ref}`

export const isShared = (value: string | undefined): boolean => value?.startsWith(`${mark}/`) === true

export function sharedChoice(value: string): Pick<SharedEngineer, 'redemptionId' | 'ref'> {
  const [, redemptionId = '', ref = ''] = value.split('/')
  return { redemptionId, ref }
}
