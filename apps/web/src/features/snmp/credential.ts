import type { EndpointKey, EndpointOutput } from '@netward/contract'

export const credentialList = 'POST /monitor/api/v1/snmp/credential/lists'
export type CredentialRow = EndpointOutput<typeof credentialList>['items'][number]

/** Refetched after a set was changed here. */
export const refreshed: readonly EndpointKey[] = [
  credentialList,
  'GET /monitor/api/v1/snmp/credential/choices',
]
