import type { EndpointKey, EndpointOutput } from '@netward/contract'

export const grantList = 'POST /api/v1/auth/staff-grant/lists'
export const groupList = 'POST /api/v1/auth/tenant-group/lists'

export type Grant = EndpointOutput<typeof grantList>['items'][number]
export type Group = EndpointOutput<typeof groupList>['items'][number]

/** Refetched after a change of grants or groups. */
export const afterChange: readonly EndpointKey[] = [
  grantList,
  groupList,
  'POST /api/v1/auth/tenant-group/:groupId/tenant/lists',
]

export const grantedBuiltIns = [
  'engineer',
  'administrator',
  'management_layer',
  'execution_layer',
  'user_layer',
] as const
