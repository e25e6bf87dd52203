import type { EndpointOutput } from '@netward/contract'

type Command = EndpointOutput<'GET /api/v1/device/:deviceId/commands'>['items'][number]

/** The gateway has taken it and does not go by it yet (TR-069 A.3.2.1, A.3.2.6 and A.3.2.7: status 1). */
export function isAppliedLater({ kind, state, result }: Pick<Command, 'kind' | 'state' | 'result'>): boolean {
  if (state !== 'done') return false
  if (kind === 'change_settings' || kind === 'provision') return result?.['later'] === true
  const maySayLater = kind === 'set_parameter_values' || kind === 'add_object' || kind === 'delete_object'
  return maySayLater && result?.['status'] === 1
}
