import { sameValue } from '@netward/cwmp'

/**
 * A parameter's value after the pending restart (TR-069 A.3.2.1: status 1); '' for a secret too. Null if
 * nothing is pending, or the gateway already reports that value in any spelling its type allows.
 */
export function pendingRestart(parameter: {
  path: string
  value: string | null
  type: string | null
  later: string | null
}): string | null {
  const { path, value, type, later } = parameter
  return later !== null && value !== null && sameValue({ path, type }, value, later) ? null : later
}
