import { sameValue } from '@netward/cwmp'

/**
 * What a parameter will be like after the restart that its gateway needs (TR-069 A.3.2.1: status 1); '' for a secret too.
 * Null where nothing waits, or the gateway tells that value already, in whatever spelling its type allows.
 */
export function stillLater(parameter: {
  path: string
  value: string | null
  type: string | null
  later: string | null
}): string | null {
  const { path, value, type, later } = parameter
  return later !== null && value !== null && sameValue({ path, type }, value, later) ? null : later
}
